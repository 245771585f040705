/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exact.c - A9: what scaling and shifting must not change; and ten million values
 */
#include "slow.h"

#include "stats/interval.h"
#include "stats/series.h"
#include "stats/shape.h"
#include "stats/spread.h"

#include <math.h>
#include <stdlib.h>

enum { CASES = 1000, N = 20 };

/* Multiples of 2^-20, so that a shift by 256 and a factor of 1000 are exact. */
static void draw(double *x, struct st_rng *rng, size_t index)
{
    const struct slow_population *p = &slow_populations[index % SLOW_POPULATIONS];

    for (size_t i = 0; i < N; i++)
        x[i] = ldexp(rint(ldexp(slow_draw(p, rng), 20)), -20);
}

/* The larger of so far and how far got is from want, relative. */
static void apart(double *worst, double got, double want)
{
    double scale = fmax(fabs(got), fabs(want)), d = fabs(got - want);

    if (isnan(got) != isnan(want))
        *worst = INFINITY;
    else if (d > 0)
        *worst = fmax(*worst, d / scale);
}

/* Everything of two samples that has no unit. */
enum { FIGURES = 9 };
static void figures(double out[FIGURES], const double *x, const double *y)
{
    const struct st_sample both[] = { { x, N }, { y, N } };
    struct st_test test;
    struct st_sorted s;

    slow_must(st_mann_whitney(&test, both[0], both[1]), "Mann-Whitney");
    out[0] = test.p;
    slow_must(st_kruskal_wallis(&test, both, 2), "Kruskal-Wallis");
    out[1] = test.p;
    slow_must(st_mann_kendall(&test, x, N), "Mann-Kendall");
    out[2] = test.p;
    slow_must(st_bartels(&test, x, N), "Bartels");
    out[3] = test.p;
    slow_must(st_rank_lag1(&out[4], x, N), "lag 1");
    slow_must(st_sorted_init(&s, x, N), "sorting");
    slow_must(st_dip(&out[5], s), "dip");
    slow_must(st_gap_ratio(&out[6], s), "gap ratio");
    out[7] = (double)st_distinct(s);
    /* values marked as more than 5 scaled MADs from the median */
    out[8] = (double)st_tail(s, slow_median(x, N), 5 * st_mad_sorted(s)).count;
    st_sorted_done(&s);
}

static void a9(void)
{
    struct st_rng *rng = slow_rng(SLOW_A9, 0);
    double scaled = 0, scaled_figures = 0, shifted = 0, shifted_figures = 0, rates = 0;

    for (size_t c = 0; c < CASES; c++) {
        double x[N], y[N], kx[N], ky[N], sx[N], sy[N], rx[N];
        double plain[FIGURES], other[FIGURES];
        struct st_estimate e, k, s, r;

        draw(x, rng, c);
        draw(y, rng, c);
        for (size_t i = 0; i < N; i++) {
            kx[i] = 1000 * x[i];
            ky[i] = 1000 * y[i];
            sx[i] = x[i] + 256;
            sy[i] = y[i] + 256;
            rx[i] = 4096 / x[i];
        }
        e = slow_hs(x, N, 0.95);
        k = slow_hs(kx, N, 0.95);
        s = slow_hs(sx, N, 0.95);
        apart(&scaled, k.value, 1000 * e.value);
        apart(&scaled, k.lo, 1000 * e.lo);
        apart(&scaled, k.hi, 1000 * e.hi);
        apart(&shifted, s.value - 256, e.value);
        apart(&shifted, s.lo - 256, e.lo);
        apart(&shifted, s.hi - 256, e.hi);
        e = st_interval_logt(x, N, 0.95);
        k = st_interval_logt(kx, N, 0.95);
        apart(&scaled, k.value, 1000 * e.value);
        apart(&scaled, k.lo, 1000 * e.lo);
        apart(&scaled, k.hi, 1000 * e.hi);
        /* of the rates themselves: the geometric mean turns over exactly */
        r = st_interval_invert(e, 4096);
        k = st_interval_logt(rx, N, 0.95);
        apart(&rates, r.value, k.value);
        apart(&rates, r.lo, k.lo);
        apart(&rates, r.hi, k.hi);
        figures(plain, x, y);
        figures(other, kx, ky);
        for (size_t i = 0; i < FIGURES; i++)
            apart(&scaled_figures, other[i], plain[i]);
        figures(other, sx, sy);
        for (size_t i = 0; i < FIGURES; i++)
            apart(&shifted_figures, other[i], plain[i]);
    }
    st_rng_free(rng);
    slow_report("A9", scaled, 0, 1e-12, "intervals scale by 1000");
    slow_report("A9", scaled_figures, 0, 1e-12, "p and shape stay when scaled");
    slow_report("A9", shifted, 0, 1e-12, "order statistics shift by 256");
    slow_report("A9", shifted_figures, 0, 1e-12,
                "p, shape and marks stay when shifted");
    slow_report("A9", rates, 0, 1e-12, "rates have the inverted interval");
}

/* Ten million values: medians and quartiles of the Gaussian within 5 standard errors */
static void large(void)
{
    enum { MANY = 10000000 };
    struct st_rng *rng = slow_rng(SLOW_LARGE, 0);
    double *x = slow_room(MANY);
    struct st_spread spread;

    for (size_t i = 0; i < MANY; i++)
        x[i] = slow_draw(&slow_populations[0], rng);
    slow_must(st_spread_fill(&spread, x, MANY), "spread");
    /* sd of a quantile: sqrt(p (1 - p) / n) / density, 1.253 and 1.363 / sqrt(n) */
    slow_report("large", spread.q50, 100 - 0.00198, 100 + 0.00198,
                "median of 10^7 values");
    slow_report("large", spread.q75, 100.67449 - 0.00216, 100.67449 + 0.00216,
                "upper quartile of 10^7 values");
    slow_report("large", spread.mad, 1 - 0.00185, 1 + 0.00185, "MAD of 10^7 values");
    slow_report("large", spread.sd, 1 - 0.00112, 1 + 0.00112, "sd of 10^7 values");
    free(x);
    st_rng_free(rng);
}

void slow_exact(void)
{
    a9();
    large();
}
