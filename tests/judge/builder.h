/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builder.h - documents made by hand: one session, rows of observations
 */
#ifndef JUDGE_BUILDER_H
#define JUDGE_BUILDER_H

#include "judge/judge.h"
#include "stats/init.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

enum { PASSES = 1000 }; /* so that the nanoseconds of a list are picoseconds per call */

struct world {
    struct doc *doc;
    struct session *session;
    struct measurement *m; /* the row that was added last */
};

static inline struct measurement *add_row(struct world *w, const char *id)
{
    struct definition *d = doc_add_definition(w->doc);

    assert_non_null(d);
    *d = (struct definition){ .id = id, .revision = "1", .unit = "s" };
    w->m = doc_add_measurement(w->doc);
    assert_non_null(w->m);
    w->m->id = arena_printf(w->doc->arena, "m%zu", w->doc->n_measurements);
    w->m->definition = d;
    w->m->session = w->session;
    w->m->attempt = 1;
    w->m->rejects = (1u << SERIES_COLUMNS) - 1;
    w->m->plan = (struct measure_plan){ .passes = PASSES };
    return w->m;
}

/* A session by looks, at 0.95, and its first row, in which nothing is warm-up. */
static inline struct world world_new(const char *id)
{
    struct world w = { .doc = doc_new() };

    st_init();
    assert_non_null(w.doc);
    w.session = doc_add_session(w.doc);
    assert_non_null(w.session);
    w.session->id = "r1";
    w.session->clock = (struct doc_clock){ "fake", 1, 20, 250 };
    w.session->protocol = (struct protocol){ .precision = 0.01,
                                             .level = 0.95,
                                             .looks = { 10, 15, 23, 35, 53, 80 },
                                             .n_looks = 6,
                                             .outliers = "reject" };
    add_row(&w, id);
    return w;
}

static inline void world_free(struct world *w)
{
    doc_free(w->doc);
}

/* A further invocation, ten seconds after the one before, that observed nothing yet. */
static inline struct invocation *add_invocation(struct world *w)
{
    struct invocation *i = doc_add_invocation(w->doc, w->session);

    assert_non_null(i);
    i->seq = (uint32_t)w->session->n_invocations;
    i->offset_s = 10 * (double)(i->seq - 1);
    i->valid = true;
    i->series = arena_alloc(w->doc->arena, 4 * sizeof *i->series);
    i->counts = arena_alloc(w->doc->arena, 8 * sizeof *i->counts);
    assert_true(i->series && i->counts);
    return i;
}

static inline void add_count(struct invocation *i, const char *name, double value)
{
    i->counts[i->n_counts++] = (struct count){ .name = name, .value = value };
}

/* Nanoseconds of one part of the current row. */
static inline struct series *add_series(struct world *w, struct invocation *i,
                                        enum doc_part part, const uint64_t *ns,
                                        size_t n)
{
    struct series *s = &i->series[i->n_series++];

    *s = (struct series){ .measurement = w->m, .part = part, .passes = PASSES, .n = n };
    s->ns = arena_alloc(w->doc->arena, (n + 1) * sizeof *s->ns);
    assert_non_null(s->ns);
    if (n)
        memcpy(s->ns, ns, n * sizeof *ns);
    return s;
}

/* An invocation of the current row with these nanoseconds. */
static inline struct series *observe(struct world *w, const uint64_t *ns, size_t n)
{
    return add_series(w, add_invocation(w), DOC_PART_SUBJECT, ns, n);
}

/*
 * An invocation of n observations: around, and by turns 100, 200 ppm above and below,
 * so that its median is `around` where n is odd or a multiple of 5.
 */
static inline struct series *observe_around(struct world *w, uint64_t around, size_t n)
{
    static const int ppm[] = { 0, 100, -100, 200, -200 };
    uint64_t ns[64];

    assert_true(n <= sizeof ns / sizeof *ns);
    for (size_t i = 0; i < n; i++)
        ns[i] = around + (uint64_t)((int64_t)around / 1000000 * ppm[i % 5]);
    return observe(w, ns, n);
}

/* Notes that the observation at `at` (from 0) was disturbed. */
static inline void disturb(struct world *w, struct series *s, enum series_column column,
                           uint32_t at, uint64_t value)
{
    struct sparse *c = &s->columns[column];

    if (!c->at) {
        c->at = arena_alloc(w->doc->arena, (s->n + 1) * sizeof *c->at);
        c->value = arena_alloc(w->doc->arena, (s->n + 1) * sizeof *c->value);
        assert_true(c->at && c->value);
    }
    c->at[c->n] = at;
    c->value[c->n++] = value;
}

/* Printed values of one imported cell, each with an invocation of its own. */
static inline void import(struct world *w, const double *values, size_t n, double unit)
{
    w->m->origin = DOC_ORIGIN_IMPORTED;
    for (size_t i = 0; i < n; i++) {
        struct invocation *v = add_invocation(w);
        struct series *s = &v->series[v->n_series++];

        *s = (struct series){ .measurement = w->m, .n = 1 };
        s->values = arena_alloc(w->doc->arena, sizeof *s->values);
        assert_non_null(s->values);
        s->values[0] = values[i] * unit;
    }
}

static inline const struct judged *judge(struct world *w)
{
    assert_int_equal(judge_measurement(w->doc, w->m), 0);
    return w->m->judged;
}

static inline const struct flag *flag_of(const struct judged *j, const char *code)
{
    for (size_t i = 0; i < j->n_flags; i++) {
        if (strcmp(j->flags[i].code, code) == 0)
            return &j->flags[i];
    }
    return NULL;
}

#endif
