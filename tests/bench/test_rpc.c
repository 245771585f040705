/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lat_rpc with the calls of libtirpc, as errbar-rpc-worker has them. */
#include "bench/kit/rpc.h"

#include <sys/socket.h>

#include "peers.h"
#include "support.h"

static struct job job = { .bench = "lat_rpc", .n_points = 1 };

static struct bench_ctx *set_up_case(const char *which, const char *ip)
{
    const char *const args[] = { ip, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_rpc"), args);

    assert_non_null(ctx);
    job.which = which;
    bench_ctx_use(ctx, &job);
    if (bench_ctx_setup(ctx) == 0)
        return ctx;
    if (!bench_ctx_skipped(ctx))
        fail_msg("lat_rpc.%s %s: %s", which, ip, bench_ctx_why(ctx));
    print_message("# skipped: %s\n", bench_ctx_why(ctx));
    bench_ctx_free(ctx);
    return NULL;
}

static void calls_are_made_over_each_transport_and_protocol(void **state)
{
    static const char *const kinds[][2] = {
        { "udp", "ip=4" }, { "tcp", "ip=4" }, { "udp", "ip=6" }, { "tcp", "ip=6" }
    };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct bench_ctx *ctx = set_up_case(kinds[i][0], kinds[i][1]);
        int type = 0;
        socklen_t length = sizeof type;

        if (!ctx)
            continue;
        assert_int_equal(
            getsockopt(resource(ctx, CTX_FD)->fd, SOL_SOCKET, SO_TYPE, &type, &length),
            0);
        assert_int_equal(type, i % 2 ? SOCK_STREAM : SOCK_DGRAM);
        assert_int_equal(bench_ctx_run(ctx, kinds[i][0], 300), 300);
        bench_ctx_free(ctx);
    }
}

static void a_server_that_dies_ends_the_loop(void **state)
{
    static const char *const kinds[] = { "udp", "tcp" };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench_ctx *ctx = set_up_case(kinds[i], "ip=4");

        assert_non_null(ctx);
        kill_peer(ctx);
        assert_int_equal(bench_ctx_run(ctx, kinds[i], 100), 0);
        bench_ctx_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_made_over_each_transport_and_protocol),
        cmocka_unit_test(a_server_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
