/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>
#include <unistd.h>

#include "peers.h"
#include "support.h"

static void each_side_holds_only_its_own_two_ends_of_named_pipes(void **state)
{
    struct bench_ctx *ctx = set_up("lat_fifo", NULL);
    struct stat st;

    (void)state;
    assert_int_equal(ctx->n_resources, 5); /* two pipes, an end of each, the peer */
    assert_int_equal(ctx->tasks, 2);
    assert_int_equal(stat(resource(ctx, CTX_FILE)->at, &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_fifo", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

static void an_answer_to_something_else_is_no_pass(void **state)
{
    struct bench_ctx *ctx = set_up("lat_fifo", NULL);

    (void)state;
    assert_int_equal(write(resource(ctx, CTX_FD)->fd, "?", 1), 1);
    assert_in_range(bench_ctx_run(ctx, "", 1000), 0, 1);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_side_holds_only_its_own_two_ends_of_named_pipes),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
        cmocka_unit_test(an_answer_to_something_else_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
