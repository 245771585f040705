/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/harness.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static struct bench_ctx *with(const char *arg)
{
    const char *const args[] = { arg, NULL };

    return bench_ctx_new(bench_find("lat_syscall"), args);
}

static void read_does_the_passes_it_is_asked_for(void **state)
{
    struct bench_ctx *ctx = with("file=/dev/zero");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "read", 1000), 1000);
    assert_int_equal(bench_ctx_run(ctx, "read", 0), 0);
    bench_ctx_free(ctx);
}

static void read_of_an_empty_file_reports_no_pass_at_all(void **state)
{
    struct bench_ctx *ctx = with("file=/dev/null");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "read", 1000), 0);
    bench_ctx_free(ctx);
}

static void a_missing_file_fails_in_setup_and_says_why(void **state)
{
    struct bench_ctx *ctx = with("file=/nonexistent");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), -ENOENT);
    assert_string_equal(bench_ctx_why(ctx),
                        "cannot open /nonexistent: No such file or directory");
    assert_false(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
}

static void a_case_needs_only_what_it_uses(void **state)
{
    struct job job = { .bench = "lat_syscall",
                       .which = "null",
                       .n_points = 1,
                       .scratch = "/nonexistent" };
    struct bench_ctx *ctx = with("file=/nonexistent");

    (void)state;
    bench_ctx_use(ctx, &job);
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "null", 7), 7);
    bench_ctx_free(ctx);
}

static void a_vanished_scratch_directory_is_told_and_not_named(void **state)
{
    struct job job = { .bench = "lat_syscall",
                       .which = "stat",
                       .n_points = 1,
                       .scratch = "/nonexistent" };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_syscall"), NULL);

    (void)state;
    bench_ctx_use(ctx, &job);
    assert_int_equal(bench_ctx_setup(ctx), -ENOENT);
    assert_non_null(strstr(bench_ctx_why(ctx), "scratch directory"));
    assert_null(strstr(bench_ctx_why(ctx), "/nonexistent")); /* may be a home */
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_does_the_passes_it_is_asked_for),
        cmocka_unit_test(read_of_an_empty_file_reports_no_pass_at_all),
        cmocka_unit_test(a_missing_file_fails_in_setup_and_says_why),
        cmocka_unit_test(a_case_needs_only_what_it_uses),
        cmocka_unit_test(a_vanished_scratch_directory_is_told_and_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
