/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rng.c - seeded streams of random numbers, one per purpose
 */
#include "stats/rng.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* struct st_rng is never defined: the pointer is GSL's generator. */
static gsl_rng *of(struct st_rng *rng)
{
    return (gsl_rng *)rng;
}

/* SplitMix64's output function on the state x + its increment. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

struct st_rng *st_rng_new(uint64_t seed, uint64_t purpose, uint64_t index)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    if (rng)
        gsl_rng_set(rng, (uint32_t)(mix(mix(mix(seed) ^ purpose) ^ index) >> 32));
    return (struct st_rng *)rng;
}

void st_rng_free(struct st_rng *rng)
{
    gsl_rng_free(of(rng));
}

uint64_t st_rng_below(struct st_rng *rng, uint64_t n)
{
    uint64_t limit, high, r;

    if (n < 2)
        return 0;
    /* the largest multiple of n that 64 bits hold, so that no remainder is favoured */
    limit = UINT64_MAX - UINT64_MAX % n;
    do {
        high = gsl_rng_get(of(rng));
        r = high << 32 | gsl_rng_get(of(rng));
    } while (r >= limit);
    return r % n;
}

double st_rng_uniform(struct st_rng *rng)
{
    return gsl_rng_uniform(of(rng));
}

double st_rng_gauss(struct st_rng *rng)
{
    return gsl_ran_gaussian_ziggurat(of(rng), 1);
}

double st_rng_exponential(struct st_rng *rng)
{
    return gsl_ran_exponential(of(rng), 1);
}

double st_rng_gamma(struct st_rng *rng, double shape)
{
    return gsl_ran_gamma(of(rng), shape, 1);
}

void st_rng_shuffle(struct st_rng *rng, size_t *index, size_t n)
{
    if (n > 1) /* GSL counts down from n - 1 */
        gsl_ran_shuffle(of(rng), index, n, sizeof *index);
}
