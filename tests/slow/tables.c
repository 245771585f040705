/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tables.c - A5, A6, A7: K invocations of m samples
 */
#include "slow.h"

#include "stats/interval.h"

#include <math.h>
#include <stdlib.h>

enum { RUNS = 40000, TRUTH_RUNS = 400000, MOST = 20 };

enum between { SAME, SLOW_THIRD, SLOW_TWENTIETH, SLOW_TENTH, STUDENT3 };
enum within { GAUSS, OUTLIERS, CORRELATED, WARMUP, LOGNORMAL };

/* A row of table E5. In sd within an invocation, about 100. */
struct design {
    const char *name;
    enum between between;
    double tau;
    enum within within;
    double share; /* of outliers */
};

static const struct design designs[] = {
    { "tau=0", SAME, 0, GAUSS, 0 },
    { "tau=0.5 sd", SAME, 0.5, GAUSS, 0 },
    { "tau=1 sd", SAME, 1, GAUSS, 0 },
    { "tau=3 sd", SAME, 3, GAUSS, 0 },
    { "tau=1, 5% x(2+Exp 8) within", SAME, 1, OUTLIERS, 0.05 },
    { "tau=1, 10% x(2+Exp 8) within", SAME, 1, OUTLIERS, 0.10 },
    { "tau=1, AR 0.7 within", SAME, 1, CORRELATED, 0 },
    { "tau=0, AR 0.7 within", SAME, 0, CORRELATED, 0 },
    { "tau=1, warm-up within", SAME, 1, WARMUP, 0 },
    { "tau=1, lognormal within", SAME, 1, LOGNORMAL, 0 },
    { "30% of invocations +10%", SLOW_THIRD, 0.5, GAUSS, 0 },
    { "5% of invocations x(1.2..3)", SLOW_TWENTIETH, 0.5, GAUSS, 0 },
    { "10% of invocations +30%", SLOW_TENTH, 0.5, GAUSS, 0 },
    { "t3 between", STUDENT3, 1, GAUSS, 0 },
};
enum { DESIGNS = sizeof designs / sizeof *designs, TAU_1 = 2 };

static double level_of(const struct design *d, struct st_rng *rng)
{
    double b = d->tau * st_rng_gauss(rng);

    switch (d->between) {
    case SAME:
        break;
    case SLOW_THIRD:
        b += st_rng_uniform(rng) < 0.3 ? 10 : 0;
        break;
    case SLOW_TWENTIETH:
        if (st_rng_uniform(rng) < 0.05)
            b += 100 * (0.2 + 1.8 * st_rng_uniform(rng));
        break;
    case SLOW_TENTH:
        b += st_rng_uniform(rng) < 0.1 ? 30 : 0;
        break;
    case STUDENT3: /* sd tau: a chi squared of 3 below, whose t has variance 3 */
        b /= sqrt(2 * st_rng_gamma(rng, 1.5));
        break;
    }
    return 100 + b;
}

static void invocation(const struct design *d, double *x, size_t m, struct st_rng *rng)
{
    double level = level_of(d, rng), state = st_rng_gauss(rng);

    for (size_t i = 0; i < m; i++) {
        double g = st_rng_gauss(rng);

        x[i] = level + g;
        switch (d->within) {
        case GAUSS:
            break;
        case OUTLIERS:
            if (st_rng_uniform(rng) < d->share)
                x[i] *= 2 + 8 * st_rng_exponential(rng);
            break;
        case CORRELATED:
            x[i] = level + state;
            state = 0.7 * state + sqrt(1 - 0.49) * g;
            break;
        case WARMUP:
            x[i] += 50 * exp(-(double)i / 2);
            break;
        case LOGNORMAL:
            x[i] = level + exp(g) - 1;
            break;
        }
    }
}

/* The median over all invocations of their median: 100 where all is symmetric. */
static double truth_of(size_t design, size_t m)
{
    const struct design *d = &designs[design];
    struct st_rng *rng;
    double x[MOST], *y, truth;

    if ((d->within == GAUSS || d->within == CORRELATED) &&
        (d->between == SAME || d->between == STUDENT3))
        return 100;
    rng = slow_rng(SLOW_TRUTH, 100 * design + m);
    y = slow_room(TRUTH_RUNS);
    for (long run = 0; run < TRUTH_RUNS; run++) {
        invocation(d, x, m, rng);
        y[run] = slow_median(x, m);
    }
    truth = slow_median(y, TRUTH_RUNS);
    free(y);
    st_rng_free(rng);
    return truth;
}

static void a5(void)
{
    for (size_t design = 0; design < DESIGNS; design++)
        for (size_t size = 10; size <= 20; size += 10) {
            struct st_rng *rng = slow_rng(SLOW_A5, 100 * design + size);
            double truth = truth_of(design, size), x[MOST], y[MOST];
            long hits = 0;

            for (long run = 0; run < RUNS; run++) {
                for (size_t k = 0; k < size; k++) {
                    invocation(&designs[design], x, size, rng);
                    y[k] = slow_median(x, size);
                }
                hits += slow_holds(slow_hs(y, size, 0.95), truth);
            }
            st_rng_free(rng);
            slow_report("A5", slow_percent(hits, RUNS), 94.0, 96.0,
                        "HS on invocation medians, %zux%zu, %s", size, size,
                        designs[design].name);
        }
}

/* The control: samples of one process are not independent of each other. */
static void a6(void)
{
    for (size_t size = 10; size <= 20; size += 10) {
        struct st_rng *rng = slow_rng(SLOW_A6, size);
        double x[MOST * MOST];
        long hits = 0;

        for (long run = 0; run < RUNS; run++) {
            for (size_t k = 0; k < size; k++)
                invocation(&designs[TAU_1], x + k * size, size, rng);
            hits += slow_holds(st_interval_t(x, size * size, 0.95), 100);
        }
        st_rng_free(rng);
        slow_report("A6", slow_percent(hits, RUNS), 0, 70,
                    "control: t on pooled samples, %zux%zu, tau=1 sd", size, size);
    }
}

static void a7(void)
{
    static const struct {
        const char *name;
        double tick, centre;
        bool off; /* the centre lies between ticks */
    } series[] = { { "tick 1 sd", 1, 100, false },
                   { "tick 3 sd", 3, 100, false },
                   { "tick 1 sd, off grid by 0.3", 1, 100.3, true },
                   { "tick 5 sd, off grid by 0.3 tick", 5, 101.5, true } };
    static const size_t counts[] = { 5, 10, 20 };

    for (size_t s = 0; s < sizeof series / sizeof *series; s++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            struct st_rng *rng = slow_rng(SLOW_A7, 100 * s + counts[c]);
            size_t n = counts[c];
            double x[MOST], y[MOST], tick = series[s].tick, truth = series[s].centre;
            long with = 0, without = 0;

            for (long run = 0; run < RUNS; run++) {
                struct st_estimate e;

                /* E20t leaves the first of 20 samples out */
                for (size_t k = 0; k < n; k++) {
                    for (size_t i = 0; i < MOST - 1; i++)
                        x[i] = tick * rint((truth + st_rng_gauss(rng)) / tick);
                    y[k] = slow_median(x, MOST - 1);
                }
                e = n < 6 ? st_interval_logt(y, n, 0.95) : slow_hs(y, n, 0.95);
                without += slow_holds(e, truth);
                /* a hair for the bound that meets the value after rounding */
                with += slow_holds(st_interval_widen(e, tick / 2 * (1 + 1e-12)), truth);
            }
            st_rng_free(rng);
            slow_report("A7", slow_percent(with, RUNS), 95, 100,
                        "widened by half a tick, %zux20, %s", n, series[s].name);
            if (series[s].off)
                slow_report("A7", slow_percent(without, RUNS), 0, 80,
                            "control: not widened, %zux20, %s", n, series[s].name);
        }
}

void slow_tables(void)
{
    a5();
    a6();
    a7();
}
