/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * yardstick.h - a fixed piece of work that tells whether the clock rate moved
 */
#ifndef HARNESS_YARDSTICK_H
#define HARNESS_YARDSTICK_H

#include "harness/harness.h"

struct harness_yardstick {
    uint64_t add_ns, l1_ns; /* of the same work always; the shortest of three tries */
};

/* Takes about 0.3 ms. It never corrects a value (statistics.md 3.2.9). */
void harness_yardstick(const struct bench_clock *clock, struct harness_yardstick *out);

#endif
