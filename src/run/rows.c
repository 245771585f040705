/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rows.c - how rows fail, are left out, and stop
 */
#include "run/runner.h"

#include <errno.h>

/* statistics.md 3.4: a row of which more than a tenth had to be replaced has failed;
 * a single mishap never makes a row fail. */
enum { REPLACED_LEAST = 2, REPLACED_SHARE = 10 };

bool run_row_is_on(const struct runner *r, size_t job)
{
    for (size_t i = 0; i < r->plan->jobs[job].n_points; i++) {
        if (!r->rows[job].points[i].off)
            return true;
    }
    return false;
}

bool run_row_is_pure(const struct runner *r, size_t job)
{
    const struct plan_job *j = &r->plan->jobs[job];

    for (size_t i = 0; i < j->n_points; i++) {
        if (!j->points[i]->sentinel)
            return false;
    }
    return true;
}

uint32_t run_next_look(const struct protocol *p, uint32_t valid)
{
    uint32_t least = valid ? valid : 1;

    if (p->exactly)
        return p->exactly > least ? p->exactly : least;
    for (size_t i = 0; i < p->n_looks; i++) {
        uint32_t look = p->looks[i];

        if (look < least || look < p->min_invocations)
            continue;
        if (p->max_invocations && look > p->max_invocations)
            break;
        return look;
    }
    return p->max_invocations > least ? p->max_invocations : least;
}

void run_tell(struct runner *r, enum run_event_kind kind, size_t job,
              const struct invocation *i, const struct measurement *m, double seconds)
{
    struct run_event event = { .kind = kind,
                               .invocation = i,
                               .measurement = m,
                               .seconds = seconds,
                               .eta_s = run_estimate_s(r->plan) };
    double spent = run_offset_s(r);

    if (!r->hooks->event)
        return;
    if (job < r->plan->n_jobs)
        event.job = &r->plan->jobs[job];
    event.done = spent > 0 ? spent / (spent + event.eta_s) : 0;
    r->hooks->event(r->hooks->self, &event);
}

int run_leave_out(struct runner *r, size_t job, size_t point, enum doc_status status,
                  const char *reason)
{
    struct plan_job *j = &r->plan->jobs[job];
    struct measurement *m = j->points[point];

    m->status = status;
    m->reason = arena_strdup(r->doc->arena, reason);
    if (!m->reason)
        return -ENOMEM;
    r->rows[job].points[point].off = true;
    j->stopped = !run_row_is_on(r, job);
    run_tell(r, RUN_EVENT_ROW, job, NULL, m, 0);
    return 0;
}

/* A point to which too many invocations were lost has failed; the others go on. */
static int account_failure(struct runner *r, size_t job, size_t point,
                           const char *reason)
{
    struct run_row *row = &r->rows[job];
    struct run_point *p = &row->points[point];

    p->failures++;
    if (p->off || p->failures < REPLACED_LEAST ||
        p->failures * REPLACED_SHARE <= row->next_look)
        return 0;
    return run_leave_out(r, job, point, DOC_STATUS_FAILED, reason);
}

/* What the first one found holds for the whole row. */
static void take_plan(struct runner *r, size_t job, const struct invocation *i)
{
    struct plan_job *j = &r->plan->jobs[job];

    for (size_t s = 0; s < i->n_series; s++) {
        struct measurement *m = i->series[s].measurement;

        if (i->series[s].part == DOC_PART_SUBJECT && m->plan.passes == 0)
            m->plan.passes = i->series[s].passes;
        m->plan.deadline_s = j->deadline_s;
    }
}

static void take_cost(struct plan_job *j, double seconds)
{
    enum { LEAST_DEADLINE_S = 10, DEADLINE_FACTOR = 20 };

    j->cost_s = seconds;
    if (j->deadline_s <= 0)
        j->deadline_s = seconds * DEADLINE_FACTOR > LEAST_DEADLINE_S
                            ? seconds * DEADLINE_FACTOR
                            : LEAST_DEADLINE_S;
}

static void take_valid(struct runner *r, size_t job, const struct invocation *i)
{
    struct plan_job *j = &r->plan->jobs[job];

    if (i->phase == DOC_PHASE_PILOT)
        return;
    if (j->valid == 0)
        j->first_offset_s = i->offset_s;
    j->last_offset_s = i->offset_s;
    j->valid++;
}

int run_account(struct runner *r, size_t job, const struct run_request *request,
                const struct run_verdict *verdict, const struct invocation *i,
                double seconds)
{
    struct plan_job *j = &r->plan->jobs[job];
    int rc = 0;

    r->rows[job].spent_s += seconds;
    if (i->phase == DOC_PHASE_PILOT)
        j->pilots++;
    if (i->valid) {
        take_cost(j, seconds);
        take_plan(r, job, i);
        take_valid(r, job, i);
    } else {
        j->replaced++;
    }
    for (size_t p = 0; rc == 0 && p < request->job.n_points; p++) {
        size_t point = request->map[p];

        if (verdict->skipped[p])
            rc = run_leave_out(r, job, point, DOC_STATUS_UNSUPPORTED,
                               verdict->skipped[p]);
        else if (verdict->blamed[p])
            rc = account_failure(r, job, point, i->reason);
    }
    return rc;
}

/* ---- looks ---- */

static int stop_point(struct runner *r, size_t job, size_t point, enum doc_stop why)
{
    struct measurement *m = r->plan->jobs[job].points[point];

    m->stop = why;
    r->rows[job].points[point].off = !r->plan->jobs[job].sentinel;
    run_tell(r, RUN_EVENT_ROW, job, NULL, m, 0);
    return 0;
}

/* All points of a job stop together: a sweep goes on while one of them wants more. */
static void stop_row(struct runner *r, size_t job, const enum doc_stop *why)
{
    struct plan_job *j = &r->plan->jobs[job];

    j->stopped = true;
    for (size_t i = 0; i < j->n_points; i++) {
        if (!r->rows[job].points[i].off)
            stop_point(r, job, i, why[i]);
    }
}

/* Seconds one row of a job has taken: a sweep's process works for all of them. */
static double spent_each(const struct runner *r, size_t job)
{
    size_t on = 0;

    for (size_t i = 0; i < r->plan->jobs[job].n_points; i++)
        on += !r->rows[job].points[i].off;
    return on ? r->rows[job].spent_s / (double)on : 0;
}

static int again_is_not_for_us(struct runner *r, const struct measurement *m)
{
    return diag_set(r->why, -ENOTSUP, "%s: to measure a row anew is not in this plan",
                    m->definition->id);
}

/* Asks about each point; *goes_on where one wants more, and when to ask next. */
static int ask(struct runner *r, size_t job, enum doc_stop *why, bool *goes_on)
{
    const struct plan_job *j = &r->plan->jobs[job];
    uint32_t next = UINT32_MAX;

    *goes_on = false;
    for (size_t i = 0; i < j->n_points; i++) {
        struct advice advice = { 0 };
        int rc;

        if (r->rows[job].points[i].off)
            continue;
        rc = r->hooks->advise(r->hooks->self, j->points[i], j->valid,
                              j->last_offset_s - j->first_offset_s, &advice);
        if (rc < 0)
            return rc;
        if (advice.what == ADVICE_AGAIN)
            return again_is_not_for_us(r, j->points[i]);
        why[i] = advice.why;
        if (advice.what == ADVICE_STOP)
            continue;
        *goes_on = true;
        if (advice.next_look < next)
            next = advice.next_look;
    }
    if (*goes_on)
        r->rows[job].next_look = next > j->valid ? next : j->valid + 1;
    return 0;
}

/* Those that would have stopped do so for the reason they gave, or for the time. */
static int look_at(struct runner *r, size_t job)
{
    const struct protocol *p = &r->session->protocol;
    const struct plan_job *j = &r->plan->jobs[job];
    bool late = p->max_seconds_each > 0 && spent_each(r, job) >= p->max_seconds_each;
    enum doc_stop why[JOB_POINTS] = { 0 };
    bool goes_on;
    int rc;

    if (j->stopped || !run_row_is_on(r, job) || j->valid == 0 ||
        (j->valid < r->rows[job].next_look && !late))
        return 0;
    rc = ask(r, job, why, &goes_on);
    if (rc < 0 || (goes_on && !late))
        return rc;
    for (size_t i = 0; i < j->n_points; i++) {
        if (why[i] == DOC_STOP_NONE)
            why[i] = DOC_STOP_TIME;
    }
    stop_row(r, job, why);
    return 0;
}

int run_look(struct runner *r, bool in_block)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < r->plan->n_jobs; i++) {
        if (in_block || !r->rows[i].in_block)
            rc = look_at(r, i);
    }
    return rc;
}

/* ---- the end ---- */

static void end_row(struct runner *r, size_t job, struct measurement *m)
{
    m->stop = r->ending;
    if (r->plan->jobs[job].valid == 0) {
        m->status =
            r->ending == DOC_STOP_TIME ? DOC_STATUS_SKIPPED : DOC_STATUS_INTERRUPTED;
        m->reason = r->ending == DOC_STOP_TIME ? "the time for the run was over"
                                               : "the run was interrupted";
    }
    run_tell(r, RUN_EVENT_ROW, job, NULL, m, 0);
}

void run_end_rows(struct runner *r)
{
    for (size_t i = 0; r->ending != DOC_STOP_NONE && i < r->plan->n_jobs; i++) {
        struct plan_job *j = &r->plan->jobs[i];

        if (j->stopped)
            continue;
        for (size_t p = 0; p < j->n_points; p++) {
            if (!r->rows[i].points[p].off)
                end_row(r, i, j->points[p]);
        }
    }
}
