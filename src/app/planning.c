/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * planning.c - from a session's measurements to the jobs that measure them
 */
#include "app/planning.h"

#include "app/catalogue.h"
#include "base/num.h"
#include "model/alike.h"

#include <errno.h>
#include <string.h>

/* Where a point stands: jobs and their points move while they grow. */
struct at {
    size_t job, point; /* job: its number + 1, or 0 */
};

struct building {
    struct doc *doc;
    struct plan *plan;
    const struct os_topology *topology;
    const struct os_cpus *cpus;
    size_t capacity;             /* of plan->jobs */
    struct alike walks, rows;    /* kinds but for the axis, and with it */
    struct at *walk_at, *row_at; /* by the number of a kind: the first one */
    size_t walk_room, row_room;
};

/* The parameter whose points one process walks, or NULL. */
static const char *axis_of(const struct bench *bench)
{
    for (const struct bench_param *p = bench->params; p && p->name; p++) {
        if (p->axis)
            return p->name;
    }
    return NULL;
}

static int add_point(struct doc *doc, struct plan_job *job, struct measurement *m)
{
    size_t capacity = job->n_points ? 1 : 0; /* it has doubled from there */
    void *wide;

    while (capacity < job->n_points)
        capacity *= 2;
    wide = arena_grow(doc->arena, (void *)job->points, &capacity, job->n_points + 1,
                      sizeof *job->points);

    if (!wide)
        return -ENOMEM;
    job->points = wide;
    job->points[job->n_points++] = m;
    job->sentinel = job->sentinel || m->sentinel;
    return 0;
}

static int start_job(struct building *b, struct measurement *m,
                     const struct bench *bench, const struct bench_case *c,
                     const struct os_cpus *cpus)
{
    const char *axis = axis_of(bench), *placement = measurement_param(m, "placement");
    struct plan *plan = b->plan;
    struct doc *doc = b->doc;
    struct plan_job *wide = arena_grow(doc->arena, plan->jobs, &b->capacity,
                                       plan->n_jobs + 1, sizeof *wide);
    struct plan_job *job;

    if (!wide)
        return -ENOMEM;
    plan->jobs = wide;
    job = &wide[plan->n_jobs++];
    job->bench = bench->name;
    job->which = c->name;
    job->axis = axis;
    job->deadline_s = m->plan.deadline_s;
    job->free = placement && strcmp(placement, "free") == 0;
    job->params = arena_alloc(doc->arena, (m->n_params + 1) * sizeof *job->params);
    if (!job->params)
        return -ENOMEM;
    for (size_t i = 0; i < m->n_params; i++) {
        /* what is set is no parameter of the benchmark */
        if (strcmp(m->params[i].name, "setting") == 0)
            plan->paired = true;
        else if (!axis || strcmp(m->params[i].name, axis) != 0)
            job->params[job->n_params++] = m->params[i];
    }
    job->n_cpus = cpus->n < PLAN_CPUS ? cpus->n : PLAN_CPUS;
    memcpy(job->cpus, cpus->cpu, job->n_cpus * sizeof *job->cpus);
    return add_point(doc, job, m);
}

/* Where its tasks run; `same` on one CPU is where a benchmark of one task runs too. */
static int place(struct doc *doc, struct measurement *m,
                 const struct os_topology *topology, const struct os_cpus *cpus,
                 struct os_cpus *out)
{
    const char *placement = measurement_param(m, "placement");
    struct diag why = { 0 };
    int rc;

    if (cpus->n == 0) { /* --cpus none */
        out->n = 0;
        return 0;
    }
    rc = os_topology_place(topology, cpus, placement ? placement : "same", out, &why);
    if (rc < 0) {
        m->status = DOC_STATUS_UNSUPPORTED;
        m->reason = arena_strdup(doc->arena, diag_text(&why));
    }
    return rc;
}

/* The place of a measurement's kind, but for parameter `but`; of no job: the first. */
static int find_at(struct alike *alike, struct at **all, size_t *room,
                   const struct measurement *m, const char *but, struct at **at)
{
    size_t number;
    int rc = measurement_kind(alike, m, but, &number);
    struct at *wide;

    if (rc < 0)
        return rc;
    wide = arena_grow(alike->arena, *all, room, number + 1, sizeof *wide);
    if (!wide)
        return -ENOMEM;
    *all = wide;
    *at = &wide[number];
    return 0;
}

/* What a worker takes for a parameter that a measurement does not name. */
static const char *default_of(struct doc *doc, const struct bench *bench,
                              const char *name)
{
    for (const struct bench_param *p = bench->params; p && p->name; p++) {
        if (strcmp(p->name, name) == 0)
            return arena_printf(doc->arena, "%.*s", (int)strcspn(p->values, " "),
                                p->values);
    }
    return NULL;
}

/* Moved by one pass, 0 where that is not what the definition counts. */
static uint64_t bytes_of(struct doc *doc, const struct measurement *m,
                         const struct bench *bench, const struct bench_case *c)
{
    const char *text = c->bytes_of ? measurement_param(m, c->bytes_of) : NULL;
    uint64_t bytes;

    if (c->bytes_of && !text)
        text = default_of(doc, bench, c->bytes_of);
    return text && num_to_bytes(text, &bytes) == 0 ? bytes : c->bytes;
}

/* Puts it into the job that walks its row's points, or into a new one. */
static int place_row(struct building *b, struct measurement *m,
                     const struct bench *bench, const struct bench_case *c,
                     struct at *row)
{
    const char *axis = axis_of(bench);
    struct at *walk = NULL;
    struct os_cpus placed;
    int rc = axis ? find_at(&b->walks, &b->walk_at, &b->walk_room, m, axis, &walk) : 0;

    if (rc < 0)
        return rc;
    if (walk && walk->job) {
        rc = add_point(b->doc, &b->plan->jobs[walk->job - 1], m);
    } else {
        rc = place(b->doc, m, b->topology, b->cpus, &placed);
        if (rc < 0)
            return rc == -ENOMEM ? rc : 0;
        if (m->plan.deadline_s <= 0)
            m->plan.deadline_s = c->deadline_s;
        rc = start_job(b, m, bench, c, &placed);
    }
    if (rc < 0)
        return rc;
    if (walk && !walk->job)
        walk->job = b->plan->n_jobs;
    if (!row->job) {
        row->job = walk ? walk->job : b->plan->n_jobs;
        row->point = b->plan->jobs[row->job - 1].n_points - 1;
    }
    return 0;
}

static int add_measurement(struct building *b, struct measurement *m, struct diag *why)
{
    const struct bench_case *c;
    const struct bench *bench;
    struct measurement **before;
    struct at *row;
    int rc;

    if (!catalogue_find(m->definition->id, &bench, &c))
        return diag_set(why, -EINVAL, "this errbar has no benchmark %s",
                        m->definition->id);
    if (strcmp(bench->revision, m->definition->revision) != 0)
        return diag_set(why, -EINVAL,
                        "%s has revision %s there and %s here: numbers of different "
                        "revisions are never compared",
                        m->definition->id, m->definition->revision, bench->revision);
    m->plan.bytes = bytes_of(b->doc, m, bench, c);
    rc = find_at(&b->rows, &b->row_at, &b->row_room, m, NULL, &row);
    if (rc < 0)
        return rc;
    before = row->job ? &b->plan->jobs[row->job - 1].points[row->point] : NULL;
    if (!before || (*before)->attempt >= m->attempt)
        return place_row(b, m, bench, c, row);
    *before = m; /* another attempt takes the place of the one before it */
    return 0;
}

int planning_build(struct plan *plan, struct doc *doc, struct session *session,
                   const struct os_topology *topology, const struct os_cpus *cpus,
                   struct diag *why)
{
    struct arena *scratch = arena_new();
    struct building b = { .doc = doc,
                          .plan = plan,
                          .topology = topology,
                          .cpus = cpus,
                          .walks = { .arena = scratch },
                          .rows = { .arena = scratch } };
    int rc = scratch ? 0 : -ENOMEM;

    *plan = (struct plan){ .session = session };
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++) {
        struct measurement *m = doc->measurements[i];

        if (m->session == session && m->status != DOC_STATUS_UNSUPPORTED)
            rc = add_measurement(&b, m, why);
    }
    arena_free(scratch);
    return rc;
}
