/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval.h - intervals for the location of independent values
 *
 * Every function takes the level as 0.95, not as 5 %, and writes it as both level and
 * nominal; a caller who promises another level than it computes (statistics.md 3.6)
 * sets level afterwards. Where no interval exists, lo and hi are NaN, method is none,
 * and the value stands alone.
 */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include "stats/estimate.h"
#include "stats/sorted.h"

/*
 * The median between interpolated order statistics.
 *
 * Units:   those of the sample
 * Needs:   finite values; s.n >= 6 at 0.95, >= 7 at 0.97 for an interval
 * Returns: value = median, method hs
 * Source:  Hettmansperger & Sheather 1986, Stat. Prob. Letters 4, 75, equation for
 *          lambda; coverage 94.2 to 95.2 % from n = 10 (statistics.md 2.1)
 */
struct st_estimate st_interval_hs(struct st_sorted s, double level);

/*
 * The geometric mean by t on the logarithms: for few values.
 *
 * Units:   those of the sample
 * Needs:   all values positive and finite, n >= 2 for an interval
 * Returns: value = geometric mean, method logt; value NaN outside the domain
 * Source:  Student 1908 on ln x; exact for lognormal values
 */
struct st_estimate st_interval_logt(const double *x, size_t n, double level);

/*
 * The mean by t with n - 1 degrees of freedom: for few differences.
 *
 * Units:   those of the sample
 * Needs:   finite values, n >= 2 for an interval
 * Returns: value = mean, method t; value NaN outside the domain
 * Source:  Student 1908, Biometrika 6, 1
 */
struct st_estimate st_interval_t(const double *x, size_t n, double level);

/* The same of invocation means, where a mean is wanted: method tmean. */
struct st_estimate st_interval_tmean(const double *x, size_t n, double level);

/* A value between two bounds, and how often such bounds really hold it. */
struct st_range {
    double value, lo, hi;
    double level; /* attained; NaN where there are no bounds */
};

/*
 * The median between two order statistics of the sample, not interpolated: never
 * below the level, often far above it. For comparison with other tools.
 *
 * Units:   those of the sample
 * Returns: the closest pair with at least that level; lo, hi and level NaN where the
 *          sample is too small
 * Source:  Thompson 1936, Ann. Math. Stat. 7, 122
 */
struct st_range st_interval_os(struct st_sorted s, double level);

/*
 * The trimmed mean by t on the Winsorized deviations, h - 1 degrees of freedom, h the
 * values left. Shown as an extra.
 *
 * Units:   those of the sample
 * Needs:   0 <= share < 1/2, at least 2 values left for bounds
 * Source:  Yuen 1974, Biometrika 61, 165; one sample: Tukey & McLaughlin 1963
 */
struct st_range st_interval_trimmed(struct st_sorted s, double share, double level);

/* Moves both bounds outwards by `by`, half a clock tick say, in the value's unit. */
struct st_estimate st_interval_widen(struct st_estimate e, double by);

/* Multiplies the distance of each bound from the value. Needs: factor >= 0. */
struct st_estimate st_interval_stretch(struct st_estimate e, double factor);

/* The same of the bounds' ratios to the value. Needs: value and bounds positive. */
struct st_estimate st_interval_stretch_ratio(struct st_estimate e, double factor);

/*
 * Where the value of another session is expected: both sessions err by h, and their
 * true values differ by what sessions do.
 *
 * Units:   half and sd alike: of the logarithm, say
 * Needs:   half the width of a 95 % interval, sd between sessions
 * Returns: sqrt(2 (half^2 + (1.96 sd)^2))
 * Source:  statistics.md 3.12, 3
 */
double st_interval_again(double half, double sd);

/*
 * What c / value is when e is the estimate of the value: a rate from a time.
 *
 * Needs:   c > 0, e.lo > 0 for an interval
 * Returns: [c / hi, c / lo], level, method and n as they were
 */
struct st_estimate st_interval_invert(struct st_estimate e, double c);

#endif
