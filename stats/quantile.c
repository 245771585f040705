/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * quantile.c - quantiles by named definition
 */
#include "stats/quantile.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

/*
 * Not gsl_stats_quantile_from_sorted_data(): its (1 - d) a + d b leaves the interval
 * [a, b] by a rounding error, and is NaN where d is 0 and b infinite.
 */
double st_quantile(struct st_sorted s, double p)
{
    double place, d, a, b, q;
    size_t i;

    if (s.n == 0 || !(p >= 0 && p <= 1))
        return NAN;
    place = (double)(s.n - 1) * p;
    i = (size_t)place;
    d = place - (double)i;
    a = s.x[i];
    b = i + 1 < s.n ? s.x[i + 1] : a;
    if (!(d > 0) || !(a < b))
        return a;
    q = (1 - d) * a + d * b;
    return q < a ? a : q > b ? b : q;
}

double st_median(struct st_sorted s)
{
    return st_quantile(s, 0.5);
}

double st_quantile_hd(struct st_sorted s, double p)
{
    double n = (double)s.n, sum = 0, below = 0;

    if (s.n == 0 || !(p > 0 && p < 1))
        return NAN;
    for (size_t i = 0; i < s.n; i++) {
        double upto =
            gsl_cdf_beta_P((double)(i + 1) / n, (n + 1) * p, (n + 1) * (1 - p));

        sum += (upto - below) * s.x[i];
        below = upto;
    }
    return sum;
}
