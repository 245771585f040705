/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mhz.c - the clock of the core that runs this, from a chain of additions
 *
 * Built with optimisation whatever the rest is: a sum kept in memory takes five times
 * as long.
 */
#include "probe/mhz.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 8000, PER_ROUND = 64, WARM_UP = 8 };

#define ADD      \
    sum += step; \
    __asm__ volatile("" : "+r"(sum));
#define ADD_8 ADD ADD ADD ADD ADD ADD ADD ADD

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t run_ns(void)
{
    uint64_t sum = 1, step = 3, begin;

    __asm__ volatile("" : "+r"(sum), "+r"(step));
    begin = now_ns();
    for (int i = 0; i < ROUNDS; i++) {
        ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8 ADD_8
    }
    return now_ns() - begin;
}

static int rising(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

double probe_mhz_from(uint64_t *ns, size_t n, uint64_t additions)
{
    uint64_t median;

    qsort(ns, n, sizeof *ns, rising);
    median = n ? ns[n / 2] : 0;
    return median ? (double)additions * 1000 / (double)median : NAN;
}

double probe_mhz(void)
{
    uint64_t ns[PROBE_MHZ_RUNS];

    for (int i = 0; i < WARM_UP; i++)
        run_ns();
    for (size_t i = 0; i < PROBE_MHZ_RUNS; i++)
        ns[i] = run_ns();
    return probe_mhz_from(ns, PROBE_MHZ_RUNS, (uint64_t)ROUNDS * PER_ROUND);
}
