/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"
#include "ends.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static struct bench_ctx *fresh(void)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_pipe"), NULL);

    assert_int_equal(bench_ctx_setup(ctx), 0);
    return ctx;
}

static const struct ctx_resource *resource(const struct bench_ctx *ctx,
                                           enum ctx_kind kind)
{
    for (size_t i = 0; i < ctx->n_resources; i++) {
        if (ctx->resources[i].kind == kind)
            return &ctx->resources[i];
    }
    fail_msg("the context has no resource of kind %d", kind);
    return NULL;
}

static void each_side_holds_only_its_own_two_ends(void **state)
{
    struct bench_ctx *ctx = fresh();

    (void)state;
    assert_int_equal(ctx->n_resources, 3); /* two ends and the peer */
    assert_int_equal(ctx->tasks, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(ends_in(resource(ctx, CTX_CHILD)->pid, ctx->resources[i].fd),
                         1);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = fresh();
    pid_t pid = resource(ctx, CTX_CHILD)->pid;

    (void)state;
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

static void an_answer_to_something_else_is_no_pass(void **state)
{
    struct bench_ctx *ctx = fresh();
    int there = resource(ctx, CTX_FD)->fd;

    (void)state;
    assert_int_equal(write(there, "?", 1), 1);
    assert_in_range(bench_ctx_run(ctx, "", 1000), 0, 1);
    bench_ctx_free(ctx);
}

static int begin(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN); /* as a worker does */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_side_holds_only_its_own_two_ends),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
        cmocka_unit_test(an_answer_to_something_else_is_no_pass),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
