/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * means.c - one figure from several estimates, with its interval
 */
#include "stats/means.h"

#include <math.h>

/* On which scale the parts add up. */
struct scale {
    double (*to)(double);
    double (*from)(double);
    int turns; /* order is reversed: bounds change places */
};

static double same(double x)
{
    return x;
}

static double inverse(double x)
{
    return x > 0 ? 1 / x : NAN;
}

static double logarithm(double x)
{
    return x > 0 ? log(x) : NAN;
}

static const struct scale plain = { same, same, 0 };
static const struct scale logs = { logarithm, exp, 0 };
static const struct scale inverses = { inverse, inverse, 1 };

/*
 * The sum of weight / total times part on the scale; weight NULL: 1 each. A part that
 * is subtracted has its bounds exchanged: what makes it small makes the whole large.
 */
static struct st_estimate combine(const struct st_estimate *e, const double *weight,
                                  double total, size_t n, const struct scale *scale)
{
    struct st_estimate whole = { .value = NAN, .lo = NAN, .hi = NAN };
    double sum = 0, below = 0, above = 0, low, high;
    int bounded = n > 0;

    for (size_t i = 0; i < n; i++) {
        double w = (weight ? weight[i] : 1) / total, v = scale->to(e[i].value);
        double down = w * (v - scale->to(e[i].lo)), up = w * (scale->to(e[i].hi) - v);
        int exchanged = (w < 0) != scale->turns;

        sum += w * v;
        below += exchanged ? up * up : down * down;
        above += exchanged ? down * down : up * up;
        bounded &= e[i].method != ST_METHOD_NONE;
        if (i == 0 || e[i].n < whole.n)
            whole = e[i];
    }
    if (n == 0)
        return whole;
    low = scale->from(sum - sqrt(below));
    high = scale->from(sum + sqrt(above));
    bounded &= !isnan(low) && !isnan(high);
    whole.value = scale->from(sum);
    whole.lo = !bounded ? NAN : scale->turns ? high : low;
    whole.hi = !bounded ? NAN : scale->turns ? low : high;
    if (!bounded)
        whole.method = ST_METHOD_NONE;
    return whole;
}

struct st_estimate st_mean_of(const struct st_estimate *e, size_t n)
{
    return combine(e, NULL, (double)n, n, &plain);
}

struct st_estimate st_geometric_mean_of(const struct st_estimate *e, size_t n)
{
    return combine(e, NULL, (double)n, n, &logs);
}

struct st_estimate st_harmonic_mean_of(const struct st_estimate *e, size_t n)
{
    return combine(e, NULL, (double)n, n, &inverses);
}

struct st_estimate st_weighted_mean_of(const struct st_estimate *e,
                                       const double *weight, size_t n)
{
    double total = 0;

    for (size_t i = 0; i < n; i++)
        total += weight[i] >= 0 ? weight[i] : NAN;
    return combine(e, weight, total > 0 ? total : NAN, n, &plain);
}

struct st_estimate st_ratio_of(struct st_estimate above, struct st_estimate below)
{
    const struct st_estimate parts[] = { above, below };

    return combine(parts, (const double[]){ 1, -1 }, 1, 2, &logs);
}

struct st_estimate st_difference_of(struct st_estimate a, struct st_estimate b)
{
    const struct st_estimate parts[] = { a, b };

    return combine(parts, (const double[]){ 1, -1 }, 1, 2, &plain);
}
