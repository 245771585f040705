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

/* ---- pilots ---- */

enum { USUAL_PILOTS = 5 };

static const struct series *part_of(const struct invocation *i,
                                    const struct measurement *m, enum doc_part part)
{
    for (size_t s = 0; s < i->n_series; s++) {
        const struct series *series = &i->series[s];

        if (series->measurement == m && series->part == part && series->copy == 0 &&
            series->passes && series->ns)
            return series;
    }
    return NULL;
}

/* What is looked at in all pilots of a row: its differences, where they are positive.
 */
struct looked_at {
    const struct measurement *m;
    bool difference;
};

/* One pilot's observations per operation into x; their number. */
static size_t fill(const struct looked_at *at, const struct invocation *i, double *x)
{
    const struct series *s = part_of(i, at->m, DOC_PART_SUBJECT);
    const struct series *base =
        s && at->difference ? part_of(i, at->m, DOC_PART_BASE) : NULL;
    size_t n = s ? s->n : 0;

    if (base && base->n < n)
        n = base->n;
    for (size_t k = 0; x && k < n; k++) {
        x[k] = (double)s->ns[k] / (double)s->passes;
        x[k] -= base ? (double)base->ns[k] / (double)base->passes : 0;
    }
    return n;
}

static size_t fill_all(const struct looked_at *at,
                       const struct invocation *const *pilots, size_t count, double *x,
                       struct st_sample *samples)
{
    size_t n = 0;

    for (size_t p = 0; p < count; p++) {
        samples[p] = (struct st_sample){ x + n, fill(at, pilots[p], x + n) };
        n += samples[p].n;
    }
    return n;
}

static bool all_positive(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0))
            return false;
    }
    return true;
}

static int look(const struct measurement *m, const struct invocation *const *pilots,
                size_t count, struct judge_warmup *out)
{
    struct looked_at at = { m, true };
    struct st_sample *samples = calloc(count + 1, sizeof *samples);
    size_t n = 0;
    double *x;
    int rc;

    for (size_t p = 0; p < count; p++)
        n += fill(&(struct looked_at){ m, false }, pilots[p], NULL);
    x = calloc(n + 1, sizeof *x);
    rc = x && samples ? 0 : -ENOMEM;
    if (rc == 0 && !all_positive(x, fill_all(&at, pilots, count, x, samples))) {
        at.difference = false; /* a profile has no meaning around 0 */
        fill_all(&at, pilots, count, x, samples);
    }
    rc = rc < 0 ? rc : judge_warmup(samples, count, out);
    free(samples);
    free(x);
    return rc;
}

int judge_advise_warmup(const struct measurement *m,
                        const struct invocation *const *pilots, size_t n,
                        struct advice *out)
{
    struct judge_warmup found;
    int rc = look(m, pilots, n, &found);

    if (rc == 0)
        *out = (struct advice){ .what = found.longer ? ADVICE_CONTINUE : ADVICE_STOP,
                                .warmup = found.warmup,
                                .samples = found.longer };
    return rc;
}

/* How many pilots have a length from `least` on, but not the next one; into found. */
static size_t of_length(const struct row *row, const struct row_entry *entries,
                        size_t n_entries, size_t least, const struct invocation **found)
{
    uint32_t next = next_length(least);
    size_t n = 0;

    for (size_t e = 0; e < n_entries; e++) {
        const struct invocation *i = entries[e].invocation;
        size_t length = fill(&(struct looked_at){ row->m, false }, i, NULL);

        if (i->phase == DOC_PHASE_PILOT && i->valid && length >= least &&
            (next == 0 || length < next))
            found[n++] = i;
    }
    return n;
}

int judge_find_pilot(struct row *row, const struct row_entry *entries, size_t n_entries)
{
    uint32_t pilots = row->m->session->protocol.pilots;
    const struct invocation **found = calloc(n_entries + 1, sizeof *found);
    struct judge_warmup w = { 0 };
    size_t n = 0;
    int rc = found ? 0 : -ENOMEM;

    if (pilots == 0)
        pilots = USUAL_PILOTS;
    for (size_t l = LENGTHS; rc == 0 && n < pilots && l > 0; l--)
        n = of_length(row, entries, n_entries, lengths[l - 1], found);
    if (rc == 0 && n >= pilots)
        rc = look(row->m, found, n, &w);
    free(found);
    if (w.longer) /* longer ones were too dear */
        w.unsteady = w.z < 0 ? "warmup" : "slowdown";
    row->order.pilot = w.unsteady;
    row->order.pilot_trend = w.z;
    return rc;
}
