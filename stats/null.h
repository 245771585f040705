/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * null.h - how rank sums fall when nothing differs, counted (of this room only)
 */
#ifndef STATS_NULL_H
#define STATS_NULL_H

#include <stddef.h>

enum {
    ST_NULL_MANN_WHITNEY = 60, /* most values a side that are counted */
    ST_NULL_SIGNED_RANK = 100  /* most values */
};

/*
 * Shape:   P(U <= u) for u = 0, 1, … na nb / 2; the other half mirrors it
 * Returns: NULL only for want of memory
 * Owner:   the caller, free()
 */
double *st_null_mann_whitney(size_t na, size_t nb);

/*
 * Of twice the sum of those ranks whose value is positive, each with chance 1/2. Mean
 * ranks of ties are halves, so that twice a rank is whole.
 *
 * Shape:   P(2 V <= s) for s = 0, 1, … (sum of ranks)
 */
double *st_null_signed_rank(const double *rank, size_t n);

/*
 * How many of the values 0, step, 2 step, … <= half step may lie in each tail so that
 * both hold at most 1 - level. *attained becomes the level that leaves, if any do.
 */
size_t st_null_cut(double *attained, const double *below, size_t half, size_t step,
                   double level);

#endif
