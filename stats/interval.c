/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval.c - intervals for the location of independent values
 */
#include "stats/interval.h"

#include "stats/location.h"
#include "stats/quantile.h"
#include "stats/spread.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

static const double z_95 = 1.96; /* two-sided, of the normal law */

static int is_level(double level)
{
    return level > 0 && level < 1;
}

static struct st_estimate alone(double value, size_t n, double level)
{
    return (struct st_estimate){ .value = value,
                                 .lo = NAN,
                                 .hi = NAN,
                                 .level = level,
                                 .nominal = level,
                                 .method = ST_METHOD_NONE,
                                 .n = n };
}

/* How often the d-th lowest and the d-th highest of n values hold the median. */
static double depth_level(size_t d, size_t n)
{
    return 1 - 2 * gsl_cdf_binomial_P((unsigned)(d - 1), 0.5, (unsigned)n);
}

/* The largest depth that still reaches the level; 0: none does. */
static size_t depth_for(size_t n, double level)
{
    size_t reaches = 0, fails = n / 2 + 1;

    while (fails - reaches > 1) {
        size_t d = reaches + (fails - reaches) / 2;

        if (depth_level(d, n) >= level - 1e-12) /* 0.75 of three values is 0.75 */
            reaches = d;
        else
            fails = d;
    }
    return reaches;
}

struct st_estimate st_interval_hs(struct st_sorted s, double level)
{
    struct st_estimate e = alone(st_median(s), s.n, level);
    size_t d = is_level(level) ? depth_for(s.n, level) : 0;
    double outer, inner, part, lambda, depth = (double)d, n = (double)s.n;

    if (d == 0 || !isfinite(s.x[0]) || !isfinite(s.x[s.n - 1]))
        return e;
    outer = depth_level(d, s.n);
    inner = depth_level(d + 1, s.n);
    part = (outer - level) / (outer - inner);
    lambda = (n - depth) * part / (depth + (n - 2 * depth) * part);
    e.lo = s.x[d - 1] + lambda * (s.x[d] - s.x[d - 1]);
    e.hi = s.x[s.n - d] - lambda * (s.x[s.n - d] - s.x[s.n - d - 1]);
    /* rounding only: the median stands between */
    e.lo = fmin(e.lo, e.value);
    e.hi = fmax(e.hi, e.value);
    e.method = ST_METHOD_HS;
    return e;
}

struct st_range st_interval_os(struct st_sorted s, double level)
{
    size_t d = is_level(level) ? depth_for(s.n, level) : 0;

    if (d == 0)
        return (struct st_range){ st_median(s), NAN, NAN, NAN };
    return (struct st_range){ st_median(s), s.x[d - 1], s.x[s.n - d],
                              depth_level(d, s.n) };
}

static double t_for(double level, double df)
{
    return gsl_cdf_tdist_Pinv(0.5 + level / 2, df);
}

struct st_estimate st_interval_t(const double *x, size_t n, double level)
{
    struct st_estimate e = alone(st_mean(x, n), n, level);
    double half;

    if (n < 2 || isnan(e.value) || !is_level(level))
        return e;
    half = t_for(level, (double)(n - 1)) * st_sd(x, n) / sqrt((double)n);
    e.lo = e.value - half;
    e.hi = e.value + half;
    e.method = ST_METHOD_T;
    return e;
}

struct st_estimate st_interval_tmean(const double *x, size_t n, double level)
{
    struct st_estimate e = st_interval_t(x, n, level);

    if (e.method == ST_METHOD_T)
        e.method = ST_METHOD_TMEAN;
    return e;
}

/* The sd of the logarithms, around the logarithm of the geometric mean g. */
static double log_sd(const double *x, size_t n, double g)
{
    long double sum = 0;

    for (size_t i = 0; i < n; i++) {
        long double d = log(x[i]) - log(g);

        sum += d * d;
    }
    return sqrt((double)(sum / (long double)(n - 1)));
}

struct st_estimate st_interval_logt(const double *x, size_t n, double level)
{
    struct st_estimate e = alone(st_geometric_mean(x, n), n, level);
    double half;

    if (n < 2 || isnan(e.value) || !is_level(level))
        return e;
    half = t_for(level, (double)(n - 1)) * log_sd(x, n, e.value) / sqrt((double)n);
    e.lo = e.value * exp(-half);
    e.hi = e.value * exp(half);
    e.method = ST_METHOD_LOGT;
    return e;
}

/* The sum of squares of the sample whose cut ends are replaced by their neighbours. */
static double winsorized_squares(struct st_sorted s, size_t cut)
{
    double low = s.x[cut], high = s.x[s.n - 1 - cut], mean = 0, squares = 0;

    for (size_t i = 0; i < s.n; i++) {
        double v = fmin(fmax(s.x[i], low), high), d = v - mean;

        mean += d / (double)(i + 1);
        squares += d * (v - mean);
    }
    return squares;
}

struct st_range st_interval_trimmed(struct st_sorted s, double share, double level)
{
    struct st_range r = { st_trimmed_mean(s, share), NAN, NAN, NAN };
    size_t cut, left;
    double half;

    if (isnan(r.value) || !is_level(level))
        return r;
    cut = (size_t)floor(share * (double)s.n);
    left = s.n - 2 * cut;
    if (left < 2)
        return r;
    half = t_for(level, (double)(left - 1)) *
           sqrt(winsorized_squares(s, cut) / ((double)left * (double)(left - 1)));
    return (struct st_range){ r.value, r.value - half, r.value + half, level };
}

struct st_estimate st_interval_widen(struct st_estimate e, double by)
{
    e.lo -= by;
    e.hi += by;
    return e;
}

struct st_estimate st_interval_stretch(struct st_estimate e, double factor)
{
    e.lo = e.value - factor * (e.value - e.lo);
    e.hi = e.value + factor * (e.hi - e.value);
    return e;
}

struct st_estimate st_interval_stretch_ratio(struct st_estimate e, double factor)
{
    e.lo = e.value * pow(e.lo / e.value, factor);
    e.hi = e.value * pow(e.hi / e.value, factor);
    return e;
}

double st_interval_again(double half, double sd)
{
    return sqrt(2 * (half * half + z_95 * sd * z_95 * sd));
}

struct st_estimate st_interval_invert(struct st_estimate e, double c)
{
    struct st_estimate inverse = e;

    inverse.value = c / e.value;
    inverse.lo = c / e.hi;
    inverse.hi = c / e.lo;
    if (e.method != ST_METHOD_NONE && !(e.lo > 0)) {
        inverse.lo = inverse.hi = NAN;
        inverse.method = ST_METHOD_NONE;
    }
    return inverse;
}
