/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "peers.h"
#include "support.h"

static const char *const over_4[] = { "ip=4", NULL }, *const over_6[] = { "ip=6",
                                                                          NULL };

static int family_of(const struct bench_ctx *ctx)
{
    struct sockaddr_storage at = { 0 };
    socklen_t length = sizeof at;

    assert_int_equal(
        getpeername(resource(ctx, CTX_FD)->fd, (struct sockaddr *)(void *)&at, &length),
        0);
    return at.ss_family;
}

static void trips_go_over_the_protocol_that_is_named(void **state)
{
    struct bench_ctx *ctx = set_up("lat_tcp", over_4);

    (void)state;
    assert_int_equal(family_of(ctx), AF_INET);
    assert_int_equal(ctx->n_resources, 2); /* our end and the peer: no server stays */
    assert_int_equal(bench_ctx_run(ctx, "", 500), 500);
    bench_ctx_free(ctx);
    ctx = set_up("lat_tcp", over_6);
    if (!ctx)
        return;
    assert_int_equal(family_of(ctx), AF_INET6);
    assert_int_equal(bench_ctx_run(ctx, "", 500), 500);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_tcp", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_go_over_the_protocol_that_is_named),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
