/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_mmap_rd.c - reading a mapped file that is in memory
 *
 * Timed of `mmap_only`: each word of 8 bytes of a mapping added up, whose pages were
 * mapped by a first pass outside the clock; of `open2close`: open, mmap, the same with
 * all its page faults, munmap and close. Bytes by the time it took. A pass whose words
 * do not add up to what the file holds is none, and at the end all of the file is still
 * in memory.
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct state {
    struct bench_content content;
    const void *at;  /* a mapping of it, for mmap_only */
    uint64_t wanted; /* sum of the file's words */
};

static uint64_t loop_mmap_only(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    while (done < passes && bench_content_sum(s->at, s->content.bytes) == s->wanted)
        done++;
    return done;
}

static bool map_and_read(const struct state *s)
{
    int fd = open(s->content.path, O_RDONLY | O_CLOEXEC);
    void *at;
    bool right;

    if (fd < 0)
        return false;
    at = mmap(NULL, s->content.bytes, PROT_READ, MAP_SHARED, fd, 0);
    right = at != MAP_FAILED && bench_content_sum(at, s->content.bytes) == s->wanted &&
            munmap(at, s->content.bytes) == 0;
    return close(fd) == 0 && right;
}

static uint64_t loop_open2close(void *state, uint64_t passes)
{
    uint64_t done = 0;

    while (done < passes && map_and_read(state))
        done++;
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
    int rc = bench_content_make(ctx, bytes, &s->content);

    s->wanted = bench_content_wanted(bytes);
    if (rc < 0 || !bench_wants(ctx, "mmap_only"))
        return rc;
    s->at = bench_map(ctx, bytes, PROT_READ, MAP_SHARED, s->content.fd);
    if (!s->at)
        return -ENOMEM;
    if (loop_mmap_only(s, 1) != 1)
        return bench_fail(ctx, -EIO, "the mapped file does not hold what it should");
    return 0;
}

#define NOTE                                                                         \
    "ours adds up several words at a time, so that memory sets the pace; lmbench's " \
    "adds one after the other, which is all that it times where the file is in a "   \
    "processor's cache."

static const struct bench_case cases[] = {
    { .name = "mmap_only",
      .title = "adding up each word of a mapped file",
      .per = "pass",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = NOTE,
      .loop = loop_mmap_only,
      .verify = verify,
      .bytes_of = "size",
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "open2close",
      .title = "opening, mapping, adding up and closing a file",
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

const struct bench bench_bw_mmap_rd = {
    .name = "bw_mmap_rd",
    .title = "reading a mapped file",
    .family = "mmap",
    .source =
        "Like lmbench 3's program of that name. The file lies in the run's scratch "
        "directory; its words must add up in each pass.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
