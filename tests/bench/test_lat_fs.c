/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .bench = "lat_fs", .n_points = 1 };

static struct bench_ctx *with(const char *size)
{
    const char *const args[] = { size, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_fs"), args);

    job.which = "create";
    job.scratch = support_scratch();
    bench_ctx_use(ctx, &job);
    assert_int_equal(bench_ctx_setup(ctx), 0);
    return ctx;
}

static const char *top_of(const struct bench_ctx *ctx)
{
    assert_int_equal(ctx->resources[0].kind, CTX_DIRECTORY);
    return ctx->resources[0].at;
}

static unsigned entries(const char *top, const char *name)
{
    char path[600];
    DIR *directory;
    unsigned n = 0;

    snprintf(path, sizeof path, "%s/%s", top, name);
    directory = opendir(path);
    assert_non_null(directory);
    while (readdir(directory))
        n++;
    closedir(directory);
    return n - 2; /* . and .. */
}

static void files_are_made_in_hundreds_with_their_size(void **state)
{
    struct bench_ctx *ctx = with("size=10K");
    const struct bench *bench = bench_find("lat_fs");
    const char *top = top_of(ctx);
    char path[600];
    struct stat st;

    (void)state;
    ctx->passes = 250;
    assert_int_equal(bench->cases[0].before(ctx, ctx->state), 0);
    assert_int_equal(bench->cases[0].loop(ctx->state, 250), 250);
    assert_int_equal(entries(top, ""), 3);
    assert_int_equal(entries(top, "00"), 100);
    assert_int_equal(entries(top, "02"), 50);
    snprintf(path, sizeof path, "%s/01/99", top);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, 10240);
    assert_int_equal(bench->cases[0].after(ctx, ctx->state), 0);
    assert_int_equal(entries(top, "00") + entries(top, "01") + entries(top, "02"), 0);
    bench_ctx_free(ctx);
}

static void a_file_that_is_not_whole_afterwards_spoils_the_observation(void **state)
{
    struct bench_ctx *ctx = with("size=1K");
    const struct bench_case *create = bench_find_case(bench_find("lat_fs"), "create");
    char path[600];

    (void)state;
    ctx->passes = 5;
    assert_int_equal(create->before(ctx, ctx->state), 0);
    assert_int_equal(create->loop(ctx->state, 5), 5);
    snprintf(path, sizeof path, "%s/00/03", top_of(ctx));
    assert_int_equal(truncate(path, 1023), 0);
    assert_int_equal(create->after(ctx, ctx->state), -EIO);
    bench_ctx_free(ctx);
}

static void delete_finds_all_and_leaves_none(void **state)
{
    struct bench_ctx *ctx = with("size=0");
    const struct bench_case *delete = bench_find_case(bench_find("lat_fs"), "delete");

    (void)state;
    assert_int_equal(bench_ctx_run(ctx, "delete", 250), 250);
    assert_int_equal(bench_ctx_run(ctx, "delete", 70), 70);
    assert_int_equal(delete->loop(ctx->state, 1), 0); /* nothing left to delete */
    ctx->passes = 2;
    assert_int_equal(delete->before(ctx, ctx->state), 0);
    assert_int_equal(delete->loop(ctx->state, 1), 1);
    assert_int_equal(delete->after(ctx, ctx->state), -EIO); /* one is still there */
    bench_ctx_free(ctx);
}

static void a_write_that_comes_short_is_no_pass(void **state)
{
    struct bench_ctx *ctx = with("size=10K");
    struct rlimit was, low;

    (void)state;
    signal(SIGXFSZ, SIG_IGN); /* as a worker does */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    low = (struct rlimit){ .rlim_cur = 10000, .rlim_max = was.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    assert_int_equal(bench_ctx_run(ctx, "create", 5), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_made_in_hundreds_with_their_size),
        cmocka_unit_test(a_file_that_is_not_whole_afterwards_spoils_the_observation),
        cmocka_unit_test(delete_finds_all_and_leaves_none),
        cmocka_unit_test(a_write_that_comes_short_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
