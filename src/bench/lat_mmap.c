/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_mmap.c - mapping a file, writing to each of its pages, and unmapping it
 *
 * Timed: mmap, shared and writable; one byte stored in every page; munmap. Divided by:
 * mappings, so that the number grows with the size. lmbench 3 stores a byte in every
 * fourth page of the first tenth, of a file as large as its configuration says; so most
 * of what it maps is never there.
 *
 * The file is in memory and has just been written; it is gone before anything of it
 * must go to disk. At the end each page holds what was stored last. Not each store is a
 * fault: where the kernel keeps the file in large folios, one fault maps as many pages
 * as were written at once, 64 KiB of them; how many a mapping takes is counted once at
 * the end of each process (mmap.faults).
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

struct state {
    struct bench_content content;
    size_t page, bytes;
    unsigned char last; /* what was stored */
};

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        volatile unsigned char *at =
            mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->content.fd, 0);

        if (at == MAP_FAILED)
            break;
        s->last++;
        for (size_t i = 0; i < s->bytes; i += s->page)
            at[i] = s->last;
        if (munmap((void *)at, s->bytes) < 0)
            break;
    }
    return done;
}

/* Of one more mapping, outside the clock. */
static int count_faults(struct bench_ctx *ctx, struct state *s)
{
    struct rusage was, is;

    if (getrusage(RUSAGE_SELF, &was) < 0 || loop(s, 1) != 1 ||
        getrusage(RUSAGE_SELF, &is) < 0)
        return bench_fail_errno(ctx, errno, "cannot map the file once more");
    bench_count(ctx, "mmap.faults", (double)(is.ru_minflt - was.ru_minflt), "1");
    return 0;
}

static int check_pages(struct bench_ctx *ctx, const struct state *s)
{
    for (size_t at = 0; at < s->bytes; at += s->page) {
        unsigned char byte;

        if (pread(s->content.fd, &byte, 1, (off_t)at) != 1 || byte != s->last)
            return bench_fail(ctx, -EIO, "a page does not hold what was stored in it");
    }
    return 0;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = check_pages(ctx, s);

    if (rc == 0)
        rc = count_faults(ctx, s);
    return rc < 0 ? rc : bench_content_cached(ctx, &s->content);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    s->page = (size_t)sysconf(_SC_PAGESIZE);
    s->bytes = bench_param_u64(ctx, "size");
    return bench_content_make(ctx, s->bytes, &s->content);
}

static const struct bench_case cases[] = {
    { .title = "mapping a file, writing to each page, and unmapping it",
      .per = "mapping",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = "lmbench writes to every fourth page of the first tenth, and the size "
              "follows the memory of the machine; ours writes to all pages of a stated "
              "size.",
      .loop = loop,
      .verify = verify,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "size",
      .values = "64K 256K 1M 4M 16M",
      .classic = "1M 16M",
      .quick = "16M",
      .bytes = true,
      .file = true,
      .least = 512,
      .most = 1 << 30,
      .help = "bytes of the file" },
    { 0 },
};

const struct bench bench_lat_mmap = {
    .name = "lat_mmap",
    .title = "mapping a file",
    .family = "mmap",
    .source =
        "lmbench 3's program of that name writes to a part of the pages of a file "
        "whose size follows the memory of the machine. The file lies in the run's "
        "scratch directory, whose file system has a say in each first write to a "
        "page, and in how many pages a fault maps: how many faults a mapping takes is "
        "a count of each process.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
