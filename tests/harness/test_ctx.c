/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <string.h>

#include "support.h"

struct state {
    int fd;
    char fresh[16];
};

static int no_setup(struct bench_ctx *ctx, void *state)
{
    (void)ctx;
    (void)state;
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    (void)state;
    return passes;
}

static const struct bench_case cases[] = {
    { .name = "one", .title = "one", .loop = loop },
    { .name = "two", .title = "two", .loop = loop },
    { 0 },
};
static const struct bench_param params[] = {
    { .name = "size", .values = "4K 64K", .bytes = true, .most = 1 << 20 },
    { .name = "procs", .values = "2 4", .axis = true, .least = 2, .most = 96 },
    { .name = "kind", .values = "red green", .words = "red green blue" },
    { .name = "file", .values = "/dev/zero" },
    { 0 },
};
static const struct bench toy = {
    .name = "toy",
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = no_setup,
};

static struct bench_ctx *with(const char *arg)
{
    const char *const args[] = { arg, NULL };

    return bench_ctx_new(&toy, args);
}

static void parameters_not_named_take_the_first_of_their_values(void **state)
{
    struct bench_ctx *ctx = with("procs=8");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_param_u64(ctx, "size"), 4096);
    assert_int_equal(bench_param_u64(ctx, "procs"), 8);
    assert_string_equal(bench_param_str(ctx, "kind"), "red");
    assert_string_equal(bench_param_str(ctx, "file"), "/dev/zero");
    bench_ctx_free(ctx);
}

static void arguments_are_copied_and_the_last_one_counts(void **state)
{
    char text[] = "size=8K";
    const char *const args[] = { "size=16K", text, "placement=cross", NULL };
    struct bench_ctx *ctx = bench_ctx_new(&toy, args);

    (void)state;
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_param_u64(ctx, "size"), 8192);
    bench_ctx_free(ctx);
}

static void a_wrong_parameter_fails_in_setup_and_is_named(void **state)
{
    static const struct {
        const char *arg, *why;
        int rc;
    } wrong[] = {
        { "colour=red", "toy has no parameter 'colour'", -EINVAL },
        { "nothing", "'nothing' is not NAME=VALUE", -EINVAL },
        { "kind=gree", "kind=gree: not one of: red green blue", -EINVAL },
        { "procs=two", "procs=two: not a whole number", -EINVAL },
        { "procs=1", "procs=1: not within 2 and 96", -ERANGE },
        { "procs=97", "procs=97: not within 2 and 96", -ERANGE },
        { "size=2M", "size=2M: not within 0 and 1048576", -ERANGE },
        { "size=-1", "size=-1: not a whole number", -EINVAL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bench_ctx *ctx = with(wrong[i].arg);

        assert_int_equal(bench_ctx_setup(ctx), wrong[i].rc);
        assert_string_equal(bench_ctx_why(ctx), wrong[i].why);
        assert_false(bench_ctx_skipped(ctx));
        bench_ctx_free(ctx);
    }
}

static void any_case_is_wanted_until_a_job_names_one(void **state)
{
    struct job job = { .bench = "toy", .which = "one", .n_points = 1 };
    struct bench_ctx *ctx = with(NULL);

    (void)state;
    assert_true(bench_wants(ctx, "one") && bench_wants(ctx, "two"));
    bench_ctx_use(ctx, &job);
    assert_true(bench_wants(ctx, "one"));
    assert_false(bench_wants(ctx, "two"));
    bench_ctx_free(ctx);
}

static void a_skip_and_a_failure_are_told_apart(void **state)
{
    struct bench_ctx *ctx = with(NULL);

    (void)state;
    assert_string_equal(bench_ctx_why(ctx), "");
    assert_int_equal(bench_skip(ctx, "no %s here", "SMT"), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    assert_string_equal(bench_ctx_why(ctx), "no SMT here");
    assert_int_equal(bench_fail(ctx, 0, "gone"), -EIO);
    assert_false(bench_ctx_skipped(ctx));
    assert_string_equal(bench_ctx_why(ctx), "gone");
    bench_ctx_free(ctx);
}

static void parameters_that_do_not_fit_fail_in_setup(void **state)
{
    static char text[9000] = "file=";
    struct bench_ctx *ctx;

    (void)state;
    memset(text + 5, 'x', sizeof text - 6);
    ctx = with(text);
    assert_int_equal(bench_ctx_setup(ctx), -E2BIG);
    assert_string_equal(bench_ctx_why(ctx), "too many parameters, or too long ones");
    bench_ctx_free(ctx);
    bench_ctx_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_not_named_take_the_first_of_their_values),
        cmocka_unit_test(arguments_are_copied_and_the_last_one_counts),
        cmocka_unit_test(a_wrong_parameter_fails_in_setup_and_is_named),
        cmocka_unit_test(any_case_is_wanted_until_a_job_names_one),
        cmocka_unit_test(a_skip_and_a_failure_are_told_apart),
        cmocka_unit_test(parameters_that_do_not_fit_fail_in_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
