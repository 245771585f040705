/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order.c - A10, B1, B2: what the order in time shows
 */
#include "slow.h"

#include "stats/series.h"
#include "stats/spread.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 25, MOST_BLOCKS = 23, PILOTS = 5, MOST_LENGTH = 540, K = 10, M = 20 };

/*
 * A session of blocks of all rows in random order; a state that drifts is added to
 * every invocation, and white noise of the same variance if asked.
 */
static double session_z(size_t blocks, double rho, bool noise, struct st_rng *rng)
{
    static double y[ROWS][MOST_BLOCKS], run[ROWS * MOST_BLOCKS];
    static size_t row_of[ROWS * MOST_BLOCKS];
    double state = st_rng_gauss(rng), step = pow(rho, 1.0 / ROWS);
    size_t order[ROWS], at[ROWS] = { 0 }, n = 0;
    struct st_test test;

    for (size_t b = 0; b < blocks; b++) {
        for (size_t i = 0; i < ROWS; i++)
            order[i] = i;
        st_rng_shuffle(rng, order, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            y[order[i]][b] = 100 + state + (noise ? st_rng_gauss(rng) : 0);
            row_of[n++] = order[i];
            state = step * state + sqrt(1 - step * step) * st_rng_gauss(rng);
        }
    }
    for (size_t r = 0; r < ROWS; r++) {
        double median = slow_median(y[r], blocks), mad = st_mad(y[r], blocks);

        for (size_t b = 0; b < blocks; b++)
            y[r][b] = (y[r][b] - median) / mad;
    }
    for (size_t i = 0; i < n; i++)
        run[i] = y[row_of[i]][at[row_of[i]]++];
    slow_must(st_bartels(&test, run, n), "rank von Neumann");
    return test.z;
}

void slow_serial(void)
{
    enum { RUNS = 10000 };
    static const struct {
        double rho;
        bool noise;
        double low, high;
    } cells[] = { { 0.5, false, 99, 100 }, { 0.8, false, 99, 100 },
                  { 0.9, false, 99, 100 }, { 0.5, true, 95, 100 },
                  { 0.8, true, 78, 100 },  { 0.9, true, 54, 100 },
                  { 0, false, 0, 1.7 } };
    static const size_t blocks[] = { 10, 15, 23 };

    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
            struct st_rng *rng = slow_rng(SLOW_A10, 100 * c + blocks[b]);
            long flagged = 0;

            for (long run = 0; run < RUNS; run++)
                flagged +=
                    session_z(blocks[b], cells[c].rho, cells[c].noise, rng) > 2.326;
            st_rng_free(rng);
            slow_report("A10", slow_percent(flagged, RUNS), cells[c].low, cells[c].high,
                        "session flagged, rho %g per block%s, K=%zu", cells[c].rho,
                        cells[c].noise ? " with white noise" : "", blocks[b]);
        }
}

/* Series of E8q: what is added to 100 at place i. */
static double flat(double i)
{
    (void)i;
    return 0;
}

static double exp_1(double i)
{
    return 10 * exp(-i);
}

static double exp_3(double i)
{
    return 10 * exp(-i / 3);
}

static double exp_10(double i)
{
    return 10 * exp(-i / 10);
}

static double exp_30(double i)
{
    return 10 * exp(-i / 30);
}

static double large_3(double i)
{
    return 200 * exp(-i / 3);
}

static double step_20(double i)
{
    return i < 20 ? 5 : 0;
}

static double slower_30(double i)
{
    return i < 30 ? 0 : 3;
}

static double drift(double i)
{
    return 5 * i / 60;
}

static double first_10(double i)
{
    return i < 1 ? 900 : 0;
}

enum noise { WHITE, OUTLIERS, CORRELATED };

static const struct series {
    const char *name;
    double (*course)(double i);
    enum noise noise;
    bool steady; /* can become steady */
} series[] = {
    { "flat", flat, WHITE, true },
    { "exp 10% tau=1", exp_1, WHITE, true },
    { "exp 10% tau=3", exp_3, WHITE, true },
    { "exp 10% tau=10", exp_10, WHITE, true },
    { "exp 10% tau=30", exp_30, WHITE, true },
    { "exp 200% tau=3", large_3, WHITE, true },
    { "step +5% until 20", step_20, WHITE, true },
    { "flat, 5% x(2+Exp 8)", flat, OUTLIERS, true },
    { "flat, AR 0.7", flat, CORRELATED, true },
    { "first sample x10", first_10, WHITE, true },
    { "slowdown +3% from 30", slower_30, WHITE, false },
    { "drift 5 sd in 60", drift, WHITE, false },
};

/* One process with a level of its own; the first `skip` samples are not kept. */
static void process(const struct series *s, double *x, size_t skip, size_t n,
                    struct st_rng *rng)
{
    double level = 100 + 0.5 * st_rng_gauss(rng), state = st_rng_gauss(rng);

    for (size_t i = 0; i < skip + n; i++) {
        double g = st_rng_gauss(rng), v = level + s->course((double)i) + g;

        if (s->noise == CORRELATED) {
            v += state - g;
            state = 0.7 * state + sqrt(1 - 0.49) * g;
        }
        if (s->noise == OUTLIERS && st_rng_uniform(rng) < 0.05)
            v *= 2 + 8 * st_rng_exponential(rng);
        if (i >= skip)
            x[i - skip] = v;
    }
}

/* The pilot of statistics.md 3.3: 60, 180, 540 samples. */
static struct st_warmup pilot(const struct series *s, struct st_rng *rng)
{
    static double x[PILOTS][MOST_LENGTH];
    struct st_sample sample[PILOTS];
    struct st_warmup w = { 0 };

    for (size_t length = 60; length <= MOST_LENGTH; length *= 3) {
        for (size_t p = 0; p < PILOTS; p++) {
            process(s, x[p], 0, length, rng);
            sample[p] = (struct st_sample){ x[p], length };
        }
        slow_must(st_warmup(&w, sample, PILOTS), "warm-up");
        if (w.warmth == ST_WARMTH_STEADY || w.warmth == ST_WARMTH_FOUND)
            break;
    }
    return w;
}

void slow_warmup(void)
{
    for (size_t c = 0; c < sizeof series / sizeof *series; c++) {
        const struct series *s = &series[c];
        const long runs = s->steady ? 10000 : 2000;
        struct st_rng *rng = slow_rng(s->steady ? SLOW_B1 : SLOW_B2, c);
        /* mpmath 1.3.0: the quantile 0.5 / 0.95 of the Gaussian */
        double truth = s->noise == OUTLIERS ? 100.06601181237584 : 100, x[M], y[K];
        long hits = 0, unsteady = 0;

        for (long run = 0; run < runs; run++) {
            struct st_warmup w = pilot(s, rng);

            unsteady += w.warmth == ST_WARMTH_COOLING || w.warmth == ST_WARMTH_SLOWING;
            for (size_t k = 0; k < K && s->steady; k++) {
                process(s, x, w.discard, M, rng);
                y[k] = slow_median(x, M);
            }
            hits += s->steady && slow_holds(slow_hs(y, K, 0.95), truth);
        }
        st_rng_free(rng);
        if (s->steady) {
            slow_report("B1", slow_percent(hits, runs), 93.0, 97.0,
                        "coverage after the pilot, 10x20, %s", s->name);
            slow_report("B1", slow_percent(unsteady, runs), 0, 2,
                        "declared unsteady, %s", s->name);
        } else {
            slow_report("B2", slow_percent(unsteady, runs), 99, 100,
                        "declared unsteady, %s", s->name);
        }
    }
}
