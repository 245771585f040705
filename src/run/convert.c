/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * convert.c - from the records of a worker to the series of an invocation
 *
 * Two passes over the records: one counts, one fills, so that every array has its
 * size exactly and 10^6 observations take no more than they must.
 */
#include "run/runner.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* One series in the making. */
struct part {
    size_t n, disturbed[SERIES_COLUMNS];
    uint64_t passes;
    struct series *series; /* NULL where it is left out */
};

struct parts {
    struct part of[JOB_POINTS][DOC_PART_COUNT];
    size_t n_counts;
};

static uint64_t column(const struct wire_record *r, enum series_column which)
{
    switch (which) {
    case SERIES_WAIT_NS:
        return r->observation.wait_ns;
    case SERIES_SWITCHES:
        return r->observation.switches;
    case SERIES_MIGRATIONS:
        return r->observation.migrations;
    case SERIES_FAULTS:
        return r->observation.faults;
    case SERIES_COLUMNS:
        break;
    }
    return 0;
}

static struct part *part_of(struct parts *parts, const struct run_request *request,
                            const struct wire_record *r)
{
    if (r->point >= request->job.n_points || r->part >= DOC_PART_COUNT)
        return NULL;
    return &parts->of[r->point][r->part];
}

static void count_record(struct parts *parts, const struct run_request *request,
                         const struct wire_record *r)
{
    struct part *part = part_of(parts, request, r);

    if (r->kind == WIRE_COUNT)
        parts->n_counts++;
    if (!part)
        return;
    if (r->kind == WIRE_PASSES)
        part->passes = r->passes;
    if (r->kind != WIRE_OBSERVATION)
        return;
    part->n++;
    for (int c = 0; c < SERIES_COLUMNS; c++)
        part->disturbed[c] += column(r, (enum series_column)c) != 0;
}

static int make_series(struct doc *doc, struct part *part, struct series *s)
{
    s->passes = part->passes;
    part->series = s;
    if (part->n == 0)
        return 0;
    s->ns = arena_alloc(doc->arena, part->n * sizeof *s->ns);
    s->start = arena_alloc(doc->arena, part->n * sizeof *s->start);
    if (!s->ns || !s->start)
        return -ENOMEM;
    for (int c = 0; c < SERIES_COLUMNS; c++) {
        size_t n = part->disturbed[c];

        if (n == 0)
            continue;
        s->columns[c].at = arena_alloc(doc->arena, n * sizeof *s->columns[c].at);
        s->columns[c].value = arena_alloc(doc->arena, n * sizeof *s->columns[c].value);
        if (!s->columns[c].at || !s->columns[c].value)
            return -ENOMEM;
    }
    return 0;
}

static void fill_record(struct parts *parts, const struct run_request *request,
                        const struct wire_record *r)
{
    struct part *part = part_of(parts, request, r);
    struct series *s = part ? part->series : NULL;

    if (r->kind != WIRE_OBSERVATION || !s)
        return;
    s->ns[s->n] = r->observation.ns;
    s->start[s->n] = r->observation.start_ns;
    for (int c = 0; c < SERIES_COLUMNS; c++) {
        struct sparse *sparse = &s->columns[c];
        uint64_t value = column(r, (enum series_column)c);

        if (value) {
            sparse->at[sparse->n] = (uint32_t)s->n;
            sparse->value[sparse->n++] = value;
        }
    }
    s->n++;
}

/* A point that was skipped has none; a base part has one where it has observations. */
static bool has_series(const struct parts *parts, const struct run_verdict *verdict,
                       size_t point, int which)
{
    return !verdict->skipped[point] &&
           (which == DOC_PART_SUBJECT || parts->of[point][which].n > 0);
}

static int make_all(struct doc *doc, const struct plan_job *job,
                    const struct run_request *request,
                    const struct run_verdict *verdict, struct parts *parts,
                    struct invocation *out)
{
    size_t most = request->job.n_points * DOC_PART_COUNT;

    out->series = arena_alloc(doc->arena, most * sizeof *out->series);
    if (!out->series)
        return -ENOMEM;
    for (size_t i = 0; i < request->job.n_points; i++) {
        struct part *subject = &parts->of[i][DOC_PART_SUBJECT];

        for (int p = 0; p < DOC_PART_COUNT; p++) {
            struct part *part = &parts->of[i][p];
            struct series *s = &out->series[out->n_series];

            if (!has_series(parts, verdict, i, p))
                continue;
            if (!part->passes)
                part->passes = subject->passes;
            s->measurement = job->points[request->map[i]];
            s->part = (enum doc_part)p;
            if (make_series(doc, part, s) < 0)
                return -ENOMEM;
            out->n_series++;
        }
    }
    return 0;
}

enum { OF_THE_MACHINE = 7 }; /* counts that run_add_counters() may add */

static int copy_counts(struct doc *doc, const struct spawn_outcome *outcome, size_t n,
                       struct invocation *out)
{
    out->counts = arena_alloc(doc->arena, (n + OF_THE_MACHINE) * sizeof *out->counts);
    if (!out->counts)
        return -ENOMEM;
    for (size_t i = 0; i < outcome->n; i++) {
        const struct wire_record *r = &outcome->records[i];
        struct count *c = &out->counts[out->n_counts];

        if (r->kind != WIRE_COUNT)
            continue;
        c->name = arena_strdup(doc->arena, r->count.name);
        c->unit = arena_strdup(doc->arena, r->count.unit);
        c->value = r->count.value;
        if (!c->name || !c->unit)
            return -ENOMEM;
        out->n_counts++;
    }
    return 0;
}

static void learn_clock(struct session *session, const struct spawn_outcome *outcome)
{
    for (size_t i = 0; i < outcome->n; i++) {
        const struct wire_record *r = &outcome->records[i];

        if (r->kind == WIRE_CLOCK && session->clock.tick_ns <= 0) {
            session->clock.tick_ns = r->clock.tick_ns;
            session->clock.cost_ns = r->clock.cost_ns;
        }
    }
}

int run_convert(struct doc *doc, struct session *session, const struct plan_job *job,
                const struct run_request *request, const struct spawn_outcome *outcome,
                const struct run_verdict *verdict, struct invocation *out)
{
    struct parts parts = { 0 };
    int rc;

    for (size_t i = 0; i < outcome->n; i++)
        count_record(&parts, request, &outcome->records[i]);
    rc = make_all(doc, job, request, verdict, &parts, out);
    if (rc == 0)
        rc = copy_counts(doc, outcome, parts.n_counts, out);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < outcome->n; i++)
        fill_record(&parts, request, &outcome->records[i]);
    learn_clock(session, outcome);
    return 0;
}

/* What the kernel tells is no finer; more digits would be those of the subtraction. */
static double to_microseconds(double value)
{
    return round(value * 1e6) / 1e6;
}

static double difference(uint64_t before, uint64_t after)
{
    if (before == UINT64_MAX || after == UINT64_MAX || after < before)
        return NAN;
    return (double)(after - before);
}

void run_add_counters(const struct os_counters *before, const struct os_counters *after,
                      double seconds, struct invocation *out)
{
    const struct {
        const char *name, *unit;
        double value;
    } told[OF_THE_MACHINE] = {
        { "seconds", "s", seconds },
        { "steal", "s", after->steal_s - before->steal_s },
        { "pressure.cpu", "s", after->pressure_cpu_s - before->pressure_cpu_s },
        { "pressure.memory", "s",
          after->pressure_memory_s - before->pressure_memory_s },
        { "pressure.io", "s", after->pressure_io_s - before->pressure_io_s },
        { "listen_overflows", "1",
          difference(before->listen_overflows, after->listen_overflows) },
        { "syn_retrans", "1", difference(before->syn_retrans, after->syn_retrans) },
    };

    for (size_t i = 0; i < OF_THE_MACHINE; i++) {
        /* unknown, or a counter that went back */
        if (isnan(told[i].value) || told[i].value < 0)
            continue;
        out->counts[out->n_counts++] = (struct count){ told[i].name, told[i].unit,
                                                       to_microseconds(told[i].value) };
    }
}
