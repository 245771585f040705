/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * power.h - what a comparison could have seen, and how much more would see it
 *
 * By the normal law, from the interval that the comparison gave: its half-width over
 * the level's quantile is the standard error. A change counts as seen where four
 * comparisons in five would find it.
 */
#ifndef STATS_POWER_H
#define STATS_POWER_H

#include <stddef.h>

/*
 * Units:   those of the interval
 * Needs:   half >= 0, 0 < level < 1, 0 < p < 1, else NaN
 * Returns: the smallest change that a two-sided test at p sees
 * Source:  Cohen 1988, Statistical Power Analysis, with a power of 0.8
 */
double st_smallest_change(double half, double level, double p);

/*
 * How many times as many values make a test at p see a change: 1 where the present
 * ones do. Infinite where the change is 0 or less.
 */
double st_times_values(double half, double level, double p, double change);

/*
 * How likely it is that of above + below signs, either alike likely, so few are of one
 * kind. Two-sided; 1 without any.
 *
 * Source: Arbuthnott 1710; Dixon & Mood 1946, JASA 41, 557
 */
double st_sign_p(size_t above, size_t below);

#endif
