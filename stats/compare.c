/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.c - two samples: difference and ratio with intervals
 */
#include "stats/compare.h"

#include "stats/location.h"
#include "stats/spread.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

/* A mean, and the variance of the mean. */
static double error_of(struct st_sample s, double *mean)
{
    double sd = st_sd(s.x, s.n);

    *mean = st_mean(s.x, s.n);
    return s.n > 1 ? sd * sd / (double)s.n : 0;
}

static bool all_finite(struct st_sample s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!isfinite(s.x[i]))
            return false;
    return true;
}

int st_welch(struct st_range *out, double *p, struct st_sample a, struct st_sample b,
             double level)
{
    double mean_a, mean_b, va = error_of(a, &mean_a), vb = error_of(b, &mean_b);
    double apart = mean_a - mean_b, df, half;

    if (!all_finite(a) || !all_finite(b))
        return -EDOM;
    *out = (struct st_range){ apart, NAN, NAN, NAN };
    *p = 1;
    if (a.n < 2 || b.n < 2)
        return 0;
    *out = (struct st_range){ apart, apart, apart, level };
    if (!(va + vb > 0)) {
        *p = apart < 0 || apart > 0 ? 0 : 1;
        return 0;
    }
    df = (va + vb) * (va + vb) /
         (va * va / (double)(a.n - 1) + vb * vb / (double)(b.n - 1));
    half = gsl_cdf_tdist_Pinv(0.5 + level / 2, df) * sqrt(va + vb);
    out->lo = apart - half;
    out->hi = apart + half;
    *p = 2 * gsl_cdf_tdist_Q(fabs(apart) / sqrt(va + vb), df);
    return 0;
}

static int by_welch(struct st_change *out, struct st_sample a, struct st_sample b,
                    double level)
{
    struct st_range r, r90;
    double p;
    int rc = st_welch(&r, &p, a, b, level);

    if (rc == 0)
        rc = st_welch(&r90, &p, a, b, 0.90);
    if (rc == 0)
        *out = (struct st_change){ r.value, r.lo, r.hi, r90.lo, r90.hi, p, true };
    return rc;
}

int st_difference(struct st_change *out, struct st_sample a, struct st_sample b,
                  double level)
{
    struct st_range r, r90;
    struct st_test test;
    int rc;

    if (a.n < ST_COMPARE_FEW || b.n < ST_COMPARE_FEW)
        return by_welch(out, a, b, level);
    rc = st_hodges_lehmann_shift(&r, a, b, level);
    if (rc == 0)
        rc = st_hodges_lehmann_shift(&r90, a, b, 0.90);
    if (rc == 0)
        rc = st_mann_whitney(&test, a, b);
    if (rc == 0)
        *out = (struct st_change){ r.value, r.lo, r.hi, r90.lo, r90.hi, test.p, false };
    return rc;
}

/* d holds n differences. */
static int by_signed_rank(struct st_change *out, const double *d, size_t n,
                          double level)
{
    struct st_range r, r90;
    struct st_test test;
    int rc = st_hodges_lehmann(&r, d, n, level);

    if (rc == 0)
        rc = st_hodges_lehmann(&r90, d, n, 0.90);
    if (rc == 0)
        rc = st_signed_rank(&test, d, n);
    if (rc == 0)
        *out = (struct st_change){ r.value, r.lo, r.hi, r90.lo, r90.hi, test.p, false };
    return rc;
}

int st_difference_paired(struct st_change *out, const double *a, const double *b,
                         size_t n, double level)
{
    double *d;
    int rc;

    if (n < ST_COMPARE_FEW)
        return by_welch(out, (struct st_sample){ a, n }, (struct st_sample){ b, n },
                        level);
    d = malloc(n * sizeof *d);
    if (!d)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        d[i] = a[i] - b[i];
    rc = by_signed_rank(out, d, n, level);
    free(d);
    return rc;
}

static int logarithms(double *log_x, struct st_sample s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!(s.x[i] > 0 && isfinite(s.x[i])))
            return -EDOM;
        log_x[i] = log(s.x[i]);
    }
    return 0;
}

/* The difference of logarithms as the ratio it is. */
static void exponentiate(struct st_change *c)
{
    c->value = exp(c->value);
    c->lo = exp(c->lo);
    c->hi = exp(c->hi);
    c->lo90 = exp(c->lo90);
    c->hi90 = exp(c->hi90);
}

static int ratio(struct st_change *out, struct st_sample a, struct st_sample b,
                 bool paired, double level)
{
    double *logs = malloc((a.n + b.n + 1) * sizeof *logs);
    double *second = logs ? logs + a.n : NULL;
    struct st_change c = { 0 };
    int rc;

    if (!logs)
        return -ENOMEM;
    rc = logarithms(logs, a);
    if (rc == 0)
        rc = logarithms(second, b);
    if (rc == 0)
        rc = paired ? st_difference_paired(&c, logs, second, a.n, level)
                    : st_difference(&c, (struct st_sample){ logs, a.n },
                                    (struct st_sample){ second, b.n }, level);
    free(logs);
    if (rc < 0)
        return rc;
    exponentiate(&c);
    *out = c;
    return 0;
}

int st_ratio(struct st_change *out, struct st_sample a, struct st_sample b,
             double level)
{
    return ratio(out, a, b, false, level);
}

int st_ratio_paired(struct st_change *out, const double *a, const double *b, size_t n,
                    double level)
{
    return ratio(out, (struct st_sample){ a, n }, (struct st_sample){ b, n }, true,
                 level);
}

double st_variance_ratio_p(double above, double df_above, double below, double df_below)
{
    if (!(above >= 0 && below >= 0 && df_above > 0 && df_below > 0))
        return NAN;
    if (!(below > 0))
        return above > 0 ? 0 : 1;
    return gsl_cdf_fdist_Q(above / below, df_above, df_below);
}
