/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pilots.c - the invocations that tell how long a row warms up
 *
 * statistics.md 3.2.10 and 3.3. Those of the first length are spread over the blocks as
 * any others, because they are the row's own where the warm-up they were measured with
 * turns out long enough; the longer ones follow each other, for how a process warms up
 * does not depend on the hour.
 */
#include "run/runner.h"

#include <math.h>

/* What pilots may take at most: each that share of its deadline, all of one length that
 * share of the row's time. A row that is dearer is measured with what is known. */
static const double deadline_share = 0.5, time_share = 0.25;

static bool is_sweep(const struct plan_job *j)
{
    return j->n_points > 1;
}

static uint32_t wanted(const struct runner *r)
{
    uint32_t n = r->session->protocol.pilots;

    return n < RUN_PILOTS ? n : RUN_PILOTS;
}

/* The rows that are found alike: a pair, or the one. *end is behind the last. */
static size_t group(const struct runner *r, size_t job, size_t *end)
{
    bool paired = r->plan->paired && r->plan->n_jobs % 2 == 0;
    size_t first = paired ? job & ~(size_t)1 : job;

    *end = first + (paired ? 2 : 1);
    return first;
}

void run_pilots_begin(struct runner *r, size_t job)
{
    const struct plan_job *j = &r->plan->jobs[job];
    struct run_row *row = &r->rows[job];
    bool first_attempt = true;

    for (size_t p = 0; p < j->n_points; p++)
        first_attempt = first_attempt && j->points[p]->attempt <= 1;
    row->length =
        wanted(r) && first_attempt && r->hooks->warm_up ? RUN_PILOT_LENGTH : 0;
    row->n_pilots = 0;
    row->warmup = r->session->protocol.warmup;
}

bool run_calibrates(const struct runner *r, size_t job)
{
    const struct plan_job *j = &r->plan->jobs[job];

    for (size_t i = 0; i < j->n_points; i++) {
        if (!r->rows[job].points[i].off && j->points[i]->plan.passes == 0)
            return true;
    }
    return false;
}

/* Pilots of the first length are turns in the blocks, but those of a sweep. */
static bool are_turns(const struct runner *r, size_t job)
{
    return r->rows[job].length == RUN_PILOT_LENGTH && !is_sweep(&r->plan->jobs[job]);
}

bool run_wants_pilot(const struct runner *r, size_t job)
{
    return run_calibrates(r, job) ||
           (run_row_is_on(r, job) && r->rows[job].length && !are_turns(r, job));
}

static size_t points_on(const struct runner *r, size_t job)
{
    size_t n = 0;

    for (size_t i = 0; i < r->plan->jobs[job].n_points; i++)
        n += !r->rows[job].points[i].off;
    return n;
}

bool run_pilot_visits(const struct runner *r, size_t job, size_t point)
{
    size_t n = points_on(r, job), before = 0;

    for (size_t i = 0; i < point; i++)
        before += !r->rows[job].points[i].off;
    return n <= RUN_PILOT_POINTS || before == 0 || before == n / 2 || before == n - 1;
}

static bool is_affordable(const struct runner *r, size_t job, uint32_t length)
{
    size_t points = points_on(r, job);
    double limit = r->session->protocol.max_seconds_each;
    double deadline = r->plan->jobs[job].deadline_s, each;

    points = points < RUN_PILOT_POINTS ? points : RUN_PILOT_POINTS;
    each = r->rows[job].observation_s * length * (double)points;
    return !(deadline > 0 && each > deadline_share * deadline) &&
           !(limit > 0 && each * wanted(r) > time_share * limit);
}

static bool is_of(const struct invocation *i, const struct plan_job *j)
{
    for (size_t p = 0; i->n_series && p < j->n_points; p++) {
        if (i->series[0].measurement == j->points[p])
            return true;
    }
    return false;
}

/* What was measured so far was measured with too short a warm-up: it only told. */
static void take_back(struct runner *r, size_t job)
{
    struct session *s = r->session;
    struct plan_job *j = &r->plan->jobs[job];

    for (size_t i = 0; i < s->n_invocations; i++) {
        struct invocation *it = s->invocations[i];

        /* a session that is taken up has later ones, which do count */
        if (it->phase != DOC_PHASE_RUN || !it->valid || it->seq > r->seq ||
            !is_of(it, j))
            continue;
        it->phase = DOC_PHASE_PILOT;
        j->pilots++;
    }
    j->valid = 0;
    j->first_offset_s = j->last_offset_s = 0;
    r->rows[job].next_look = run_next_look(&s->protocol, 0);
}

/* The search is over for the group: it warms up for that long. */
static void settle(struct runner *r, size_t job, uint32_t warmup)
{
    size_t end;

    for (size_t i = group(r, job, &end); i < end; i++) {
        const struct plan_job *j = &r->plan->jobs[i];

        r->rows[i].length = 0;
        if (warmup > r->session->protocol.warmup && !is_sweep(j))
            take_back(r, i);
        for (size_t p = 0; p < j->n_points; p++) {
            struct measurement *m = j->points[p];

            if (r->rows[i].points[p].off || m->plan.warmup == warmup)
                continue;
            m->plan.warmup = warmup;
            run_tell(r, RUN_EVENT_PLAN, i, NULL, m, 0);
        }
    }
}

static bool has_seen(const struct invocation *i, const struct measurement *m)
{
    for (size_t s = 0; s < i->n_series; s++) {
        if (i->series[s].measurement == m)
            return true;
    }
    return false;
}

/* What the pilots of one row say, beside what others of the group said. */
static int ask(struct runner *r, size_t job, uint32_t *warmup, uint32_t *longer)
{
    const struct plan_job *j = &r->plan->jobs[job];
    const struct run_row *row = &r->rows[job];
    const struct invocation *pilots[RUN_PILOTS];
    int rc = 0;

    for (size_t i = 0; i < row->n_pilots; i++)
        pilots[i] = row->pilots[i];
    for (size_t p = 0; rc == 0 && p < j->n_points; p++) {
        struct advice advice = { 0 };

        if (row->points[p].off || !has_seen(pilots[0], j->points[p]))
            continue;
        rc = r->hooks->warm_up(r->hooks->self, j->points[p], pilots, row->n_pilots,
                               &advice);
        if (rc < 0)
            break;
        *warmup = advice.warmup > *warmup ? advice.warmup : *warmup;
        if (advice.what == ADVICE_CONTINUE && advice.samples > *longer)
            *longer = advice.samples;
    }
    return rc;
}

/* Decides where all rows of the group have their pilots. */
static int decide(struct runner *r, size_t job)
{
    uint32_t warmup = r->session->protocol.warmup, longer = 0;
    bool affordable = true;
    size_t end, first = group(r, job, &end);
    int rc = 0;

    for (size_t i = first; i < end; i++) {
        if (run_row_is_on(r, i) && r->rows[i].n_pilots < wanted(r))
            return 0;
    }
    for (size_t i = first; rc == 0 && i < end; i++) {
        if (run_row_is_on(r, i))
            rc = ask(r, i, &warmup, &longer);
    }
    if (rc < 0)
        return rc;
    for (size_t i = first; i < end; i++) {
        struct run_row *row = &r->rows[i];

        affordable = affordable && is_affordable(r, i, longer);
        row->length = longer;
        row->warmup = warmup;
        row->n_pilots = 0;
    }
    if (!longer || !affordable)
        settle(r, job, warmup);
    return 0;
}

int run_pilot_account(struct runner *r, size_t job, struct invocation *i,
                      bool calibrated)
{
    struct run_row *row = &r->rows[job];

    if (row->length == 0)
        return 0;
    if (calibrated) {
        if (i->valid && !is_affordable(r, job, row->length))
            settle(r, job, row->warmup);
        return 0;
    }
    if (!i->valid) { /* so long a process does not work: what is known will do */
        if (i->phase == DOC_PHASE_PILOT)
            settle(r, job, row->warmup);
        return 0;
    }
    if (i->n_series == 0 || i->series[0].n < row->length || row->n_pilots == RUN_PILOTS)
        return 0;
    row->pilots[row->n_pilots++] = i;
    return row->n_pilots < wanted(r) ? 0 : decide(r, job);
}
