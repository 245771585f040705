/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * content.c - a file of known words, so that what was read of it can be checked
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { CHUNK = 64 << 10, MIB = 1 << 20, SPARE = 16 * MIB };

static int has_room(struct bench_ctx *ctx, const struct bench_content *c)
{
    struct statvfs disk;
    struct sysinfo memory;
    uint64_t free_bytes;

    if (fstatvfs(c->fd, &disk) == 0) {
        free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
        if (free_bytes < c->bytes)
            return bench_skip(ctx,
                              "a file of %llu KiB is too large for the %llu KiB that "
                              "are free in the scratch directory",
                              (unsigned long long)c->bytes / 1024,
                              (unsigned long long)free_bytes / 1024);
    }
    if (sysinfo(&memory) == 0) {
        uint64_t all = (uint64_t)memory.totalram * memory.mem_unit;

        if (all < 4 * c->bytes + SPARE)
            return bench_skip(ctx,
                              "a file of %llu KiB would not stay in a memory of "
                              "%llu MiB",
                              (unsigned long long)c->bytes / 1024,
                              (unsigned long long)all / MIB);
    }
    return 0;
}

/* Less than asked for is written where a disk or a limit is reached: the next tells. */
static bool write_all(int fd, const void *from, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = write(fd, (const char *)from + done, bytes - done);

        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static int fill(struct bench_ctx *ctx, const struct bench_content *c)
{
    uint64_t *chunk = bench_alloc(ctx, CHUNK), word = 0;

    if (!chunk)
        return -ENOMEM;
    for (uint64_t at = 0; at < c->bytes; at += CHUNK) {
        uint64_t left = c->bytes - at;

        for (size_t i = 0; i < CHUNK / sizeof *chunk; i++)
            chunk[i] = bench_content_word(word++);
        if (write_all(c->fd, chunk, left < CHUNK ? (size_t)left : CHUNK))
            continue;
        if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
            return bench_skip(ctx, "a file of %llu KiB cannot be made: %s",
                              (unsigned long long)c->bytes / 1024, strerror(errno));
        return bench_fail_errno(ctx, errno, "cannot fill a file");
    }
    return 0;
}

/* Whole pages of the file, and how many of them the page cache does not have. */
static int count_out(struct bench_ctx *ctx, const struct bench_content *c, size_t *out,
                     size_t *pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *in;
    void *at;

    *pages = c->bytes / page;
    *out = 0;
    in = bench_alloc(ctx, *pages);
    at = bench_map(ctx, c->bytes, PROT_READ, MAP_SHARED, c->fd);
    if (!in || !at)
        return -ENOMEM;
    if (*pages && mincore(at, *pages * page, in) < 0)
        return bench_fail_errno(ctx, errno, "cannot ask what is in memory");
    for (size_t i = 0; i < *pages; i++)
        *out += !(in[i] & 1);
    return 0;
}

int bench_content_make(struct bench_ctx *ctx, uint64_t bytes, struct bench_content *c)
{
    size_t out = 0, pages = 0;
    int rc = bench_tempfile(ctx, &c->path);

    if (rc < 0)
        return rc;
    c->bytes = bytes;
    c->fd = bench_open(ctx, c->path, O_RDWR);
    if (c->fd < 0)
        return c->fd;
    rc = has_room(ctx, c);
    if (rc == 0)
        rc = fill(ctx, c);
    if (rc == 0)
        rc = count_out(ctx, c, &out, &pages);
    c->known = rc == 0 && out < pages;
    return rc;
}

uint64_t bench_content_sum(const void *memory, size_t bytes)
{
    const uint64_t *word = memory;
    size_t n = bytes / sizeof *word, i = 0;
    uint64_t a = 0, b = 0, c = 0, d = 0;

    for (; i + 8 <= n; i += 8) {
        a += word[i] + word[i + 4];
        b += word[i + 1] + word[i + 5];
        c += word[i + 2] + word[i + 6];
        d += word[i + 3] + word[i + 7];
    }
    for (; i < n; i++)
        a += word[i];
    return a + b + c + d;
}

/* 0 + 1 + ... + (n - 1), times the step, and n ones: all modulo 2^64. */
uint64_t bench_content_wanted(uint64_t bytes)
{
    uint64_t n = bytes / sizeof(uint64_t);
    uint64_t pairs = n % 2 ? (n - 1) / 2 * n : n / 2 * (n - 1);

    return pairs * (bench_content_word(1) - 1) + n;
}

int bench_content_cached(struct bench_ctx *ctx, const struct bench_content *c)
{
    size_t out = 0, pages = 0;
    int rc = c->known ? count_out(ctx, c, &out, &pages) : 0;

    if (rc == 0 && out)
        rc = bench_fail(ctx, -EIO, "%zu of the file's %zu pages did not stay in memory",
                        out, pages);
    return rc;
}
