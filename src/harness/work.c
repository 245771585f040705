/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * work.c - all that a worker does for one job
 */
#include "harness/observe.h"
#include "harness/tick.h"
#include "harness/yardstick.h"
#include "os/affinity.h"
#include "os/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static uint64_t raw_now(void *self)
{
    (void)self;
    return os_clock_ns();
}

const struct bench_clock bench_clock_raw = { raw_now, NULL };

struct work {
    const struct bench *bench;
    const struct bench_case *c;
    const struct job *job;
    const struct bench_clock *clock;
    struct os_self self;
    struct observe_seen seen;
    struct harness_report report;
    struct calibration calibration;
    uint64_t began_ns;
    bool failed;
};

static void fail_all(struct work *w, const char *why)
{
    for (size_t i = 0; i < w->job->n_points; i++)
        harness_report_text(&w->report, WIRE_FAIL, i, why);
    w->failed = true;
}

/* Task 0 goes where it belongs; peers follow when they start (bench_spawn). */
static int place(struct work *w)
{
    const struct job *job = w->job;
    char why[WIRE_TEXT];
    int rc;

    if (!job->n_cpus)
        return 0;
    rc = os_affinity_set(job->cpus, job->free ? job->n_cpus : 1);
    if (rc < 0) {
        snprintf(why, sizeof why, "cannot run on CPU %d: %s", job->cpus[0],
                 strerror(-rc));
        fail_all(w, why);
    }
    return rc;
}

static int read_clock(struct work *w)
{
    struct wire_record r = { .kind = WIRE_CLOCK };
    struct calibration *c = &w->calibration;

    if (tick_measure(w->clock, &c->tick_ns, &c->cost_ns) < 0) {
        fail_all(w, "the clock stands still");
        return -EIO;
    }
    c->hz = w->job->hz;
    r.clock.tick_ns = c->tick_ns;
    r.clock.cost_ns = c->cost_ns;
    harness_report(&w->report, &r);
    return 0;
}

static void yardstick(struct work *w, const char *when)
{
    struct harness_yardstick y;
    char name[32];

    harness_yardstick(w->clock, &y);
    snprintf(name, sizeof name, "yardstick.add.%s", when);
    harness_report_count(&w->report, name, (double)y.add_ns, "ns");
    snprintf(name, sizeof name, "yardstick.l1.%s", when);
    harness_report_count(&w->report, name, (double)y.l1_ns, "ns");
}

static struct bench_ctx *context(struct work *w, size_t point)
{
    const struct job *job = w->job;
    struct bench_ctx *ctx = bench_ctx_new(w->bench, NULL);
    int rc = ctx ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < job->n_params; i++)
        rc = ctx_set_param(ctx, job->params[i].name, job->params[i].value);
    if (rc == 0 && job->axis)
        rc = ctx_set_param(ctx, job->axis, job->points[point]);
    if (rc < 0) {
        bench_ctx_free(ctx);
        return NULL;
    }
    ctx->report = w->report;
    bench_ctx_use(ctx, job);
    return ctx;
}

static int observe_point(struct work *w, struct bench_ctx *ctx, size_t point)
{
    struct observe o = { .ctx = ctx,
                         .c = w->c,
                         .clock = w->clock,
                         .self = &w->self,
                         .seen = &w->seen,
                         .began_ns = w->began_ns,
                         .point = point };
    uint64_t passes;
    int rc = bench_ctx_setup(ctx);

    if (rc < 0)
        return rc;
    w->calibration.least = w->c->least;
    w->calibration.most = w->c->most;
    w->calibration.step = w->c->step ? w->c->step(ctx->state) : 1;
    rc = observe_calibrate(&o, &w->calibration, w->job->passes[point], &passes);
    return rc < 0 ? rc : observe_all(&o, passes, w->job->observations);
}

static void do_point(struct work *w, size_t point)
{
    struct bench_ctx *ctx = context(w, point);
    enum wire_kind kind = WIRE_FAIL;
    int rc;

    if (!ctx) {
        harness_report_text(&w->report, WIRE_FAIL, point, "no memory");
        w->failed = true;
        return;
    }
    rc = observe_point(w, ctx, point);
    if (rc < 0) {
        if (ctx->skipped)
            kind = WIRE_SKIP;
        else
            w->failed = true;
        harness_report_text(&w->report, kind, point,
                            ctx->why[0] ? ctx->why : strerror(-rc));
    }
    w->report.error = ctx->report.error;
    bench_ctx_free(ctx);
}

static void do_points(struct work *w)
{
    struct wire_record end = { .kind = WIRE_END };

    yardstick(w, "before");
    for (size_t i = 0; i < w->job->n_points; i++)
        do_point(w, i);
    yardstick(w, "after");
    if (w->seen.peers)
        harness_report_count(&w->report, "processors", observe_processors(&w->seen),
                             "1");
    if (w->self.schedstat < 0)
        harness_report_count(&w->report, "schedstat.missing", 1, "1");
    if (!w->failed)
        harness_report(&w->report, &end);
}

int harness_work(const struct bench *bench, const struct job *job,
                 const struct bench_clock *clock, int report_fd)
{
    struct work w = { .bench = bench,
                      .job = job,
                      .clock = clock,
                      .c = ctx_case(bench, job->which),
                      .report = { .fd = report_fd } };

    os_self_open(&w.self);
    w.began_ns = clock->now_ns(clock->self);
    if (!w.c)
        fail_all(&w, "there is no such case");
    else if (place(&w) == 0 && read_clock(&w) == 0)
        do_points(&w);
    os_self_close(&w.self);
    return w.failed || w.report.error ? 1 : 0;
}
