/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lmdd.c - writing a file and having it on disk
 *
 * Timed: writes of 8 KiB one after the other to a file that was cut to nothing, and
 * fsync. Bytes written by the time it took: so it is the bandwidth of the disk, where
 * there is one below the file system (a fact of the machine: fs.type, fs.device), and
 * nothing else here is as noisy. An observation is one such file.
 *
 * lmbench 3 writes zeros once, as many as fit into memory; ours are words that no file
 * system can compress to nothing or leave out, of a stated size. After each observation
 * the file has that size; at the end its words are read back and must add up.
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <unistd.h>

enum { PIECE = 8 << 10, CHUNK = 64 << 10 };

struct state {
    struct bench_content content;
    uint64_t *words; /* all of the file, so that nothing is computed within the clock */
};

static uint64_t loop(void *state, uint64_t passes)
{
    const struct state *s = state;
    const char *from = (const char *)s->words;

    if (passes != 1)
        return 0;
    for (uint64_t at = 0; at < s->content.bytes;) {
        uint64_t left = s->content.bytes - at;
        ssize_t n =
            write(s->content.fd, from + at, left < PIECE ? (size_t)left : PIECE);

        if (n <= 0)
            return 0;
        at += (uint64_t)n; /* less than asked for: the next one tells why */
    }
    return fsync(s->content.fd) == 0 ? 1 : 0;
}

static int before(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    if (ftruncate(s->content.fd, 0) < 0 || lseek(s->content.fd, 0, SEEK_SET) != 0)
        return bench_fail_errno(ctx, errno, "cannot cut a file to nothing");
    return 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    off_t bytes = lseek(s->content.fd, 0, SEEK_END);

    if (bench_passes(ctx) && (uint64_t)bytes != s->content.bytes)
        return bench_fail(ctx, -EIO, "the file has %lld bytes of %llu",
                          (long long)bytes, (unsigned long long)s->content.bytes);
    return 0;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    char *chunk = bench_alloc(ctx, CHUNK);
    uint64_t sum = 0;

    if (!chunk)
        return -ENOMEM;
    for (uint64_t at = 0; at < s->content.bytes; at += CHUNK) {
        ssize_t n = pread(s->content.fd, chunk, CHUNK, (off_t)at);

        if (n < 0)
            return bench_fail_errno(ctx, errno, "cannot read the file back");
        sum += bench_content_sum(chunk, (size_t)n);
    }
    if (sum != bench_content_wanted(s->content.bytes))
        return bench_fail(ctx, -EIO, "the file does not hold what was written");
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    uint64_t bytes = bench_param_u64(ctx, "size");
    /* also to find out whether there is room for it */
    int rc = bench_content_make(ctx, bytes, &s->content);

    if (rc < 0)
        return rc;
    s->words = bench_alloc(ctx, bytes + sizeof *s->words);
    if (!s->words)
        return -ENOMEM;
    for (uint64_t i = 0; i <= bytes / sizeof *s->words; i++)
        s->words[i] = bench_content_word(i);
    return 0;
}

static const struct bench_case cases[] = {
    { .name = "write",
      .title = "writing a file and fsync",
      .per = "file",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "lmbench's file is of zeros, as large as the memory allows, and written "
              "once; ours is of a stated size and of other words.",
      .loop = loop,
      .before = before,
      .after = after,
      .verify = verify,
      .bytes_of = "size",
      .most = 1,
      .deadline_s = 120,
      .sets = BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "size",
      .values = "1M 8M 64M",
      .classic = "8M",
      .bytes = true,
      .file = true,
      .least = 512,
      .most = 1 << 30,
      .help = "bytes of the file" },
    { 0 },
};

const struct bench bench_lmdd = {
    .name = "lmdd",
    .title = "writing a file to disk",
    .family = "file",
    .source =
        "In the manner of what lmbench 3 does with its program of that name: 8 KiB at "
        "a time and an fsync within the clock. The file lies in the run's scratch "
        "directory (--dir), whose file system is among the facts of the machine.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
