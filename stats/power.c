/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * power.c - what a comparison could have seen, and how much more would see it
 */
#include "stats/power.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

static const double power = 0.8;

/* In standard errors. */
static double reach(double p)
{
    return gsl_cdf_ugaussian_Qinv(p / 2) + gsl_cdf_ugaussian_Pinv(power);
}

double st_smallest_change(double half, double level, double p)
{
    if (!(half >= 0 && level > 0 && level < 1 && p > 0 && p < 1))
        return NAN;
    return reach(p) * half / gsl_cdf_ugaussian_Pinv(0.5 + level / 2);
}

double st_times_values(double half, double level, double p, double change)
{
    double times = st_smallest_change(half, level, p) / change;

    return change > 0 ? times * times : INFINITY;
}

double st_sign_p(size_t above, size_t below)
{
    size_t fewer = above < below ? above : below;

    if (above == below)
        return 1;
    return fmin(
        1, 2 * gsl_cdf_binomial_P((unsigned)fewer, 0.5, (unsigned)(above + below)));
}
