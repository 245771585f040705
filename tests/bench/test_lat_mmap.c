/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .bench = "lat_mmap", .which = "", .n_points = 1 };

static struct bench_ctx *fresh(const char *size)
{
    const char *const args[] = { size, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_mmap"), args);

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

static void each_page_of_the_file_is_written_to(void **state)
{
    const struct bench_case *c = &bench_find("lat_mmap")->cases[0];
    struct bench_ctx *ctx = fresh("size=1M");
    long page = sysconf(_SC_PAGESIZE);
    int fd;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    fd = file_of(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 3), 3);
    for (long at = 0; at < 1 << 20; at += page) {
        char byte = 0;

        assert_int_equal(pread(fd, &byte, 1, at), 1);
        assert_int_equal(byte, 3);
    }
    assert_int_equal(c->verify(ctx, ctx->state), 0);
    assert_int_equal(pwrite(fd, "x", 1, 5 * page), 1);
    assert_int_equal(c->verify(ctx, ctx->state), -EIO);
    bench_ctx_free(ctx);
}

/* A file system of 1 MiB, in a name space of this child's: its exit code. */
static int on_a_small_disk(void)
{
    enum { REFUSED = 77 };
    struct bench_ctx *ctx;

    if (unshare(CLONE_NEWNS) < 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("none", support_scratch(), "tmpfs", 0, "size=1m") < 0)
        return REFUSED;
    ctx = fresh("size=4M");
    return bench_ctx_setup(ctx) == -ENOTSUP && bench_ctx_skipped(ctx) &&
                   strstr(bench_ctx_why(ctx), "too large for the 1024 KiB")
               ? 0
               : 1;
}

static void a_file_that_the_disk_has_no_room_for_is_skipped_with_the_reason(
    void **state)
{
    int status;
    pid_t pid = fork();

    (void)state;
    if (pid == 0)
        _exit(on_a_small_disk());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        print_message("# unshare(CLONE_NEWNS) or mount() is refused here\n");
        skip();
    }
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_page_of_the_file_is_written_to),
        cmocka_unit_test(
            a_file_that_the_disk_has_no_room_for_is_skipped_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
