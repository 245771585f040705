/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .bench = "disk", .n_points = 1 };

/* Without holes, since those are refused. */
static const char *file_of(size_t bytes)
{
    static char path[600], content[1 << 20];
    int fd;

    snprintf(path, sizeof path, "%s/disk", support_scratch());
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    memset(content, 'x', sizeof content);
    for (size_t at = 0; at < bytes; at += sizeof content)
        assert_int_equal(write(fd, content, sizeof content), sizeof content);
    assert_int_equal(fsync(fd), 0); /* or blocks are not counted yet */
    close(fd);
    return path;
}

static struct bench_ctx *with(const char *which, const char *device,
                              const char *percent)
{
    char argument[700];
    const char *const args[] = { argument, percent, NULL };
    struct bench_ctx *ctx;

    snprintf(argument, sizeof argument, "device=%s", device);
    ctx = bench_ctx_new(bench_find("disk"), args);
    job.which = which;
    bench_ctx_use(ctx, &job);
    return ctx;
}

/* Runs both cases, from front to back; false where O_DIRECT is refused. */
static bool can_be_read(const char *device)
{
    static const char *const places[] = { "percent=0", "percent=50", "percent=75" };

    for (int i = 0; i < 3; i++) {
        struct bench_ctx *seek = with("seek", device, places[i]);
        struct bench_ctx *zone = with("zone", device, places[i]);

        if (bench_ctx_setup(seek) < 0 && bench_ctx_skipped(seek)) {
            print_message("# %s\n", bench_ctx_why(seek));
            bench_ctx_free(seek);
            bench_ctx_free(zone);
            return false;
        }
        assert_int_equal(bench_ctx_step(seek, "seek"), 2);
        assert_int_equal(bench_ctx_run(seek, "seek", 200), 200);
        assert_int_equal(bench_ctx_setup(zone), 0);
        for (int turn = 0; turn < 70; turn++)
            assert_int_equal(bench_ctx_run(zone, "zone", 1), 1);
        bench_ctx_free(seek);
        bench_ctx_free(zone);
    }
    return true;
}

static void a_file_is_read_from_front_to_back_and_not_written(void **state)
{
    const char *path = file_of(8 << 20);
    struct stat was, is;

    (void)state;
    assert_int_equal(stat(path, &was), 0);
    if (!can_be_read(path))
        skip();
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_size, was.st_size);
    assert_int_equal(is.st_blocks, was.st_blocks);
    assert_memory_equal(&is.st_mtim, &was.st_mtim, sizeof is.st_mtim);
}

static void a_block_device_is_read_as_well(void **state)
{
    int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC), loop = -1, number;
    int file = open(file_of(8 << 20), O_RDWR | O_CLOEXEC);
    char device[64];

    (void)state;
    number = control >= 0 ? ioctl(control, LOOP_CTL_GET_FREE) : -1;
    snprintf(device, sizeof device, "/dev/loop%d", number);
    if (number >= 0)
        loop = open(device, O_RDWR | O_CLOEXEC);
    if (loop < 0 || ioctl(loop, LOOP_SET_FD, file) < 0) {
        print_message("# ioctl(LOOP_SET_FD) is refused here\n");
        skip();
    }
    assert_true(can_be_read(device));
    assert_int_equal(ioctl(loop, LOOP_CLR_FD), 0);
    close(loop);
    close(file);
    close(control);
}

static void without_a_device_or_with_a_wrong_one_it_is_skipped(void **state)
{
    static const struct {
        const char *device, *why;
    } wrong[] = { { "none", "no device is named: --param device=/dev/..." },
                  { "/dev/null", "/dev/null is neither a block device nor a file" },
                  { "sda", "device wants a full path such as /dev/sda" },
                  { "/nonexistent/sda",
                    "/nonexistent/sda cannot be opened: No such file or directory" } };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bench_ctx *ctx = with("seek", wrong[i].device, "percent=1");

        assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
        assert_true(bench_ctx_skipped(ctx));
        assert_string_equal(bench_ctx_why(ctx), wrong[i].why);
        bench_ctx_free(ctx);
    }
}

static void a_file_with_holes_is_skipped(void **state)
{
    const char *path = file_of(1 << 20);
    struct bench_ctx *ctx = with("zone", path, "percent=1");

    (void)state;
    assert_int_equal(truncate(path, 8 << 20), 0);
    assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
}

/* The file system must be one: a memory file's is. */
static void a_file_in_memory_is_skipped(void **state)
{
    static const char content[1 << 20] = "x";
    int fd = memfd_create("disk", MFD_CLOEXEC);
    struct bench_ctx *ctx;
    char path[64];

    (void)state;
    assert_true(fd >= 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(write(fd, content, sizeof content), sizeof content);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ctx = with("seek", path, "percent=50");
    assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    assert_true(strstr(bench_ctx_why(ctx), "lies in memory and on no disk") ||
                strstr(bench_ctx_why(ctx), "cannot be read past the page cache"));
    bench_ctx_free(ctx);
    close(fd);
}

static void what_is_too_small_is_skipped(void **state)
{
    struct bench_ctx *ctx = with("zone", file_of(1 << 20), "percent=1");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
}

static void a_device_that_got_shorter_is_no_pass(void **state)
{
    const char *path = file_of(8 << 20);
    struct bench_ctx *ctx = with("seek", path, "percent=50");

    (void)state;
    if (bench_ctx_setup(ctx) < 0) {
        assert_true(bench_ctx_skipped(ctx));
        bench_ctx_free(ctx);
        skip();
    }
    assert_int_equal(truncate(path, 1 << 20), 0);
    assert_in_range(bench_ctx_run(ctx, "seek", 200), 0, 1);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_from_front_to_back_and_not_written),
        cmocka_unit_test(a_block_device_is_read_as_well),
        cmocka_unit_test(without_a_device_or_with_a_wrong_one_it_is_skipped),
        cmocka_unit_test(a_file_with_holes_is_skipped),
        cmocka_unit_test(a_file_in_memory_is_skipped),
        cmocka_unit_test(what_is_too_small_is_skipped),
        cmocka_unit_test(a_device_that_got_shorter_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
