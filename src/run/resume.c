/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resume.c - where a session stands that a journal told
 */
#include "run/runner.h"

#include <math.h>
#include <string.h>

/* The job that has this measurement among its points: n_jobs where none has. */
static size_t job_of(const struct plan *plan, const struct measurement *m,
                     size_t *point)
{
    for (size_t j = 0; j < plan->n_jobs; j++) {
        for (size_t p = 0; p < plan->jobs[j].n_points; p++) {
            if (plan->jobs[j].points[p] == m) {
                *point = p;
                return j;
            }
        }
    }
    return plan->n_jobs;
}

static double seconds_of(const struct invocation *i)
{
    for (size_t c = 0; c < i->n_counts; c++) {
        if (strcmp(i->counts[c].name, "seconds") == 0)
            return i->counts[c].value;
    }
    return 0;
}

/* Asked for by its points, in the order of its series. */
static void request_of(const struct runner *r, const struct invocation *i,
                       struct run_request *out)
{
    memset(out, 0, sizeof *out);
    for (size_t s = 0; s < i->n_series && out->job.n_points < JOB_POINTS; s++) {
        size_t point;

        if (i->series[s].part == DOC_PART_SUBJECT &&
            job_of(r->plan, i->series[s].measurement, &point) < r->plan->n_jobs)
            out->map[out->job.n_points++] = point;
    }
}

/*
 * Whose doing an invalid one was, as verdict.c says it: here from the lengths of its
 * series, the first that is shorter than the longest.
 */
static void blame(const struct invocation *i, struct run_verdict *out)
{
    size_t longest = 0, point = 0;
    bool found = false;

    for (size_t s = 0; s < i->n_series; s++)
        longest = i->series[s].n > longest ? i->series[s].n : longest;
    for (size_t s = 0; s < i->n_series && point < JOB_POINTS; s++) {
        if (i->series[s].part != DOC_PART_SUBJECT)
            continue;
        if (!found && i->exit_code != RUN_EXIT_NOT_STARTED &&
            (i->series[s].n < longest || longest == 0))
            found = out->blamed[point] = true;
        point++;
    }
    for (size_t p = 0; !found && p < point; p++)
        out->blamed[p] = true;
}

static int take_up(struct runner *r, struct invocation *i)
{
    struct run_verdict verdict = { .valid = i->valid };
    struct run_request request;
    size_t point, job;

    r->seq = i->seq > r->seq ? i->seq : r->seq;
    r->zero_s = fmin(r->zero_s,
                     r->machine->now_s(r->machine->self) - i->offset_s - seconds_of(i));
    job = i->n_series ? job_of(r->plan, i->series[0].measurement, &point)
                      : r->plan->n_jobs;
    if (i->phase == DOC_PHASE_RUN && (i->block > r->block || !r->block_begun)) {
        r->block = i->block;
        r->block_s = i->offset_s;
        r->block_begun = true;
        if (isnan(r->began_s))
            r->began_s = i->offset_s;
        for (size_t j = 0; j < r->plan->n_jobs; j++)
            r->rows[j].in_block = false;
    }
    if (job == r->plan->n_jobs)
        return 0; /* all of its points were skipped, or are not in this plan */
    if (i->phase == DOC_PHASE_RUN)
        r->rows[job].in_block = true;
    r->rows[job].next_look =
        run_next_look(&r->session->protocol, r->plan->jobs[job].valid + 1);
    request_of(r, i, &request);
    if (!i->valid)
        blame(i, &verdict);
    return run_account(r, job, &request, &verdict, i, seconds_of(i));
}

/* Rows that have ended stay so; those that were cut off go on. */
static void open_row(struct runner *r, size_t job)
{
    struct plan_job *j = &r->plan->jobs[job];
    bool stopped = true;

    j->pilots = j->valid = j->replaced = 0;
    j->first_offset_s = j->last_offset_s = 0;
    for (size_t p = 0; p < j->n_points; p++) {
        struct measurement *m = j->points[p];

        if (m->status == DOC_STATUS_INTERRUPTED) {
            m->status = DOC_STATUS_OK;
            m->reason = NULL;
        }
        if (m->stop == DOC_STOP_INTERRUPTED)
            m->stop = DOC_STOP_NONE;
        if (m->status == DOC_STATUS_OK && m->stop == DOC_STOP_NONE)
            stopped = false;
        if (r->session->protocol.pilots && r->session->n_invocations &&
            m->attempt <= 1) {
            m->plan.passes = 0; /* its pilots will tell again */
            m->plan.warmup = r->session->protocol.warmup;
        }
        r->rows[job].points[p].off =
            m->status != DOC_STATUS_OK || (m->stop != DOC_STOP_NONE && !j->sentinel);
    }
    j->stopped = stopped;
    run_pilots_begin(r, job);
}

int run_take_up(struct runner *r)
{
    int rc = 0;

    for (size_t j = 0; j < r->plan->n_jobs; j++)
        open_row(r, j);
    for (size_t i = 0; rc == 0 && i < r->session->n_invocations; i++)
        rc = take_up(r, r->session->invocations[i]);
    for (size_t j = 0; j < r->plan->n_jobs; j++)
        r->rows[j].next_look =
            run_next_look(&r->session->protocol, r->plan->jobs[j].valid);
    return rc;
}
