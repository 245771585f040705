/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observe.c - times loops and notes what disturbed them
 */
#include "harness/observe.h"

#include <errno.h>
#include <string.h>

static void saw(struct observe_seen *seen, int cpu)
{
    if (cpu >= 0 && cpu < OBSERVE_CPUS)
        seen->cpu[cpu] = 1;
}

unsigned observe_processors(const struct observe_seen *seen)
{
    unsigned n = 0;

    for (size_t i = 0; i < OBSERVE_CPUS; i++)
        n += seen->cpu[i];
    return n;
}

/* Peers to look at: a few at a time, since each look costs 10 us or so. */
struct look {
    struct observe_seen *seen;
    size_t number, first, last;
};

static void look_at(void *self, pid_t pid)
{
    struct look *look = self;

    if (look->number >= look->first && look->number < look->last)
        saw(look->seen, os_self_cpu_of(pid));
    look->number++;
}

static void look_for_tasks(struct observe *o, uint32_t turn)
{
    enum { AT_A_TIME = 4 };
    size_t peers = o->ctx->tasks - 1;
    struct look look = { .seen = o->seen };

    saw(o->seen, os_self_cpu());
    if (!peers)
        return;
    o->seen->peers = true;
    look.first = peers > AT_A_TIME ? (size_t)turn * AT_A_TIME % peers : 0;
    look.last = look.first + AT_A_TIME;
    ctx_peers(o->ctx, look_at, &look);
}

static int stopped_early(struct observe *o, uint64_t done, uint64_t passes, int error)
{
    const struct bench_case *c = o->c;

    bench_count(o->ctx, "loops.short", 1, "1");
    return bench_fail(o->ctx, -EIO, "%s%s%s stopped after %llu of %llu passes%s%s",
                      o->ctx->bench->name, c->name ? "." : "", c->name ? c->name : "",
                      (unsigned long long)done, (unsigned long long)passes,
                      error ? ": " : "", error ? strerror(error) : "");
}

static void fill(const struct observe *o, const struct os_self_counts *was,
                 const struct os_self_counts *is, struct wire_record *out)
{
    /* many tasks wait for each other: that is the subject, not a disturbance */
    if (o->ctx->bench->tasks == BENCH_ONE_TASK || o->c->alone) {
        out->observation.wait_ns = is->wait_ns - was->wait_ns;
        out->observation.switches = (uint32_t)(is->switches - was->switches);
    }
    out->observation.faults = (uint32_t)(is->faults - was->faults);
    out->observation.migrations = is->cpu != was->cpu;
}

int observe_once(struct observe *o, bench_loop *loop, uint64_t passes,
                 struct wire_record *out)
{
    const struct bench_clock *clock = o->clock;
    void *state = o->ctx->state;
    struct os_self_counts was, is;
    uint64_t start, end, done;
    int rc, error;

    memset(out, 0, sizeof *out);
    o->ctx->passes = passes;
    rc = o->c->before ? o->c->before(o->ctx, state) : 0;
    if (rc < 0)
        return rc;
    os_self_read(o->self, &was);
    errno = 0;
    start = clock->now_ns(clock->self);
    done = loop(state, passes);
    end = clock->now_ns(clock->self);
    error = errno;
    os_self_read(o->self, &is);
    rc = o->c->after ? o->c->after(o->ctx, state) : 0;
    if (done != passes)
        return stopped_early(o, done, passes, error);
    if (rc < 0)
        return rc;
    if (end < start)
        return bench_fail(o->ctx, -EIO, "the clock went back by %llu ns",
                          (unsigned long long)(start - end));
    out->observation.start_ns = start - o->began_ns;
    out->observation.ns = end - start;
    fill(o, &was, &is, out);
    return 0;
}

/* ---- how many passes ---- */

struct timed {
    struct observe *o;
    bench_loop *loop;
};

static int time_loop(void *self, uint64_t passes, uint64_t *ns)
{
    struct timed *t = self;
    struct wire_record r;
    int rc = observe_once(t->o, t->loop, passes, &r);

    if (rc == 0)
        *ns = r.observation.ns;
    return rc;
}

int observe_calibrate(struct observe *o, const struct calibration *c, uint64_t asked,
                      uint64_t *passes)
{
    struct timed subject = { o, o->c->loop }, base = { o, o->c->base };
    int rc = 0;

    *passes = calibrate_round(c, asked);
    if (!asked)
        rc = calibrate_passes(c, time_loop, &subject, passes);
    /* a base may be far shorter; it need only be long enough to be read */
    if (rc == 0 && !asked && o->c->base)
        rc = calibrate_reach(c, calibrate_least_ns(c), time_loop, &base, passes);
    if (rc == -ERANGE && c->most)
        return bench_skip(o->ctx,
                          "no more than %llu pass%s can be prepared, too few for this "
                          "clock, which wants %.0f ns",
                          (unsigned long long)c->most, c->most == 1 ? "" : "es",
                          calibrate_least_ns(c));
    if (rc == -ERANGE)
        bench_fail(o->ctx, rc, "no number of passes lasts %.0f ns",
                   calibrate_target_ns(c));
    return rc;
}

/* ---- observations ---- */

static int part(struct observe *o, uint8_t which, bench_loop *loop, uint64_t passes)
{
    struct wire_record r;
    int rc = observe_once(o, loop, passes, &r);

    if (rc < 0)
        return rc;
    r.kind = WIRE_OBSERVATION;
    r.point = (uint16_t)o->point;
    r.part = which;
    harness_report(&o->ctx->report, &r);
    return 0;
}

static void tell_passes(struct observe *o, uint8_t which, uint64_t passes)
{
    struct wire_record r = { .kind = WIRE_PASSES, .part = which };

    r.point = (uint16_t)o->point;
    r.passes = passes;
    harness_report(&o->ctx->report, &r);
}

int observe_all(struct observe *o, uint64_t passes, uint32_t n)
{
    const struct bench_case *c = o->c;
    int rc = 0;

    tell_passes(o, 0, passes);
    if (c->base)
        tell_passes(o, 1, passes);
    for (uint32_t i = 0; rc == 0 && i < n; i++) {
        rc = part(o, 0, c->loop, passes);
        if (rc == 0 && c->base)
            rc = part(o, 1, c->base, passes);
        look_for_tasks(o, i);
    }
    if (rc == 0 && c->verify)
        rc = c->verify(o->ctx, o->ctx->state);
    return rc;
}
