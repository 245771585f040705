/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * advise.c - what the runner should do next: looks, stops, caps
 *
 * statistics.md 3.6: on the width of the interval at looks planned beforehand, never on
 * its place.
 */
#include "judge/judge.h"

#include "judge/row.h"

#include <stdlib.h>

static bool is_look(const struct protocol *p, uint32_t used)
{
    for (size_t i = 0; used >= p->min_invocations && i < p->n_looks; i++) {
        if (p->looks[i] == used)
            return true;
    }
    return false;
}

/* The number of invocations beyond which the row does not go. */
static uint32_t most(const struct protocol *p)
{
    if (judge_exactly(p))
        return judge_exactly(p);
    if (p->max_invocations)
        return p->max_invocations;
    return p->n_looks ? p->looks[p->n_looks - 1] : p->min_invocations;
}

/* At how many used invocations to look again. */
static uint32_t next_look(const struct protocol *p, uint32_t used)
{
    uint32_t next = most(p);

    for (size_t i = 0; judge_exactly(p) == 0 && i < p->n_looks; i++) {
        uint32_t look = p->looks[i];

        if (look > used && look >= p->min_invocations && look < next)
            next = look;
    }
    return next;
}

static bool is_precise(const struct row *row, uint32_t used, double span_s)
{
    const struct protocol *p = &row->m->session->protocol;

    return judge_exactly(p) == 0 && is_look(p, used) && span_s >= p->span_seconds &&
           judge_half_width(row) <= p->precision;
}

static enum doc_stop why_stop(const struct row *row, uint32_t used, double span_s,
                              double spent_s)
{
    const struct protocol *p = &row->m->session->protocol;

    if (judge_exactly(p) && used >= judge_exactly(p))
        return DOC_STOP_EXACT;
    if (is_precise(row, used, span_s))
        return DOC_STOP_PRECISION;
    if (judge_exactly(p) == 0 && used >= most(p))
        return DOC_STOP_MAXIMUM;
    if (p->max_seconds_each > 0 && spent_s >= p->max_seconds_each)
        return DOC_STOP_TIME;
    return DOC_STOP_NONE;
}

int judge_advise(struct doc *doc, struct measurement *m, uint32_t valid, double span_s,
                 double spent_s, struct advice *out)
{
    const struct protocol *p = &m->session->protocol;
    struct row row = { 0 };
    struct row_entry *entries;
    size_t n;
    int rc = judge_collect(doc, m, &entries, &n);

    rc = rc < 0 ? rc : judge_row(&row, doc->arena, m, entries, n, &m->judged);
    if (rc == 0) {
        /* what is left out whole is measured in addition */
        uint32_t left_out = (uint32_t)row.left_out;
        uint32_t used = valid > left_out ? valid - left_out : 0;

        *out = (struct advice){ .why = why_stop(&row, used, span_s, spent_s),
                                .warmup = m->plan.warmup,
                                .samples =
                                    m->plan.samples ? m->plan.samples : p->samples };
        out->what = out->why == DOC_STOP_NONE ? ADVICE_CONTINUE : ADVICE_STOP;
        if (out->what == ADVICE_CONTINUE)
            out->next_look = valid + (next_look(p, used) - used);
    }
    judge_row_done(&row);
    free(entries);
    return rc;
}
