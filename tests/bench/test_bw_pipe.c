/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <string.h>

#include "peers.h"
#include "support.h"

static void what_is_asked_for_comes_whole(void **state)
{
    static const char *const sizes[] = { "message=1", "message=1437", "message=64K",
                                         "message=10M" };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const char *const args[] = { sizes[i], NULL };
        struct bench_ctx *ctx = set_up("bw_pipe", args);

        assert_int_equal(bench_ctx_run(ctx, "", 3), 3);
        assert_int_equal(verified(ctx), 0);
        assert_int_equal(bench_ctx_run(ctx, "", 2), 2);
        bench_ctx_free(ctx);
    }
}

static void small_messages_are_asked_for_many_at_once(void **state)
{
    static const char *const args[] = { "message=16K", NULL };
    static const char *const tiny[] = { "message=1", NULL };
    struct bench_ctx *ctx = set_up("bw_pipe", args);

    (void)state;
    assert_int_equal(bench_ctx_step(ctx, ""), 256); /* 4 MiB */
    bench_ctx_free(ctx);
    ctx = set_up("bw_pipe", tiny);
    assert_int_equal(bench_ctx_step(ctx, ""), 512); /* not 4 million */
    bench_ctx_free(ctx);
    ctx = set_up("bw_pipe", NULL);
    assert_int_equal(bench_ctx_step(ctx, ""), 64);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("bw_pipe", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    assert_int_not_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_comes_whole),
        cmocka_unit_test(small_messages_are_asked_for_many_at_once),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
