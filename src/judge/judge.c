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

int judge_row(struct row *row, struct arena *arena, const struct measurement *m,
              const struct row_entry *entries, size_t n_entries, struct judged **out)
{
    struct judged *j = arena_alloc(arena, sizeof *j);
    int rc = j ? 0 : -ENOMEM;

    rc = rc < 0 ? rc : judge_circumstances(&row->circumstances, m->session);
    rc = rc < 0
             ? rc
             : judge_fold(row, m, entries, m->status == DOC_STATUS_OK ? n_entries : 0);
    rc = rc < 0 ? rc : judge_mark(row);
    rc = rc < 0 ? rc : judge_estimate(row);
    rc = rc < 0 ? rc : judge_fill(row, j);
    rc = rc < 0 ? rc : judge_list_marks(row, arena, j);
    rc = rc < 0 ? rc : judge_list_flags(row, arena, j);
    if (rc == 0)
        *out = j;
    return rc;
}

int judge_measurement(struct doc *doc, struct measurement *m)
{
    struct row row = { 0 };
    struct row_entry *entries;
    size_t n;
    int rc = judge_collect(doc, m, &entries, &n);

    rc = rc < 0 ? rc : judge_row(&row, doc->arena, m, entries, n, &m->judged);
    judge_row_done(&row);
    free(entries);
    return rc;
}

int judge_doc(struct doc *doc)
{
    struct row row = { 0 };
    struct row_entry *all;
    size_t n_all, n;
    int rc = judge_collect(doc, NULL, &all, &n_all);

    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++) {
        struct measurement *m = doc->measurements[i];
        const struct row_entry *entries = judge_find_entries(all, n_all, m, &n);

        rc = judge_row(&row, doc->arena, m, entries, n, &m->judged);
    }
    judge_row_done(&row);
    free(all);
    return rc < 0 ? rc : derive_doc(doc);
}
