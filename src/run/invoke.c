/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * invoke.c - one invocation, and the waits between them
 */
#include "run/runner.h"

#include "base/buf.h"

#include <errno.h>
#include <math.h>

/* No wait is shorter: a clock in double precision might not see it pass. */
#define TICK_S 1e-6

/* Seconds that a first invocation may take, while nothing is known of its length. */
enum { FIRST_DEADLINE_S = 60 };

double run_offset_s(const struct runner *r)
{
    return r->machine->now_s(r->machine->self) - r->zero_s;
}

double run_time_left_s(const struct runner *r)
{
    double limit = r->session->protocol.max_seconds;

    return limit > 0 ? limit - run_offset_s(r) : INFINITY;
}

bool run_must_end(struct runner *r)
{
    if (r->ending == DOC_STOP_NONE && r->hooks->stopped &&
        r->hooks->stopped(r->hooks->self) != 0)
        r->ending = DOC_STOP_INTERRUPTED;
    if (r->ending == DOC_STOP_NONE && run_time_left_s(r) <= 0)
        r->ending = DOC_STOP_TIME;
    return r->ending != DOC_STOP_NONE;
}

/* Whether SIGQUIT asked for it: then the row is left out from here on. */
static int leave_out_if_asked(struct runner *r, size_t job, bool *left_out)
{
    const struct plan_job *j = &r->plan->jobs[job];
    int rc = 0;

    *left_out = r->hooks->skip && r->hooks->skip(r->hooks->self);
    for (size_t i = 0; rc == 0 && *left_out && i < j->n_points; i++) {
        if (!r->rows[job].points[i].off)
            rc = run_leave_out(r, job, i, DOC_STATUS_SKIPPED, "skipped by the user");
    }
    return rc;
}

int run_wait_until(struct runner *r, double offset_s, size_t job)
{
    bool told = false, left_out = false;
    int rc = 0;

    while (rc >= 0 && !left_out && !run_must_end(r)) {
        double wait = fmin(offset_s - run_offset_s(r), run_time_left_s(r));

        if (wait < TICK_S)
            break;
        if (!told)
            run_tell(r, RUN_EVENT_WAIT, job, NULL, NULL, wait);
        told = true;
        rc = r->machine->sleep(r->machine->self, wait, r->why);
        if (rc >= 0)
            rc = leave_out_if_asked(r, job, &left_out);
    }
    return rc < 0 ? rc : 0;
}

/* "1,0": the CPUs task by task. NULL where there is no binding. */
static int cpus_text(struct arena *arena, const struct plan_job *j, const char **out)
{
    struct buf buf = { 0 };
    int rc = 0;

    for (size_t i = 0; i < j->n_cpus; i++)
        buf_printf(&buf, "%s%d", i ? "," : "", j->cpus[i]);
    *out = j->n_cpus && buf_ok(&buf) ? arena_strdup(arena, buf.text) : NULL;
    if (j->n_cpus && !*out)
        rc = -ENOMEM;
    buf_done(&buf);
    return rc;
}

/* What is known of one process before it starts, and what became of it. */
struct attempt {
    struct run_request request;
    struct run_verdict verdict;
    struct spawn_outcome outcome;
    struct os_counters before, after;
    struct arena *arena; /* of the records */
    uint32_t padding;
    double offset_s, deadline_s;
    bool cut; /* the deadline is the run's, not its own */
};

static int start(struct runner *r, size_t job, enum doc_phase phase, struct attempt *a)
{
    const struct run_machine *machine = r->machine;
    double own = r->plan->jobs[job].deadline_s, left = run_time_left_s(r);
    uint32_t block = phase == DOC_PHASE_PILOT
                         ? RUN_PILOT_BLOCK - r->plan->jobs[job].pilots
                         : r->block;
    int padding = run_padding(r->plan, block, job);
    int rc = padding < 0 ? padding : run_compose(r, job, phase, &a->request, r->why);

    if (rc < 0)
        return rc;
    a->padding = (uint32_t)padding;
    a->deadline_s = own > 0 ? own : FIRST_DEADLINE_S;
    a->cut = left < a->deadline_s;
    if (a->cut)
        a->deadline_s = left;
    machine->counters(machine->self, &a->before);
    a->offset_s = run_offset_s(r);
    rc = machine->run(machine->self, &a->request.job, a->padding, a->deadline_s,
                      a->arena, &a->outcome, r->why);
    machine->counters(machine->self, &a->after);
    return rc < 0 ? rc
                  : run_judge_outcome(&a->request, &a->outcome, a->arena, &a->verdict);
}

static int fill(struct runner *r, size_t job, enum doc_phase phase,
                const struct attempt *a, struct invocation *i)
{
    int rc;

    i->seq = ++r->seq;
    i->block = phase == DOC_PHASE_PILOT ? 0 : r->block;
    i->phase = phase;
    i->offset_s = round(a->offset_s * 1e6) / 1e6; /* microseconds: no false digits */
    i->padding = a->padding;
    i->exit_code = a->verdict.exit_code;
    i->valid = a->verdict.valid;
    i->reason = arena_strdup(r->doc->arena, a->verdict.reason);
    if (a->verdict.reason && !i->reason)
        return -ENOMEM;
    rc = cpus_text(r->doc->arena, &r->plan->jobs[job], &i->cpus);
    if (rc == 0)
        rc = run_convert(r->doc, r->session, &r->plan->jobs[job], &a->request,
                         &a->outcome, &a->verdict, i);
    if (rc == 0)
        run_add_counters(&a->before, &a->after, a->outcome.seconds, i);
    return rc;
}

/* Into the doc, then to disk, before anything else is done with it. */
static int record(struct runner *r, size_t job, enum doc_phase phase,
                  const struct attempt *a, struct invocation **out)
{
    int rc = -ENOMEM;

    *out = doc_add_invocation(r->doc, r->session);
    if (*out)
        rc = fill(r, job, phase, a, *out);
    if (*out && rc < 0)
        r->session->n_invocations--; /* half of one is none */
    if (rc < 0)
        return rc;
    return r->hooks->record ? r->hooks->record(r->hooks->self, *out) : 0;
}

/*
 * Whether it counts at all: not where it was abandoned or met the run's own end, and
 * not where the signal that ends the run may have ended it too.
 */
static bool leaves_no_trace(struct runner *r, const struct attempt *a)
{
    if (a->outcome.end == SPAWN_ABANDONED)
        return true;
    if (a->outcome.end == SPAWN_TIMEOUT && a->cut)
        return true;
    return !a->verdict.valid && run_must_end(r) && r->ending == DOC_STOP_INTERRUPTED;
}

/* What the invocation is to run under, set by whoever knows. */
static int prepare(struct runner *r, size_t job, enum doc_phase phase)
{
    uint32_t block = phase == DOC_PHASE_PILOT ? (uint32_t)RUN_PILOT_BLOCK : r->block;

    return r->hooks->before
               ? r->hooks->before(r->hooks->self, &r->plan->jobs[job], block)
               : 0;
}

int run_invoke(struct runner *r, size_t job, enum doc_phase phase)
{
    bool left_out = false, again = true;
    int rc = 0;

    while (rc == 0 && again && !left_out && !run_must_end(r)) {
        struct attempt a = { .arena = arena_new() };
        struct invocation *i = NULL;

        rc = a.arena ? prepare(r, job, phase) : -ENOMEM;
        rc = rc < 0 ? rc : start(r, job, phase, &a);
        again = rc == 0 && leaves_no_trace(r, &a);
        if (rc == 0 && !again) {
            rc = record(r, job, phase, &a, &i);
            if (rc == 0)
                rc = run_account(r, job, &a.request, &a.verdict, i, a.outcome.seconds);
            if (rc == 0)
                run_tell(r, RUN_EVENT_INVOCATION, job, i, NULL, a.outcome.seconds);
        }
        if (rc == 0)
            rc = leave_out_if_asked(r, job, &left_out);
        arena_free(a.arena);
    }
    return rc;
}
