/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * location.c - where a sample lies: means
 */
#include "stats/location.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

double st_mean(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return NAN;
    return n == 0 ? NAN : gsl_stats_mean(x, 1, n);
}

double st_geometric_mean(const double *x, size_t n)
{
    long double mean = 0;
    double first, low, high, g;

    if (n == 0)
        return NAN;
    low = high = x[0];
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0 && isfinite(x[i])))
            return NAN;
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    /* relative to the first value: near 0, where logarithms lose nothing */
    first = log(x[0]);
    for (size_t i = 0; i < n; i++)
        mean += ((log(x[i]) - first) - mean) / (long double)(i + 1);
    g = exp(first + (double)mean);
    return g < low ? low : g > high ? high : g;
}

double st_trimmed_mean(struct st_sorted s, double share)
{
    size_t cut;

    if (s.n == 0 || !(share >= 0 && share < 0.5))
        return NAN;
    cut = (size_t)floor(share * (double)s.n);
    return st_mean(s.x + cut, s.n - 2 * cut);
}
