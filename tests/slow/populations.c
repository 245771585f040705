/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * populations.c - the distributions that simulated observations come from
 */
#include "slow.h"

#include <math.h>

static double gauss(struct st_rng *rng, double a, double b)
{
    (void)a;
    (void)b;
    return 100 + st_rng_gauss(rng);
}

/* 98 + a LN(0, b) */
static double lognormal(struct st_rng *rng, double a, double b)
{
    return 98 + a * exp(b * st_rng_gauss(rng));
}

/* a + gamma(b) */
static double skewed(struct st_rng *rng, double a, double b)
{
    return a + st_rng_gamma(rng, b);
}

/* A share a is multiplied by b; by 2 + Exp(8), on the mean 10, where b is 0. */
static double outliers(struct st_rng *rng, double a, double b)
{
    double x = gauss(rng, 0, 0);

    if (st_rng_uniform(rng) >= a)
        return x;
    return x * (b > 0 ? b : 2 + 8 * st_rng_exponential(rng));
}

/* A share a lies about b. */
static double modes(struct st_rng *rng, double a, double b)
{
    return (st_rng_uniform(rng) < a ? b : 100) + st_rng_gauss(rng);
}

/* A share a is later by Exp(b). */
static double late(struct st_rng *rng, double a, double b)
{
    double x = gauss(rng, 0, 0);

    return st_rng_uniform(rng) < a ? x + b * st_rng_exponential(rng) : x;
}

/* Medians by mpmath 1.3.0, from the distribution functions. */
const struct slow_population slow_populations[SLOW_POPULATIONS] = {
    { "gauss", gauss, 0, 0, 100 },
    { "lognormal s=0.5", lognormal, 2, 0.5, 100 },
    { "lognormal s=1.0", lognormal, 1, 1, 99 },
    { "gamma k=2", skewed, 98, 2, 99.678346990016661 },
    { "gamma k=0.5", skewed, 99, 0.5, 99.227468211559786 },
    { "1% x2", outliers, 0.01, 2, 100.01266007694031 },
    { "5% x2", outliers, 0.05, 2, 100.06601181237584 },
    { "10% x2", outliers, 0.10, 2, 100.13971029888186 },
    { "1% x(2+Exp 8)", outliers, 0.01, 0, 100.01266007694031 },
    { "5% x(2+Exp 8)", outliers, 0.05, 0, 100.06601181237584 },
    { "10% x(2+Exp 8)", outliers, 0.10, 0, 100.13971029888186 },
    { "1% x100", outliers, 0.01, 100, 100.01266007694031 },
    { "5% x100", outliers, 0.05, 100, 100.06601181237584 },
    { "10% x100", outliers, 0.10, 100, 100.13971029888186 },
    { "modes 70/30 +30%", modes, 0.30, 130, 100.56594882193286 },
    { "modes 55/45 +30%", modes, 0.45, 130, 101.33517773611894 },
    { "5% fast mode -20%", modes, 0.05, 80, 99.933988187624159 },
    { "10% +Exp(5 sd)", late, 0.10, 5, 100.11690193843515 },
};
