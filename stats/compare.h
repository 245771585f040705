/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.h - two samples: difference and ratio with intervals
 *
 * One value per invocation. All return 0 or -ENOMEM, or -EDOM for a value that is not
 * finite (ratios: not positive either), and write only on success.
 */
#ifndef STATS_COMPARE_H
#define STATS_COMPARE_H

#include "stats/rank.h"

#include <stdbool.h>

/* Fewer values than this on a side are compared by Welch, and say so. */
enum { ST_COMPARE_FEW = 6 };

/* What became of a value: a over b, or a less b. */
struct st_change {
    double value;
    double lo, hi;     /* at the level asked for; NaN where there are too few values */
    double lo90, hi90; /* at 0.90: what a claim that nothing changed rests on */
    double p;          /* two-sided, not corrected for other comparisons */
    bool few;          /* by Welch: proves nothing on its own */
};

/*
 * a over b by the Hodges-Lehmann shift of the logarithms and the Mann-Whitney test;
 * with few values the ratio of geometric means by Welch.
 *
 * Source: statistics.md 3.8.2 and 3.8.3
 */
int st_ratio(struct st_change *out, struct st_sample a, struct st_sample b,
             double level);

/*
 * The same of pairs, a[i] and b[i] side by side: signed rank of ln (a[i] / b[i]). With
 * few pairs as st_ratio().
 *
 * Source: statistics.md 3.8.1
 */
int st_ratio_paired(struct st_change *out, const double *a, const double *b, size_t n,
                    double level);

/* The same in the unit of the values, where some are not positive: a less b. */
int st_difference(struct st_change *out, struct st_sample a, struct st_sample b,
                  double level);
int st_difference_paired(struct st_change *out, const double *a, const double *b,
                         size_t n, double level);

/*
 * The difference of two means whose variances may differ.
 *
 * Returns: bounds NaN and *p 1 where a side has fewer than 2 values; without any
 *          scatter *p is 0 or 1
 * Source:  Welch 1947, Biometrika 34, 28
 */
int st_welch(struct st_range *out, double *p, struct st_sample a, struct st_sample b,
             double level);

/*
 * How likely a ratio of variances at least this large is, if they are alike.
 *
 * Needs:   variances not negative, degrees of freedom positive, else NaN
 * Returns: one-sided p
 * Source:  Snedecor 1934, F distribution
 */
double st_variance_ratio_p(double above, double df_above, double below,
                           double df_below);

#endif
