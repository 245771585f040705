/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spread.c - when blocks and rows may go on: the invocations are spread over time
 *
 * statistics.md 3.2.8, 3.6 and 3.12
 */
#include "run/runner.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define MARGIN_S 1e-3 /* so that the span is reached in spite of rounding */

enum {
    ALIKE_BLOCKS = 5, /* that must have run before it is asked, each time anew */
    STRETCH_MOST = 4, /* of the gap, and of the span over which it is kept */
};
static const char code[] = "spread";

static double span_of(const struct runner *r)
{
    return r->session->protocol.span_seconds;
}

/* Seconds from block to block that spread the first look over the span. */
static double usual_gap_s(const struct runner *r)
{
    uint32_t first = run_next_look(&r->session->protocol, 1);

    return first > 1 ? span_of(r) / (first - 1) : 0;
}

/* Whether a row that keeps the session going has not met its first look yet. */
static bool before_first_look(const struct runner *r)
{
    uint32_t first = run_next_look(&r->session->protocol, 1);

    for (size_t j = 0; j < r->plan->n_jobs; j++) {
        if (run_row_keeps_going(r, j) && r->plan->jobs[j].valid < first)
            return true;
    }
    return false;
}

/* Blocks until all rows that keep it going have met their next looks. */
static double blocks_to_looks(const struct runner *r)
{
    uint32_t most = 1;

    for (size_t j = 0; j < r->plan->n_jobs; j++) {
        uint32_t valid = r->plan->jobs[j].valid, next = r->rows[j].next_look;

        if (run_row_keeps_going(r, j) && next > valid + most)
            most = next - valid;
    }
    return most;
}

/*
 * Seconds from the last block's beginning to the next: up to the first look the blocks
 * are spread over the span, the later ones follow each other. Where invocations are
 * alike they lie farther apart, as far as the time for the run allows it.
 */
static double gap_s(const struct runner *r)
{
    double gap = before_first_look(r) ? usual_gap_s(r) : 0;

    if (r->stretch > 1 && run_offset_s(r) < r->began_s + STRETCH_MOST * span_of(r))
        gap = fmax(gap, fmin(usual_gap_s(r) * r->stretch,
                             run_time_left_s(r) / (blocks_to_looks(r) + 1)));
    return gap;
}

int run_wait_for_block(struct runner *r, size_t job)
{
    double gap = r->block_begun || isnan(r->block_s) ? 0 : gap_s(r);

    return gap > 0 ? run_wait_until(r, r->block_s + gap, job) : 0;
}

/*
 * The invocation with which a row reaches its look comes no sooner than a span after
 * its first, so that no row stops before its invocations span that.
 */
int run_wait_for_span(struct runner *r, size_t job)
{
    const struct plan_job *j = &r->plan->jobs[job];
    double span = span_of(r);

    if (span <= 0 || j->stopped || j->valid == 0 ||
        j->valid + 1 < r->rows[job].next_look)
        return 0;
    return run_wait_until(r, j->first_offset_s + span + MARGIN_S, job);
}

void run_begin_block(struct runner *r)
{
    if (r->block_begun)
        return;
    r->block_begun = true;
    r->block_s = run_offset_s(r);
    if (isnan(r->began_s))
        r->began_s = r->block_s;
}

/* ---- invocations that are alike ---- */

void run_spread_begin(struct runner *r)
{
    const struct session *s = r->session;

    r->block_s = r->began_s = NAN;
    r->stretch = 1;
    for (size_t i = 0; i < s->n_events; i++)
        r->stretch *= strcmp(s->events[i].code, code) == 0 ? 2 : 1;
    r->plan->gap_s = r->stretch > 1 ? usual_gap_s(r) * r->stretch : 0;
}

static int note(struct runner *r)
{
    struct doc_event *event = doc_add_event(r->doc, r->session);

    if (!event)
        return -ENOMEM;
    *event = (struct doc_event){
        .code = code,
        .text =
            "invocations that followed each other were alike: from here on the blocks "
            "lie twice as far apart",
        .offset_s = run_offset_s(r)
    };
    run_tell(r, RUN_EVENT_SPREAD, r->plan->n_jobs, NULL, NULL, 0);
    return 0;
}

int run_space_out(struct runner *r)
{
    bool alike = false;
    int rc;

    if (!r->hooks->alike || span_of(r) <= 0 || r->stretch >= STRETCH_MOST ||
        r->block - r->asked_block < ALIKE_BLOCKS)
        return 0;
    rc = r->hooks->alike(r->hooks->self, &alike);
    if (rc < 0 || !alike)
        return rc;
    r->asked_block = r->block;
    r->stretch *= 2;
    r->plan->gap_s = usual_gap_s(r) * r->stretch;
    return note(r);
}
