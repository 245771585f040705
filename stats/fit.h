/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fit.h - lines: a fixed overhead and a cost per unit
 */
#ifndef STATS_FIT_H
#define STATS_FIT_H

#include "stats/interval.h"

#include <stddef.h>

struct st_line {
    struct st_range intercept; /* in the unit of y */
    struct st_range slope;     /* y per x */
    double sd;                 /* of the residuals, n - 2; NaN for two points */
    double r2;                 /* share of y's variance that the line explains */
};

/*
 * The line through n points by least squares; bounds by t with n - 2 degrees of
 * freedom.
 *
 * Needs:   n >= 2, finite values, not all x alike; n >= 3 for bounds
 * Returns: 0, or -EDOM outside the domain; *line is written only on success
 * Source:  Gauss 1809; as gsl_fit_linear() computes it
 */
int st_line(struct st_line *line, const double *x, const double *y, size_t n,
            double level);

#endif
