/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * judge.c - observations to estimates, one measurement or a whole document
 */
#include "judge/judge.h"

#include "judge/derive.h"
#include "judge/row.h"

#include <errno.h>
#include <stdlib.h>

/* Adds what the invocation observed: one entry for each measurement. */
static size_t entries_of(const struct invocation *i, const struct measurement *only,
                         struct row_entry *entries, size_t order)
{
    size_t n = 0;

    for (size_t s = 0; s < i->n_series; s++) {
        const struct measurement *m = i->series[s].measurement;
        bool seen = only && m != only;

        for (size_t e = 0; !seen && e < n; e++)
            seen = entries[n - 1 - e].measurement == m;
        if (!seen)
            entries[n++] = (struct row_entry){ m, i, order };
    }
    return n;
}

/* By address only to bring a measurement's entries together: inside, by time. */
static int compare_entries(const void *a, const void *b)
{
    const struct row_entry *x = a, *y = b;
    uintptr_t p = (uintptr_t)x->measurement, q = (uintptr_t)y->measurement;

    if (p != q)
        return p < q ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

int judge_collect(const struct doc *doc, const struct measurement *only,
                  struct row_entry **entries, size_t *n)
{
    size_t most = 0;

    for (size_t s = 0; s < doc->n_sessions; s++) {
        for (size_t i = 0; i < doc->sessions[s]->n_invocations; i++)
            most += doc->sessions[s]->invocations[i]->n_series;
    }
    *n = 0;
    *entries = calloc(most + 1, sizeof **entries);
    if (!*entries)
        return -ENOMEM;
    for (size_t s = 0; s < doc->n_sessions; s++) {
        for (size_t i = 0; i < doc->sessions[s]->n_invocations; i++)
            *n += entries_of(doc->sessions[s]->invocations[i], only, *entries + *n, *n);
    }
    if (!only)
        qsort(*entries, *n, sizeof **entries, compare_entries);
    return 0;
}

const struct row_entry *judge_find_entries(const struct row_entry *all, size_t n_all,
                                           const struct measurement *m, size_t *n)
{
    size_t low = 0, high = n_all;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if ((uintptr_t)all[middle].measurement < (uintptr_t)m)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < n_all && all[low + *n].measurement == m;)
        ++*n;
    return all + low;
}

/* Observations to the values of the invocations, with what is left out. */
static int find_values(struct row *row, const struct measurement *m,
                       const struct row_entry *entries, size_t n_entries)
{
    size_t n = m->status == DOC_STATUS_OK ? n_entries : 0;
    int rc = judge_fold(row, m, entries, n);

    return rc < 0 ? rc : judge_mark(row);
}

int judge_row_look(struct row *row, struct arena *arena, const struct measurement *m,
                   const struct row_entry *entries, size_t n_entries,
                   struct judged **out)
{
    struct judged *j = arena_alloc(arena, sizeof *j);
    int rc = j ? 0 : -ENOMEM;

    rc = rc < 0 ? rc : judge_circumstances(&row->circumstances, m->session);
    rc = rc < 0 ? rc : find_values(row, m, entries, n_entries);
    rc = rc < 0 ? rc : judge_find_order(row, entries, n_entries);
    rc = rc < 0 ? rc : judge_estimate(row);
    rc = rc < 0 ? rc : judge_fill(row, j);
    rc = rc < 0 ? rc : judge_list_marks(row, arena, j);
    if (rc == 0)
        *out = j;
    return rc;
}

int judge_row_settle(struct row *row, struct arena *arena, struct judged *j)
{
    judge_settle(row);
    judge_fill_settled(row, j);
    return judge_list_flags(row, arena, j);
}

int judge_row(struct row *row, struct arena *arena, const struct measurement *m,
              const struct row_entry *entries, size_t n_entries, struct judged **out)
{
    struct judged *j = NULL;
    int rc = judge_row_look(row, arena, m, entries, n_entries, &j);

    rc = rc < 0 ? rc : judge_row_settle(row, arena, j);
    if (rc == 0)
        *out = j;
    return rc;
}

/* What the rows of all measurements have in common while they are judged. */
struct work {
    const struct doc *doc;
    struct arena *arena;
    struct row row;
    struct serial serial;
    struct row_entry *all;
    size_t n_all;
    struct judged **found;
    struct row_summary *sums;
    struct row *rows; /* as they were left, until the session is settled */
};

static void work_done(struct work *w)
{
    judge_row_done(&w->row);
    judge_serial_done(&w->serial);
    free(w->all);
    free(w->sums);
    free(w->rows);
}

static bool may_be_serial(const struct measurement *m, const struct session *s)
{
    return m->session == s && m->origin != DOC_ORIGIN_IMPORTED;
}

static int look_at_rows(struct work *w, const struct session *s)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < w->doc->n_measurements; i++) {
        const struct measurement *m = w->doc->measurements[i];
        const struct row_entry *entries;
        size_t n;

        if (m->session != s)
            continue;
        entries = judge_find_entries(w->all, w->n_all, m, &n);
        rc = judge_row_look(&w->row, w->arena, m, entries, n, &w->found[i]);
        rc = rc < 0 ? rc : judge_serial_add(&w->serial, &w->row);
        judge_summarise(&w->row, &w->sums[i]);
        w->rows[i] = w->row;
    }
    return rc;
}

/* All rows, then what they have in common, then what that does to each. */
static int judge_session(struct work *w, const struct session *s)
{
    struct judge_serial serial;
    int rc;

    judge_serial_begin(&w->serial);
    rc = look_at_rows(w, s);
    rc = rc < 0 ? rc : judge_serial_settle(&w->serial, &serial);
    for (size_t i = 0; rc == 0 && i < w->doc->n_measurements; i++) {
        if (w->doc->measurements[i]->session != s)
            continue;
        w->rows[i].circumstances.serial = serial;
        rc = judge_row_settle(&w->rows[i], w->arena, w->found[i]);
    }
    return rc;
}

int judge_all(const struct doc *doc, struct arena *arena, struct judged **found)
{
    struct work w = { .doc = doc, .arena = arena, .found = found };
    int rc = judge_collect(doc, NULL, &w.all, &w.n_all);

    w.sums = calloc(doc->n_measurements + 1, sizeof *w.sums);
    w.rows = calloc(doc->n_measurements + 1, sizeof *w.rows);
    rc = rc < 0 ? rc : w.sums && w.rows ? 0 : -ENOMEM;
    for (size_t s = 0; rc == 0 && s < doc->n_sessions; s++)
        rc = judge_session(&w, doc->sessions[s]);
    if (rc == 0 && doc->n_systems > 0)
        rc = judge_look_across(doc, arena, found, w.sums);
    work_done(&w);
    return rc;
}

int judge_doc(struct doc *doc)
{
    size_t n = doc->n_measurements;
    struct judged **found = calloc(n + 1, sizeof(struct judged *));
    int rc = found ? judge_all(doc, doc->arena, found) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++)
        doc->measurements[i]->judged = found[i];
    free(found);
    return rc < 0 ? rc : derive_doc(doc);
}

int judge_rest(struct doc *doc)
{
    size_t n = doc->n_measurements;
    struct judged **found = calloc(n + 1, sizeof(struct judged *));
    int rc = found ? judge_all(doc, doc->arena, found) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        if (!doc->measurements[i]->judged)
            doc->measurements[i]->judged = found[i];
    }
    free(found);
    return rc < 0 ? rc : derive_doc(doc);
}

/* Only the values, which is all that the look at the session needs. */
static int look_at_session(struct work *w, const struct session *s,
                           struct judge_serial *out)
{
    int rc = 0;

    judge_serial_begin(&w->serial);
    for (size_t i = 0; rc == 0 && i < w->doc->n_measurements; i++) {
        const struct measurement *m = w->doc->measurements[i];
        const struct row_entry *entries;
        size_t n;

        if (!may_be_serial(m, s))
            continue;
        entries = judge_find_entries(w->all, w->n_all, m, &n);
        rc = find_values(&w->row, m, entries, n);
        rc = rc < 0 ? rc : judge_serial_add(&w->serial, &w->row);
    }
    return rc < 0 ? rc : judge_serial_settle(&w->serial, out);
}

int judge_serial(const struct doc *doc, const struct session *session,
                 struct judge_serial *out)
{
    struct work w = { .doc = doc };
    int rc = judge_collect(doc, NULL, &w.all, &w.n_all);

    rc = rc < 0 ? rc : look_at_session(&w, session, out);
    work_done(&w);
    return rc;
}

int judge_measurement(struct doc *doc, struct measurement *m)
{
    bool look = m->status == DOC_STATUS_OK && may_be_serial(m, m->session);
    struct work w = { .doc = doc };
    struct judge_serial serial = { 0 };
    const struct row_entry *entries;
    size_t n = 0;
    int rc = judge_collect(doc, look ? NULL : m, &w.all, &w.n_all);

    if (rc == 0 && look)
        rc = look_at_session(&w, m->session, &serial);
    rc = rc < 0 ? rc : judge_circumstances(&w.row.circumstances, m->session);
    if (rc == 0) {
        w.row.circumstances.serial = serial;
        entries = judge_find_entries(w.all, w.n_all, m, &n);
        rc = judge_row(&w.row, doc->arena, m, entries, n, &m->judged);
    }
    work_done(&w);
    return rc;
}
