/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_file_rd.c - reading a file that is in memory
 *
 * Timed of `io_only`: back to the beginning, and reads of 64 KiB (or of the size, where
 * that is smaller) up to the size, each word of 8 bytes added up; of `open2close`: open
 * and close besides. Bytes read by the time it took. A pass whose words do not add up
 * to what the file holds is none, and at the end all of the file is still in memory.
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { CHUNK = 64 << 10 };

struct state {
    struct bench_content content;
    char *buffer;
    uint64_t wanted; /* sum of the file's words */
};

/* Whether the file that is open there holds what it should, all of it read. */
static bool read_all(const struct state *s, int fd)
{
    uint64_t left = s->content.bytes, sum = 0;

    while (left) {
        size_t n = left < CHUNK ? (size_t)left : CHUNK;

        if (read(fd, s->buffer, n) != (ssize_t)n)
            return false;
        sum += bench_content_sum(s->buffer, n);
        left -= n;
    }
    return sum == s->wanted;
}

static uint64_t loop_io_only(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    while (done < passes && lseek(s->content.fd, 0, SEEK_SET) == 0 &&
           read_all(s, s->content.fd))
        done++;
    return done;
}

static uint64_t loop_open2close(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        int fd = open(s->content.path, O_RDONLY | O_CLOEXEC);
        bool right = fd >= 0 && read_all(s, fd);

        if (fd < 0 || close(fd) < 0 || !right)
            break;
    }
    return done;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    return bench_content_cached(ctx, &s->content);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    uint64_t bytes = bench_param_u64(ctx, "size");

    s->wanted = bench_content_wanted(bytes);
    s->buffer = bench_alloc(ctx, CHUNK);
    return s->buffer ? bench_content_make(ctx, bytes, &s->content) : -ENOMEM;
}

#define NOTE                                                                           \
    "ours adds up several words at a time; lmbench's adds one after the other, which " \
    "out of a cache takes about as long as the reading."

static const struct bench_case cases[] = {
    { .name = "io_only",
      .title = "reading a cached file, each word added up",
      .per = "pass",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = NOTE,
      .loop = loop_io_only,
      .verify = verify,
      .bytes_of = "size",
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "open2close",
      .title = "opening, reading and closing a cached file",
      .per = "pass",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = NOTE,
      .loop = loop_open2close,
      .verify = verify,
      .bytes_of = "size",
      .sets = BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "size",
      .values = "4K 16K 64K 256K 1M 4M 16M 64M",
      .classic = "64K 1M 64M",
      .quick = "64M",
      .bytes = true,
      .file = true,
      .least = 512,
      .most = (uint64_t)1 << 40,
      .help = "bytes of the file" },
    { 0 },
};

const struct bench bench_bw_file_rd = {
    .name = "bw_file_rd",
    .title = "reading a cached file",
    .family = "file",
    .source =
        "Like lmbench 3's program of that name, which credits the size it was asked "
        "for "
        "even where the file is shorter. Ours is as long as that, lies in the run's "
        "scratch directory, and its words must add up.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
