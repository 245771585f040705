/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * again.c - a row is measured once more, with a longer warm-up; both stay in the file
 *
 * statistics.md 3.3.6
 */
#include "run/runner.h"

#include <errno.h>
#include <string.h>

/* The first of "m1", "m2" … that nobody has. */
static const char *new_id(const struct doc *doc)
{
    size_t n = doc->n_measurements;
    const char *id;

    do
        id = arena_printf(doc->arena, "m%zu", n++);
    while (id && doc_find_measurement(doc, id));
    return id;
}

static struct measurement *next_attempt(struct doc *doc, const struct measurement *m,
                                        uint32_t warmup)
{
    const char *id = new_id(doc);
    struct measurement *next = id ? doc_add_measurement(doc) : NULL;

    if (!next)
        return NULL;
    *next = *m;
    next->id = id;
    next->attempt = m->attempt + 1;
    next->stop = DOC_STOP_NONE;
    next->judged = NULL;
    next->plan.warmup = warmup;
    return next;
}

/* Nothing is known of it but its cost. */
static void begin_anew(struct runner *r, size_t job)
{
    struct plan_job *j = &r->plan->jobs[job];
    struct run_row *row = &r->rows[job];

    j->valid = j->replaced = j->pilots = 0;
    j->first_offset_s = j->last_offset_s = 0;
    row->next_look = run_next_look(&r->session->protocol, 0);
    row->spent_s = 0;
    for (size_t p = 0; p < j->n_points; p++)
        row->points[p].failures = 0;
    run_pilots_begin(r, job);
}

int run_measure_again(struct runner *r, size_t job, uint32_t warmup,
                      const enum doc_stop *why)
{
    struct plan_job *j = &r->plan->jobs[job];

    for (size_t p = 0; p < j->n_points; p++) {
        struct measurement *m = j->points[p], *next;

        if (r->rows[job].points[p].off)
            continue;
        next = next_attempt(r->doc, m, warmup);
        if (!next)
            return -ENOMEM;
        j->points[p] = next;
        m->stop = why[p];
        /* in this order: of a run that is killed in between the new one goes on */
        run_tell(r, RUN_EVENT_PLAN, job, NULL, next, 0);
        run_tell(r, RUN_EVENT_ROW, job, NULL, m, 0);
    }
    begin_anew(r, job);
    return 0;
}
