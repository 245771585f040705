/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * series.h - what the order in time shows: trend, autocorrelation, warm-up
 *
 * All work on ranks, so that outliers and the shape of the noise do not matter. Those
 * that return int give 0 or -ENOMEM, or -EDOM for a NaN, and write only on success. A
 * series too short or without any difference shows nothing: z is 0.
 */
#ifndef STATS_SERIES_H
#define STATS_SERIES_H

#include "stats/rank.h"

/*
 * Whether values rise (z > 0) or fall over time. statistic = later less earlier pairs;
 * p two-sided, by the normal law with corrections for ties and continuity.
 *
 * Source: Mann 1945, Econometrica 13, 245; ties: Kendall 1975
 */
int st_mann_kendall(struct st_test *test, const double *x, size_t n);

/*
 * Whether neighbours are alike: rank von Neumann ratio. statistic = the ratio, 2
 * without correlation; z > 0 for alike, p one-sided for that.
 *
 * Source: Bartels 1982, JASA 77, 40; variance 4 (n-2)(5n^2-2n-9) / (5n(n+1)(n-1)^2)
 */
int st_bartels(struct st_test *test, const double *x, size_t n);

/* The correlation of each rank with the next, over the variance of all; 0 below 2. */
int st_rank_lag1(double *r, const double *x, size_t n);

/*
 * What the correlation is likely to be when n values gave r: short series show too
 * little. From 0 to 0.95.
 *
 * Source: statistics.md 3.12: r + (1 + 4 max(r, 0)) / n; Marriott & Pope 1954
 */
double st_lag1_corrected(double r, size_t n);

/* How much wider an interval is when neighbours correlate by r: needs 0 <= r < 1. */
double st_serial_factor(double r);

/*
 * One trend of several series, Stouffer's sum of their Mann-Kendall z, made smaller
 * where neighbours within them correlate.
 *
 * Source: Stouffer 1949; deflation: statistics.md 3.3.1: times sqrt((1-r)/(1+r)), r the
 *         mean lag-1 rank autocorrelation of the second halves plus 1 / h, used from
 *         2 / sqrt(P h) on
 */
int st_trend(double *z, const struct st_sample *series, size_t count);

/* One correlation of several series: Stouffer's sum of their Bartels z. */
int st_neighbours(double *z, const struct st_sample *series, size_t count);

/*
 * What all series go through at each place: the median over them of the value divided
 * by the median of its series' second half.
 *
 * Shape: profile has as many places as the shortest series, which is also returned
 * Needs: positive values, at least one series
 */
int st_profile(double *profile, const struct st_sample *series, size_t count,
               size_t *length);

/*
 * How many values to leave out at the start so that the mean of the rest has the least
 * standard error, at most half of them. Values beyond 5 scaled MADs from the median
 * count as that far.
 *
 * Source: White 1997, Simulation 69, 323, with a batch of 1 (MSER-1)
 */
int st_mser(size_t *drop, const double *x, size_t n);

enum st_warmth {
    ST_WARMTH_STEADY,  /* no trend */
    ST_WARMTH_FOUND,   /* gets faster first, and is steady after `discard` */
    ST_WARMTH_COOLING, /* gets faster all along: look at more */
    ST_WARMTH_SLOWING  /* gets slower: look at more */
};

struct st_warmup {
    enum st_warmth warmth;
    size_t discard; /* values at the start of a series */
    double z;       /* of the whole, first value left out */
    double z_after; /* of what is left after discard; equals z where nothing is found */
};

/*
 * How long several like series take to become steady.
 *
 * Returns: discard is 5 where steady or slowing, at least that and at most 0.6 of the
 *          length where found, and 0.6 of it where cooling
 * Source:  statistics.md 3.3.1 to 3.3.4
 */
int st_warmup(struct st_warmup *out, const struct st_sample *series, size_t count);

#endif
