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

#endif
