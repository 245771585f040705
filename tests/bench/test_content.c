/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/kit/content.h"

#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .n_points = 1 };

static struct bench_ctx *with(const char *name, const char *which, const char *size)
{
    const char *const args[] = { size, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find(name), args);

    job.bench = name;
    job.which = which;
    job.scratch = support_scratch();
    bench_ctx_use(ctx, &job);
    return ctx;
}

static int file_of(const struct bench_ctx *ctx)
{
    for (size_t i = 0; i < ctx->n_resources; i++) {
        if (ctx->resources[i].kind == CTX_FD)
            return ctx->resources[i].fd;
    }
    fail_msg("no file is open");
    return -1;
}

static void words_add_up_to_what_is_wanted_whatever_the_size(void **state)
{
    static uint64_t words[1000];
    uint64_t sum = 0;

    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        words[i] = bench_content_word(i);
        assert_int_not_equal(words[i], 0);
        assert_int_equal(bench_content_wanted(8 * i), sum);
        assert_int_equal(bench_content_sum(words, 8 * i), sum);
        assert_int_equal(bench_content_sum(words, 8 * i + 7), sum); /* whole words */
        sum += words[i];
    }
}

static const struct {
    const char *bench, *which;
} readers[] = { { "bw_file_rd", "io_only" },
                { "bw_file_rd", "open2close" },
                { "bw_mmap_rd", "mmap_only" },
                { "bw_mmap_rd", "open2close" } };

static void a_file_that_holds_something_else_is_no_pass(void **state)
{
    static const char *const sizes[] = { "size=512", "size=100004", "size=1M" };

    (void)state;
    for (size_t i = 0; i < 12; i++) {
        const char *bench = readers[i % 4].bench, *which = readers[i % 4].which;
        struct bench_ctx *ctx = with(bench, which, sizes[i / 4]);
        uint64_t word;

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(bench_ctx_run(ctx, which, 3), 3);
        /* the last whole word of the smallest */
        assert_int_equal(pread(file_of(ctx), &word, 8, 504), 8);
        assert_int_equal(word, bench_content_word(63));
        word++;
        assert_int_equal(pwrite(file_of(ctx), &word, 8, 504), 8);
        assert_int_equal(bench_ctx_run(ctx, which, 3), 0);
        bench_ctx_free(ctx);
    }
}

/* In a child, whose limit it is: 0 where it is skipped with the true reason. */
static int beyond_the_limit(void)
{
    const struct rlimit most = { 100000, 100000 };
    struct bench_ctx *ctx;
    int rc;

    signal(SIGXFSZ, SIG_IGN); /* as the worker has it */
    if (setrlimit(RLIMIT_FSIZE, &most) < 0)
        return 2;
    ctx = with("bw_file_rd", "io_only", "size=1M");
    rc = bench_ctx_setup(ctx) == -ENOTSUP && bench_ctx_skipped(ctx) &&
         strstr(bench_ctx_why(ctx), "1024 KiB cannot be made: File too large");
    bench_ctx_free(ctx);
    return rc ? 0 : 1;
}

static void a_file_that_a_limit_cuts_is_skipped_with_that_reason(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0)
        _exit(beyond_the_limit());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void a_file_that_got_shorter_is_no_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench_ctx *ctx = with("bw_file_rd", readers[i].which, "size=1M");

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(ftruncate(file_of(ctx), 1000000), 0);
        assert_int_equal(bench_ctx_run(ctx, readers[i].which, 3), 0);
        bench_ctx_free(ctx);
    }
}

static void a_file_that_left_the_memory_is_told(void **state)
{
    const struct bench_case *c = bench_find_case(bench_find("bw_file_rd"), "io_only");
    struct bench_ctx *ctx = with("bw_file_rd", "io_only", "size=1M");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(c->verify(ctx, ctx->state), 0);
    assert_int_equal(fsync(file_of(ctx)), 0);
    assert_int_equal(posix_fadvise(file_of(ctx), 0, 0, POSIX_FADV_DONTNEED), 0);
    if (c->verify(ctx, ctx->state) == 0) {
        print_message("# posix_fadvise(POSIX_FADV_DONTNEED) does nothing here\n");
        bench_ctx_free(ctx);
        skip(); /* in a tmpfs */
    }
    assert_non_null(strstr(bench_ctx_why(ctx), "pages did not stay in memory"));
    bench_ctx_free(ctx);
}

static void what_is_written_is_there_and_read_back(void **state)
{
    const struct bench_case *c = &bench_find("lmdd")->cases[0];
    struct bench_ctx *ctx = with("lmdd", "write", "size=100004");
    int fd;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    fd = file_of(ctx);
    assert_int_equal(bench_ctx_run(ctx, "write", 1), 1);
    assert_int_equal(bench_ctx_run(ctx, "write", 2), 0);
    assert_int_equal(bench_ctx_run(ctx, "write", 1), 1);
    assert_int_equal(lseek(fd, 0, SEEK_END), 100004);
    assert_int_equal(c->verify(ctx, ctx->state), 0);
    assert_int_equal(pwrite(fd, "x", 1, 50000), 1);
    assert_int_equal(c->verify(ctx, ctx->state), -EIO);
    assert_int_equal(ftruncate(fd, 100003), 0);
    assert_int_equal(c->after(ctx, ctx->state), -EIO);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_add_up_to_what_is_wanted_whatever_the_size),
        cmocka_unit_test(a_file_that_holds_something_else_is_no_pass),
        cmocka_unit_test(a_file_that_a_limit_cuts_is_skipped_with_that_reason),
        cmocka_unit_test(a_file_that_got_shorter_is_no_pass),
        cmocka_unit_test(a_file_that_left_the_memory_is_told),
        cmocka_unit_test(what_is_written_is_there_and_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
