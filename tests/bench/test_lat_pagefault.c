/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .bench = "lat_pagefault", .which = "", .n_points = 1 };

static struct bench_ctx *with(const char *memory, const char *definition)
{
    const char *const args[] = { memory, definition, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_pagefault"), args);

    job.scratch = support_scratch();
    bench_ctx_use(ctx, &job);
    return ctx;
}

static long faults(void)
{
    struct rusage used;

    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
    return used.ru_minflt;
}

static void each_pass_is_a_fault_of_either_kind_of_memory(void **state)
{
    static const char *const kinds[] = { "memory=file", "memory=anonymous" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench_ctx *ctx = with(kinds[i], "definition=ours");
        long was;

        assert_int_equal(bench_ctx_setup(ctx), 0);
        for (uint64_t passes = 1; passes <= 1024; passes *= 4) {
            was = faults();
            assert_int_equal(bench_ctx_run(ctx, "", passes), passes);
            assert_true(faults() - was >= (long)passes);
        }
        assert_int_equal(bench_ctx_run(ctx, "", 1025), 0); /* there are no more */
        bench_ctx_free(ctx);
    }
}

/* What `before` does, and then all pages are touched before the observation begins. */
static int recount(struct bench_ctx *ctx)
{
    const struct bench_case *c = &bench_find("lat_pagefault")->cases[0];
    int rc = c->before(ctx, ctx->state);

    c->loop(ctx->state, 1024);
    return rc;
}

static void pages_that_are_there_already_spoil_the_observation(void **state)
{
    const struct bench_case *c = &bench_find("lat_pagefault")->cases[0];
    struct bench_ctx *ctx = with("memory=file", "definition=ours");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    ctx->passes = 500;
    assert_int_equal(c->before(ctx, ctx->state), 0);
    assert_int_equal(c->loop(ctx->state, 500), 500);
    assert_int_equal(c->after(ctx, ctx->state), 0);
    /* the same pages again, which nobody gave back since they were counted */
    ctx->passes = 0;
    assert_int_equal(c->after(ctx, ctx->state), -EIO); /* more faults than passes */
    ctx->passes = 500;
    assert_int_equal(recount(ctx), 0);
    assert_int_equal(c->loop(ctx->state, 500), 500);
    assert_int_equal(c->after(ctx, ctx->state), -EIO);
    assert_non_null(strstr(bench_ctx_why(ctx), "faults for 500 pages"));
    bench_ctx_free(ctx);
}

static void a_page_of_other_content_spoils_the_observation(void **state)
{
    const struct bench_case *c = &bench_find("lat_pagefault")->cases[0];
    struct bench_ctx *ctx = with("memory=file", "definition=ours");
    uint64_t other = 2;
    int fd = -1;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    for (size_t i = 0; i < ctx->n_resources; i++)
        fd = ctx->resources[i].kind == CTX_FD ? ctx->resources[i].fd : fd;
    assert_int_equal(bench_ctx_run(ctx, "", 1024), 1024);
    assert_int_equal(pwrite(fd, &other, sizeof other, 0), sizeof other);
    assert_int_equal(bench_ctx_run(ctx, "", 1024), 0);
    assert_string_equal(bench_ctx_why(ctx), "the pages do not hold what they should");
    assert_int_equal(c->verify(ctx, ctx->state), 0); /* all of it is in memory */
    bench_ctx_free(ctx);
}

static void lmbenchs_definition_takes_all_pages_in_fewer_faults(void **state)
{
    struct bench_ctx *ctx = with("memory=file", "definition=lmbench-3.0");
    long was;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_step(ctx, ""), 1024);
    was = faults();
    assert_int_equal(bench_ctx_run(ctx, "", 1024), 1024);
    assert_true(faults() - was < 1024);
    bench_ctx_free(ctx);
}

static void lmbench_has_none_of_anonymous_memory(void **state)
{
    struct bench_ctx *ctx = with("memory=anonymous", "definition=lmbench-3.0");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pass_is_a_fault_of_either_kind_of_memory),
        cmocka_unit_test(pages_that_are_there_already_spoil_the_observation),
        cmocka_unit_test(a_page_of_other_content_spoils_the_observation),
        cmocka_unit_test(lmbenchs_definition_takes_all_pages_in_fewer_faults),
        cmocka_unit_test(lmbench_has_none_of_anonymous_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
