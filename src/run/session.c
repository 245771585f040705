/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.c - pilots, blocks, looks: a plan from its beginning or middle to its end
 */
#include "run/runner.h"

#include <errno.h>
#include <string.h>

/* ---- pilots ---- */

/* One round gives each row that still wants a pilot one more try at it. */
static int pilot_round(struct runner *r, bool *any)
{
    int rc = run_block_order(r->plan, RUN_PILOT_BLOCK, r->order);

    *any = false;
    for (size_t i = 0; rc == 0 && i < r->plan->n_jobs; i++) {
        if (!run_wants_pilot(r, r->order[i]) || run_must_end(r))
            continue;
        *any = true;
        rc = run_invoke(r, r->order[i], DOC_PHASE_PILOT);
    }
    if (rc == 0 && *any && r->hooks->sync)
        rc = r->hooks->sync(r->hooks->self);
    return rc;
}

static int run_pilots(struct runner *r)
{
    bool any = true;
    int rc = 0;

    while (rc == 0 && any && !run_must_end(r))
        rc = pilot_round(r, &any);
    return rc;
}

/* ---- blocks ---- */

/* Another errbar at work is told once, in the session and to the user. */
static int look_for_others(struct runner *r)
{
    struct session *s = r->session;
    struct doc_event *event;

    for (size_t i = 0; i < s->n_events; i++) {
        if (strcmp(s->events[i].code, "second-run") == 0)
            return 0;
    }
    if (r->machine->others(r->machine->self) <= 0)
        return 0;
    event = doc_add_event(r->doc, s);
    if (!event)
        return -ENOMEM;
    event->code = "second-run";
    event->text = "another errbar measured on this machine at the same time";
    event->offset_s = run_offset_s(r);
    run_tell(r, RUN_EVENT_SECOND_RUN, r->plan->n_jobs, NULL, NULL, 0);
    return 0;
}

/* A row goes on until it has stopped, a sentinel as long as anything does. */
static bool is_running(const struct runner *r, size_t job)
{
    const struct plan_job *j = &r->plan->jobs[job];

    return run_row_is_on(r, job) && (!j->stopped || j->sentinel);
}

/* Whose turn is next in this block: n_jobs where it is complete. */
static size_t next_turn(const struct runner *r)
{
    for (size_t i = 0; i < r->plan->n_jobs; i++) {
        size_t job = r->order[i];

        if (!r->rows[job].in_block && is_running(r, job))
            return job;
    }
    return r->plan->n_jobs;
}

static int take_turn(struct runner *r, size_t job)
{
    int rc = run_wait_for_span(r, job);

    r->rows[job].in_block = true;
    if (rc < 0 || run_must_end(r) || !is_running(r, job))
        return rc;
    run_begin_block(r);
    return run_invoke(r, job, DOC_PHASE_RUN);
}

static int run_block(struct runner *r)
{
    int rc = run_block_order(r->plan, r->block, r->order);

    if (rc == 0)
        rc = look_for_others(r);
    if (rc == 0 && next_turn(r) < r->plan->n_jobs)
        rc = run_wait_for_block(r, next_turn(r));
    while (rc == 0 && !run_must_end(r)) {
        size_t job = next_turn(r);

        if (job == r->plan->n_jobs)
            break;
        rc = take_turn(r, job);
    }
    return rc;
}

/* Rows that only watch the session do not keep it going, unless there are no others. */
static bool goes_on(const struct runner *r)
{
    for (size_t j = 0; j < r->plan->n_jobs; j++) {
        if (run_row_keeps_going(r, j))
            return true;
    }
    return false;
}

static int end_block(struct runner *r)
{
    int rc = r->hooks->sync ? r->hooks->sync(r->hooks->self) : 0;

    if (rc < 0)
        return rc;
    run_tell(r, RUN_EVENT_BLOCK, r->plan->n_jobs, NULL, NULL, 0);
    rc = run_look(r, true);
    r->block++;
    r->block_begun = false;
    for (size_t j = 0; j < r->plan->n_jobs; j++)
        r->rows[j].in_block = false;
    return rc < 0 || !goes_on(r) ? rc : run_space_out(r);
}

static int run_all(struct runner *r)
{
    int rc;

    run_spread_begin(r);
    rc = run_take_up(r);
    r->asked_block =
        r->stretch > 1 ? r->block : 0; /* what was noted is not found anew */

    /* a row may have had its look before this block, and been told to stop */
    if (rc == 0)
        rc = run_look(r, false);
    if (rc == 0)
        rc = run_pilots(r);
    while (rc == 0 && goes_on(r) && !run_must_end(r)) {
        rc = run_block(r);
        if (rc == 0 && !run_must_end(r))
            rc = end_block(r);
        if (rc == 0) /* of rows that were found not to be steady */
            rc = run_pilots(r);
    }
    return rc;
}

/* ---- its life ---- */

static int check(const struct plan *plan, struct diag *why)
{
    for (size_t j = 0; j < plan->n_jobs; j++) {
        if (plan->jobs[j].n_points > JOB_POINTS)
            return diag_set(why, -E2BIG, "%s has %zu points, %d at most in one process",
                            plan->jobs[j].bench, plan->jobs[j].n_points, JOB_POINTS);
    }
    return 0;
}

static int init(struct runner *r)
{
    struct arena *arena = r->doc->arena;

    r->rows = arena_alloc(arena, (r->plan->n_jobs + 1) * sizeof *r->rows);
    r->order = arena_alloc(arena, (r->plan->n_jobs + 1) * sizeof *r->order);
    if (!r->rows || !r->order)
        return -ENOMEM;
    for (size_t j = 0; j < r->plan->n_jobs; j++) {
        struct run_row *row = &r->rows[j];

        row->points =
            arena_alloc(arena, (r->plan->jobs[j].n_points + 1) * sizeof *row->points);
        if (!row->points)
            return -ENOMEM;
    }
    return 0;
}

int run_session_on(struct doc *doc, struct plan *plan,
                   const struct run_machine *machine, const struct run_hooks *hooks,
                   struct diag *why)
{
    struct runner r = { .doc = doc,
                        .plan = plan,
                        .session = plan->session,
                        .machine = machine,
                        .hooks = hooks,
                        .why = why,
                        .zero_s = machine->now_s(machine->self) };
    int rc = check(plan, why);

    if (rc == 0)
        rc = init(&r);
    if (rc == 0)
        rc = run_all(&r);
    if (rc < 0 && r.ending == DOC_STOP_NONE)
        r.ending = DOC_STOP_INTERRUPTED;
    if (r.rows && r.order)
        run_end_rows(&r);
    if (rc == -ENOMEM && why && !why->rc)
        diag_set(why, rc, "no memory for what was measured");
    return rc == 0 && r.ending == DOC_STOP_INTERRUPTED ? -EINTR : rc;
}

int run_session(struct doc *doc, struct plan *plan, struct shepherd *shepherd,
                const struct run_hooks *hooks, struct diag *why)
{
    struct run_machine machine = run_machine_of(shepherd);

    return run_session_on(doc, plan, &machine, hooks, why);
}
