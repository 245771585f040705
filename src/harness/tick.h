/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tick.h - how finely a clock tells the time, and what a look at it costs
 */
#ifndef HARNESS_TICK_H
#define HARNESS_TICK_H

#include "harness/harness.h"

/*
 * Resolution: the smallest difference other than 0 of 10,000 readings, or of as many
 * more as a coarse clock needs to move once. Cost: the median difference of two
 * readings, which is what a pair of them adds to an observation.
 *
 * Units:   ns
 * Errors:  -EIO where the clock does not move at all
 * Source:  statistics.md 3.2.1 (q0 and c0)
 */
int tick_measure(const struct bench_clock *clock, double *tick_ns, double *cost_ns);

#endif
