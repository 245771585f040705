/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * disk.c - far reads on a disk, and how fast it reads at a place
 *
 * Only for a device that somebody names (or a file), which is only read, past the page
 * cache (O_DIRECT). Places are per cent of its size, so that the cost does not depend
 * on it, and the size is asked for and not searched.
 *
 *   seek  reads of 4 KiB, in turn at one place and so many per cent further on; each
 *         pair at another place. Divided by: reads.
 *   zone  a read of 1 MiB, so many per cent from the front, after an untimed one of the
 *         4 KiB before it, which moves the heads there. Bytes by the time it took.
 *
 * What a drive or a host keeps in its own cache is not seen. lmbench 3 reads 512 bytes
 * at some two thousand distances and leaves out what took less than 1 ms, on a drive
 * without heads all of it.
 */
#include "harness/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { BLOCK = 4 << 10, ZONE = 1 << 20, ZONES = 64, PRIME = 7919 };

struct state {
    int device;
    uint64_t bytes;    /* of it, in whole blocks */
    uint64_t distance; /* of seek; of zone from the front */
    uint64_t turn;     /* reads so far */
    char *buffer;
};

static uint64_t in_blocks(uint64_t bytes)
{
    return bytes / BLOCK * BLOCK;
}

static bool read_at(const struct state *s, uint64_t at, size_t bytes)
{
    return pread(s->device, s->buffer, bytes, (off_t)at) == (ssize_t)bytes;
}

/* Two reads have one place: the second is further on. */
static uint64_t seek_place(const struct state *s, uint64_t turn)
{
    uint64_t span = s->bytes - s->distance, pair = turn / 2;
    uint64_t place = pair * PRIME * BLOCK % span;

    return place + (turn % 2 ? s->distance : 0);
}

static uint64_t loop_seek(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++, s->turn++) {
        if (!read_at(s, seek_place(s, s->turn), BLOCK))
            break;
    }
    return done;
}

/* One MiB after the other, over and over. */
static uint64_t zone_place(const struct state *s)
{
    uint64_t room = (s->bytes - s->distance - BLOCK) / ZONE;

    return s->distance + BLOCK + s->turn % (room < ZONES ? room : ZONES) * ZONE;
}

static int before_zone(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    if (!read_at(s, zone_place(s) - BLOCK, BLOCK))
        return bench_fail_errno(ctx, errno, "cannot read the device");
    return 0;
}

static uint64_t loop_zone(void *state, uint64_t passes)
{
    struct state *s = state;

    if (passes != 1 || !read_at(s, zone_place(s), ZONE))
        return 0;
    s->turn++;
    return 1;
}

static uint64_t pairs(void *state)
{
    (void)state;
    return 2;
}

/* ---- setting up ---- */

/* The user's part of it: another device or another user would do. */
static bool is_refused(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP || error == EACCES ||
           error == EPERM || error == ENXIO || error == ENODEV || error == ENOMEDIUM;
}

static int open_path(struct bench_ctx *ctx, const char *path)
{
    struct stat st;
    int fd;

    if (strcmp(path, "none") == 0)
        return bench_skip(ctx, "no device is named: --param device=/dev/...");
    if (path[0] != '/') /* a worker is not where its user is */
        return bench_skip(ctx, "device wants a full path such as /dev/sda");
    /* a tape must not move, nor a terminal wait, for being opened */
    if (stat(path, &st) == 0 && !S_ISBLK(st.st_mode) && !S_ISREG(st.st_mode))
        return bench_skip(ctx, "%s is neither a block device nor a file", path);
    fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
    if (fd < 0 && errno == EINVAL)
        return bench_skip(ctx, "%s cannot be read past the page cache", path);
    if (fd < 0 && is_refused(errno))
        return bench_skip(ctx, "%s cannot be opened: %s", path, strerror(errno));
    return bench_adopt(ctx, fd, "cannot open the device");
}

/* A file's blocks are on a disk. */
static int check_place(struct bench_ctx *ctx, const struct state *s)
{
    const char *path = bench_param_str(ctx, "device");
    struct statfs fs;
    struct stat st;

    if (fstat(s->device, &st) < 0 || !S_ISREG(st.st_mode))
        return 0;
    /* since Linux 6.6 these take O_DIRECT, too */
    if (fstatfs(s->device, &fs) == 0 &&
        (fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC))
        return bench_skip(ctx, "%s lies in memory and on no disk", path);
    if ((uint64_t)st.st_blocks * 512 < s->bytes)
        return bench_skip(ctx, "%s has holes, which lie on no disk", path);
    return 0;
}

static int open_device(struct bench_ctx *ctx, struct state *s)
{
    off_t end;

    s->device = open_path(ctx, bench_param_str(ctx, "device"));
    if (s->device < 0)
        return s->device;
    end = lseek(s->device, 0, SEEK_END);
    if (end < 0)
        return bench_fail_errno(ctx, errno, "cannot tell the size of the device");
    s->bytes = in_blocks((uint64_t)end);
    return check_place(ctx, s);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = open_device(ctx, s);

    if (rc < 0)
        return rc;
    s->distance = in_blocks(s->bytes / 100 * bench_param_u64(ctx, "percent"));
    if (s->bytes - s->distance < 2 * BLOCK + (bench_wants(ctx, "zone") ? ZONE : 0))
        return bench_skip(ctx, "the device is too small: %llu KiB",
                          (unsigned long long)s->bytes / 1024);
    bench_count(ctx, "disk.bytes", (double)s->bytes, "B");
    s->buffer = bench_alloc(ctx, ZONE); /* aligned as O_DIRECT wants it */
    return s->buffer ? 0 : -ENOMEM;
}

static const struct bench_case cases[] = {
    { .name = "seek",
      .title = "reading 4 KiB far apart on a disk",
      .per = "read",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "lmbench reads 512 bytes and leaves out what took less than 1 ms.",
      .loop = loop_seek,
      .step = pairs,
      .deadline_s = 60,
      .sets = BENCH_ON_REQUEST },
    { .name = "zone",
      .title = "reading a disk at a place",
      .per = "read",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_zone,
      .before = before_zone,
      .bytes = ZONE,
      .most = 1,
      .deadline_s = 60,
      .sets = BENCH_ON_REQUEST },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "percent",
      .values = "1 25 50 75 99",
      .most = 99,
      .help = "of the device's size: how far apart, or how far from the front" },
    { .name = "device",
      .values = "none",
      .quiet = true,
      .help = "block device or file that is read; without one nothing is" },
    { 0 },
};

const struct bench bench_disk = {
    .name = "disk",
    .title = "reading a disk",
    .family = "file",
    .source =
        "After lmbench 3's program of that name. Measured only where it is named and a "
        "device is, as in errbar run disk --param device=/dev/sda; it never writes. "
        "The "
        "size of the device is a count of each invocation.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
