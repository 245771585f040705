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

/* The case, directories and CPUs that a worker was given; the job must outlive it. */
void bench_ctx_use(struct bench_ctx *ctx, const struct job *job);
/* What the passes of a case must be a multiple of, once setup has been. */
uint64_t bench_ctx_step(const struct bench_ctx *ctx, const char *which);

/*
 * Makes the calling process a worker: it dies with the one that started it, also if
 * that ended before this call (WIRE_LIFELINE), and talks to nobody but through WIRE_FD.
 *
 * Errors:  -EBADF where WIRE_FD is not open: then nobody would hear what it observes
 */
int harness_start(struct diag *why);

/*
 * All that a worker does for one job: yardstick, set up, calibrate, observe, verify,
 * report records to `report_fd`. A point that fails does not keep the others of a
 * sweep from being measured.
 *
 * Returns: the worker's exit code: 0 done (also where points were skipped), 1 failed
 */
int harness_work(const struct bench *bench, const struct job *job,
                 const struct bench_clock *clock, int report_fd);

/* ---- calibration (statistics.md 3.2.2) ---- */

struct calibration {
    double tick_ns, cost_ns; /* q0, c0 */
    uint32_t hz;             /* of the kernel's tick; 0: not known */
    uint64_t least, most;    /* smallest and largest number of passes; most 0: any */
    uint64_t step;           /* what passes must be a multiple of */
};

/* Times one loop of that many passes: 0 with *ns, or a negative errno. */
typedef int calibrate_time(void *self, uint64_t passes, uint64_t *ns);

/* Time of an observation that the clock can read: max(1000 q0, 200 c0). */
double calibrate_least_ns(const struct calibration *c);
/* Time asked for: that, and min(1 ms, 1 / (8 HZ)), so that most meet no tick. */
double calibrate_target_ns(const struct calibration *c);

/* The next number of passes that `least`, `step` and `most` allow. */
uint64_t calibrate_round(const struct calibration *c, uint64_t passes);

/*
 * The smallest number of passes that takes the target, refined to three significant
 * digits: a power of two times the smallest allowed number, scaled down once.
 *
 * The largest number allowed will do, too, where the clock can read how long it takes.
 *
 * Returns: 0 with *passes; what `time` returned; -ERANGE where no number is enough
 */
int calibrate_passes(const struct calibration *c, calibrate_time *time, void *self,
                     uint64_t *passes);
/* The same from *passes upwards, for another target. */
int calibrate_reach(const struct calibration *c, double target_ns, calibrate_time *time,
                    void *self, uint64_t *passes);

#endif
