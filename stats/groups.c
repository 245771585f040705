/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * groups.c - whether several samples lie alike
 */
#include "stats/rank.h"

#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

static const double bulk = 0.05; /* outside these quantiles places are searched for */

/*
 * Where in an ordered sample a value has its place: equal steps over the bulk of the
 * values lead to one nearby, so that ranks need no sorting of all samples together.
 */
struct places {
    struct st_sorted all;
    double from, per_step;
    size_t steps;
    size_t *first; /* [steps + 1] the first value that is not below the step's start */
};

static double step_of(const struct places *p, double x)
{
    return (x - p->from) * p->per_step;
}

static int places_init(struct places *p, struct st_sorted all)
{
    double from = st_quantile(all, bulk), to = st_quantile(all, 1 - bulk);
    size_t at = 0;

    *p = (struct places){ all, from, (double)all.n / (to - from), all.n, NULL };
    if (!(to > from) || !isfinite(p->per_step))
        return 0;
    p->first = malloc((p->steps + 1) * sizeof *p->first);
    if (!p->first)
        return -ENOMEM;
    for (size_t step = 0; step <= p->steps; step++) {
        while (at < all.n && step_of(p, all.x[at]) < (double)step)
            at++;
        p->first[step] = at;
    }
    return 0;
}

/* How many of n ordered values lie below x, or at it too. */
static size_t count_below(struct st_sorted s, size_t low, size_t high, double x,
                          int at_too)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (at_too ? s.x[middle] <= x : s.x[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The mean rank of x, which is one of the values. */
static double rank_of(const struct places *p, double x)
{
    double step = p->first ? step_of(p, x) : -1;
    size_t low = 0, high = p->all.n, below, upto;

    if (step >= 0 && step < (double)p->steps) {
        low = p->first[(size_t)step];
        high = p->first[(size_t)step + 1];
    }
    below = count_below(p->all, low, high, x, 0);
    upto = below + 1;
    if (upto < p->all.n && !(x < p->all.x[upto]))
        upto = count_below(p->all, upto, high, x, 1);
    return (double)(below + 1 + upto) / 2;
}

static double rank_sum(struct st_sorted s, const struct places *p)
{
    double sum = 0, rank = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (i == 0 || s.x[i - 1] < s.x[i])
            rank = rank_of(p, s.x[i]);
        sum += rank;
    }
    return sum;
}

static double ties_of(struct st_sorted s)
{
    double sum = 0;
    size_t end;

    for (size_t i = 0; i < s.n; i = end) {
        double t;

        for (end = i + 1; end < s.n && !(s.x[i] < s.x[end]); end++)
            ;
        t = (double)(end - i);
        sum += t * t * t - t;
    }
    return sum;
}

int st_kruskal_wallis_sorted(struct st_test *test, const struct st_sorted *samples,
                             size_t k, struct st_sorted all)
{
    double sum = 0, groups = 0, n = (double)all.n;
    double untied = 1 - ties_of(all) / (n * n * n - n);
    struct places places;
    int rc = places_init(&places, all);

    if (rc < 0)
        return rc;
    for (size_t i = 0; i < k; i++) {
        double ranks = rank_sum(samples[i], &places);

        if (samples[i].n == 0)
            continue;
        groups++;
        sum += ranks * ranks / (double)samples[i].n;
    }
    free(places.first);
    *test = (struct st_test){ .statistic = 0, .z = NAN, .p = 1 };
    if (groups > 1 && untied > 0) {
        test->statistic = fmax(0, (12 / (n * (n + 1)) * sum - 3 * (n + 1)) / untied);
        test->p = gsl_cdf_chisq_Q(test->statistic, groups - 1);
    }
    return 0;
}

/* All values of the samples, one sample after the other. */
static int gather(struct st_sorted *all, const struct st_sample *samples, size_t k)
{
    size_t n = 0, at = 0;
    double *x;
    int rc;

    for (size_t i = 0; i < k; i++)
        n += samples[i].n;
    x = calloc(n + 1, sizeof *x);
    if (!x)
        return -ENOMEM;
    for (size_t i = 0; i < k; at += samples[i++].n) {
        if (samples[i].n > 0)
            memcpy(x + at, samples[i].x, samples[i].n * sizeof *x);
    }
    rc = st_sorted_init(all, x, n);
    free(x);
    return rc;
}

int st_kruskal_wallis(struct st_test *test, const struct st_sample *samples, size_t k)
{
    struct st_sorted *sorted = calloc(k + 1, sizeof *sorted), all = { NULL, 0 };
    int rc = sorted ? gather(&all, samples, k) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < k; i++)
        rc = st_sorted_init(&sorted[i], samples[i].x, samples[i].n);
    if (rc == 0)
        rc = st_kruskal_wallis_sorted(test, sorted, k, all);
    for (size_t i = 0; sorted && i < k; i++)
        st_sorted_done(&sorted[i]);
    st_sorted_done(&all);
    free(sorted);
    return rc;
}
