/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_table.c - what a table says as a whole: differences of the conditions, the
 * common shift, the mean, the balance of its verdicts
 *
 * statistics.md 3.8, points 6 and 7; interface.md 4.12
 */
#include "judge/compare_parts.h"

#include "base/num.h"
#include "judge/row.h"
#include "stats/location.h"
#include "stats/power.h"
#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMMON_ROWS = 5 };
static const double common_least = 0.005, common_share = 0.8;
static const double one_sided_p = 0.01;
static const double frequency_share = 0.01;

/* ---- what differs ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static int add_unlike(struct compare *c, struct judge_column *column, size_t *room,
                      struct judge_unlike unlike)
{
    struct judge_unlike *more;

    for (size_t u = 0; u < column->n_unlike; u++) {
        if (strcmp(column->unlike[u].key, unlike.key) == 0)
            return 0;
    }
    if (column->n_unlike == *room) {
        *room = *room ? 2 * *room : 16;
        more = arena_alloc(c->doc->arena, *room * sizeof *more);
        if (!more)
            return -ENOMEM;
        if (column->n_unlike)
            memcpy(more, column->unlike, column->n_unlike * sizeof *more);
        column->unlike = more;
    }
    column->unlike[column->n_unlike++] = unlike;
    return 0;
}

static const char *what_of(const struct measurement *m, const char *what)
{
    if (strcmp(what, "revision") == 0)
        return m->definition->revision;
    if (strcmp(what, "unit") == 0)
        return m->definition->unit;
    return measurement_param(m, what);
}

static int unlike_definitions(struct compare *c, struct judge_column *column,
                              size_t *room)
{
    int rc = 0;

    for (size_t r = 0; rc == 0 && r < column->n_rows; r++) {
        const struct judge_compared *row = &column->rows[r];

        if (!row->differs)
            continue;
        rc =
            add_unlike(c, column, room,
                       (struct judge_unlike){
                           .key = arena_printf(c->doc->arena, "%s %s",
                                               row->base->definition->id, row->differs),
                           .base = what_of(row->base, row->differs),
                           .other = what_of(row->other, row->differs) });
    }
    return rc;
}

/* Options that change what is measured or how it is judged. */
enum kind { NUMBER, COUNT, TEXT };
#define OPTION(name, kind, field)                    \
    {                                                \
        name, kind, offsetof(struct protocol, field) \
    }
static const struct option {
    const char *key;
    enum kind kind;
    size_t offset;
} options[] = {
    OPTION("protocol.samples", COUNT, samples),
    OPTION("protocol.warmup", COUNT, warmup),
    OPTION("protocol.outliers", TEXT, outliers),
    OPTION("protocol.order", TEXT, order),
    OPTION("protocol.cpus", TEXT, cpus),
    OPTION("protocol.exactly", COUNT, exactly),
    OPTION("protocol.precision", NUMBER, precision),
    OPTION("protocol.level", NUMBER, level),
    OPTION("protocol.span", NUMBER, span_seconds),
};

static const char *option_text(struct arena *arena, const struct protocol *p,
                               const struct option *o)
{
    const void *at = (const char *)p + o->offset;

    switch (o->kind) {
    case COUNT:
        return arena_printf(arena, "%u", *(const uint32_t *)at);
    case NUMBER:
        return arena_printf(arena, "%g", *(const double *)at);
    default:
        return *(const char *const *)at;
    }
}

static int unlike_options(struct compare *c, const struct session *base,
                          const struct session *other, struct judge_column *column,
                          size_t *room)
{
    int rc = 0;

    for (size_t o = 0; rc == 0 && o < sizeof options / sizeof *options; o++) {
        const char *a = option_text(c->doc->arena, &base->protocol, &options[o]);
        const char *b = option_text(c->doc->arena, &other->protocol, &options[o]);

        if (!same_text(a, b))
            rc = add_unlike(c, column, room,
                            (struct judge_unlike){ options[o].key, a, b });
    }
    if (rc == 0 && !same_text(base->clock.name, other->clock.name))
        rc = add_unlike(
            c, column, room,
            (struct judge_unlike){ "clock", base->clock.name, other->clock.name });
    return rc;
}

/* What is never the same twice says nothing of the machine. */
static bool is_condition(const struct fact *f)
{
    return f->at == DOC_AT_ALWAYS && strncmp(f->key, "load.", 5) != 0 &&
           strncmp(f->key, judge_between_key, strlen(judge_between_key)) != 0;
}

/* A measured clock rate differs in its last digits every time. */
static bool same_value(const struct fact *f, const char *a, const char *b)
{
    double x, y;

    if (same_text(a, b))
        return true;
    return a && b && strcmp(f->key, "cpu.mhz") == 0 && num_to_double(a, &x) == 0 &&
           num_to_double(b, &y) == 0 && fabs(x - y) <= frequency_share * fabs(x);
}

static const char *fact_value(const struct facts *facts, const char *key)
{
    const struct fact *f = facts_find(facts, key, DOC_AT_ALWAYS);

    return f ? f->value : NULL;
}

/* Those of `of` that the other has not alike; a second call with the sides changed over
   adds what only the other has. */
static int unlike_facts(struct compare *c, const struct facts *of,
                        const struct facts *than, bool swapped,
                        struct judge_column *column, size_t *room)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < of->n; i++) {
        const struct fact *f = &of->items[i];
        const char *there = fact_value(than, f->key);

        if (is_condition(f) && !same_value(f, f->value, there))
            rc = add_unlike(c, column, room,
                            swapped ? (struct judge_unlike){ f->key, there, f->value }
                                    : (struct judge_unlike){ f->key, f->value, there });
    }
    return rc;
}

static int unlike_both(struct compare *c, const struct facts *base,
                       const struct facts *other, struct judge_column *column,
                       size_t *room)
{
    int rc = unlike_facts(c, base, other, false, column, room);

    return rc < 0 ? rc : unlike_facts(c, other, base, true, column, room);
}

int judge_compare_unlike(struct compare *c, const struct compare_side *base,
                         const struct compare_side *other, struct judge_column *column)
{
    const struct session *b = base->is.sessions[0], *o = other->is.sessions[0];
    size_t room = 0;
    int rc = unlike_definitions(c, column, &room);

    if (rc < 0 || b == o)
        return rc;
    rc = unlike_options(c, b, o, column, &room);
    if (rc == 0 && b->system && o->system && b->system != o->system)
        rc = unlike_both(c, &b->system->facts, &o->system->facts, column, &room);
    return rc < 0 ? rc : unlike_both(c, &b->facts, &o->facts, column, &room);
}

/* ---- the rows together ---- */

static enum judged_class class_of(const struct measurement *m)
{
    return m && m->judged ? m->judged->class : JUDGED_UNKNOWN;
}

static bool is_fair(const struct measurement *m)
{
    return class_of(m) >= JUDGED_SHARP && class_of(m) <= JUDGED_FAIR;
}

/* Single-task rows are those in which a sample can be disturbed (plan: rejects). */
static bool tells_of_all(const struct judge_compared *row)
{
    return row->verdict != JUDGE_NA && isfinite(judge_compare_log_time(row)) &&
           class_of(row->base) == JUDGED_SHARP &&
           class_of(row->other) == JUDGED_SHARP && row->base->rejects &&
           row->other->rejects;
}

static void take_off(struct judge_compared *row, double common)
{
    bool rate = row->base->definition->better == DOC_BETTER_HIGHER;
    double by = rate ? common : 1 / common;

    if (row->verdict == JUDGE_NA || row->shift)
        return;
    row->net = row->value * by;
    row->net_lo = row->lo * by;
    row->net_hi = row->hi * by;
}

static int find_common(struct judge_column *column, double *x)
{
    struct st_sorted s;
    double median;
    size_t n = 0, with = 0;
    int rc;

    column->common = column->common_share = NAN;
    for (size_t r = 0; r < column->n_rows; r++) {
        if (tells_of_all(&column->rows[r]))
            x[n++] = judge_compare_log_time(&column->rows[r]);
    }
    column->common_n = n;
    if (n < COMMON_ROWS)
        return 0;
    rc = st_sorted_init(&s, x, n);
    if (rc < 0)
        return rc;
    median = st_median(s);
    st_sorted_done(&s);
    for (size_t i = 0; i < n; i++)
        with += median * x[i] > 0;
    column->common = exp(median);
    column->common_share = (double)with / (double)n;
    column->moved =
        fabs(expm1(median)) > common_least && column->common_share >= common_share;
    for (size_t r = 0; column->moved && r < column->n_rows; r++)
        take_off(&column->rows[r], column->common);
    return 0;
}

static void find_mean(struct judge_column *column, double *x)
{
    size_t n = 0;

    for (size_t r = 0; r < column->n_rows; r++) {
        const struct judge_compared *row = &column->rows[r];

        if (row->verdict != JUDGE_NA && is_fair(row->base) && is_fair(row->other) &&
            isfinite(judge_compare_log_time(row)))
            x[n++] = exp(judge_compare_log_time(row));
    }
    column->geometric = n ? st_geometric_mean(x, n) : NAN;
    column->geometric_n = n;
    column->geometric_left_out = column->n_rows - n;
}

static int find_yardstick(struct compare *c, const struct compare_side *base,
                          const struct compare_side *other, struct judge_column *column)
{
    int rc = 0;

    column->yardstick = NAN;
    /* additions and loads both follow the frequency: what moved less counts */
    for (int kind = 0; rc == 0 && kind < JUDGE_YARDSTICKS; kind++) {
        double b, o;

        rc = judge_yardstick(kind, base->is.sessions, base->is.n, &b);
        rc = rc < 0 ? rc : judge_yardstick(kind, other->is.sessions, other->is.n, &o);
        if (rc == 0 && isfinite(o / b) &&
            !(fabs(log(o / b)) > fabs(log(column->yardstick))))
            column->yardstick = o / b;
    }
    (void)c;
    column->frequency_moved = fabs(column->yardstick - 1) > frequency_share;
    return rc;
}

int judge_compare_summarise(struct compare *c, const struct compare_side *base,
                            const struct compare_side *other,
                            struct judge_column *column)
{
    double *x = arena_alloc(c->scratch, (column->n_rows + 1) * sizeof *x);
    size_t faster, slower;
    int rc = x ? find_common(column, x) : -ENOMEM;

    if (rc < 0)
        return rc;
    find_mean(column, x);
    for (size_t r = 0; r < column->n_rows; r++)
        column->counts[column->rows[r].verdict]++;
    faster = column->counts[JUDGE_FASTER];
    slower = column->counts[JUDGE_SLOWER];
    column->one_sided_p = st_sign_p(faster, slower);
    column->one_sided = column->one_sided_p < one_sided_p;
    return find_yardstick(c, base, other, column);
}
