/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shape.h - modes, tails, ties
 */
#ifndef STATS_SHAPE_H
#define STATS_SHAPE_H

#include "stats/sorted.h"

/*
 * How far the sample is from having one mode: the least distance between its
 * distribution function and one that is convex before its mode and concave after.
 *
 * Returns: from 1 / (2 n) to 1/4, by the definition never less than the former; 0
 *          without values
 * Errors:  -ENOMEM, -EDOM a value is infinite; *dip is written only on success
 * Source:  Hartigan & Hartigan 1985, Ann. Stat. 13, 70, section 4
 */
int st_dip(double *dip, struct st_sorted s);

/*
 * The dip where it is above the limit, else something that is not: most samples are
 * far below, and a part of their values shows that.
 *
 * Source: the dip moves by no more than the distribution function does
 */
int st_dip_above(double *dip, struct st_sorted s, double limit);

/*
 * The largest gap between neighbours, the outer ceil(n / 10) gaps at each end left
 * out, in units of the median gap: large where processes fall into two groups.
 *
 * Returns: infinite where the median gap is 0 and the largest is not; 0 where both are
 *          or no gap is left
 * Errors:  -ENOMEM; -EDOM a value is infinite
 * Source:  statistics.md 3.7, modes
 */
int st_gap_ratio(double *ratio, struct st_sorted s);

/* How many different values there are. */
size_t st_distinct(struct st_sorted s);

/* How many values are further from the centre than the limit, and how far at most. */
struct st_tail {
    size_t count;
    double share;   /* of all; 0 without values */
    double largest; /* |x - centre| at most; 0 without values */
};

struct st_tail st_tail(struct st_sorted s, double centre, double limit);

#endif
