/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order.c - what the order in time and the shape of a row show
 *
 * statistics.md 3.7. Only what entered is looked at: a disturbed observation says
 * nothing of the order of the others.
 */
#include "judge/row.h"

#include "stats/series.h"
#include "stats/shape.h"

#include <errno.h>
#include <stdlib.h>

enum { GAP_VALUES = 8, DIP_VALUES = 50 };
static const double invocations_differ =
    0.001; /* p: then the residuals are looked at */

/* Whether a piece of time ends before i: parallel copies each start anew. */
static bool starts_anew(const struct row *row, const struct row_value *v, size_t i)
{
    return i == v->first || row->at[i] <= row->at[i - 1];
}

static size_t count_pieces(const struct row *row)
{
    size_t n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        for (size_t i = v->first; i < v->first + v->n; i++)
            n += starts_anew(row, v, i);
    }
    return n;
}

/* What entered, piece by piece, in row->work. */
static size_t gather_pieces(const struct row *row, struct st_sample *pieces)
{
    size_t count = 0, n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        for (size_t i = v->first; !v->left_out && i < v->first + v->n; i++) {
            if (starts_anew(row, v, i))
                pieces[count++] = (struct st_sample){ row->work + n, 0 };
            if (!row_enters(row, i))
                continue;
            row->work[n++] = row->x[i];
            pieces[count - 1].n++;
        }
    }
    return count;
}

static int within(struct row *row)
{
    struct st_sample *pieces = calloc(count_pieces(row) + 1, sizeof *pieces);
    size_t n = pieces ? gather_pieces(row, pieces) : 0;
    int rc = pieces ? st_trend(&row->order.trend, pieces, n) : -ENOMEM;

    rc = rc < 0 ? rc : st_neighbours(&row->order.neighbours, pieces, n);
    free(pieces);
    return rc;
}

static int over(struct row *row)
{
    size_t n = judge_gather_y(row, false);
    struct st_sorted s;
    struct st_test test;
    int rc = row->imported ? 0 : st_mann_kendall(&test, row->y, n);

    if (rc == 0 && !row->imported)
        row->order.drift = test.p;
    if (rc < 0 || n < GAP_VALUES)
        return rc;
    rc = st_sorted_init(&s, row->y, n);
    if (rc < 0)
        return rc;
    rc = st_gap_ratio(&row->order.gap, s);
    st_sorted_done(&s);
    return rc;
}

int judge_find_order(struct row *row, const struct row_entry *entries, size_t n_entries)
{
    int rc;

    row->order = (struct row_order){ .between = 1, .drift = 1 };
    if (row->imported)
        return over(row);
    rc = within(row);
    rc = rc < 0 ? rc : over(row);
    return rc < 0 ? rc : judge_find_pilot(row, entries, n_entries);
}

/* The values of each invocation, in order. */
static size_t gather_ordered(const struct row *row, struct st_sorted *samples)
{
    size_t n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        if (!row->values[k].left_out)
            samples[n++] = judge_ordered(row, &row->values[k]);
    }
    return n;
}

int judge_find_heaps(struct row *row, struct st_sorted entered)
{
    struct st_sorted *samples;
    struct st_test test = { .p = 1 };
    double dip, root = sqrt((double)entered.n);
    int rc;

    if (row->imported)
        return 0;
    samples = calloc(row->n_values + 1, sizeof *samples);
    if (!samples)
        return -ENOMEM;
    rc =
        st_kruskal_wallis_sorted(&test, samples, gather_ordered(row, samples), entered);
    row->order.between = test.p;
    free(samples);
    if (rc < 0 || entered.n < DIP_VALUES)
        return rc;
    if (row->order.between < invocations_differ)
        entered = judge_order_row(row, true);
    rc = st_dip_above(&dip, entered, judge_dip_limit / root);
    if (rc == 0)
        row->order.dip = dip * root;
    return rc;
}
