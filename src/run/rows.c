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

static bool only_watchers(const struct runner *r)
{
    for (size_t j = 0; j < r->plan->n_jobs; j++) {
        if (!run_row_is_pure(r, j))
            return false;
    }
    return true;
}

bool run_row_keeps_going(const struct runner *r, size_t job)
{
    return run_row_is_on(r, job) && !r->plan->jobs[job].stopped &&
           (!run_row_is_pure(r, job) || only_watchers(r));
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

static size_t n_subjects(const struct invocation *i)
{
    size_t n = 0;

    for (size_t s = 0; s < i->n_series; s++)
        n += i->series[s].part == DOC_PART_SUBJECT;
    return n;
}

/* Of an invocation of the usual length: a pilot may have more. */
static void take_cost(struct runner *r, size_t job, const struct invocation *i,
                      double seconds)
{
    enum { LEAST_DEADLINE_S = 10, DEADLINE_FACTOR = 20 };
    struct plan_job *j = &r->plan->jobs[job];
    struct run_row *row = &r->rows[job];
    const struct measure_plan *plan = &j->points[0]->plan;
    size_t usual = plan->warmup + plan->samples, points = n_subjects(i);
    size_t n = i->n_series ? i->series[0].n : 0;

    if (n)
        row->observation_s = seconds / (double)(n * points);
    j->cost_s = seconds;
    if (usual && n > usual)
        j->cost_s = row->observation_s * (double)(usual * j->n_points);
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

/* Whether it was asked to find a number of passes, before that is taken. */
static bool found_passes(const struct plan_job *j, const struct run_request *request)
{
    for (size_t p = 0; p < request->job.n_points; p++) {
        if (j->points[request->map[p]]->plan.passes == 0)
            return true;
    }
    return false;
}

int run_account(struct runner *r, size_t job, const struct run_request *request,
                const struct run_verdict *verdict, struct invocation *i, double seconds)
{
    struct plan_job *j = &r->plan->jobs[job];
    bool pilot = i->phase == DOC_PHASE_PILOT;
    bool calibrated = pilot && found_passes(j, request);
    int rc = 0;

    r->rows[job].spent_s += seconds;
    if (i->phase == DOC_PHASE_PILOT)
        j->pilots++;
    if (i->valid) {
        take_cost(r, job, i, seconds);
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
        else if (verdict->blamed[p] && (!pilot || calibrated))
            rc = account_failure(r, job, point, i->reason);
    }
    return rc < 0 ? rc : run_pilot_account(r, job, i, calibrated);
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

/* What the judge says of a job's points together. */
struct said {
    bool goes_on;    /* one of them wants more */
    uint32_t warmup; /* one is to be measured again with that; 0: none */
    enum doc_stop why[JOB_POINTS];
};

/* Asks about each point, and learns when to ask next. */
static int ask(struct runner *r, size_t job, struct said *said)
{
    const struct plan_job *j = &r->plan->jobs[job];
    uint32_t next = UINT32_MAX;

    *said = (struct said){ 0 };
    for (size_t i = 0; i < j->n_points; i++) {
        struct advice advice = { 0 };
        int rc;

        if (r->rows[job].points[i].off)
            continue;
        rc = r->hooks->advise(r->hooks->self, j->points[i], j->valid,
                              j->last_offset_s - j->first_offset_s, &advice);
        if (rc < 0)
            return rc;
        said->why[i] = advice.why;
        if (advice.what == ADVICE_AGAIN && advice.warmup > said->warmup)
            said->warmup = advice.warmup;
        if (advice.what != ADVICE_CONTINUE)
            continue;
        said->goes_on = true;
        if (advice.next_look < next)
            next = advice.next_look;
    }
    if (said->goes_on)
        r->rows[job].next_look = next > j->valid ? next : j->valid + 1;
    return 0;
}

/* A second attempt that the end of the run cuts would hide the whole first one. */
static bool time_for_another(const struct runner *r, const struct plan_job *j)
{
    return run_time_left_s(r) >= j->last_offset_s - j->first_offset_s;
}

/* Those that would have stopped do so for the reason they gave, or for the time. */
static int look_at(struct runner *r, size_t job)
{
    const struct protocol *p = &r->session->protocol;
    const struct plan_job *j = &r->plan->jobs[job];
    bool late = p->max_seconds_each > 0 && spent_each(r, job) >= p->max_seconds_each;
    struct said said;
    int rc;

    if (j->stopped || !run_row_is_on(r, job) || j->valid == 0 ||
        (j->valid < r->rows[job].next_look && !late))
        return 0;
    rc = ask(r, job, &said);
    if (rc < 0 || (said.goes_on && !late))
        return rc;
    if (said.warmup && !late && time_for_another(r, j))
        return run_measure_again(r, job, said.warmup, said.why);
    for (size_t i = 0; i < j->n_points; i++) {
        if (said.why[i] == DOC_STOP_NONE)
            said.why[i] = DOC_STOP_TIME;
    }
    stop_row(r, job, said.why);
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
