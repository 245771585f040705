/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * samples.h - the two reference samples, and seeded random ones for properties;
 * a test includes it before support.h
 */
#ifndef TESTS_STATS_SAMPLES_H
#define TESTS_STATS_SAMPLES_H

#include "stats/rng.h"

#include <math.h>
#include <stdbool.h>

/* V and U of statistics.md section 4 */
static const double sample_v[10] = { 101.2, 99.7, 100.4, 98.9,  103.8,
                                     100.0, 99.2, 100.9, 101.7, 99.5 };
static const double sample_u[10] = { 103.1, 102.2, 104.0, 101.1, 102.9,
                                     103.3, 101.9, 105.2, 102.5, 103.7 };

enum { SAMPLE_SEED = 20040107, SAMPLE_CASES = 200, SAMPLE_MAX = 48 };

/* One case of a property: a failure names what repeats it. */
#define holds(index, condition)                                              \
    do {                                                                     \
        if (!(condition))                                                    \
            fail_msg("seed %d, case %u: %s", SAMPLE_SEED, (unsigned)(index), \
                     #condition);                                            \
    } while (0)

static inline bool sample_near(double a, double b, double rel)
{
    return (isnan(a) && isnan(b)) || !(a < b || a > b) ||
           fabs(a - b) <= rel * fmax(fabs(a), fabs(b));
}

/*
 * Positive values of a shape that the case number chooses: Gaussian about 100,
 * lognormal, whole numbers with many ties, outliers of ten times the value.
 */
static inline void sample_draw(struct st_rng *rng, unsigned index, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double g = st_rng_gauss(rng);

        switch (index % 4) {
        case 0:
            x[i] = 100 + g;
            break;
        case 1:
            x[i] = exp(1.5 * g);
            break;
        case 2:
            x[i] = (double)(1 + st_rng_below(rng, 6));
            break;
        default:
            x[i] = (100 + g) * (st_rng_below(rng, 10) == 0 ? 10 : 1);
        }
    }
}

#endif
