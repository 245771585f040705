/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mark.c - what is left out and why: by cause, by value, never an invocation by value
 *
 * statistics.md 3.4. The decision by cause never looks at the value; the decision by
 * value looks only inside an invocation, and seeks a second mode first.
 */
#include "judge/row.h"

#include "stats/location.h"
#include "stats/quantile.h"
#include "stats/spread.h"

#include <errno.h>

static const double wait_share = 0.005; /* of an observation: waited on the run queue */
static const double far_mads = 5;       /* farther than that many is far off */
static const double far_ticks = 2, far_value = 0.001; /* what a MAD of 0 stands for */
static const double many_far = 0.05; /* above: the tail is part of the distribution */
enum { MODE_VALUES = 5, MODE_INVOCATIONS = 3 };
static const double mode_spread = 0.2; /* quartile distance over the distance from y */
/* A mode stands clear of the limit; the rim of a long tail lies right behind it. */
static const double mode_clear = 1.5;
static const double mode_reach = 0.5; /* members: within that share of the distance */
static const size_t row_share = 10;   /* one in ten may be left out whole */

static const char *const cause_name[] = { NULL,    "switched-out", "migrated",
                                          "fault", "wait",         "value" };

/* The columns in the order in which their causes are named. */
static const struct {
    enum series_column column;
    enum cause cause;
} columns[] = { { SERIES_SWITCHES, CAUSE_SWITCHED },
                { SERIES_MIGRATIONS, CAUSE_MIGRATED },
                { SERIES_FAULTS, CAUSE_FAULT },
                { SERIES_WAIT_NS, CAUSE_WAIT } };

void judge_note_causes(struct row *row, size_t first, size_t n,
                       const struct series *series, uint32_t warmup)
{
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        const struct sparse *sparse = &series->columns[columns[c].column];
        bool rejects = row->m->rejects & 1u << columns[c].column;

        for (size_t e = 0; e < sparse->n; e++) {
            size_t i = (size_t)sparse->at[e] - warmup;
            double least = 1;

            if (sparse->at[e] < warmup || i >= n)
                continue;
            if (columns[c].cause == CAUSE_WAIT)
                least = wait_share * (double)series->ns[sparse->at[e]];
            if (!sparse->value[e] || (double)sparse->value[e] < least)
                continue;
            row->migrated += columns[c].cause == CAUSE_MIGRATED;
            row->faulted += columns[c].cause == CAUSE_FAULT;
            if (rejects && (row->cause[first + i] == CAUSE_NONE ||
                            row->cause[first + i] > columns[c].cause))
                row->cause[first + i] = (uint8_t)columns[c].cause;
        }
    }
}

/* Median of the `n` numbers in row->work. */
static int work_median(const struct row *row, size_t n, double *median)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, row->work, n);

    if (rc < 0)
        return rc;
    *median = st_median(s);
    st_sorted_done(&s);
    return 0;
}

/* Gathers those of from[] that entered into row->work. */
static size_t gather(const struct row *row, const struct row_value *v,
                     const double *from)
{
    size_t n = 0;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        if (row_enters(row, i))
            row->work[n++] = from[i];
    }
    return n;
}

/*
 * Invocations of which more than half is disturbed are left out whole, unless that
 * is more than a tenth of the row: then they stay with what was not disturbed, and
 * where that is nothing, with everything, since the load is what there is to measure.
 */
static void leave_out_whole(struct row *row)
{
    size_t bad = 0;
    bool leave;

    for (size_t k = 0; k < row->n_values; k++)
        bad += 2 * row->values[k].disturbed > row->values[k].n;
    leave = bad <= row->n_values / row_share;
    for (size_t k = 0; k < row->n_values; k++) {
        struct row_value *v = &row->values[k];

        v->left_out = leave && 2 * v->disturbed > v->n;
        for (size_t i = v->first;
             v->disturbed == v->n && !v->left_out && i < v->first + v->n; i++)
            row->cause[i] = CAUSE_NONE;
    }
    row->left_out = leave ? bad : 0;
}

static int by_cause(struct row *row)
{
    int rc = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        struct row_value *v = &row->values[k];

        for (size_t i = v->first; i < v->first + v->n; i++)
            v->disturbed += row->cause[i] != CAUSE_NONE;
        row->disturbed += v->disturbed;
    }
    leave_out_whole(row);
    for (size_t k = 0; rc == 0 && k < row->n_values; k++) {
        struct row_value *v = &row->values[k];

        if (v->left_out)
            continue;
        rc = judge_order_value(row, v, ROW_UNDISTURBED);
        v->y = st_median(judge_ordered(row, v));
    }
    return rc;
}

static bool is_looked_at(const struct row_value *v)
{
    return !v->left_out && v->n > 1; /* the median of one value is that value */
}

static double far_limit(const struct row *row, const struct row_value *v)
{
    double scale = fmax(row->residual_mad, far_ticks * row->q);

    return far_mads * fmax(scale, far_value * fabs(v->y));
}

/* Names all that is far off; returns how much on the two sides: below, above. */
static void find_far(struct row *row, size_t sides[2])
{
    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];
        double limit = far_limit(row, v);

        for (size_t i = v->first; is_looked_at(v) && i < v->first + v->n; i++) {
            if (row->cause[i] != CAUSE_NONE || !(fabs(row->x[i] - v->y) > limit))
                continue;
            row->cause[i] = CAUSE_VALUE;
            sides[row->x[i] > v->y]++;
        }
    }
}

/* Distances from y of what is far off on one side, into row->work. */
static size_t far_distances(const struct row *row, double side)
{
    size_t n = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        for (size_t i = v->first; i < v->first + v->n; i++) {
            if (row->cause[i] == CAUSE_VALUE && side * (row->x[i] - v->y) > 0)
                row->work[n++] = side * (row->x[i] - v->y);
        }
    }
    return n;
}

/* The largest distance that is not far off yet, of all invocations. */
static double largest_limit(const struct row *row)
{
    double limit = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        if (is_looked_at(&row->values[k]))
            limit = fmax(limit, far_limit(row, &row->values[k]));
    }
    return limit;
}

/* Whether they lie close together and clear of the limit; *middle: their median. */
static int are_together(const struct row *row, size_t n, double *middle, bool *together)
{
    double least = mode_clear * largest_limit(row), quartiles;
    struct st_sorted s;
    int rc = st_sorted_init(&s, row->work, n);

    if (rc < 0)
        return rc;
    *middle = st_median(s);
    quartiles = st_quantile(s, 0.75) - st_quantile(s, 0.25);
    *together = *middle > least && quartiles < mode_spread * *middle;
    st_sorted_done(&s);
    return 0;
}

static bool is_member(const struct row *row, const struct row_value *v, size_t i,
                      double side, double middle)
{
    return row->cause[i] == CAUSE_VALUE &&
           fabs(side * (row->x[i] - v->y) - middle) <= mode_reach * middle;
}

/* The members' values into row->work, if they are enough in enough invocations. */
static size_t mode_members(const struct row *row, double side, double middle)
{
    size_t n = 0, invocations = 0;

    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];
        size_t before = n;

        for (size_t i = v->first; i < v->first + v->n; i++) {
            if (is_member(row, v, i, side, middle))
                row->work[n++] = row->x[i];
        }
        invocations += n > before;
    }
    return invocations >= MODE_INVOCATIONS && n >= MODE_VALUES ? n : 0;
}

/* What is far off together on one side is a second mode and stays in. */
static int find_mode(struct row *row, double side)
{
    struct row_mode mode = { 0 };
    size_t n = far_distances(row, side);
    double middle;
    bool together;
    int rc;

    if (n < MODE_VALUES)
        return 0;
    rc = are_together(row, n, &middle, &together);
    if (rc < 0 || !together)
        return rc;
    mode.n = mode_members(row, side, middle);
    if (mode.n == 0)
        return 0;
    rc = work_median(row, mode.n, &mode.value);
    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        for (size_t i = v->first; i < v->first + v->n; i++) {
            if (is_member(row, v, i, side, middle))
                row->cause[i] = CAUSE_MODE;
        }
    }
    if (mode.n > row->mode.n)
        row->mode = mode;
    return rc;
}

/* Counts what is far off alone in an invocation. */
static size_t count_far(struct row *row, const struct row_value *v)
{
    size_t far = 0;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        if (row->cause[i] != CAUSE_VALUE)
            continue;
        far++;
        if (v->y > 0)
            row->far_largest = fmax(row->far_largest, row->x[i] / v->y);
    }
    return far;
}

static void forgive(struct row *row, const struct row_value *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++) {
        if (row->cause[i] == CAUSE_VALUE)
            row->cause[i] = CAUSE_NONE;
    }
}

/*
 * What is far off alone is rejected; not where that is many in the row, nor in an
 * invocation of which it is more than half: there the median lies between two heaps.
 */
static void settle_far(struct row *row)
{
    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];
        size_t far = count_far(row, v);

        row->far += far;
        if (2 * far > v->n - v->disturbed)
            forgive(row, v);
        else
            row->rejected += far;
    }
    if ((double)row->far <= many_far * (double)row->undisturbed)
        return;
    row->rejected = 0;
    for (size_t k = 0; k < row->n_values; k++)
        forgive(row, &row->values[k]);
}

static int by_value(struct row *row)
{
    struct st_sorted residuals = judge_order_row(row, true);
    size_t sides[2] = { 0, 0 };
    int rc;

    row->undisturbed = residuals.n;
    row->residual_mad = st_mad_sorted(residuals);
    find_far(row, sides);
    rc = sides[1] >= MODE_VALUES ? find_mode(row, 1) : 0;
    rc = rc == 0 && sides[0] >= MODE_VALUES ? find_mode(row, -1) : rc;
    settle_far(row);
    return rc;
}

/* What of the value entered, its median and mean and those of its parts. */
static int settle_value(struct row *row, struct row_value *v)
{
    int rc = judge_order_value(row, v, ROW_ENTERED);
    struct st_sorted s = judge_ordered(row, v);

    if (rc < 0)
        return rc;
    v->y = st_median(s);
    v->mean = st_mean(s.x, s.n);
    if (!row->difference)
        return 0;
    rc = work_median(row, gather(row, v, row->subject), &v->subject);
    return rc < 0 ? rc : work_median(row, gather(row, v, row->base), &v->base);
}

int judge_mark(struct row *row)
{
    int rc = 0;

    for (size_t k = 0; rc == 0 && k < row->n_values; k++) {
        rc = judge_order_value(row, &row->values[k], ROW_ALL);
        row->values[k].y_all = st_median(judge_ordered(row, &row->values[k]));
    }
    rc = rc < 0 ? rc : by_cause(row);
    rc = rc < 0 ? rc : by_value(row);
    if (!row->reject) {
        row->left_out = 0;
        for (size_t k = 0; k < row->n_values; k++)
            row->values[k].left_out = false;
    }
    for (size_t k = 0; rc == 0 && k < row->n_values; k++) {
        if (!row->values[k].left_out)
            rc = settle_value(row, &row->values[k]);
    }
    row->used = row->n_values - row->left_out;
    return rc;
}

int judge_list_marks(const struct row *row, struct arena *arena, struct judged *j)
{
    size_t n = row->left_out;

    j->marks = NULL;
    j->n_marks = 0;
    for (size_t i = 0; i < row->n; i++)
        n += !row_enters(row, i);
    if (n == 0)
        return 0;
    j->marks = arena_alloc(arena, n * sizeof *j->marks);
    if (!j->marks)
        return -ENOMEM;
    for (size_t k = 0; k < row->n_values; k++) {
        const struct row_value *v = &row->values[k];

        if (v->left_out)
            j->marks[j->n_marks++] =
                (struct mark){ v->invocation->seq, 0, "disturbed" };
        for (size_t i = v->first; !v->left_out && i < v->first + v->n; i++) {
            if (!row_enters(row, i))
                j->marks[j->n_marks++] = (struct mark){ v->invocation->seq, row->at[i],
                                                        cause_name[row->cause[i]] };
        }
    }
    return 0;
}
