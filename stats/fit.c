/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fit.c - lines: a fixed overhead and a cost per unit
 */
#include "stats/fit.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

static struct st_range around(double value, double half, double level)
{
    return (struct st_range){ value, value - half, value + half,
                              isnan(half) ? NAN : level };
}

int st_line(struct st_line *line, const double *x, const double *y, size_t n,
            double level)
{
    double at0, slope, v00, v01, v11, squares, total, t = NAN;
    int differ = 0;

    for (size_t i = 0; i < n; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return -EDOM;
        differ |= x[i] < x[0] || x[i] > x[0];
    }
    if (!differ)
        return -EDOM;
    gsl_fit_linear(x, 1, y, 1, n, &at0, &slope, &v00, &v01, &v11, &squares);
    if (n > 2 && level > 0 && level < 1)
        t = gsl_cdf_tdist_Pinv(0.5 + level / 2, (double)(n - 2));
    total = gsl_stats_tss(y, 1, n);
    *line = (struct st_line){
        .intercept = around(at0, t * sqrt(v00), level),
        .slope = around(slope, t * sqrt(v11), level),
        .sd = n > 2 ? sqrt(squares / (double)(n - 2)) : NAN,
        .r2 = total > 0 ? fmax(0, 1 - squares / total) : 1,
    };
    return 0;
}
