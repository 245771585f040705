/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "support.h"

static struct bench_ctx *with(const char *loads)
{
    const char *const args[] = { "jobs=3", loads, NULL };

    return bench_ctx_new(bench_find("lat_pmake"), args);
}

static void all_children_of_each_pass_are_waited_for(void **state)
{
    struct bench_ctx *ctx = with("loads=5000");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "", 4), 4);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    bench_ctx_free(ctx);
}

static void a_child_that_computes_something_else_is_no_pass(void **state)
{
    struct bench_ctx *ctx = with("loads=5000");
    uint64_t *links;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(ctx->resources[0].kind, CTX_MAPPING);
    links = ctx->resources[0].at;
    links[0] = 0;
    assert_int_equal(bench_ctx_run(ctx, "", 4), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_children_of_each_pass_are_waited_for),
        cmocka_unit_test(a_child_that_computes_something_else_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
