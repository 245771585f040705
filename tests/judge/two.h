/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * two.h - two sessions side by side, row by row with chosen values
 */
#ifndef JUDGE_TWO_H
#define JUDGE_TWO_H

#include "judge/compare.h"

#include "builder.h"

struct two {
    struct doc *doc;
    struct session *side[2]; /* base and new, each of a system of its own */
    struct judge_comparison *out;
};

static inline struct session *two_session(struct two *t, struct doc_system *system)
{
    struct session *s = doc_add_session(t->doc);

    assert_non_null(s);
    s->system = system;
    s->boot = 1;
    s->clock = (struct doc_clock){ "fake", 0.001, 20, 250 };
    s->protocol = (struct protocol){ .level = 0.95, .outliers = "reject" };
    return s;
}

static inline struct two two_new(void)
{
    struct two t = { .doc = doc_new() };

    st_init();
    assert_non_null(t.doc);
    for (int i = 0; i < 2; i++) {
        struct doc_system *system = doc_add_system(t.doc);

        assert_non_null(system);
        system->name = i ? "new" : "base";
        t.side[i] = two_session(&t, system);
    }
    return t;
}

static inline void two_free(struct two *t)
{
    doc_free(t->doc);
}

/* How sessions differ, in both files; without it 0.02 is assumed. */
static inline void two_know(struct two *t, const char *family, const char *sd)
{
    const struct fact f = { .key = arena_printf(t->doc->arena, "rerun.%s", family),
                            .value = sd,
                            .source = "noise floor" };

    for (int i = 0; i < 2; i++)
        assert_int_equal(doc_add_fact(t->doc, &t->side[i]->facts, &f), 0);
}

/*
 * A row of one session: n invocations of one observation each, microseconds a pass;
 * what is not positive comes as the difference of two parts.
 */
static inline struct measurement *two_row(struct two *t, struct session *s,
                                          const char *id, const double *us, size_t n)
{
    struct world w = { .doc = t->doc, .session = s };
    struct measurement *m = add_row(&w, id);
    struct definition *d = (struct definition *)m->definition;
    bool difference = false;

    d->family = "syscall";
    for (size_t k = 0; k < n; k++)
        difference = difference || !(us[k] > 0);
    for (size_t k = 0; k < n; k++) {
        struct invocation *i = add_invocation(&w);
        double base = difference ? 100 : 0;
        uint64_t ns = (uint64_t)((us[k] + base) * 1e6 + 0.5), of_base = 100000000;

        i->block = (uint32_t)k;
        add_series(&w, i, DOC_PART_SUBJECT, &ns, 1);
        if (difference)
            add_series(&w, i, DOC_PART_BASE, &of_base, 1);
    }
    return m;
}

static inline void two_rows(struct two *t, const char *id, const double *base,
                            const double *other, size_t n)
{
    two_row(t, t->side[0], id, base, n);
    two_row(t, t->side[1], id, other, n);
}

/* Judges and compares; the only column. */
static inline const struct judge_column *two_compare(
    struct two *t, const struct judge_compare_options *options)
{
    const struct session *b = t->side[0], *o = t->side[1];
    const struct judge_side base = { &b, 1 }, other = { &o, 1 };

    assert_int_equal(judge_doc(t->doc), 0);
    assert_int_equal(judge_compare(t->doc, base, &other, 1, options, &t->out), 0);
    assert_int_equal(t->out->n_columns, 1);
    return &t->out->columns[0];
}

/* n values around `at`: by turns above and below, up to `spread` of it. */
static inline void two_around(double *us, size_t n, double at, double spread)
{
    for (size_t k = 0; k < n; k++)
        us[k] = at * (1 + spread * (2 * (double)(7 * k % n) / (double)(n - 1) - 1));
}

#endif
