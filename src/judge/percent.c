/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * percent.c - each value as a share of the best of its kind
 */
#include "judge/pool.h"

#include "judge/derive.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* A time or a rate; a number of pages or a clock has no best. */
static bool has_best(const struct measurement *m)
{
    const char *unit = m->definition->unit;

    return strcmp(unit, "s") == 0 || strcmp(unit, "B/s") == 0;
}

static const struct st_estimate *value_of(const struct measurement *m)
{
    const struct judged *j = m->judged;

    return m->status == DOC_STATUS_OK && !m->sentinel && j && j->estimate.n &&
                   j->estimate.value > 0 && isfinite(j->estimate.value)
               ? &j->estimate
               : NULL;
}

static bool is_better(const struct st_estimate *a, const struct st_estimate *b,
                      enum doc_better better)
{
    return better == DOC_BETTER_HIGHER ? a->value > b->value : a->value < b->value;
}

/* In per cent of the best. */
static void share(const struct st_estimate *own, const struct st_estimate *best,
                  enum doc_better better, struct st_estimate *out)
{
    const struct st_estimate rate[] = { *own, *best }, time[] = { *best, *own };

    derive_estimate("ratio", better == DOC_BETTER_HIGHER ? rate : time, 2, out);
    if (own == best) /* exactly itself */
        *out = (struct st_estimate){ .value = 1, .lo = NAN, .hi = NAN, .n = own->n };
    out->value *= 100;
    out->lo *= 100;
    out->hi *= 100;
}

static const struct definition *in_percent(struct doc *doc, const struct definition *d)
{
    struct definition *copy = arena_alloc(doc->arena, sizeof *copy);

    if (copy) {
        *copy = *d;
        copy->unit = "%";
        copy->better = DOC_BETTER_HIGHER;
    }
    return copy;
}

/* ---- measurements ---- */

/* The best comparable one of all sessions; *why: NULL where another session has one. */
static const struct st_estimate *best_of(const struct doc *doc,
                                         const struct measurement *m, const char **why)
{
    const struct st_estimate *best = value_of(m);
    bool others = false;

    *why = "nothing to compare with";
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *other = doc->measurements[i];
        const struct st_estimate *e = value_of(other);

        const char *differs = "";

        if (!e || other->session == m->session)
            continue;
        if (measurement_comparable(m, other, &differs)) {
            others = true;
            if (is_better(e, best, m->definition->better))
                best = e;
        } else if (strcmp(differs, "revision") == 0) {
            *why = "definitions differ";
        }
    }
    if (others)
        *why = NULL;
    return best;
}

static int share_row(struct doc *doc, const struct measurement *m,
                     struct measurement **out)
{
    struct measurement *copy = arena_alloc(doc->arena, sizeof *copy);
    struct judged *judged = arena_alloc(doc->arena, sizeof *judged);
    const struct st_estimate *best;

    *out = copy;
    if (!copy || !judged)
        return -ENOMEM;
    *copy = *m;
    if (!value_of(m))
        return 0;
    best = best_of(doc, m, &copy->reason);
    if (copy->reason) {
        copy->status = DOC_STATUS_SKIPPED;
        return 0;
    }
    *judged = *m->judged;
    share(value_of(m), best, m->definition->better, &judged->estimate);
    copy->judged = judged;
    copy->definition = in_percent(doc, m->definition);
    return copy->definition ? 0 : -ENOMEM;
}

/* ---- derived values ---- */

static bool same_inputs(const struct derived *a, const struct derived *b)
{
    const char *differs;

    if (strcmp(a->rule ? a->rule : "", b->rule ? b->rule : "") != 0 ||
        a->n_from != b->n_from)
        return false;
    for (size_t i = 0; i < a->n_from; i++) {
        if (!measurement_comparable(a->from[i], b->from[i], &differs))
            return false;
    }
    return true;
}

static int share_derived(struct doc *doc, const struct derived *d, struct derived **out)
{
    struct derived *copy = arena_alloc(doc->arena, sizeof *copy);
    const struct st_estimate *best = &d->estimate;
    enum doc_better better =
        d->unit && strcmp(d->unit, "B/s") == 0 ? DOC_BETTER_HIGHER : DOC_BETTER_LOWER;
    bool others = false;

    *out = copy;
    if (!copy)
        return -ENOMEM;
    *copy = *d;
    for (size_t i = 0; i < doc->n_derived; i++) {
        const struct derived *other = doc->derived[i];

        if (other->session == d->session || !same_inputs(d, other) ||
            !(other->estimate.value > 0))
            continue;
        others = true;
        if (is_better(&other->estimate, best, better))
            best = &other->estimate;
    }
    copy->unit = "%";
    if (others && d->estimate.value > 0)
        share(&d->estimate, best, better, &copy->estimate);
    else
        copy->estimate = (struct st_estimate){ .value = NAN, .lo = NAN, .hi = NAN };
    return 0;
}

int judge_percent(struct doc *doc)
{
    struct measurement **all =
        arena_alloc(doc->arena, (doc->n_measurements + 1) * sizeof *all);
    struct derived **derived =
        arena_alloc(doc->arena, (doc->n_derived + 1) * sizeof *derived);
    size_t n = 0;
    int rc = all && derived ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < doc->n_derived; i++)
        rc = share_derived(doc, doc->derived[i], &derived[i]);
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++)
        rc = has_best(doc->measurements[i])
                 ? share_row(doc, doc->measurements[i], &all[n++])
                 : 0;
    if (rc < 0)
        return rc;
    doc->derived = derived;
    doc->derived_capacity = doc->n_derived;
    doc->measurements = all;
    doc->measurements_capacity = doc->n_measurements;
    doc->n_measurements = n;
    return 0;
}
