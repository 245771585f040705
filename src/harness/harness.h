/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * harness.h - inside the worker: turns a description into observations
 *
 * The context of a benchmark as the worker (and a benchmark's test) drives it.
 */
#ifndef HARNESS_HARNESS_H
#define HARNESS_HARNESS_H

#include "base/diag.h"
#include "harness/bench.h"
#include "harness/job.h"

/* The clock as two fields, so that a test drives a fake one. */
struct bench_clock {
    uint64_t (*now_ns)(void *self);
    void *self;
};
extern const struct bench_clock bench_clock_raw; /* CLOCK_MONOTONIC_RAW */

/*
 * A context for one benchmark with parameters as "name=value" (copied); those not
 * named take the first of the description's values.
 *
 * Returns: NULL for want of memory
 */
struct bench_ctx *bench_ctx_new(const struct bench *bench, const char *const *args);
void bench_ctx_free(struct bench_ctx *ctx); /* releases everything; NULL is fine */

/* Runs setup: 0 or a negative errno with the reason in bench_ctx_why(). */
int bench_ctx_setup(struct bench_ctx *ctx);
/* One loop of the named case (NULL: the unnamed one): passes done. */
uint64_t bench_ctx_run(struct bench_ctx *ctx, const char *which, uint64_t passes);
uint64_t bench_ctx_run_base(struct bench_ctx *ctx, const char *which, uint64_t passes);
const char *bench_ctx_why(const struct bench_ctx *ctx); /* "" where nothing failed */
bool bench_ctx_skipped(const struct bench_ctx *ctx);

/*
 * All that a worker does for one job: yardstick, set up, calibrate, observe, verify,
 * report records to `report_fd`.
 *
 * Returns: the worker's exit code: 0 done (also where points were skipped), 1 failed
 */
int harness_work(const struct bench *bench, const struct job *job,
                 const struct bench_clock *clock, int report_fd);

/*
 * Passes for an observation of T >= max(1000 q0, 200 c0, min(1 ms, 1 / (8 HZ))):
 * the smallest power of two, refined to three significant digits (statistics.md 3.2.2).
 *
 * Units:   ns
 * Returns: 0 with *passes, or -EIO where the loop stopped early
 */
struct calibration {
    double tick_ns, cost_ns; /* q0, c0 */
    uint32_t hz;
    uint64_t least, step; /* smallest count, and what passes must be a multiple of */
};
double calibrate_target_ns(const struct calibration *c);
int calibrate_passes(const struct calibration *c, bench_loop *loop, void *state,
                     const struct bench_clock *clock, uint64_t *passes);

#endif
