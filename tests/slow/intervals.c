/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * intervals.c - A1, A2, A4, A8: do intervals hold what they say, and how wide are they
 */
#include "slow.h"

#include "stats/interval.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 200, RUNS = 40000 };

static double hs_coverage(const struct slow_population *p, size_t n,
                          enum slow_target target, size_t cell)
{
    struct st_rng *rng = slow_rng(target, cell);
    double x[MOST];
    long hits = 0;

    for (long run = 0; run < RUNS; run++) {
        for (size_t i = 0; i < n; i++)
            x[i] = slow_draw(p, rng);
        hits += slow_holds(slow_hs(x, n, 0.95), p->median);
    }
    st_rng_free(rng);
    return slow_percent(hits, RUNS);
}

static void a1(void)
{
    static const size_t sizes[] = { 10, 15, 20, 30, 50, 100, 200 };

    for (size_t p = 0; p < SLOW_POPULATIONS; p++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            slow_report("A1",
                        hs_coverage(&slow_populations[p], sizes[k], SLOW_A1,
                                    1000 * p + sizes[k]),
                        p == SLOW_55_45 ? 93.5 : 94.0, 96.0, "HS 95 %%, %s, n=%zu",
                        slow_populations[p].name, sizes[k]);
}

static void a2(void)
{
    for (size_t p = 0; p < SLOW_POPULATIONS; p++)
        for (size_t n = 6; n <= 8 && p != SLOW_55_45; n += 2)
            slow_report("A2",
                        hs_coverage(&slow_populations[p], n, SLOW_A2, 1000 * p + n),
                        93.7, 96.0, "HS 95 %%, %s, n=%zu", slow_populations[p].name, n);
}

static void a4(void)
{
    static const struct {
        bool log;
        double scatter; /* sd of the logarithm, or of the value over its mean */
    } cells[] = { { true, 0.10 },   { true, 0.35 },  { true, 0.70 },  { true, 1.30 },
                  { false, 0.005 }, { false, 0.01 }, { false, 0.02 }, { false, 0.05 },
                  { false, 0.10 },  { false, 0.15 }, { false, 0.20 } };

    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        for (size_t n = 3; n <= 5; n++) {
            struct st_rng *rng = slow_rng(SLOW_A4, 10 * c + n);
            double x[5];
            long hits = 0;

            for (long run = 0; run < RUNS; run++) {
                for (size_t i = 0; i < n; i++) {
                    double g = cells[c].scatter * st_rng_gauss(rng);

                    x[i] = cells[c].log ? 100 * exp(g) : fmax(1, 100 * (1 + g));
                }
                hits += slow_holds(st_interval_logt(x, n, 0.95), 100);
            }
            st_rng_free(rng);
            slow_report("A4", slow_percent(hits, RUNS), 94.2, 95.8,
                        "log-t, %s %g, n=%zu",
                        cells[c].log ? "lognormal s" : "gauss cv", cells[c].scatter, n);
        }
}

static void a8(void)
{
    struct st_rng *rng = slow_rng(SLOW_A8, 0);
    double *half = slow_room(RUNS), x[10];

    for (long run = 0; run < RUNS; run++) {
        struct st_estimate e;

        for (size_t i = 0; i < 10; i++)
            x[i] = slow_draw(&slow_populations[0], rng);
        e = slow_hs(x, 10, 0.95);
        half[run] = (e.hi - e.lo) / 2;
    }
    slow_report("A8", slow_median(half, RUNS), 0.757 * 0.97, 0.757 * 1.03,
                "median half-width of HS 95 %% in sd, gauss, K=10");
    free(half);
    st_rng_free(rng);
}

void slow_intervals(void)
{
    a1();
    a2();
    a4();
    a8();
}
