/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compose.c - a job of the plan as what one process is asked
 */
#include "run/runner.h"

#include <errno.h>
#include <string.h>

static bool is_wanted(const struct runner *r, size_t job, size_t point,
                      enum doc_phase phase)
{
    const struct measurement *m = r->plan->jobs[job].points[point];

    if (r->rows[job].points[point].off)
        return false;
    if (phase == DOC_PHASE_RUN)
        return true;
    return run_calibrates(r, job) ? m->plan.passes == 0
                                  : run_pilot_visits(r, job, point);
}

static uint32_t observations(const struct runner *r, size_t job,
                             const struct measurement *m, enum doc_phase phase)
{
    uint32_t length = r->rows[job].length;
    const struct protocol *p = &r->session->protocol;
    uint32_t samples = m->plan.samples ? m->plan.samples : p->samples;
    uint32_t warmup = m->plan.samples ? m->plan.warmup : p->warmup;

    if (phase == DOC_PHASE_PILOT && run_calibrates(r, job)) {
        length = 0;
        samples = samples < RUN_PILOT_SAMPLES ? samples : RUN_PILOT_SAMPLES;
    }
    return length > warmup + samples ? length : warmup + samples;
}

static int add_points(const struct runner *r, size_t job, enum doc_phase phase,
                      struct run_request *out)
{
    const struct plan_job *from = &r->plan->jobs[job];
    struct job *to = &out->job;

    for (size_t i = 0; i < from->n_points; i++) {
        const struct measurement *m = from->points[i];
        uint32_t n = observations(r, job, m, phase);

        if (!is_wanted(r, job, i, phase))
            continue;
        if (to->n_points == JOB_POINTS)
            return -E2BIG;
        out->map[to->n_points] = i;
        to->points[to->n_points] = from->axis ? measurement_param(m, from->axis) : NULL;
        to->passes[to->n_points] = m->plan.passes;
        to->n_points++;
        if (n > to->observations)
            to->observations = n;
    }
    return 0;
}

int run_compose(const struct runner *r, size_t job, enum doc_phase phase,
                struct run_request *out, struct diag *why)
{
    const struct plan_job *from = &r->plan->jobs[job];
    struct job *to = &out->job;

    memset(out, 0, sizeof *out);
    to->bench = from->bench;
    to->which = from->which ? from->which : "";
    to->axis = from->axis;
    to->remote = r->plan->remote;
    to->hz = r->session->clock.hz;
    to->free = from->free;
    to->n_cpus = from->n_cpus;
    memcpy(to->cpus, from->cpus, from->n_cpus * sizeof *to->cpus);
    if (from->n_params > JOB_PARAMS)
        return diag_set(why, -E2BIG, "%s has %zu parameters, %d at most can be given",
                        from->bench, from->n_params, JOB_PARAMS);
    for (size_t i = 0; i < from->n_params; i++)
        to->params[to->n_params++] =
            (struct job_param){ from->params[i].name, from->params[i].value };
    if (add_points(r, job, phase, out) < 0)
        return diag_set(why, -E2BIG, "%s has more than %d points in one process",
                        from->bench, JOB_POINTS);
    return 0;
}
