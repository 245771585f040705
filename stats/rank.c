/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rank.c - tests and shifts that look at the order of values only
 */
#include "stats/rank.h"

#include "stats/null.h"
#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sort.h>

static bool all_numbers(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i]))
            return false;
    return true;
}

static bool all_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Room for n doubles and one more, so that none is not a want of memory. */
static double *room(size_t n)
{
    return calloc(n + 1, sizeof(double));
}

/* Few values are ranked faster by comparing each with each than by sorting. */
enum { FEW = 32 };

static double rank_few(double *rank, const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        int below = 0, upto = 0;
        double t;

        for (size_t j = 0; j < n; j++) {
            below += x[j] < x[i];
            upto += x[j] <= x[i];
        }
        t = upto - below;
        rank[i] = (below + 1 + upto) / 2.0;
        sum += t * t - 1; /* each of the t values once: t^3 - t */
    }
    return sum;
}

int st_ranks(double *rank, const double *x, size_t n, double *ties)
{
    size_t *order, end;
    double sum = 0;

    if (!all_numbers(x, n))
        return -EDOM;
    if (n <= FEW) {
        sum = rank_few(rank, x, n);
        goto out;
    }
    order = malloc((n + 1) * sizeof *order);
    if (!order)
        return -ENOMEM;
    gsl_sort_index(order, x, 1, n);
    for (size_t i = 0; i < n; i = end) {
        double t;

        for (end = i + 1; end < n && !(x[order[i]] < x[order[end]]); end++)
            ;
        t = (double)(end - i);
        sum += t * t * t - t;
        for (size_t j = i; j < end; j++)
            rank[order[j]] = (double)(i + 1 + end) / 2;
    }
    free(order);
out:
    if (ties)
        *ties = sum;
    return 0;
}

/* Two-sided p of a sum `distance` from its mean in steps of 1, by the normal law. */
static double approximate_p(double distance, double sd)
{
    double z = (fabs(distance) - 0.5) / sd;

    return z > 0 ? 2 * gsl_cdf_ugaussian_Q(z) : 1;
}

/* Rank sum of the first sample of several, and their ties, all ranked together. */
static int rank_sums(double *sums, double *ties, const struct st_sample *samples,
                     size_t k)
{
    size_t n = 0, at = 0;
    double *all, *rank;
    int rc;

    for (size_t i = 0; i < k; i++)
        n += samples[i].n;
    all = room(n);
    rank = room(n);
    if (!all || !rank) {
        rc = -ENOMEM;
        goto out;
    }
    for (size_t i = 0; i < k; at += samples[i++].n)
        if (samples[i].n > 0)
            memcpy(all + at, samples[i].x, samples[i].n * sizeof *all);
    rc = st_ranks(rank, all, n, ties);
    if (rc < 0)
        goto out;
    at = 0;
    for (size_t i = 0; i < k; i++) {
        sums[i] = 0;
        for (size_t j = 0; j < samples[i].n; j++)
            sums[i] += rank[at++];
    }
out:
    free(rank);
    free(all);
    return rc;
}

/* Of the number of pairs, given the ties. */
static double pairs_sd(double na, double nb, double ties)
{
    double n = na + nb;

    return sqrt(na * nb / 12 * (n + 1 - ties / (n * (n - 1))));
}

/* What may be counted rather than approximated. */
static bool countable(struct st_sample a, struct st_sample b, double ties)
{
    return !(ties > 0) && a.n <= ST_NULL_MANN_WHITNEY && b.n <= ST_NULL_MANN_WHITNEY;
}

int st_mann_whitney(struct st_test *test, struct st_sample a, struct st_sample b)
{
    const struct st_sample both[] = { a, b };
    double sums[2], ties, na = (double)a.n, nb = (double)b.n, u, sd, p, *below;
    int rc = rank_sums(sums, &ties, both, 2);

    if (rc < 0)
        return rc;
    u = sums[0] - na * (na + 1) / 2;
    sd = a.n > 0 && b.n > 0 ? pairs_sd(na, nb, ties) : 0;
    if (!(sd > 0)) {
        *test = (struct st_test){ .statistic = u, .z = 0, .p = 1, .exact = true };
        return 0;
    }
    if (countable(a, b, ties)) {
        below = st_null_mann_whitney(a.n, b.n);
        if (!below)
            return -ENOMEM;
        p = fmin(1, 2 * below[(size_t)fmin(u, na * nb - u)]);
        free(below);
    } else {
        p = approximate_p(u - na * nb / 2, sd);
    }
    *test = (struct st_test){ u, (u - na * nb / 2) / sd, p, countable(a, b, ties) };
    return 0;
}

double st_mann_whitney_least(size_t na, size_t nb)
{
    if (na == 0 || nb == 0)
        return 1;
    return fmin(1, 2 * exp(-gsl_sf_lnchoose((unsigned)(na + nb), (unsigned)na)));
}

int st_signed_rank(struct st_test *test, const double *x, size_t n)
{
    double *size = room(n), *rank = room(n), *below = NULL;
    double sum = 0, ties = 0, m, mean, sd, p;
    size_t kept = 0, at = 0;
    int rc = -ENOMEM;

    if (!size || !rank)
        goto out;
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i]) || x[i] < 0 || x[i] > 0)
            size[kept++] = fabs(x[i]);
    rc = st_ranks(rank, size, kept, &ties);
    if (rc < 0)
        goto out;
    for (size_t i = 0; i < n; i++) {
        if (x[i] > 0)
            sum += rank[at];
        at += x[i] < 0 || x[i] > 0;
    }
    m = (double)kept;
    mean = m * (m + 1) / 4;
    sd = sqrt(m * (m + 1) * (2 * m + 1) / 24 - ties / 48);
    if (kept == 0) {
        p = 1;
    } else if (kept <= ST_NULL_SIGNED_RANK) {
        below = st_null_signed_rank(rank, kept);
        rc = below ? 0 : -ENOMEM;
        if (rc < 0)
            goto out;
        p = fmin(1, 2 * below[(size_t)(2 * fmin(sum, 2 * mean - sum))]);
    } else {
        p = approximate_p(sum - mean, sd);
    }
    *test = (struct st_test){ sum, kept > 0 ? (sum - mean) / sd : 0, p,
                              kept <= ST_NULL_SIGNED_RANK };
out:
    free(below);
    free(rank);
    free(size);
    return rc;
}

/* The median of the sorted values, and the k-th from either end around it. */
static void bounds(struct st_range *out, double *values, size_t n, size_t k,
                   double attained)
{
    gsl_sort(values, 1, n);
    *out =
        (struct st_range){ st_median((struct st_sorted){ values, n }), NAN, NAN, NAN };
    if (k == 0)
        return;
    out->lo = values[k - 1];
    out->hi = values[n - k];
    out->level = attained;
}

/* The same for a sum with mean n / 2 whose law is taken as normal. */
static size_t approximate_cut(double n, double sd, double level)
{
    double cut = floor(n / 2 - 0.5 - gsl_cdf_ugaussian_Pinv(0.5 + level / 2) * sd) + 1;

    return cut > 0 ? (size_t)cut : 0;
}

int st_hodges_lehmann(struct st_range *out, const double *x, size_t n, double level)
{
    size_t pairs = n * (n + 1) / 2, k = 0, at = 0;
    double *means, *below = NULL, attained = level, m = (double)n;
    int rc = -ENOMEM;

    if (!all_finite(x, n))
        return -EDOM;
    means = room(pairs);
    if (!means)
        goto out;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            means[at++] = x[i] / 2 + x[j] / 2;
    if (n > 0 && n <= ST_NULL_SIGNED_RANK) {
        double rank[ST_NULL_SIGNED_RANK];

        for (size_t i = 0; i < n; i++)
            rank[i] = (double)(i + 1);
        below = st_null_signed_rank(rank, n);
        if (!below)
            goto out;
        k = st_null_cut(&attained, below, pairs / 2, 2, level);
    } else if (n > 0) {
        k = approximate_cut((double)pairs, sqrt(m * (m + 1) * (2 * m + 1) / 24), level);
    }
    bounds(out, means, pairs, k, attained);
    rc = 0;
out:
    free(below);
    free(means);
    return rc;
}

int st_hodges_lehmann_shift(struct st_range *out, struct st_sample a,
                            struct st_sample b, double level)
{
    const struct st_sample both[] = { a, b };
    size_t pairs = a.n * b.n, k = 0, at = 0;
    double *apart = NULL, *below = NULL, attained = level, ties, sums[2];
    int rc;

    if (!all_finite(a.x, a.n) || !all_finite(b.x, b.n))
        return -EDOM;
    rc = rank_sums(sums, &ties, both, 2);
    if (rc < 0)
        return rc;
    rc = -ENOMEM;
    apart = room(pairs);
    if (!apart)
        goto out;
    for (size_t i = 0; i < a.n; i++)
        for (size_t j = 0; j < b.n; j++)
            apart[at++] = a.x[i] - b.x[j];
    if (pairs > 0 && countable(a, b, ties)) {
        below = st_null_mann_whitney(a.n, b.n);
        if (!below)
            goto out;
        k = st_null_cut(&attained, below, pairs / 2, 1, level);
    } else if (pairs > 0) {
        k = approximate_cut((double)pairs, pairs_sd((double)a.n, (double)b.n, ties),
                            level);
    }
    bounds(out, apart, pairs, k, attained);
    rc = 0;
out:
    free(below);
    free(apart);
    return rc;
}
