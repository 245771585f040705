/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * means.h - one figure from several estimates, with its interval
 *
 * For the table cells that no single measurement is. The estimates are taken as
 * independent; the interval of the whole is recovered from those of the parts, each
 * side on its own, so that skewed intervals stay skewed.
 *
 * Returns: level, nominal and method of the part with the fewest values, and n its
 *          number; lo and hi NaN and method none where a part has no interval, value
 *          NaN where one has no value (geometric, harmonic, ratio: no positive one)
 * Source:  Zou & Donner 2008, Stat. Med. 27, 1693, equation (6) (MOVER); geometric and
 *          ratio on the logarithms, harmonic on the inverses
 */
#ifndef STATS_MEANS_H
#define STATS_MEANS_H

#include "stats/estimate.h"

struct st_estimate st_mean_of(const struct st_estimate *e, size_t n);
struct st_estimate st_geometric_mean_of(const struct st_estimate *e, size_t n);
struct st_estimate st_harmonic_mean_of(const struct st_estimate *e, size_t n);

/* Needs: weights not negative, their sum positive; they need not sum to 1. */
struct st_estimate st_weighted_mean_of(const struct st_estimate *e,
                                       const double *weight, size_t n);

struct st_estimate st_ratio_of(struct st_estimate above, struct st_estimate below);
struct st_estimate st_difference_of(struct st_estimate a, struct st_estimate b);

#endif
