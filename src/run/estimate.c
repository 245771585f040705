/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * estimate.c - how long a plan will take
 *
 * Before a row has been seen its cost is guessed from the number of observations;
 * afterwards its own invocations tell.
 */
#include "run/runner.h"

#include <math.h>
#include <string.h>

/* Rough costs on a machine of 2020: a start of the process, and each observation. */
static const struct {
    const char *bench; /* NULL: all others */
    double start_s, observation_s;
} guesses[] = {
    { "lat_ctx", 20e-3, 3e-3 },  /* peers to start; a base part; long laps */
    { "lat_proc", 10e-3, 2e-3 }, /* a shell takes longer than an observation should */
    { "lat_sig", 5e-3, 2e-3 },   /* two parts */
    { NULL, 5e-3, 1e-3 },        /* statistics.md 3.2.2: at most 1 ms */
};

static double guess(const struct plan *plan, const struct plan_job *j)
{
    const struct protocol *p = &plan->session->protocol;
    size_t g = 0;

    while (guesses[g].bench && strcmp(guesses[g].bench, j->bench) != 0)
        g++;
    return (double)j->n_points *
           (guesses[g].start_s + (p->samples + p->warmup) * guesses[g].observation_s);
}

static bool is_calibrated(const struct plan_job *j)
{
    for (size_t i = 0; i < j->n_points; i++) {
        if (j->points[i]->plan.passes == 0)
            return false;
    }
    return true;
}

/*
 * What those that look for the warm-up cost, in invocations: they are longer than the
 * others, and those of a sweep are besides them, of a few points.
 */
static double longer_pilots(const struct protocol *p, const struct plan_job *j)
{
    double usual = p->samples + p->warmup;
    double each = usual > 0 ? RUN_PILOT_LENGTH / usual : 0;
    double points = (double)j->n_points;

    if (j->stopped || j->points[0]->attempt > 1 || each <= 1)
        return 0;
    if (j->n_points > 1)
        return is_calibrated(j)
                   ? 0
                   : p->pilots * each * fmin(RUN_PILOT_POINTS, points) / points;
    return j->valid < p->pilots ? (p->pilots - j->valid) * (each - 1) : 0;
}

/* Half of one: it has a quarter of the observations, and to calibrate takes as many. */
static double pilot_share(const struct protocol *p, const struct plan_job *j)
{
    return (is_calibrated(j) ? 0 : 0.5) + longer_pilots(p, j);
}

/*
 * How many more invocations a row will take. Of one that has not met its first look
 * nothing is known, and the second is taken for a guess.
 */
static double invocations_left(const struct plan *plan, const struct plan_job *j)
{
    const struct protocol *p = &plan->session->protocol;
    uint32_t target = run_next_look(p, j->valid + 1);

    if (j->stopped)
        return 0;
    if (!p->exactly && j->valid < run_next_look(p, 1))
        target = run_next_look(p, run_next_look(p, 1) + 1);
    return target - j->valid;
}

static double span_left(const struct plan *plan)
{
    const struct protocol *p = &plan->session->protocol;
    double first = INFINITY, last = 0;

    for (size_t i = 0; i < plan->n_jobs; i++) {
        const struct plan_job *j = &plan->jobs[i];

        if (j->valid) {
            first = fmin(first, j->first_offset_s);
            last = fmax(last, j->last_offset_s);
        }
    }
    return isinf(first) ? p->span_seconds : fmax(0, first + p->span_seconds - last);
}

double run_estimate_s(const struct plan *plan)
{
    const struct protocol *p = &plan->session->protocol;
    double work = 0, pilots = 0, blocks = 0, watch = 0, spent = 0, spread, total;

    for (size_t i = 0; i < plan->n_jobs; i++) {
        const struct plan_job *j = &plan->jobs[i];
        double cost = j->cost_s > 0 ? j->cost_s : guess(plan, j);
        double left = invocations_left(plan, j);

        pilots += cost * pilot_share(p, j);
        work += cost * left;
        watch += j->stopped && j->sentinel ? cost : 0;
        blocks = fmax(blocks, left);
        spent = fmax(spent, j->last_offset_s);
    }
    work += watch * blocks; /* sentinels that have stopped go on with the blocks */
    spread = fmax(span_left(plan), blocks * plan->gap_s);
    total = blocks > 0 ? pilots + fmax(work, spread) : 0;
    if (p->max_seconds > 0)
        total = fmin(total, fmax(0, p->max_seconds - spent));
    return total;
}
