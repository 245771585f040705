/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * content.h - a file of known words, so that what was read of it can be checked
 */
#ifndef BENCH_KIT_CONTENT_H
#define BENCH_KIT_CONTENT_H

#include "harness/bench.h"

struct bench_content {
    const char *path; /* in the scratch directory, removed with the context */
    int fd;           /* read and write */
    uint64_t bytes;
    bool known; /* that what is written stays in the page cache: ZFS has one of its own
                 */
};

/*
 * Makes such a file. Skips where the file system or the memory has no room for it: what
 * is measured with it is to stay in memory.
 */
int bench_content_make(struct bench_ctx *ctx, uint64_t bytes, struct bench_content *c);

/* Word `number` of every such file; never 0. */
static inline uint64_t bench_content_word(uint64_t number)
{
    return number * 0x9e3779b97f4a7c16u + 1; /* an even number, and 1 */
}

/* Adds up the whole words of a piece of memory: 8 bytes each, one by one. */
uint64_t bench_content_sum(const void *memory, size_t bytes);
/* What that must be for the first `bytes` of a file. */
uint64_t bench_content_wanted(uint64_t bytes);

/* Fails where a part of the file is not in memory: then it was a disk that was timed.
 */
int bench_content_cached(struct bench_ctx *ctx, const struct bench_content *c);

#endif
