/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * estimate.h - what we believe, and how observations scatter: two types
 *
 * The only header of stats that the rest of the house may see besides judge,
 * so it includes nothing but the C library.
 */
#ifndef STATS_ESTIMATE_H
#define STATS_ESTIMATE_H

#include <stddef.h>

/* How an interval was made. `none` has a value but no interval. */
enum st_method {
    ST_METHOD_NONE,
    ST_METHOD_HS,    /* order statistics, Hettmansperger-Sheather interpolation */
    ST_METHOD_LOGT,  /* t on the logarithms */
    ST_METHOD_T,     /* t on the values: differences of few invocations */
    ST_METHOD_TMEAN, /* t on the invocation means */
    ST_METHOD_COUNT
};

/* An estimate with its uncertainty. */
struct st_estimate {
    double value;
    double lo, hi;  /* NaN where method is none */
    double level;   /* what the interval promises, e.g. 0.95 */
    double nominal; /* what was computed to keep that promise, e.g. 0.97 at looks */
    enum st_method method;
    size_t n; /* independent values behind it: invocations */
};

/* How observations scatter. Never printed as an uncertainty. */
struct st_spread {
    double min, q05, q25, q50, q75, q90, q95, q99, max;
    double mean, sd;
    double mad; /* scaled by 1.4826, as gsl_stats_mad() returns it */
    size_t n;
};

#endif
