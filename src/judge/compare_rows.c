/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_rows.c - one row against another: ratio first, test second, verdict third
 *
 * statistics.md 3.8, points 0 to 3 and 5 to 9
 */
#include "judge/compare_parts.h"

#include "judge/judge.h"
#include "stats/compare.h"
#include "stats/power.h"
#include "stats/quantile.h"
#include "stats/sorted.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* 2.3 rather than 1.96, because the luckiest row of a table decides; two sessions. */
static const double lucky = 2.3;
static const double assumed_sd = 0.02;  /* between sessions, where nobody measured it */
static const double same_p = 0.10;      /* of the 90 % interval that shows no change */
static const double most_values = 2000; /* what nobody would run decides nothing */
static const double usual_least = 10;   /* invocations: the first look */

/* ---- values ---- */

/* What is compared of one side. */
struct one {
    double *y;
    size_t n;
    bool nonpositive, difference, may_be_0;
};

static int median_of(const double *y, size_t n, double *median)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, y, n);

    if (rc == 0) {
        *median = st_median(s);
        st_sorted_done(&s);
    }
    return rc;
}

/* One value for each boot that has any. */
static int fill_boots(const struct compare *c, const struct compare_side *side,
                      const struct compare_row *row, struct one *o, double *room)
{
    int rc = 0;

    for (size_t b = 0; rc == 0 && b < side->n_boots; b++) {
        size_t n = judge_compare_gather(c, side, row, (long)b, room);

        if (n)
            rc = median_of(room, n, &o->y[o->n++]);
    }
    return rc;
}

static int fill(const struct compare *c, const struct compare_side *side,
                const struct compare_row *row, bool by_boot, struct one *o)
{
    size_t most = side->n_boots + 1;
    double *room;
    int rc = 0;

    *o = (struct one){ 0 };
    for (size_t i = 0; i < row->n_members; i++) {
        const struct compare_values *v = &c->values[row->members[i]];
        const struct judged *j = v->m->judged;

        most += v->n;
        o->difference = o->difference || v->difference;
        o->may_be_0 = o->may_be_0 || (j && j->estimate.method != ST_METHOD_NONE &&
                                      !(j->estimate.lo > 0));
    }
    o->y = arena_alloc(c->scratch, most * sizeof *o->y);
    room = arena_alloc(c->scratch, most * sizeof *room);
    if (!o->y || !room)
        return -ENOMEM;
    if (by_boot)
        rc = fill_boots(c, side, row, o, room);
    else
        o->n = judge_compare_gather(c, side, row, -1, o->y);
    for (size_t k = 0; k < o->n; k++)
        o->nonpositive = o->nonpositive || !(o->y[k] > 0);
    return rc;
}

/* Keeps the values whose block is on both sides, side by side; returns their number. */
static size_t pair_up(const struct compare_values *b, const struct compare_values *o,
                      double *yb, double *yo)
{
    size_t n = 0;

    for (size_t k = 0; k < b->n; k++) {
        for (size_t l = 0; l < o->n; l++) {
            if (b->block[k] == o->block[l]) {
                yb[n] = b->y[k];
                yo[n++] = o->y[l];
                break;
            }
        }
    }
    return n;
}

static void keep_pairs(const struct compare *c, const struct compare_row *rb,
                       const struct compare_row *ro, struct one *b, struct one *o)
{
    b->n = o->n =
        pair_up(&c->values[rb->members[0]], &c->values[ro->members[0]], b->y, o->y);
}

/* ---- what the sessions do to it ---- */

/* The largest of those that the sessions of both sides know. */
static void find_between(const struct compare_side *side, struct judge_compared *row)
{
    for (size_t s = 0; s < side->is.n; s++) {
        const char *source;
        double sd = judge_between_sd(side->is.sessions[s],
                                     row->base->definition->family, &source);

        if (sd > row->between_sd || (sd > 0 && isnan(row->between_sd))) {
            row->between_sd = sd;
            row->between_source = source;
        }
    }
}

static void find_guard(const struct compare_side *base,
                       const struct compare_side *other,
                       const struct judge_column *column, struct judge_compared *row)
{
    row->between_sd = NAN;
    if (row->paired || column->by_boot)
        return; /* the values themselves hold what differs between sessions, or none do
                 */
    find_between(base, row);
    find_between(other, row);
    if (isnan(row->between_sd)) {
        row->between_sd = assumed_sd;
        row->between_source = "assumed";
    }
    row->guard = lucky * sqrt(2) * row->between_sd;
    if (!row->shift)
        row->guard = expm1(row->guard);
}

static const char *doubtful(const struct compare *c, const struct compare_row *row)
{
    static const char *const codes[] = { "unsteady", "drift" };

    for (size_t i = 0; i < row->n_members; i++) {
        const struct judged *j = c->values[row->members[i]].m->judged;

        for (size_t f = 0; j && f < j->n_flags; f++) {
            for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
                if (strcmp(j->flags[f].code, codes[k]) == 0)
                    return codes[k];
            }
        }
        if (j && j->class == JUDGED_ERRATIC)
            return judged_class_name[JUDGED_ERRATIC];
    }
    return NULL;
}

/* ---- the row ---- */

static int not_compared(struct judge_compared *row, const char *reason)
{
    row->verdict = JUDGE_NA;
    row->reason = reason;
    return 0;
}

static const char *why_no_value(const struct measurement *m)
{
    if (m->status != DOC_STATUS_OK)
        return doc_status_name[m->status];
    return "no value";
}

static void take(struct judge_compared *row, const struct st_change *change)
{
    row->value = change->value;
    row->lo = change->lo;
    row->hi = change->hi;
    row->lo90 = change->lo90;
    row->hi90 = change->hi90;
    row->p = change->p;
    row->few = change->few;
}

static int change_of(const struct compare *c, const struct judge_compared *row,
                     const struct one *b, const struct one *o, struct st_change *change)
{
    double level = c->options.level;
    struct st_sample sb = { b->y, b->n }, so = { o->y, o->n };

    if (row->shift)
        return row->paired ? st_difference_paired(change, o->y, b->y, b->n, level)
                           : st_difference(change, so, sb, level);
    return row->paired ? st_ratio_paired(change, o->y, b->y, b->n, level)
                       : st_ratio(change, so, sb, level);
}

/* What relative figures of a shift are taken of: the base's subject. */
static int find_scale(struct judge_compared *row, const struct one *b)
{
    const struct judged *j = row->base->judged;
    double median = NAN;
    int rc = median_of(b->y, b->n, &median);

    row->scale = b->difference && j ? fmax(fabs(median), j->subject) : fabs(median);
    return rc;
}

int judge_compare_row(struct compare *c, const struct compare_side *base,
                      const struct compare_side *other,
                      const struct judge_column *column, struct judge_compared *row)
{
    const struct compare_row *rb, *ro;
    struct st_change change;
    struct one b, o;
    int rc;

    row->value = row->lo = row->hi = row->lo90 = row->hi90 = NAN;
    row->p = row->adjusted = row->scale = row->between_sd = row->smallest = NAN;
    row->net = row->net_lo = row->net_hi = NAN;
    if (!row->base || !row->other)
        return not_compared(row, row->base ? "not in the new" : "not in the base");
    if (!judge_compare_alike(row->base, row->other, base->setting != NULL,
                             &row->differs))
        return not_compared(row, "definitions differ");
    rb = &base->rows[row - column->rows];
    ro = rb->partner;
    rc = fill(c, base, rb, column->by_boot, &b);
    rc = rc < 0 ? rc : fill(c, other, ro, column->by_boot, &o);
    if (rc < 0)
        return rc;
    row->paired = base->setting != NULL;
    if (row->paired)
        keep_pairs(c, rb, ro, &b, &o);
    row->n_base = b.n;
    row->n_other = o.n;
    if (b.n == 0 || o.n == 0)
        return not_compared(row, why_no_value(b.n ? row->other : row->base));
    row->shift = b.nonpositive || o.nonpositive ||
                 ((b.difference || o.difference) && (b.may_be_0 || o.may_be_0));
    rc = find_scale(row, &b);
    rc = rc < 0 ? rc : change_of(c, row, &b, &o, &change);
    if (rc < 0)
        return rc;
    take(row, &change);
    if (b.n == 1 || o.n == 1) {
        row->p = NAN;
        return not_compared(row, "single value");
    }
    row->verdict = JUDGE_INCONCLUSIVE;
    row->bracketed = doubtful(c, rb);
    if (!row->bracketed)
        row->bracketed = doubtful(c, ro);
    if (!row->paired && !column->by_boot && !judge_compare_one_boot(base, other))
        row->confounded = "boot";
    find_guard(base, other, column, row);
    return 0;
}

/* ---- the verdict ---- */

/* A relative change as the row counts it: logarithms, or the unit of the values. */
static double in_steps(const struct judge_compared *row, double relative)
{
    return row->shift ? relative * row->scale : log1p(relative);
}

static double steps(const struct judge_compared *row, double bound)
{
    return row->shift ? bound : log(bound);
}

double judge_compare_log_time(const struct judge_compared *row)
{
    if (row->shift || !(row->value > 0))
        return NAN;
    return row->base->definition->better == DOC_BETTER_HIGHER ? -log(row->value)
                                                              : log(row->value);
}

static bool is_same(const struct compare *c, const struct judge_compared *row)
{
    double margin = in_steps(row, c->options.margin);

    return steps(row, row->lo90) >= -margin && steps(row, row->hi90) <= margin;
}

/* Neither chance nor another session explains it. */
static bool is_changed(const struct compare *c, const struct judge_compared *row)
{
    double guard = in_steps(row, row->guard);

    return !row->few && row->adjusted <= 1 - c->options.level &&
           (steps(row, row->lo) > guard || steps(row, row->hi) < -guard);
}

static enum judge_verdict direction(const struct judge_compared *row)
{
    bool more = steps(row, row->value) > 0;
    bool better = more == (row->base->definition->better == DOC_BETTER_HIGHER);

    return better ? JUDGE_FASTER : JUDGE_SLOWER;
}

/* ---- power ---- */

static double half_width(const struct judge_compared *row)
{
    return (steps(row, row->hi) - steps(row, row->lo)) / 2;
}

double judge_compare_least_p(const struct judge_compared *row)
{
    return row->paired ? ldexp(1, 1 - (int)row->n_base)
                       : st_mann_whitney_least(row->n_base, row->n_other);
}

static double smallest(const struct compare *c, const struct judge_compared *row)
{
    double level = c->options.level, half = half_width(row), change;

    if (row->few || judge_compare_least_p(row) > c->out->needed_p)
        return INFINITY;
    change =
        fmax(st_smallest_change(half, level, c->out->needed_p),
             in_steps(row, row->guard) + st_smallest_change(half, level, 1 - level));
    return row->shift ? change / row->scale : expm1(change);
}

/* How many times as many values would show a change, or that there is none. */
static double times_to_decide(const struct compare *c, const struct judge_compared *row)
{
    double level = c->options.level, half = half_width(row);
    double seen = fabs(steps(row, row->value));
    double beyond = seen - in_steps(row, row->guard);
    double within = in_steps(row, c->options.margin) - seen;
    double changed = fmax(st_times_values(half, level, c->out->needed_p, seen),
                          st_times_values(half, level, 1 - level, beyond));

    return fmin(changed, st_times_values(half, level, same_p, within));
}

/* As few values a side as may show anything. */
static double fewest(const struct compare *c)
{
    return fmax(c->out->needed, usual_least);
}

static void find_deciding(const struct compare *c, struct judge_compared *row)
{
    double now = 2 / (1 / (double)row->n_base + 1 / (double)row->n_other);
    double times = times_to_decide(c, row);
    double n = fmax(ceil(now * times), fmax(fewest(c), now + 1));

    row->deciding = n <= most_values ? (uint32_t)n : 0;
    row->within_guard = isinf(times) && row->guard > 0;
}

void judge_compare_decide(const struct compare *c, struct judge_compared *row)
{
    if (row->verdict == JUDGE_NA) {
        /* a single value says nothing, but what was measured can be again */
        if (row->n_base && row->n_other)
            row->deciding = (uint32_t)fewest(c);
        return;
    }
    row->smallest = smallest(c, row);
    if (is_same(c, row))
        row->verdict = JUDGE_SAME;
    else if (is_changed(c, row))
        row->verdict = direction(row);
    else
        find_deciding(c, row);
}
