/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.c - a table of comparisons: all its p together, then the verdicts
 *
 * statistics.md 3.8
 */
#include "judge/compare.h"

#include "judge/compare_parts.h"

#include "stats/multiple.h"
#include "stats/rank.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { BOOTS = 3, FEW = 6, MOST_NEEDED = 10000 };
static const double usual_margin = 0.02, usual_level = 0.95;

const char *const judge_verdict_name[] = { "n/a", "faster", "slower", "same",
                                           "inconclusive" };
const char *const judge_correction_name[] = { "bh", "holm", "none" };

static bool is_one_session(struct judge_side base, struct judge_side other)
{
    return base.n == 1 && other.n == 1 && base.sessions[0] == other.sessions[0];
}

static int compare_column(struct compare *c, struct judge_side base,
                          struct judge_side other, struct judge_column *column)
{
    bool ab = is_one_session(base, other);
    struct compare_side b, o;
    int rc = judge_compare_side_init(c, &b, base, ab ? "a" : NULL);

    *column = (struct judge_column){ 0 };
    rc = rc < 0 ? rc : judge_compare_side_init(c, &o, other, ab ? "b" : NULL);
    if (rc < 0)
        return rc;
    column->base_boots = b.n_boots;
    column->other_boots = o.n_boots;
    column->by_boot = !ab && b.n_boots >= BOOTS && o.n_boots >= BOOTS;
    rc = judge_compare_match(c, &b, &o, column);
    for (size_t r = 0; rc == 0 && r < column->n_rows; r++)
        rc = judge_compare_row(c, &b, &o, column, &column->rows[r]);
    return rc < 0 ? rc : judge_compare_unlike(c, &b, &o, column);
}

static int summarise_column(struct compare *c, struct judge_side base,
                            struct judge_side other, struct judge_column *column)
{
    struct compare_side b = { .is = base }, o = { .is = other };

    for (size_t r = 0; r < column->n_rows; r++)
        judge_compare_decide(c, &column->rows[r]);
    return judge_compare_summarise(c, &b, &o, column);
}

/* The fewest values a side with which a single difference can be shown. */
static uint32_t needed_values(double p, bool paired)
{
    uint32_t n = FEW;

    while (n < MOST_NEEDED &&
           (paired ? ldexp(1, 1 - (int)n) : st_mann_whitney_least(n, n)) > p)
        n++;
    return n;
}

static int adjust(const struct compare *c, double *p, size_t n)
{
    switch (c->options.correction) {
    case JUDGE_BH:
        return st_benjamini_hochberg(p, p, n);
    case JUDGE_HOLM:
        return st_holm(p, p, n);
    default:
        return 0;
    }
}

/* The rows that are compared, of all columns. */
static int gather_family(struct compare *c)
{
    size_t most = 1;

    for (size_t o = 0; o < c->out->n_columns; o++)
        most += c->out->columns[o].n_rows;
    c->family = arena_alloc(c->scratch, most * sizeof(struct judge_compared *));
    if (!c->family)
        return -ENOMEM;
    for (size_t o = 0; o < c->out->n_columns; o++) {
        for (size_t r = 0; r < c->out->columns[o].n_rows; r++) {
            if (c->out->columns[o].rows[r].verdict != JUDGE_NA)
                c->family[c->out->family++] = &c->out->columns[o].rows[r];
        }
    }
    return 0;
}

static void find_needed(struct compare *c)
{
    struct judge_comparison *out = c->out;
    bool paired = false;

    out->needed_p = 1 - c->options.level;
    if (c->options.correction != JUDGE_UNCORRECTED && out->family)
        out->needed_p /= (double)out->family;
    out->least_p = 1;
    for (size_t i = 0; i < out->family; i++) {
        double least = judge_compare_least_p(c->family[i]);

        out->least_p = fmin(out->least_p, least);
        out->can_show = out->can_show || (!c->family[i]->few && least <= out->needed_p);
        paired = c->family[i]->paired;
    }
    out->needed = needed_values(out->needed_p, paired);
}

/* Rows of few values prove nothing, but are looked at: they count, and never win. */
static int adjust_all(struct compare *c)
{
    size_t n = c->out->family;
    double *p = arena_alloc(c->scratch, (n + 1) * sizeof *p);
    int rc;

    if (!p)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        p[i] = c->family[i]->few ? 1 : c->family[i]->p;
    rc = adjust(c, p, n);
    for (size_t i = 0; i < n; i++)
        c->family[i]->adjusted = c->family[i]->few ? NAN : p[i];
    return rc;
}

static int compare_all(struct compare *c, struct judge_side base,
                       const struct judge_side *others, size_t n_others)
{
    int rc = judge_compare_find_values(c, base, others, n_others);

    for (size_t o = 0; rc == 0 && o < n_others; o++)
        rc = compare_column(c, base, others[o], &c->out->columns[o]);
    rc = rc < 0 ? rc : gather_family(c);
    if (rc == 0)
        find_needed(c);
    rc = rc < 0 ? rc : adjust_all(c);
    for (size_t o = 0; rc == 0 && o < n_others; o++)
        rc = summarise_column(c, base, others[o], &c->out->columns[o]);
    return rc;
}

static bool are_valid(const struct judge_compare_options *o)
{
    return o->margin > 0 && o->margin < 1 && o->level > 0.5 && o->level < 1 &&
           o->correction < JUDGE_CORRECTIONS;
}

static bool have_sessions(struct judge_side base, const struct judge_side *others,
                          size_t n_others)
{
    bool have = base.n > 0;

    for (size_t o = 0; o < n_others; o++)
        have = have && others[o].n > 0;
    return have;
}

int judge_compare(struct doc *doc, struct judge_side base,
                  const struct judge_side *others, size_t n_others,
                  const struct judge_compare_options *options,
                  struct judge_comparison **out)
{
    struct compare c = { .doc = doc, .scratch = arena_new() };
    int rc = c.scratch ? 0 : -ENOMEM;

    if (options)
        c.options = *options;
    if (!(c.options.margin > 0 || c.options.margin < 0))
        c.options.margin = usual_margin;
    if (!(c.options.level > 0 || c.options.level < 0))
        c.options.level = usual_level;
    if (rc == 0 && (!are_valid(&c.options) || !have_sessions(base, others, n_others)))
        rc = -EINVAL;
    if (rc < 0)
        goto out;
    c.out = arena_alloc(doc->arena, sizeof *c.out);
    rc = c.out ? 0 : -ENOMEM;
    if (rc < 0)
        goto out;
    c.out->options = c.options;
    c.out->columns = arena_alloc(doc->arena, (n_others + 1) * sizeof *c.out->columns);
    c.out->n_columns = n_others;
    rc = c.out->columns ? compare_all(&c, base, others, n_others) : -ENOMEM;
    if (rc == 0)
        *out = c.out;
out:
    arena_free(c.scratch);
    return rc;
}
