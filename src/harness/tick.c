/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tick.c - how finely a clock tells the time, and what a look at it costs
 */
#include "harness/tick.h"

#include <errno.h>

enum {
    READS = 10000,
    /* the last of them, for a median: pages touched here would be copied by each fork
       that is timed later */
    KEPT = 500,
    /* a clock that has not moved after so many reads (0.1 s at least) stands still */
    MOST_READS = 20000000
};

/* The k-th smallest; reorders. Hoare's selection: no memory, no recursion. */
static uint32_t select_kth(uint32_t *v, size_t n, size_t k)
{
    size_t lo = 0, hi = n - 1;

    while (lo < hi) {
        uint32_t pivot = v[lo + (hi - lo) / 2];
        size_t i = lo, j = hi;

        for (;;) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i >= j)
                break;
            uint32_t swap = v[i];
            v[i++] = v[j];
            v[j--] = swap;
        }
        if (k <= j)
            hi = j;
        else
            lo = j + 1;
    }
    return v[k];
}

/* Reads on until a coarse clock moves. Returns by how much; 0: it stands still. */
static uint64_t wait_for_tick(const struct bench_clock *clock)
{
    uint64_t before = clock->now_ns(clock->self);

    for (uint32_t i = 0; i < MOST_READS; i++) {
        uint64_t now = clock->now_ns(clock->self);

        if (now != before)
            return now - before;
    }
    return 0;
}

int tick_measure(const struct bench_clock *clock, double *tick_ns, double *cost_ns)
{
    uint64_t before = clock->now_ns(clock->self), least = 0;
    uint32_t kept[KEPT];

    for (size_t i = 0; i < READS; i++) {
        uint64_t now = clock->now_ns(clock->self), took = now - before;

        before = now;
        kept[i % KEPT] = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
        if (took && (!least || took < least))
            least = took;
    }
    if (!least)
        least = wait_for_tick(clock);
    if (!least)
        return -EIO;
    *tick_ns = (double)least;
    *cost_ns = (double)select_kth(kept, KEPT, KEPT / 2);
    return 0;
}
