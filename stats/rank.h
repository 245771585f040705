/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rank.h - tests and shifts that look at the order of values only
 *
 * All return 0 or -ENOMEM, or -EDOM for a value that is NaN (Hodges-Lehmann: not
 * finite), and write only on success. A sample without values shows nothing: p is 1.
 */
#ifndef STATS_RANK_H
#define STATS_RANK_H

#include "stats/interval.h"
#include "stats/sorted.h"

#include <stdbool.h>

/* What a test found. */
struct st_test {
    double statistic; /* as the test's own comment says */
    double z;         /* standardised, not corrected for continuity */
    double p;         /* two-sided where nothing else is said */
    bool exact;       /* p is counted, not approximated */
};

/*
 * Ranks from 1, tied values at the mean of theirs.
 *
 * Shape: rank has n places; *ties (may be NULL) becomes the sum of t^3 - t over the
 *        groups of t tied values
 */
int st_ranks(double *rank, const double *x, size_t n, double *ties);

/*
 * Whether a tends to lie above b. statistic = the pairs in which it does, ties half.
 * Counted for up to 60 values a side without ties, else the normal approximation with
 * corrections for ties and continuity.
 *
 * Source: Mann & Whitney 1947, Ann. Math. Stat. 18, 50; counts as coefficients of the
 *         Gaussian binomial
 */
int st_mann_whitney(struct st_test *test, struct st_sample a, struct st_sample b);

/* The smallest p that na against nb values can give: 2 / C(na + nb, na), at most 1. */
double st_mann_whitney_least(size_t na, size_t nb);

/*
 * Whether x lies symmetrically about 0. statistic = the rank sum of the positive
 * values. Zeros are left out; ties keep their mean ranks, and the count is then the
 * one given those ranks. Counted for up to 100 values.
 *
 * Source: Wilcoxon 1945, Biometrics 1, 80
 */
int st_signed_rank(struct st_test *test, const double *x, size_t n);

/*
 * Whether k samples lie alike. statistic = H corrected for ties, k - 1 degrees of
 * freedom among the samples that have values; z is NaN.
 *
 * Source: Kruskal & Wallis 1952, JASA 47, 583
 */
int st_kruskal_wallis(struct st_test *test, const struct st_sample *samples, size_t k);

/* The same of ordered samples and all of their values in order, without sorting. */
int st_kruskal_wallis_sorted(struct st_test *test, const struct st_sorted *samples,
                             size_t k, struct st_sorted all);

/*
 * The median of all means of two values (each with itself too), between the ordered
 * ones that the signed rank test at 1 - level just keeps. Ties are taken as chance.
 *
 * Units:   those of the sample
 * Returns: level as attained (at least as asked, up to 100 values); bounds NaN where
 *          the sample is too small
 * Source:  Hodges & Lehmann 1963, Ann. Math. Stat. 34, 598; interval: Tukey 1949
 */
int st_hodges_lehmann(struct st_range *out, const double *x, size_t n, double level);

/*
 * How far a lies above b: the median of all differences, between the ordered ones that
 * st_mann_whitney() at 1 - level just keeps.
 *
 * Units:   those of the samples
 * Returns: level as attained; bounds NaN where the samples are too small, value too
 *          where one has no values
 * Source:  Hodges & Lehmann 1963; interval: Moses 1953
 */
int st_hodges_lehmann_shift(struct st_range *out, struct st_sample a,
                            struct st_sample b, double level);

#endif
