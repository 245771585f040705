/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_run.c - what the runner itself takes while a run stores 10^6 observations
 *
 * A hundred rows of a hundred invocations of a hundred observations of 1 ms, on the
 * fake machine: its memory, and its own CPU time over the time measured.
 */
#include "run/runner.h"

#include <stdio.h>
#include <sys/resource.h>

enum { ROWS = 100, INVOCATIONS = 100, OBSERVATIONS = 100 };
#define MOST_MIB 40.0 /* issue 2, figures to reach */
#define MOST_CPU 0.02

static double now;

static int observe(void *self, const struct job *job, uint32_t padding,
                   double deadline_s, struct arena *arena, struct spawn_outcome *out,
                   struct diag *why)
{
    size_t n = 0;

    (void)self;
    (void)padding;
    (void)deadline_s;
    (void)why;
    *out = (struct spawn_outcome){ .end = SPAWN_EXITED };
    out->n = job->observations + 2;
    out->seconds = 1e-3 * job->observations;
    out->records = arena_alloc(arena, out->n * sizeof *out->records);
    if (!out->records)
        return -1;
    out->records[n].kind = WIRE_PASSES;
    out->records[n++].passes = 8000;
    for (uint32_t i = 0; i < job->observations; i++) {
        out->records[n].kind = WIRE_OBSERVATION;
        out->records[n].observation.ns = 1000000;
        out->records[n].observation.start_ns = 1000000 * (uint64_t)i;
        out->records[n++].observation.wait_ns = i % 50 ? 0 : 71033;
    }
    out->records[n].kind = WIRE_END;
    now += out->seconds;
    return 0;
}

static int doze(void *self, double seconds, struct diag *why)
{
    (void)self;
    (void)why;
    now += seconds;
    return 0;
}

static double now_s(void *self)
{
    (void)self;
    return now;
}

static int nobody(void *self)
{
    (void)self;
    return 0;
}

static void read_counters(void *self, struct os_counters *out)
{
    (void)self;
    os_counters_read(out, "");
}

static int advise(void *self, struct measurement *m, uint32_t valid, double span_s,
                  struct advice *out)
{
    (void)self;
    (void)m;
    (void)valid;
    (void)span_s;
    *out = (struct advice){ .what = ADVICE_STOP, .why = DOC_STOP_EXACT };
    return 0;
}

static int add_row(struct doc *doc, struct plan_job *j, struct session *session)
{
    struct definition *d = doc_add_definition(doc);
    struct measurement *m = doc_add_measurement(doc);

    j->points = arena_alloc(doc->arena, sizeof *j->points);
    if (!d || !m || !j->points)
        return -1;
    *d = (struct definition){ .id = "lat_syscall.null", .revision = "1", .unit = "s" };
    m->definition = d;
    m->session = session;
    j->bench = "lat_syscall";
    j->points[0] = m;
    j->n_points = 1;
    return 0;
}

int main(void)
{
    const struct run_machine machine = { NULL,  observe,       doze,
                                         now_s, read_counters, nobody };
    const struct run_hooks hooks = { .advise = advise };
    struct doc *doc = doc_new();
    struct session *s = doc_add_session(doc);
    struct plan plan = { .session = s, .n_jobs = ROWS };
    struct rusage used;
    double mib, cpu;

    s->protocol = (struct protocol){ .exactly = INVOCATIONS,
                                     .samples = OBSERVATIONS - 5,
                                     .warmup = 5,
                                     .order = "blocks" };
    plan.jobs = arena_alloc(doc->arena, ROWS * sizeof *plan.jobs);
    for (size_t i = 0; i < ROWS; i++) {
        if (add_row(doc, &plan.jobs[i], s) < 0)
            return 2;
    }
    if (run_session_on(doc, &plan, &machine, &hooks, NULL) < 0)
        return 2;
    getrusage(RUSAGE_SELF, &used);
    mib = (double)used.ru_maxrss / 1024;
    cpu = ((double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec)) /
          now;
    printf("%zu invocations, 10^6 observations: %.1f MiB resident (at most %.0f), "
           "own CPU %.2f %% of %.0f s (at most %.0f %%)\n",
           s->n_invocations, mib, MOST_MIB, 100 * cpu, now, 100 * MOST_CPU);
    doc_free(doc);
    return mib <= MOST_MIB && cpu <= MOST_CPU ? 0 : 1;
}
