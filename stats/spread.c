/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spread.c - how observations scatter; never an uncertainty
 */
#include "stats/spread.h"

#include "stats/location.h"
#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

/* 1 / the upper quartile of the standard Gaussian; gsl_stats_mad() has the same */
static const double gaussian = 1.4826022185056018;

double st_sd(const double *x, size_t n)
{
    double mean = st_mean(x, n);

    return n < 2 || isnan(mean) ? NAN : gsl_stats_sd_m(x, 1, n, mean);
}

double st_variance_most(double variance, size_t n, double level)
{
    double df = (double)n - 1;

    if (!(variance >= 0) || n < 2 || !(level > 0 && level < 1))
        return NAN;
    return variance * df / gsl_cdf_chisq_Pinv(1 - level, df);
}

/* The deviations grow outwards from the median on both sides: merge the two. */
double st_mad_sorted(struct st_sorted s)
{
    double median = st_median(s), last = 0, before = 0;
    size_t right = s.n / 2, left = right;

    if (s.n == 0 || !isfinite(s.x[0]) || !isfinite(s.x[s.n - 1]))
        return NAN;
    for (size_t taken = 0; taken <= s.n / 2; taken++) {
        double below = left > 0 ? median - s.x[left - 1] : INFINITY;
        double above = right < s.n ? s.x[right] - median : INFINITY;

        before = last;
        if (below < above) {
            last = below;
            left--;
        } else {
            last = above;
            right++;
        }
    }
    return gaussian * (s.n % 2 ? last : before + (last - before) / 2);
}

double st_mad(const double *x, size_t n)
{
    struct st_sorted s;
    double mad;

    if (st_sorted_init(&s, x, n) < 0)
        return NAN;
    mad = st_mad_sorted(s);
    st_sorted_done(&s);
    return mad;
}

int st_spread_fill(struct st_spread *spread, const double *x, size_t n)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, x, n);

    if (rc < 0)
        return rc;
    *spread = (struct st_spread){
        .min = st_quantile(s, 0),
        .q05 = st_quantile(s, 0.05),
        .q25 = st_quantile(s, 0.25),
        .q50 = st_median(s),
        .q75 = st_quantile(s, 0.75),
        .q90 = st_quantile(s, 0.90),
        .q95 = st_quantile(s, 0.95),
        .q99 = st_quantile(s, 0.99),
        .max = st_quantile(s, 1),
        .mean = st_mean(x, n),
        .sd = st_sd(x, n),
        .mad = st_mad_sorted(s),
        .n = n,
    };
    st_sorted_done(&s);
    return 0;
}

/* All values less the median of their invocation. */
static int residuals(double *residual, const struct st_sample *invocations, size_t k)
{
    size_t at = 0;

    for (size_t i = 0; i < k; i++) {
        struct st_sorted s;
        double median;
        int rc = st_sorted_init(&s, invocations[i].x, invocations[i].n);

        if (rc < 0)
            return rc;
        median = st_median(s);
        st_sorted_done(&s);
        for (size_t j = 0; j < invocations[i].n; j++) {
            if (!isfinite(invocations[i].x[j]))
                return -EDOM;
            residual[at++] = invocations[i].x[j] - median;
        }
    }
    return 0;
}

int st_components(struct st_components *out, const struct st_sample *invocations,
                  size_t k)
{
    double *mean = calloc(k + 1, sizeof *mean), *residual = NULL, mad;
    double within = 0, shares = 0, between = NAN, icc = NAN;
    size_t n = 0, used = 0, scattered = 0;
    int rc = -ENOMEM;

    for (size_t i = 0; i < k; i++)
        n += invocations[i].n;
    residual = malloc((n + 1) * sizeof *residual);
    if (!mean || !residual)
        goto out;
    rc = residuals(residual, invocations, k);
    if (rc < 0)
        goto out;
    for (size_t i = 0; i < k; i++) {
        const struct st_sample *s = &invocations[i];

        if (s->n == 0)
            continue;
        mean[used++] = st_mean(s->x, s->n);
        shares += 1 / (double)s->n;
        if (s->n > 1) {
            within += st_sd(s->x, s->n) * st_sd(s->x, s->n);
            scattered++;
        }
    }
    within = scattered > 0 ? within / (double)scattered : NAN;
    if (used > 1 && scattered > 0) {
        double all = st_sd(mean, used) * st_sd(mean, used);

        between = fmax(0, all - within * shares / (double)used);
        icc = between > 0 ? between / (between + within) : 0;
    }
    mad = st_mad(residual, n); /* NaN for want of memory is told from no values */
    rc = n > 0 && isnan(mad) ? -ENOMEM : 0;
    if (rc == 0)
        *out = (struct st_components){ within, mad * mad, between, icc };
out:
    free(residual);
    free(mean);
    return rc;
}
