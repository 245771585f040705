/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * planning.c - from a session's measurements to the jobs that measure them
 */
#include "app/planning.h"

#include "app/catalogue.h"
#include "base/num.h"

#include <errno.h>
#include <string.h>

/* The parameter whose points one process walks, or NULL. */
static const char *axis_of(const struct bench *bench)
{
    for (const struct bench_param *p = bench->params; p && p->name; p++) {
        if (p->axis)
            return p->name;
    }
    return NULL;
}

static bool same_but_axis(const struct measurement *a, const struct measurement *b,
                          const char *axis)
{
    if (a->definition != b->definition || a->n_params != b->n_params || !axis)
        return false;
    for (size_t i = 0; i < a->n_params; i++) {
        const char *name = a->params[i].name;
        const char *other = measurement_param(b, name);

        if (strcmp(name, axis) != 0 &&
            (!other || strcmp(a->params[i].value, other) != 0))
            return false;
    }
    return true;
}

static int add_point(struct doc *doc, struct plan_job *job, struct measurement *m)
{
    size_t capacity = job->n_points;
    void *wide = arena_grow(doc->arena, (void *)job->points, &capacity,
                            job->n_points + 1, sizeof *job->points);

    if (!wide)
        return -ENOMEM;
    job->points = wide;
    job->points[job->n_points++] = m;
    job->sentinel = job->sentinel || m->sentinel;
    return 0;
}

static int start_job(struct doc *doc, struct plan *plan, size_t *capacity,
                     struct measurement *m, const struct bench *bench,
                     const struct bench_case *c, const struct os_cpus *cpus)
{
    const char *axis = axis_of(bench), *placement = measurement_param(m, "placement");
    struct plan_job *wide =
        arena_grow(doc->arena, plan->jobs, capacity, plan->n_jobs + 1, sizeof *wide);
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

static struct plan_job *job_for(struct plan *plan, const struct measurement *m,
                                const char *axis)
{
    for (size_t i = 0; i < plan->n_jobs; i++) {
        if (plan->jobs[i].points[0]->session == m->session &&
            same_but_axis(plan->jobs[i].points[0], m, axis))
            return &plan->jobs[i];
    }
    return NULL;
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

/* Another attempt takes the place of the one before it. */
static bool takes_place(struct plan *plan, struct measurement *m)
{
    const char *differs;

    for (size_t i = 0; m->attempt > 1 && i < plan->n_jobs; i++) {
        for (size_t p = 0; p < plan->jobs[i].n_points; p++) {
            struct measurement **old = &plan->jobs[i].points[p];

            if ((*old)->attempt < m->attempt &&
                measurement_comparable(*old, m, &differs)) {
                *old = m;
                return true;
            }
        }
    }
    return false;
}

static int add_measurement(struct doc *doc, struct plan *plan, size_t *capacity,
                           struct measurement *m, const struct os_topology *topology,
                           const struct os_cpus *cpus, struct diag *why)
{
    const struct bench_case *c;
    const struct bench *bench;
    struct plan_job *job;
    struct os_cpus placed;
    int rc;

    if (!catalogue_find(m->definition->id, &bench, &c))
        return diag_set(why, -EINVAL, "this errbar has no benchmark %s",
                        m->definition->id);
    if (strcmp(bench->revision, m->definition->revision) != 0)
        return diag_set(why, -EINVAL,
                        "%s has revision %s there and %s here: numbers of different "
                        "revisions are never compared",
                        m->definition->id, m->definition->revision, bench->revision);
    m->plan.bytes = bytes_of(doc, m, bench, c);
    if (takes_place(plan, m))
        return 0;
    job = job_for(plan, m, axis_of(bench));
    if (job)
        return add_point(doc, job, m);
    rc = place(doc, m, topology, cpus, &placed);
    if (rc < 0)
        return rc == -ENOMEM ? rc : 0;
    if (m->plan.deadline_s <= 0)
        m->plan.deadline_s = c->deadline_s;
    return start_job(doc, plan, capacity, m, bench, c, &placed);
}

int planning_build(struct plan *plan, struct doc *doc, struct session *session,
                   const struct os_topology *topology, const struct os_cpus *cpus,
                   struct diag *why)
{
    size_t capacity = 0;
    int rc = 0;

    *plan = (struct plan){ .session = session };
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++) {
        struct measurement *m = doc->measurements[i];

        if (m->session == session && m->status != DOC_STATUS_UNSUPPORTED)
            rc = add_measurement(doc, plan, &capacity, m, topology, cpus, why);
    }
    return rc;
}
