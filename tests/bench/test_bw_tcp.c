/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "peers.h"
#include "support.h"

static void what_is_asked_for_comes_whole(void **state)
{
    static const char *const all[][3] = { { "message=1", NULL },
                                          { "message=1437", "ip=6", NULL },
                                          { "message=10M", NULL } };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench_ctx *ctx = set_up("bw_tcp", all[i]);

        if (!ctx)
            continue;
        assert_int_equal(bench_ctx_run(ctx, "", 3), 3);
        assert_int_equal(verified(ctx), 0);
        bench_ctx_free(ctx);
    }
}

static void small_messages_do_not_wait_for_each_other(void **state)
{
    struct bench_ctx *ctx = set_up("bw_tcp", NULL);
    int at_once = 0;
    socklen_t length = sizeof at_once;

    (void)state;
    assert_int_equal(getsockopt(resource(ctx, CTX_FD)->fd, IPPROTO_TCP, TCP_NODELAY,
                                &at_once, &length),
                     0);
    assert_true(at_once);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("bw_tcp", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_comes_whole),
        cmocka_unit_test(small_messages_do_not_wait_for_each_other),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
