/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_pagefault.c - touching a page for the first time
 *
 * A pass touches one page, and each touch is one minor fault: the kernel's count of
 * them is held against the passes after each observation. Pages are touched in a fixed
 * order without neighbours. Divided by: pages.
 *
 *   memory=file       reading a page of a mapped file that is in the page cache. Each
 *                     page is a mapping of its own, the last page of the file first:
 *                     of one large mapping the kernel maps sixteen pages at a fault.
 *   memory=anonymous  writing to a page that was never written to: the kernel finds a
 *                     free page and clears it. Huge pages are declined. The pages were
 *                     free for a moment only; on a guest whose host takes back free
 *                     memory, cold ones cost several times as much.
 *
 * Before each observation, outside the clock, all pages are given back (MADV_DONTNEED).
 *
 * definition=lmbench-3.0 is what lmbench times: all pages of one mapping of a file are
 * touched, with as few faults as the kernel likes, and the mapping is taken down within
 * the clock. lmbench makes it there, too, and subtracts what that costs without
 * touching; here it is made outside.
 */
#include "bench/kit/content.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PAGES = 1024, STRIDE = 389 /* odd: comes to each page once */ };

struct state {
    bool file, lmbenchs;
    size_t page;
    char *at; /* PAGES of them */
    struct bench_content content;
    uint64_t sum; /* of the words read */
    long faults;  /* before the observation */
};

static size_t nth(uint64_t pass)
{
    return (size_t)(pass * STRIDE % PAGES);
}

static volatile uint64_t *word_at(const struct state *s, size_t page)
{
    return (volatile uint64_t *)(void *)(s->at + page * s->page);
}

/* The page of the file that is mapped there. */
static uint64_t in_file(const struct state *s, size_t page)
{
    return s->lmbenchs ? page : PAGES - 1 - page;
}

/* A sanitizer would look each page up in pages of its own, which fault as well. */
__attribute__((no_sanitize("address"))) static uint64_t loop(void *state,
                                                             uint64_t passes)
{
    struct state *s = state;

    s->sum = 0;
    if (passes > PAGES)
        return 0;
    if (s->file) {
        for (uint64_t i = 0; i < passes; i++)
            s->sum += *word_at(s, nth(i));
    } else {
        for (uint64_t i = 0; i < passes; i++)
            *word_at(s, nth(i)) = i + 1;
    }
    if (s->lmbenchs && passes)
        return mmap(s->at, PAGES * s->page, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == s->at
                   ? passes
                   : 0;
    return passes;
}

/* ---- outside the clock ---- */

static int map_page(struct bench_ctx *ctx, struct state *s, size_t page, size_t pages)
{
    off_t from = (off_t)(in_file(s, page) * s->page);

    if (mmap(s->at + page * s->page, pages * s->page, PROT_READ, MAP_SHARED | MAP_FIXED,
             s->content.fd, from) == MAP_FAILED)
        return bench_fail_errno(ctx, errno, "cannot map a file");
    return 0;
}

static int map_for_lmbench(struct bench_ctx *ctx, struct state *s)
{
    int rc = map_page(ctx, s, 0, PAGES);

    if (rc == 0 && msync(s->at, PAGES * s->page, MS_INVALIDATE) < 0)
        rc = bench_fail_errno(ctx, errno, "cannot invalidate a mapping");
    return rc;
}

static long minor_faults(void)
{
    struct rusage used;

    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_minflt : 0;
}

static int before(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = 0;

    if (s->lmbenchs)
        rc = map_for_lmbench(ctx, s);
    else if (madvise(s->at, PAGES * s->page, MADV_DONTNEED) < 0)
        rc = bench_fail_errno(ctx, errno, "cannot give pages back");
    s->faults = minor_faults();
    return rc;
}

static int check_content(struct bench_ctx *ctx, const struct state *s)
{
    uint64_t wanted = 0, each = s->page / sizeof(uint64_t);
    bool right = true;

    for (uint64_t i = 0; i < bench_passes(ctx); i++) {
        if (s->file)
            wanted += bench_content_word(in_file(s, nth(i)) * each);
        else
            right = right && *word_at(s, nth(i)) == i + 1;
    }
    if (!right || (s->file && wanted != s->sum))
        return bench_fail(ctx, -EIO, "the pages do not hold what they should");
    return 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    enum { OTHERS = 32 }; /* of the harness, between the two counts */
    const struct state *s = state;
    long faults = minor_faults() - s->faults, passes = (long)bench_passes(ctx);

    if (!s->lmbenchs && (faults < passes || faults > passes + OTHERS))
        return bench_fail(ctx, -EIO, "%ld faults for %ld pages", faults, passes);
    return check_content(ctx, s);
}

static uint64_t step(void *state)
{
    const struct state *s = state;

    return s->lmbenchs ? PAGES : 1;
}

static int map_file(struct bench_ctx *ctx, struct state *s)
{
    int rc = bench_content_make(ctx, PAGES * s->page, &s->content);

    for (size_t page = 0; rc == 0 && !s->lmbenchs && page < PAGES; page++)
        rc = map_page(ctx, s, page, 1);
    return rc;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    s->file = strcmp(bench_param_str(ctx, "memory"), "file") == 0;
    s->lmbenchs = strcmp(bench_param_str(ctx, "definition"), "lmbench-3.0") == 0;
    if (s->lmbenchs && !s->file)
        return bench_skip(ctx, "lmbench 3.0 touches no anonymous memory");
    s->page = (size_t)sysconf(_SC_PAGESIZE);
    s->at = bench_alloc(ctx, PAGES * s->page);
    if (!s->at)
        return -ENOMEM;
    /* a kernel without huge pages does not know of them */
    if (madvise(s->at, PAGES * s->page, MADV_NOHUGEPAGE) < 0 && errno != EINVAL)
        return bench_fail_errno(ctx, errno, "cannot decline huge pages");
    return s->file ? map_file(ctx, s) : 0;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    return s->file ? bench_content_cached(ctx, &s->content) : 0;
}

static const struct bench_case cases[] = {
    { .title = "touching a page for the first time",
      .per = "page",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = "each of ours is a fault; of lmbench's most are none, since the kernel "
              "maps sixteen pages at a time, which definition=lmbench-3.0 repeats.",
      .loop = loop,
      .before = before,
      .after = after,
      .verify = verify,
      .step = step,
      .most = PAGES,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "memory",
      .values = "file anonymous",
      .quick = "file",
      .words = "file anonymous",
      .help = "a page of a file that is in the page cache, or one without a file" },
    { .name = "definition",
      .values = "ours lmbench-3.0",
      .quick = "ours",
      .words = "ours lmbench-3.0",
      .help = "ours: a fault for each page; lmbench-3.0: as many as the kernel takes" },
    { 0 },
};

static const struct bench_points points[] = {
    { BENCH_QUICK | BENCH_CLASSIC, "", "memory=file definition=ours" },
    { BENCH_CLASSIC, "", "memory=anonymous definition=ours" },
    { BENCH_CLASSIC, "", "memory=file definition=lmbench-3.0" },
    { 0 },
};

const struct bench bench_lat_pagefault = {
    .name = "lat_pagefault",
    .title = "page faults",
    .family = "fault",
    .source =
        "lmbench 3's program of that name touches each page of one mapped file, which "
        "faults once in sixteen pages on today's kernels. Ours counts minor faults, "
        "one for each page, of the page cache and of anonymous memory; nothing is "
        "read from disk.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .points = points,
    .setup = setup,
};
