/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * series.c - what the order in time shows: trend, autocorrelation, warm-up
 */
#include "stats/series.h"

#include "stats/quantile.h"
#include "stats/spread.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

/* |z| from which a trend is one: 0.001 two-sided */
static const double trend_limit = 3.29;
/* what is left after a found warm-up must be steadier: 0.01 two-sided */
static const double rest_limit = 2.58;
/* the first samples of a process are left out whatever the trend test finds */
static const size_t least_discard = 5;

/* Over all pairs. */
struct pairs {
    size_t rising, falling, all;
};

static struct pairs count_pairs(const double *x, size_t n)
{
    struct pairs p = { .all = n > 0 ? n * (n - 1) / 2 : 0 };

    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            p.rising += x[j] > x[i];
            p.falling += x[j] < x[i];
        }
    return p;
}

/* The sum of t (t - 1) (2 t + 5) over groups of t tied values. */
static int tied_variance(double *variance, const double *x, size_t n)
{
    double sum = 0;
    struct st_sorted s;
    size_t end;
    int rc = st_sorted_init(&s, x, n);

    if (rc < 0)
        return rc;
    for (size_t i = 0; i < s.n; i = end) {
        double t;

        for (end = i + 1; end < s.n && !(s.x[i] < s.x[end]); end++)
            ;
        t = (double)(end - i);
        sum += t * (t - 1) * (2 * t + 5);
    }
    st_sorted_done(&s);
    *variance = sum;
    return 0;
}

int st_mann_kendall(struct st_test *test, const double *x, size_t n)
{
    double m = (double)n, sum, variance, tied = 0, z;
    struct pairs p = count_pairs(x, n);
    int rc = 0;

    /* sorted only where there are ties, or a NaN, which is neither above nor below */
    if (p.rising + p.falling < p.all || (n == 1 && isnan(x[0])))
        rc = tied_variance(&tied, x, n);
    if (rc < 0)
        return rc;
    sum = (double)p.rising - (double)p.falling;
    variance = (m * (m - 1) * (2 * m + 5) - tied) / 18;
    *test = (struct st_test){ .statistic = sum, .z = 0, .p = 1 };
    if (!(variance > 0))
        return 0;
    test->z = sum / sqrt(variance);
    z = (fabs(sum) - 1) / sqrt(variance); /* the sum moves in steps of 2 */
    if (z > 0)
        test->p = 2 * gsl_cdf_ugaussian_Q(z);
    return 0;
}

static double *ranks_of(const double *x, size_t n, int *rc)
{
    double *rank = malloc((n + 1) * sizeof *rank);

    *rc = rank ? st_ranks(rank, x, n, NULL) : -ENOMEM;
    if (*rc < 0) {
        free(rank);
        return NULL;
    }
    return rank;
}

int st_bartels(struct st_test *test, const double *x, size_t n)
{
    double steps = 0, squares = 0, m = (double)n, variance;
    int rc;
    double *rank = ranks_of(x, n, &rc);

    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++) {
        double d = rank[i] - (m + 1) / 2, step = i > 0 ? rank[i] - rank[i - 1] : 0;

        squares += d * d;
        steps += step * step;
    }
    free(rank);
    *test = (struct st_test){ .statistic = 2, .z = 0, .p = 0.5 };
    if (n < 3 || !(squares > 0))
        return 0;
    variance =
        4 * (m - 2) * (5 * m * m - 2 * m - 9) / (5 * m * (m + 1) * (m - 1) * (m - 1));
    test->statistic = steps / squares;
    test->z = (2 - test->statistic) / sqrt(variance);
    test->p = gsl_cdf_ugaussian_Q(test->z);
    return 0;
}

int st_rank_lag1(double *r, const double *x, size_t n)
{
    double product = 0, squares = 0, middle = ((double)n + 1) / 2;
    int rc;
    double *rank = ranks_of(x, n, &rc);

    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++) {
        squares += (rank[i] - middle) * (rank[i] - middle);
        if (i > 0)
            product += (rank[i] - middle) * (rank[i - 1] - middle);
    }
    free(rank);
    *r = squares > 0 ? product / squares : 0;
    return 0;
}

double st_lag1_corrected(double r, size_t n)
{
    if (n == 0)
        return 0;
    return fmin(0.95, fmax(0, r + (1 + 4 * fmax(r, 0)) / (double)n));
}

double st_serial_factor(double r)
{
    return sqrt((1 + r) / (1 - r));
}

/* r of st_trend(); 0 where it is too small to be told from chance. */
static int correlation(double *r, const struct st_sample *series, size_t count)
{
    double sum = 0, halves = 0;

    *r = 0;
    for (size_t i = 0; i < count; i++) {
        size_t h = series[i].n / 2;
        double lag1;
        int rc;

        if (h < 5) /* too short to tell */
            return 0;
        rc = st_rank_lag1(&lag1, series[i].x + series[i].n - h, h);
        if (rc < 0)
            return rc;
        sum += lag1 + 1 / (double)h;
        halves += (double)h;
    }
    if (count > 0 && sum / (double)count >= 2 / sqrt(halves))
        *r = fmin(0.95, sum / (double)count);
    return 0;
}

int st_trend(double *z, const struct st_sample *series, size_t count)
{
    double sum = 0, r;

    for (size_t i = 0; i < count; i++) {
        struct st_test test;
        int rc = st_mann_kendall(&test, series[i].x, series[i].n);

        if (rc < 0)
            return rc;
        sum += test.z;
    }
    if (count > 0) {
        int rc = correlation(&r, series, count);

        if (rc < 0)
            return rc;
        sum *= sqrt((1 - r) / (1 + r) / (double)count);
    }
    *z = sum;
    return 0;
}

int st_neighbours(double *z, const struct st_sample *series, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        struct st_test test;
        int rc = st_bartels(&test, series[i].x, series[i].n);

        if (rc < 0)
            return rc;
        sum += test.z;
    }
    *z = count > 0 ? sum / sqrt((double)count) : 0;
    return 0;
}

/* The median of n values, which are sorted in place. */
static int median_of(double *median, const double *x, size_t n)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, x, n);

    if (rc < 0)
        return rc;
    *median = st_median(s);
    st_sorted_done(&s);
    return 0;
}

int st_profile(double *profile, const struct st_sample *series, size_t count,
               size_t *length)
{
    size_t n = count > 0 ? series[0].n : 0;
    double *settled = calloc(count + 1, sizeof *settled);
    double *place = calloc(count + 1, sizeof *place);
    int rc = settled && place ? 0 : -ENOMEM;

    for (size_t i = 0; i < count && rc == 0; i++) {
        size_t half = series[i].n / 2;

        n = series[i].n < n ? series[i].n : n;
        rc = median_of(&settled[i], series[i].x + half, series[i].n - half);
    }
    for (size_t j = 0; j < n && rc == 0; j++) {
        for (size_t i = 0; i < count; i++)
            place[i] = series[i].x[j] / settled[i];
        rc = median_of(&profile[j], place, count);
    }
    if (rc == 0)
        *length = n;
    free(place);
    free(settled);
    return rc;
}

int st_mser(size_t *drop, const double *x, size_t n)
{
    double low = -INFINITY, high = INFINITY, mean = 0, squares = 0, least = INFINITY;
    struct st_sorted s;
    int rc = st_sorted_init(&s, x, n);

    if (rc < 0)
        return rc;
    if (st_mad_sorted(s) > 0) {
        low = st_median(s) - 5 * st_mad_sorted(s);
        high = st_median(s) + 5 * st_mad_sorted(s);
    }
    st_sorted_done(&s);
    *drop = 0;
    /* from the end on, so that each step adds one value to what is kept */
    for (size_t i = n; i-- > 0;) {
        double v = fmin(fmax(x[i], low), high), d = v - mean, kept = (double)(n - i);

        mean += d / kept;
        squares += d * (v - mean);
        if (i <= n / 2 && squares / (kept * kept) <= least) {
            least = squares / (kept * kept);
            *drop = i;
        }
    }
    return 0;
}

/* The series without their first values. */
static void after(struct st_sample *rest, const struct st_sample *series, size_t count,
                  size_t skip)
{
    for (size_t i = 0; i < count; i++) {
        size_t cut = skip < series[i].n ? skip : series[i].n;

        rest[i] = (struct st_sample){ series[i].x + cut, series[i].n - cut };
    }
}

/* Twice what MSER finds on the profile, if the rest is steady. */
static int find_warmup(struct st_warmup *w, struct st_sample *rest,
                       const struct st_sample *series, size_t count)
{
    double *profile = calloc(series[0].n + 1, sizeof *profile);
    size_t n = 0, drop = 0, discard;
    int rc = profile ? st_profile(profile, series, count, &n) : -ENOMEM;

    if (rc == 0)
        rc = st_mser(&drop, profile, n);
    free(profile);
    if (rc < 0)
        return rc;
    discard = 2 * drop > least_discard ? 2 * drop : least_discard;
    w->warmth = ST_WARMTH_COOLING;
    w->discard = 6 * n / 10;
    if (discard > w->discard)
        return 0;
    after(rest, series, count, discard);
    rc = st_trend(&w->z_after, rest, count);
    if (rc == 0 && fabs(w->z_after) <= rest_limit) {
        w->warmth = ST_WARMTH_FOUND;
        w->discard = discard;
    }
    return rc;
}

int st_warmup(struct st_warmup *out, const struct st_sample *series, size_t count)
{
    struct st_warmup w = { ST_WARMTH_STEADY, least_discard, 0, 0 };
    struct st_sample *rest = calloc(count + 1, sizeof *rest);
    int rc = -ENOMEM;

    if (!rest)
        goto out;
    after(rest, series, count, 1);
    rc = st_trend(&w.z, rest, count);
    w.z_after = w.z;
    if (rc == 0 && w.z > trend_limit)
        w.warmth = ST_WARMTH_SLOWING;
    if (rc == 0 && w.z < -trend_limit)
        rc = find_warmup(&w, rest, series, count);
    if (rc == 0)
        *out = w;
out:
    free(rest);
    return rc;
}
