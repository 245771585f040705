/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ordered.c - an invocation's values are put in order, a row's are merged from them
 *
 * A row needs its residuals and its values in order, an invocation its median: sorting
 * the invocations and merging twice is far less work than sorting the row twice more.
 */
#include "judge/row.h"

#include "stats/quantile.h"

#include <string.h>

/*
 * The choices of a row are nested, so that an equal number of values is the same
 * values, which need not be sorted again.
 */
int judge_order_value(struct row *row, struct row_value *v, enum row_choice choice)
{
    struct st_sorted s;
    size_t n = 0;
    int rc;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        if (choice == ROW_ALL || row->cause[i] == CAUSE_NONE ||
            (choice == ROW_ENTERED && row_enters(row, i)))
            row->work[n++] = row->x[i];
    }
    if (n == v->n_ordered)
        return 0;
    rc = st_sorted_init(&s, row->work, n);
    if (rc < 0)
        return rc;
    if (n)
        memcpy(row->ordered + v->first, s.x, n * sizeof *s.x);
    v->n_ordered = n;
    st_sorted_done(&s);
    return 0;
}

struct st_sorted judge_ordered(const struct row *row, const struct row_value *v)
{
    return (struct st_sorted){ row->ordered + v->first, v->n_ordered };
}

/* Without a branch on the values, which nothing could foretell. */
static void merge(const double *a, size_t n_a, const double *b, size_t n_b, double *out)
{
    size_t i = 0, j = 0;

    while (i < n_a && j < n_b) {
        bool second = b[j] < a[i];

        *out++ = second ? b[j] : a[i];
        j += second;
        i += !second;
    }
    memcpy(out, a + i, (n_a - i) * sizeof *a);
    memcpy(out + (n_a - i), b + j, (n_b - j) * sizeof *b);
}

/* Merges neighbours; returns how many pieces are left, with their ends in row->ends. */
static size_t merge_pairs(const struct row *row, size_t pieces, const double *from,
                          double *to)
{
    size_t *ends = row->ends, start = 0, left = 0;

    for (size_t p = 0; p < pieces; p += 2) {
        size_t middle = ends[p], end = p + 1 < pieces ? ends[p + 1] : middle;

        merge(from + start, middle - start, from + middle, end - middle, to + start);
        start = end;
        ends[left++] = end;
    }
    return left;
}

struct st_sorted judge_order_row(struct row *row, bool residuals)
{
    double *from = row->work, *to = row->spare;
    size_t n = 0, pieces = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];
        double less = residuals ? v->y : 0;

        if (v->left_out)
            continue;
        for (size_t i = 0; i < v->n_ordered; i++)
            from[n++] = row->ordered[v->first + i] - less;
        row->ends[pieces++] = n;
    }
    while (pieces > 1) {
        double *swap = from;

        pieces = merge_pairs(row, pieces, from, to);
        from = to;
        to = swap;
    }
    return (struct st_sorted){ from, n };
}
