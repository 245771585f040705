/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * multiple.h - many comparisons at once
 *
 * Both adjust n values of p, so that an adjusted p <= q is a finding at q. A p that is
 * NaN is a comparison that was not made: it stays NaN and does not count.
 *
 * Shape:   adjusted has n places and may be p itself
 * Returns: 0 or -ENOMEM
 */
#ifndef STATS_MULTIPLE_H
#define STATS_MULTIPLE_H

#include <stddef.h>

/* No false finding at all, but for a chance of q. Source: Holm 1979, Scand. J. Stat. 6
 */
int st_holm(double *adjusted, const double *p, size_t n);

/*
 * Of the findings a share of q may be false. Source: Benjamini & Hochberg 1995, JRSS B
 * 57, 289; adjusted as in Yekutieli & Benjamini 1999, definition 2.4
 */
int st_benjamini_hochberg(double *adjusted, const double *p, size_t n);

#endif
