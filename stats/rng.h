/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rng.h - seeded streams of random numbers, one per purpose
 *
 * The same (seed, purpose, index) gives the same stream on every machine, so that a
 * run can be resumed and a simulation repeated cell by cell. Purposes are numbers of
 * the caller's own; index counts within one (a block, an invocation, a table).
 */
#ifndef STATS_RNG_H
#define STATS_RNG_H

#include <stddef.h>
#include <stdint.h>

struct st_rng;

/*
 * A stream of its own: MT19937 as GSL has it, its seed mixed by three rounds of
 * SplitMix64 from the three numbers. 32 bits of the mixture reach the generator.
 *
 * Returns: NULL only for want of memory
 * Owner:   the caller
 * Source:  Matsumoto & Nishimura 1998; Steele, Lea & Flood 2014 (SplitMix64)
 */
struct st_rng *st_rng_new(uint64_t seed, uint64_t purpose, uint64_t index);
void st_rng_free(struct st_rng *rng);

/* A whole number from 0 to n - 1, all alike likely. Needs: n >= 1, else 0. */
uint64_t st_rng_below(struct st_rng *rng, uint64_t n);

/* From [0, 1). */
double st_rng_uniform(struct st_rng *rng);

/* Mean 0, standard deviation 1. */
double st_rng_gauss(struct st_rng *rng);

/* Mean 1. */
double st_rng_exponential(struct st_rng *rng);

/* Scale 1, so mean = shape. Needs: shape > 0. */
double st_rng_gamma(struct st_rng *rng, double shape);

/* Puts n numbers into random order, all orders alike likely. */
void st_rng_shuffle(struct st_rng *rng, size_t *index, size_t n);

#endif
