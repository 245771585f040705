/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fake.h - a machine without processes or time, for the tests of run
 *
 * Each invocation takes the seconds it is told to, and ends as `bend` makes it. All it
 * does follows from what it is asked, never from how often, so that a session that was
 * interrupted meets the same machine again.
 */
#ifndef FAKE_H
#define FAKE_H

#include "run/runner.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { FAKE_JOBS = 8, FAKE_RECORDS = 2048, FAKE_INVOCATIONS = 512 };

struct fake {
    struct doc *doc;
    struct plan plan;
    double now_s, seconds; /* seconds: of each invocation */
    double slept_s;
    int others;
    bool bare;                 /* the kernel tells no counters */
    uint32_t runs, stop_after; /* invocations; 0: never stopped */
    int record_rc;
    enum doc_phase recorded[FAKE_INVOCATIONS]; /* phases as the journal has them */
    const char *skip_bench;                    /* SIGQUIT while this one runs */
    bool skip_now;
    size_t events[RUN_EVENT_PLAN + 1];
    uint32_t asked, warmed; /* times the judge was asked, and what pilots say */
    void (*bend)(struct fake *f, const struct job *job, uint32_t padding,
                 struct spawn_outcome *out);
    double last_deadline_s;
    struct run_machine machine;
    struct run_hooks hooks;
};

static inline struct wire_record *fake_add(struct spawn_outcome *out,
                                           enum wire_kind kind, size_t point)
{
    struct wire_record *r = &out->records[out->n++];

    assert_true(out->n < FAKE_RECORDS);
    *r = (struct wire_record){ .kind = (uint16_t)kind, .point = (uint16_t)point };
    return r;
}

/* Ends the worker at the first record of `point`, with a text where there is one. */
static inline void fake_cut(struct spawn_outcome *out, enum spawn_end end, int status,
                            size_t point)
{
    out->end = end;
    out->status = status;
    for (size_t i = 0; i < out->n; i++) {
        if (out->records[i].kind != WIRE_CLOCK && out->records[i].kind != WIRE_COUNT &&
            out->records[i].point >= point)
            out->n = i;
    }
}

/* Takes a point's records away and puts a text in their place, as a worker does. */
static inline void fake_text(struct spawn_outcome *out, enum wire_kind kind,
                             size_t point, const char *text)
{
    size_t kept = 0;
    bool fails = kind == WIRE_FAIL;

    for (size_t i = 0; i < out->n; i++) {
        uint16_t what = out->records[i].kind;
        bool its = (what == WIRE_OBSERVATION || what == WIRE_PASSES) &&
                   out->records[i].point == point;

        if (!its && !(fails && what == WIRE_END))
            out->records[kept++] = out->records[i];
    }
    out->n = kept;
    snprintf(fake_add(out, kind, point)->text, WIRE_TEXT, "%s", text);
    if (fails)
        out->status = 1;
}

/* What a worker says that does all it is asked. */
static inline void fake_work(const struct job *job, struct spawn_outcome *out)
{
    struct wire_record *r = fake_add(out, WIRE_CLOCK, 0);

    r->clock.tick_ns = 1;
    r->clock.cost_ns = 21.5;
    for (size_t p = 0; p < job->n_points; p++) {
        fake_add(out, WIRE_PASSES, p)->passes =
            job->passes[p] ? job->passes[p] : 1000 + p;
        for (uint32_t i = 0; i < job->observations; i++) {
            r = fake_add(out, WIRE_OBSERVATION, p);
            r->observation.ns = 1000000 + i;
            r->observation.start_ns = 2000000 * (uint64_t)i;
        }
    }
    fake_add(out, WIRE_END, 0);
}

static inline int fake_run(void *self, const struct job *job, uint32_t padding,
                           double deadline_s, struct arena *arena,
                           struct spawn_outcome *out, struct diag *why)
{
    struct fake *f = self;

    (void)why;
    *out = (struct spawn_outcome){ .end = SPAWN_EXITED, .seconds = f->seconds };
    out->records = arena_alloc(arena, FAKE_RECORDS * sizeof *out->records);
    if (!out->records)
        return -ENOMEM;
    f->runs++;
    f->last_deadline_s = deadline_s;
    fake_work(job, out);
    if (f->skip_bench && strcmp(f->skip_bench, job->bench) == 0) {
        out->end = SPAWN_ABANDONED;
        f->skip_now = true;
    }
    if (f->bend)
        f->bend(f, job, padding, out);
    if (out->seconds > deadline_s) {
        out->seconds = deadline_s;
        out->end = SPAWN_TIMEOUT;
        out->status = 9;
    }
    f->now_s += out->seconds;
    return 0;
}

static inline int fake_sleep(void *self, double seconds, struct diag *why)
{
    struct fake *f = self;

    (void)why;
    f->now_s += seconds;
    f->slept_s += seconds;
    return 0;
}

static inline double fake_now(void *self)
{
    return ((struct fake *)self)->now_s;
}

static inline void fake_counters(void *self, struct os_counters *out)
{
    struct fake *f = self;

    *out = (struct os_counters){ .steal_s = f->bare ? NAN : 0.25 * f->runs,
                                 .pressure_cpu_s = f->bare ? NAN : 0.5 * f->runs,
                                 .pressure_memory_s = NAN,
                                 .pressure_io_s = f->bare ? NAN : 0,
                                 .listen_overflows = f->bare ? UINT64_MAX : f->runs,
                                 .syn_retrans = UINT64_MAX };
}

static inline int fake_others(void *self)
{
    return ((struct fake *)self)->others;
}

/* Stops a row at as many valid invocations as its parameter `k` says. */
static inline int fake_advise(void *self, struct measurement *m, uint32_t valid,
                              double span_s, struct advice *out)
{
    struct fake *f = self;
    const char *k = measurement_param(m, "k");
    uint32_t most = k ? (uint32_t)strtoul(k, NULL, 10) : 10;

    (void)span_s;
    f->asked++;
    *out = (struct advice){ .what = ADVICE_CONTINUE };
    if (valid >= most)
        *out = (struct advice){ .what = ADVICE_STOP, .why = DOC_STOP_PRECISION };
    else
        out->next_look = run_next_look(&m->session->protocol, valid + 1);
    return 0;
}

/*
 * By the name of the benchmark: "w24" warms up for 24 observations, "l180" is steady
 * and shows it at 180 only, the last point of "p7" warms up for 7; all others are
 * steady.
 */
static inline int fake_warm_up(void *self, struct measurement *m,
                               const struct invocation *const *pilots, size_t n,
                               struct advice *out)
{
    struct fake *f = self;
    const char *name = m->definition->id, *size = measurement_param(m, "size");

    f->warmed++;
    assert_int_equal(n, m->session->protocol.pilots);
    *out = (struct advice){ .what = ADVICE_STOP, .warmup = 2 };
    if (*name == 'w')
        out->warmup = (uint32_t)strtoul(name + 1, NULL, 10);
    if (strcmp(name, "p7") == 0 && strcmp(size, "4") == 0)
        out->warmup = 7;
    if (*name == 'l' && pilots[0]->series[0].n < strtoul(name + 1, NULL, 10))
        *out = (struct advice){ .what = ADVICE_CONTINUE, .warmup = 36, .samples = 180 };
    return 0;
}

static inline int fake_record(void *self, const struct invocation *i)
{
    struct fake *f = self;

    assert_true(i->seq < FAKE_INVOCATIONS);
    f->recorded[i->seq] = i->phase;
    return f->record_rc;
}

static inline void fake_event(void *self, const struct run_event *e)
{
    struct fake *f = self;

    f->events[e->kind]++;
    assert_true(e->done >= 0 && e->done <= 1);
    assert_true(e->eta_s >= 0);
}

static inline int fake_stopped(void *self)
{
    const struct fake *f = self;

    return f->stop_after && f->runs >= f->stop_after;
}

static inline bool fake_skip(void *self)
{
    struct fake *f = self;
    bool was = f->skip_now;

    f->skip_now = false;
    return was;
}

static inline void fake_init(struct fake *f)
{
    struct session *s;

    *f = (struct fake){ .seconds = 0.5, .now_s = 1000 };
    f->doc = doc_new();
    s = doc_add_session(f->doc);
    s->id = "r1";
    s->protocol = (struct protocol){ .looks = { 10, 15, 23 },
                                     .n_looks = 3,
                                     .samples = 4,
                                     .warmup = 2,
                                     .order = "blocks",
                                     .seed = 20260302 };
    f->plan.session = s;
    f->plan.jobs = arena_alloc(f->doc->arena, FAKE_JOBS * sizeof *f->plan.jobs);
    f->machine = (struct run_machine){ f,        fake_run,      fake_sleep,
                                       fake_now, fake_counters, fake_others };
    f->hooks = (struct run_hooks){ .self = f,
                                   .advise = fake_advise,
                                   .record = fake_record,
                                   .event = fake_event,
                                   .stopped = fake_stopped,
                                   .skip = fake_skip };
}

static inline void fake_done(struct fake *f)
{
    doc_free(f->doc);
}

/* A job of `n` points that differ in "size"; each wants k[i] valid invocations. */
static inline struct plan_job *fake_job(struct fake *f, const char *bench, size_t n,
                                        const char *const *k)
{
    struct plan_job *j = &f->plan.jobs[f->plan.n_jobs++];
    struct arena *arena = f->doc->arena;

    j->bench = bench;
    j->axis = n > 1 ? "size" : NULL;
    j->points = arena_alloc(arena, n * sizeof *j->points);
    j->n_points = n;
    j->cpus[0] = 1;
    j->cpus[1] = 0;
    j->n_cpus = 2;
    for (size_t i = 0; i < n; i++) {
        struct definition *d = doc_add_definition(f->doc);
        struct measurement *m = doc_add_measurement(f->doc);

        *d = (struct definition){ .id = bench, .revision = "1", .unit = "s" };
        m->id = arena_printf(arena, "m%zu", f->doc->n_measurements);
        m->definition = d;
        m->session = f->plan.session;
        m->attempt = 1;
        m->params = arena_alloc(arena, 2 * sizeof *m->params);
        m->params[0] = (struct doc_param){ "size", arena_printf(arena, "%zu", i) };
        m->params[1] = (struct doc_param){ "k", k[i] };
        m->n_params = 2;
        j->points[i] = m;
    }
    return j;
}

static inline int fake_session(struct fake *f, struct diag *why)
{
    return run_session_on(f->doc, &f->plan, &f->machine, &f->hooks, why);
}

#endif
