/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * quantile.h - quantiles by named definition
 */
#ifndef STATS_QUANTILE_H
#define STATS_QUANTILE_H

#include "stats/sorted.h"

/*
 * The p-quantile by linear interpolation of the order statistics: at the place
 * 1 + (n - 1) p among them.
 *
 * Units:   those of the sample
 * Needs:   0 <= p <= 1, s.n >= 1
 * Returns: the quantile, never outside the two order statistics it lies between;
 *          NaN outside the domain
 * Source:  Hyndman & Fan 1996, definition 7, as GSL computes it
 */
double st_quantile(struct st_sorted s, double p);

/* The quantile at 1/2: the middle value, or the mean of the middle two. */
double st_median(struct st_sorted s);

/*
 * The p-quantile as a weighted mean of all order statistics, the weights being what
 * the beta distribution ((n + 1) p, (n + 1)(1 - p)) gives to ((i - 1)/n, i/n].
 * Shown as an extra; smoother than st_quantile() and less robust.
 *
 * Units:   those of the sample
 * Needs:   0 < p < 1, s.n >= 1
 * Returns: the quantile; NaN outside the domain
 * Source:  Harrell & Davis 1982, Biometrika 69, equation (2)
 */
double st_quantile_hd(struct st_sorted s, double p);

#endif
