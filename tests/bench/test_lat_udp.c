/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <sys/socket.h>

#include "peers.h"
#include "support.h"

static const char *const over_6[] = { "ip=6", NULL };

static void trips_are_made_over_both_protocols(void **state)
{
    struct bench_ctx *ctx = set_up("lat_udp", NULL);

    (void)state;
    assert_int_equal(bench_ctx_run(ctx, "", 500), 500);
    bench_ctx_free(ctx);
    ctx = set_up("lat_udp", over_6);
    if (ctx)
        assert_int_equal(bench_ctx_run(ctx, "", 500), 500);
    bench_ctx_free(ctx);
}

static void an_answer_to_something_else_is_no_pass(void **state)
{
    const uint32_t other = 12345;
    struct bench_ctx *ctx = set_up("lat_udp", NULL);

    (void)state;
    assert_int_equal(send(resource(ctx, CTX_FD)->fd, &other, sizeof other, 0),
                     sizeof other);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_udp", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

/* A peer that is there and says nothing, as where a datagram was lost. */
static void a_datagram_that_is_lost_is_not_awaited_for_ever(void **state)
{
    struct bench_ctx *ctx = set_up("lat_udp", NULL);

    (void)state;
    kill(resource(ctx, CTX_CHILD)->pid, SIGSTOP);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_are_made_over_both_protocols),
        cmocka_unit_test(an_answer_to_something_else_is_no_pass),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
        cmocka_unit_test(a_datagram_that_is_lost_is_not_awaited_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
