/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spread.h - how observations scatter; never an uncertainty
 */
#ifndef STATS_SPREAD_H
#define STATS_SPREAD_H

#include "stats/estimate.h"
#include "stats/sorted.h"

/*
 * The standard deviation with n - 1.
 *
 * Units:   those of the sample
 * Returns: NaN where n < 2 or a value is not finite
 */
double st_sd(const double *x, size_t n);

/*
 * How large the variance may be of which n Gaussian values have shown this much: its
 * upper limit, one-sided.
 *
 * Units:   those of the variance
 * Needs:   variance >= 0, n >= 2, 0 < level < 1, else NaN
 * Returns: variance (n - 1) / the (1 - level)-quantile of chi-square
 * Source:  Fisher 1925, Statistical Methods for Research Workers, section 20
 */
double st_variance_most(double variance, size_t n, double level);

/*
 * The median absolute deviation from the median, times 1.4826: the standard deviation
 * of a Gaussian sample. x is left as it is.
 *
 * Units:   those of the sample
 * Returns: NaN where n = 0, a value is not finite, or memory is short; who must tell
 *          these apart has a sorted copy already and calls st_mad_sorted()
 * Source:  Hampel 1974, JASA 69, 383
 */
double st_mad(const double *x, size_t n);

/* The same, without any memory. NaN where s.n = 0 or a value is infinite. */
double st_mad_sorted(struct st_sorted s);

/*
 * Everything of struct st_spread. For n = 0 all are NaN; sd is NaN below n = 2.
 *
 * Returns: 0; *spread is written only then
 * Errors:  -EDOM a value is NaN; -ENOMEM
 */
int st_spread_fill(struct st_spread *spread, const double *x, size_t n);

/* Where the variance of samples within invocations comes from. In units squared. */
struct st_components {
    double within;        /* mean variance within an invocation */
    double within_robust; /* square of the scaled MAD of all residuals to the medians */
    double between;       /* variance of invocations beyond that; at least 0 */
    double icc;           /* between / (between + within); 0 where both are 0 */
};

/*
 * Invocations without values are left out.
 *
 * Returns: 0; NaN for within where no invocation has two values, for between and icc
 *          then and where there are fewer than two invocations
 * Errors:  -EDOM a value is not finite; -ENOMEM
 * Source:  Kalibera & Jones 2013 (ISMM), with S_1^2 / m subtracted (statistics.md 1b)
 */
int st_components(struct st_components *out, const struct st_sample *invocations,
                  size_t k);

#endif
