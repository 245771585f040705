/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * warmup.c - how long a process takes to become steady: pilots, and a look afterwards
 *
 * statistics.md 3.3
 */
#include "judge/row.h"

#include "stats/series.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Observations of a pilot: where 60 do not show the end, 180, then 540. */
static const uint32_t lengths[] = { 60, 180, 540 };
enum { LENGTHS = sizeof lengths / sizeof *lengths };
static const uint32_t usual_warmup = 5;

static size_t shortest(const struct st_sample *pilots, size_t count)
{
    size_t n = count ? pilots[0].n : 0;

    for (size_t p = 1; p < count; p++)
        n = pilots[p].n < n ? pilots[p].n : n;
    return n;
}

static uint32_t next_length(size_t n)
{
    for (size_t l = 0; l < LENGTHS; l++) {
        if (lengths[l] > n)
            return lengths[l];
    }
    return 0;
}

int judge_warmup(const struct st_sample *pilots, size_t count, struct judge_warmup *out)
{
    struct st_warmup found;
    int rc = st_warmup(&found, pilots, count);
    bool decided;

    if (rc < 0)
        return rc;
    decided = found.warmth == ST_WARMTH_STEADY || found.warmth == ST_WARMTH_FOUND;
    *out = (struct judge_warmup){ .warmup = (uint32_t)found.discard, .z = found.z };
    if (decided)
        return 0;
    out->longer = next_length(shortest(pilots, count));
    if (out->longer == 0)
        out->unsteady = found.warmth == ST_WARMTH_SLOWING ? "slowdown" : "warmup";
    return 0;
}

uint32_t judge_warmup_again(const struct measurement *m)
{
    const struct judged *j = m->judged;

    for (size_t f = 0; j && m->attempt <= 1 && f < j->n_flags; f++) {
        if (strcmp(j->flags[f].code, "unsteady") == 0 && j->flags[f].statistic < 0)
            return 2 * (j->warmup ? j->warmup : usual_warmup);
    }
    return 0;
}

/* ---- what the pilots in a document tell ---- */

static const struct series *part_of(const struct row_entry *e, enum doc_part part)
{
    for (size_t s = 0; s < e->invocation->n_series; s++) {
        const struct series *series = &e->invocation->series[s];

        if (series->measurement == e->measurement && series->part == part &&
            series->copy == 0 && series->passes && series->ns)
            return series;
    }
    return NULL;
}

/* One pilot's observations per operation into x; their number. */
static size_t fill(const struct row *row, const struct row_entry *e, double *x)
{
    const struct series *s = part_of(e, DOC_PART_SUBJECT);
    const struct series *base = row->difference ? part_of(e, DOC_PART_BASE) : NULL;
    size_t n;

    if (!s || (row->difference && !base))
        return 0;
    n = base && base->n < s->n ? base->n : s->n;
    for (size_t i = 0; x && i < n; i++) {
        x[i] = (double)s->ns[i] / (double)s->passes;
        x[i] -= base ? (double)base->ns[i] / (double)base->passes : 0;
    }
    return n;
}

static bool is_long_pilot(const struct row *row, const struct row_entry *e)
{
    return e->invocation->phase == DOC_PHASE_PILOT && e->invocation->valid &&
           fill(row, e, NULL) >= lengths[LENGTHS - 1];
}

int judge_find_pilot(struct row *row, const struct row_entry *entries, size_t n_entries)
{
    struct st_sample *pilots;
    struct judge_warmup found = { 0 };
    size_t n = 0, count = 0;
    double *x;
    int rc;

    for (size_t e = 0; e < n_entries; e++) {
        if (is_long_pilot(row, &entries[e])) {
            n += fill(row, &entries[e], NULL);
            count++;
        }
    }
    if (count == 0)
        return 0;
    x = calloc(n, sizeof *x);
    pilots = calloc(count, sizeof *pilots);
    rc = x && pilots ? 0 : -ENOMEM;
    n = count = 0;
    for (size_t e = 0; rc == 0 && e < n_entries; e++) {
        if (!is_long_pilot(row, &entries[e]))
            continue;
        pilots[count] = (struct st_sample){ x + n, fill(row, &entries[e], x + n) };
        n += pilots[count++].n;
    }
    rc = rc < 0 ? rc : judge_warmup(pilots, count, &found);
    row->order.pilot = found.unsteady;
    row->order.pilot_trend = found.z;
    free(pilots);
    free(x);
    return rc;
}
