/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observe.h - times loops and notes what disturbed them
 */
#ifndef HARNESS_OBSERVE_H
#define HARNESS_OBSERVE_H

#include "harness/ctx.h"
#include "harness/harness.h"
#include "os/self.h"

enum { OBSERVE_CPUS = 1024 };

/* CPUs that tasks were seen on. */
struct observe_seen {
    unsigned char cpu[OBSERVE_CPUS];
    bool peers; /* any but this process was looked for */
};

struct observe {
    struct bench_ctx *ctx;
    const struct bench_case *c;
    const struct bench_clock *clock;
    const struct os_self *self;
    struct observe_seen *seen;
    uint64_t began_ns; /* the worker's first reading of the clock */
    size_t point;
};

/*
 * One observation: `before`, the loop between two readings of the clock, `after`.
 *
 * Returns: 0 with *out complete; -EIO where the loop stopped early or what `before` or
 *          `after` returned, with the reason in the context
 */
int observe_once(struct observe *o, bench_loop *loop, uint64_t passes,
                 struct wire_record *out);

/* Passes for the point: as asked, or calibrated for the subject and its base. */
int observe_calibrate(struct observe *o, const struct calibration *c, uint64_t asked,
                      uint64_t *passes);

/* `n` observations of each part, subject and base in turn, each reported at once. */
int observe_all(struct observe *o, uint64_t passes, uint32_t n);

/* How many different CPUs were seen. */
unsigned observe_processors(const struct observe_seen *seen);

#endif
