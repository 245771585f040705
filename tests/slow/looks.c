/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * looks.c - A3: stopping at planned looks keeps the level that is promised
 */
#include "slow.h"

#include <math.h>
#include <stdlib.h>

enum { RUNS = 40000, MOST = 80 };

/* The populations of E9c, level 100. */
static double gauss(struct st_rng *rng, double cv, double b)
{
    (void)b;
    return 100 * (1 + cv * st_rng_gauss(rng));
}

static double lognormal(struct st_rng *rng, double cv, double b)
{
    (void)b;
    return 100 * (1 + cv * (exp(st_rng_gauss(rng)) - 1) / 1.65);
}

static double modes(struct st_rng *rng, double cv, double b)
{
    (void)b;
    return 100 * (1 + (st_rng_uniform(rng) < 0.3 ? 6 * cv : 0) +
                  0.3 * cv * st_rng_gauss(rng));
}

static double outliers(struct st_rng *rng, double cv, double share)
{
    double x = gauss(rng, cv, 0);

    return st_rng_uniform(rng) < share ? x * (2 + 8 * st_rng_exponential(rng)) : x;
}

/* Medians: 100 (1 + cv z) with z the quantile 0.5 / 0.7 or 0.5 / 0.95 of the Gaussian,
   mpmath 1.3.0, cv times 0.3 for the modes */
static const struct slow_population populations[] = {
    { "gauss cv=1%", gauss, 0.01, 0, 100 },
    { "gauss cv=2%", gauss, 0.02, 0, 100 },
    { "gauss cv=3%", gauss, 0.03, 0, 100 },
    { "gauss cv=5%", gauss, 0.05, 0, 100 },
    { "lognormal cv~2.5%", lognormal, 0.02, 0, 100 },
    { "modes 30% +12%", modes, 0.02, 0, 100 + 0.6 * 0.56594882193286 },
    { "cv=2%, 5% x(2+Exp 8)", outliers, 0.02, 0.05, 100 + 2 * 0.06601181237584 },
};

static bool run_holds(const struct slow_population *p, struct st_rng *rng)
{
    static const size_t looks[] = { 10, 15, 23, 35, 53, 80 };
    struct st_estimate e = { 0 };
    double x[MOST];
    size_t n = 0;

    for (size_t l = 0; l < sizeof looks / sizeof *looks; l++) {
        while (n < looks[l])
            x[n++] = slow_draw(p, rng);
        e = slow_hs(x, n, 0.97);
        if ((e.hi - e.lo) / 2 <= 0.01 * e.value)
            break;
    }
    return slow_holds(e, p->median);
}

void slow_looks(void)
{
    for (size_t p = 0; p < sizeof populations / sizeof *populations; p++) {
        struct st_rng *rng = slow_rng(SLOW_A3, p);
        long hits = 0;

        for (long run = 0; run < RUNS; run++)
            hits += run_holds(&populations[p], rng);
        st_rng_free(rng);
        slow_report("A3", slow_percent(hits, RUNS), 94.3, 97.7,
                    "looks at 97 %%, target 1 %%, %s", populations[p].name);
    }
}
