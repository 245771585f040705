/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fold.c - observations to one table of values per operation, differences formed
 */
#include "judge/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void judge_row_done(struct row *row)
{
    free(row->x);
    free(row->subject);
    free(row->base);
    free(row->at);
    free(row->cause);
    free(row->ordered);
    free(row->work);
    free(row->spare);
    free(row->values);
    free(row->y);
    free(row->ends);
    *row = (struct row){ 0 };
}

/* Makes *array hold `count` elements; what it held is gone. */
static int renew(void *array, size_t count, size_t each)
{
    void **old = array;

    free(*old);
    *old = calloc(count, each);
    return *old ? 0 : -ENOMEM;
}

static int reserve(struct row *row, size_t n, size_t n_values)
{
    size_t size = row->size ? row->size : 1024;
    int rc = 0;

    while (size < n)
        size *= 2;
    if (size > row->size) {
        row->size = 0; /* until all of them are there */
        rc = renew(&row->x, size, sizeof *row->x);
        rc = rc < 0 ? rc : renew(&row->subject, size, sizeof *row->subject);
        rc = rc < 0 ? rc : renew(&row->base, size, sizeof *row->base);
        rc = rc < 0 ? rc : renew(&row->at, size, sizeof *row->at);
        rc = rc < 0 ? rc : renew(&row->cause, size, sizeof *row->cause);
        rc = rc < 0 ? rc : renew(&row->ordered, size, sizeof *row->ordered);
        rc = rc < 0 ? rc : renew(&row->work, size, sizeof *row->work);
        rc = rc < 0 ? rc : renew(&row->spare, size, sizeof *row->spare);
        row->size = rc < 0 ? 0 : size;
    }
    if (rc == 0 && n_values > row->values_size) {
        row->values_size = 0;
        rc = renew(&row->values, n_values, sizeof *row->values);
        rc = rc < 0 ? rc : renew(&row->y, n_values, sizeof *row->y);
        rc = rc < 0 ? rc : renew(&row->ends, n_values, sizeof *row->ends);
        row->values_size = rc < 0 ? 0 : n_values;
    }
    return rc;
}

/* The part's series of a measurement in an invocation, or NULL. */
static const struct series *part_of(const struct invocation *i,
                                    const struct measurement *m, enum doc_part part,
                                    uint32_t copy)
{
    for (size_t s = 0; s < i->n_series; s++) {
        const struct series *series = &i->series[s];

        if (series->measurement == m && series->part == part && series->copy == copy)
            return series;
    }
    return NULL;
}

static bool has_base(const struct row_entry *entries, size_t n)
{
    for (size_t e = 0; e < n; e++) {
        const struct invocation *i = entries[e].invocation;

        for (size_t s = 0; s < i->n_series; s++) {
            if (i->series[s].measurement == entries[e].measurement &&
                i->series[s].part == DOC_PART_BASE)
                return true;
        }
    }
    return false;
}

/* How many of the series' observations come after the warm-up, at most m of them:
 * a pilot that counts has more (statistics.md 3.2, 10). */
static size_t after_warmup(const struct measure_plan *plan, const struct series *s)
{
    size_t n = s->n > plan->warmup ? s->n - plan->warmup : 0;

    return plan->samples && n > plan->samples ? plan->samples : n;
}

/* Ticks of the clock per operation. */
static double resolution(const struct row *row, const struct series *s)
{
    return row->m->session->clock.tick_ns / (double)s->passes;
}

static void add_times(struct row *row, struct row_value *v, const struct series *s,
                      const struct series *base)
{
    uint32_t warmup = row->m->plan.warmup;
    size_t n = after_warmup(&row->m->plan, s), first = row->n;
    double passes = (double)s->passes, q = resolution(row, s);
    double cold = s->n ? (double)s->ns[0] / passes : NAN;

    if (base) {
        size_t n_base = after_warmup(&row->m->plan, base);
        double base_passes = (double)base->passes;

        n = n < n_base ? n : n_base;
        for (size_t i = 0; i < n; i++) {
            row->subject[first + i] = (double)s->ns[warmup + i] / passes;
            row->base[first + i] = (double)base->ns[warmup + i] / base_passes;
            row->x[first + i] = row->subject[first + i] - row->base[first + i];
        }
        cold -= base->n ? (double)base->ns[0] / base_passes : NAN;
        q += resolution(row, base); /* either part may be off by half of its own */
    } else {
        for (size_t i = 0; i < n; i++)
            row->x[first + i] = (double)s->ns[warmup + i] / passes;
    }
    for (size_t i = 0; i < n; i++) {
        row->at[first + i] = warmup + (uint32_t)i + 1;
        row->cause[first + i] = CAUSE_NONE;
    }
    judge_note_causes(row, first, n, s, warmup);
    if (base)
        judge_note_causes(row, first, n, base, warmup);
    if (v->n == 0)
        v->cold = cold;
    row->q = fmax(row->q, q);
    row->passes = passes;
    row->n += n;
    v->n += n;
}

/* A printed number stands for itself: each is a value of the row. */
static void add_printed(struct row *row, const struct invocation *i,
                        const struct series *s)
{
    row->unit = ROW_AS_IS;
    for (size_t k = 0; k < s->n; k++) {
        if (!isfinite(s->values[k]))
            continue;
        row->x[row->n] = s->values[k];
        row->at[row->n] = (uint32_t)k + 1;
        row->cause[row->n] = CAUSE_NONE;
        row->values[row->n_values++] =
            (struct row_value){ .invocation = i, .first = row->n, .n = 1, .cold = NAN };
        row->n++;
    }
}

static void add_invocation(struct row *row, const struct invocation *i)
{
    struct row_value v = { .invocation = i, .first = row->n, .cold = NAN };

    for (size_t s = 0; s < i->n_series; s++) {
        const struct series *series = &i->series[s], *base = NULL;

        if (series->measurement != row->m || series->part != DOC_PART_SUBJECT)
            continue;
        if (series->values) {
            add_printed(row, i, series);
            continue;
        }
        if (row->difference)
            base = part_of(i, row->m, DOC_PART_BASE, series->copy);
        if (series->passes == 0 || (row->difference && (!base || base->passes == 0)))
            continue;
        add_times(row, &v, series, base);
    }
    if (v.n)
        row->values[row->n_values++] = v;
}

static void sizes(const struct row_entry *entries, size_t n_entries, size_t *n,
                  size_t *n_values)
{
    *n = 0;
    *n_values = n_entries;
    for (size_t e = 0; e < n_entries; e++) {
        const struct invocation *i = entries[e].invocation;

        for (size_t s = 0; s < i->n_series; s++) {
            if (i->series[s].measurement != entries[e].measurement ||
                i->series[s].part != DOC_PART_SUBJECT)
                continue;
            *n += i->series[s].n;
            if (i->series[s].values)
                *n_values += i->series[s].n;
        }
    }
}

static double count_of(const struct invocation *i, const char *name)
{
    for (size_t c = 0; c < i->n_counts; c++) {
        if (strcmp(i->counts[c].name, name) == 0)
            return i->counts[c].value;
    }
    return NAN;
}

/* Of the time of the row's own invocations. */
static double steal(const struct row *row)
{
    double stolen = 0, seconds = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        double s = count_of(row->values[k].invocation, "steal");
        double t = count_of(row->values[k].invocation, "seconds");

        if (isfinite(s) && t > 0) {
            stolen += s;
            seconds += t;
        }
    }
    return seconds > 0 ? stolen / seconds : NAN;
}

/* Forgets the row before, but for the memory and what is known of the session. */
static void clear(struct row *row)
{
    struct row old = *row;

    *row = (struct row){ .circumstances = old.circumstances,
                         .x = old.x,
                         .subject = old.subject,
                         .base = old.base,
                         .at = old.at,
                         .cause = old.cause,
                         .ordered = old.ordered,
                         .work = old.work,
                         .spare = old.spare,
                         .size = old.size,
                         .values = old.values,
                         .values_size = old.values_size,
                         .y = old.y,
                         .ends = old.ends };
}

int judge_fold(struct row *row, const struct measurement *m,
               const struct row_entry *entries, size_t n_entries)
{
    const char *policy = m->session->protocol.outliers;
    size_t n, n_values;
    int rc;

    sizes(entries, n_entries, &n, &n_values);
    rc = reserve(row, n, n_values);
    if (rc < 0)
        return rc;
    clear(row);
    row->m = m;
    row->imported = m->origin == DOC_ORIGIN_IMPORTED;
    row->reject = !policy || strcmp(policy, "keep") != 0;
    row->difference = has_base(entries, n_entries);
    row->unit = m->plan.bytes ? ROW_RATE : ROW_SECONDS;
    for (size_t e = 0; e < n_entries; e++) {
        const struct invocation *i = entries[e].invocation;

        if (i->phase != DOC_PHASE_RUN)
            continue;
        if (i->valid)
            add_invocation(row, i);
        else
            row->invalid++;
    }
    row->steal = steal(row);
    return 0;
}
