/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * location.h - where a sample lies: means
 *
 * The median is a quantile (quantile.h), the Hodges-Lehmann estimate stands with its
 * interval in rank.h.
 */
#ifndef STATS_LOCATION_H
#define STATS_LOCATION_H

#include "stats/sorted.h"

/*
 * Units:   those of the sample
 * Returns: the arithmetic mean; NaN where n = 0 or a value is not finite
 */
double st_mean(const double *x, size_t n);

/*
 * The n-th root of the product.
 *
 * Units:   those of the sample
 * Needs:   all values positive and finite, n >= 1
 * Returns: the mean, within the sample's range; NaN outside the domain
 */
double st_geometric_mean(const double *x, size_t n);

/*
 * The mean without the floor(share n) lowest and as many highest values.
 *
 * Units:   those of the sample
 * Needs:   0 <= share < 1/2, s.n >= 1
 * Returns: the mean; NaN outside the domain
 */
double st_trimmed_mean(struct st_sorted s, double share);

#endif
