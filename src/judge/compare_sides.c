/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_sides.c - what stands on the two sides of a comparison
 */
#include "judge/compare_parts.h"

#include "base/num.h"
#include "judge/row.h"
#include "model/alike.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- values ---- */

static bool is_of(const struct measurement *m, struct judge_side side)
{
    for (size_t s = 0; s < side.n; s++) {
        if (side.sessions[s] == m->session)
            return true;
    }
    return false;
}

static bool is_wanted(const struct measurement *m, struct judge_side base,
                      const struct judge_side *others, size_t n_others)
{
    bool wanted = is_of(m, base);

    for (size_t o = 0; !wanted && o < n_others; o++)
        wanted = is_of(m, others[o]);
    return wanted && !m->sentinel;
}

static int copy_values(struct compare *c, const struct row *row,
                       struct compare_values *v)
{
    v->y = arena_alloc(c->scratch, (row->n_values + 1) * sizeof *v->y);
    v->block = arena_alloc(c->scratch, (row->n_values + 1) * sizeof *v->block);
    if (!v->y || !v->block)
        return -ENOMEM;
    v->difference = row->difference;
    for (size_t k = 0; k < row->n_values; k++) {
        if (row->values[k].left_out)
            continue;
        v->y[v->n] = judge_to_unit(row, row->values[k].y);
        v->block[v->n++] = row->values[k].invocation->block;
    }
    return 0;
}

static int find_superseded(struct compare *c)
{
    const struct measurement **list =
        arena_alloc(c->scratch, (c->n_values + 1) * sizeof *list);
    bool *superseded = arena_alloc(c->scratch, (c->n_values + 1) * sizeof *superseded);
    int rc = list && superseded ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < c->n_values; i++)
        list[i] = c->values[i].m;
    rc = rc < 0 ? rc : measurement_find_superseded(list, c->n_values, superseded);
    for (size_t i = 0; rc == 0 && i < c->n_values; i++)
        c->values[i].superseded = superseded[i];
    return rc;
}

int judge_compare_find_values(struct compare *c, struct judge_side base,
                              const struct judge_side *others, size_t n_others)
{
    struct row row = { 0 };
    struct row_entry *all;
    size_t n_all, n;
    int rc = judge_collect(c->doc, NULL, &all, &n_all);

    c->values =
        arena_alloc(c->scratch, (c->doc->n_measurements + 1) * sizeof *c->values);
    rc = rc < 0 ? rc : c->values ? 0 : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < c->doc->n_measurements; i++) {
        const struct measurement *m = c->doc->measurements[i];
        struct compare_values *v = &c->values[c->n_values];
        const struct row_entry *entries;

        if (!is_wanted(m, base, others, n_others))
            continue;
        entries = judge_find_entries(all, n_all, m, &n);
        *v = (struct compare_values){ .m = m };
        c->n_values++;
        rc = judge_fold(&row, m, entries, m->status == DOC_STATUS_OK ? n : 0);
        rc = rc < 0 ? rc : judge_mark(&row);
        rc = rc < 0 ? rc : copy_values(c, &row, v);
    }
    judge_row_done(&row);
    free(all);
    return rc < 0 ? rc : find_superseded(c);
}

/* ---- boots ---- */

static bool same_text(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static double number_of(const struct facts *facts, const char *key, enum doc_at at)
{
    const struct fact *f = facts_find(facts, key, at);
    double value;

    return f && f->value && num_to_double(f->value, &value) == 0 ? value : NAN;
}

static double start_of(const struct session *s)
{
    struct tm utc = { 0 };

    if (!s->start || !strptime(s->start, "%Y-%m-%dT%H:%M:%SZ", &utc))
        return NAN;
    return (double)timegm(&utc);
}

/* Whether the kernel's own count of time went on from the one session to the other. */
static bool time_went_on(const struct session *a, const struct session *b)
{
    double cpus = number_of(&a->system->facts, "cpu.threads", DOC_AT_ALWAYS);
    double counted = (number_of(&b->facts, "load.time", DOC_AT_START) -
                      number_of(&a->facts, "load.time", DOC_AT_START)) /
                     cpus;
    double passed = start_of(b) - start_of(a);

    return fabs(counted - passed) <= 5 + 0.02 * fabs(passed);
}

/* No document holds a boot's identity, so this is put together from what it holds. */
static bool same_boot(const struct session *a, const struct session *b)
{
    const char *release = "kernel.release";
    const struct fact *fa, *fb;

    if (a == b)
        return true;
    if (!a->system || !b->system)
        return false;
    if (a->system == b->system)
        return a->boot == b->boot &&
               (a->result == b->result || same_text(a->result, b->result) ||
                time_went_on(a, b));
    fa = facts_find(&a->system->facts, release, DOC_AT_ALWAYS);
    fb = facts_find(&b->system->facts, release, DOC_AT_ALWAYS);
    return same_text(a->system->name, b->system->name) && fa && fb &&
           same_text(fa->value, fb->value) && time_went_on(a, b);
}

bool judge_compare_one_boot(const struct compare_side *a, const struct compare_side *b)
{
    return a->n_boots == 1 && b->n_boots == 1 &&
           same_boot(a->is.sessions[0], b->is.sessions[0]);
}

static int count_boots(struct compare *c, struct compare_side *side)
{
    side->boot = arena_alloc(c->scratch, side->is.n * sizeof *side->boot);
    if (!side->boot)
        return -ENOMEM;
    for (size_t s = 0; s < side->is.n; s++) {
        size_t same = 0;

        while (same < s && !same_boot(side->is.sessions[same], side->is.sessions[s]))
            same++;
        side->boot[s] = same < s ? side->boot[same] : (uint32_t)side->n_boots++;
    }
    return 0;
}

/* ---- rows of a side ---- */

static bool same_param(const struct measurement *m, const struct doc_param *p)
{
    const char *value = measurement_param(m, p->name);

    return p->value == value || same_text(p->value, value);
}

/* The first parameter of a that b has not alike, other than the setting; or NULL. */
static const char *other_param(const struct measurement *a, const struct measurement *b)
{
    for (size_t i = 0; i < a->n_params; i++) {
        if (strcmp(a->params[i].name, "setting") != 0 && !same_param(b, &a->params[i]))
            return a->params[i].name;
    }
    return NULL;
}

bool judge_compare_alike(const struct measurement *a, const struct measurement *b,
                         bool apart, const char **differs)
{
    const char *what = NULL;

    *differs = NULL;
    if (measurement_comparable(a, b, differs))
        return true;
    if (!apart || strcmp(*differs, "revision") == 0 || strcmp(*differs, "unit") == 0 ||
        strcmp(*differs, "definition") == 0)
        return false;
    what = other_param(a, b);
    what = what ? what : other_param(b, a);
    *differs = what;
    return !what;
}

static bool has_value(const struct compare_values *v)
{
    return v->n > 0;
}

static bool belongs(const struct compare_side *side, const struct session *s,
                    const struct compare_values *v)
{
    const char *setting = measurement_param(v->m, "setting");

    return v->m->session == s && !v->superseded &&
           (!side->setting || same_text(setting, side->setting));
}

static bool has_session(const struct compare *c, const struct compare_row *row,
                        const struct session *s)
{
    for (size_t i = 0; i < row->n_members; i++) {
        if (c->values[row->members[i]].m->session == s)
            return true;
    }
    return false;
}

/* The number of a kind is that of its row. */
static int add_to_row(struct compare *c, struct compare_side *side, struct alike *alike,
                      size_t value)
{
    const struct compare_values *v = &c->values[value];
    struct compare_row *row;
    size_t number;
    int rc = measurement_kind(alike, v->m, NULL, &number);

    if (rc < 0)
        return rc;
    row = &side->rows[number];
    if (number == side->n_rows) {
        side->n_rows++;
        *row = (struct compare_row){ .m = v->m };
        row->members = arena_alloc(c->scratch, side->is.n * sizeof *row->members);
        if (!row->members)
            return -ENOMEM;
    }
    if (has_session(c, row, v->m->session))
        return 0; /* the same row twice in one session: the first one */
    if (has_value(v) && (!row->n_members || !has_value(&c->values[row->members[0]])))
        row->m = v->m;
    row->members[row->n_members++] = value;
    return 0;
}

int judge_compare_side_init(struct compare *c, struct compare_side *side,
                            struct judge_side is, const char *setting)
{
    struct alike alike = { .arena = c->scratch };
    int rc;

    *side = (struct compare_side){ .is = is, .setting = setting };
    side->rows = arena_alloc(c->scratch, (c->n_values + 1) * sizeof *side->rows);
    rc = side->rows ? count_boots(c, side) : -ENOMEM;
    for (size_t s = 0; rc == 0 && s < is.n; s++) {
        for (size_t v = 0; rc == 0 && v < c->n_values; v++) {
            if (belongs(side, is.sessions[s], &c->values[v]))
                rc = add_to_row(c, side, &alike, v);
        }
    }
    return rc;
}

size_t judge_compare_gather(const struct compare *c, const struct compare_side *side,
                            const struct compare_row *row, long boot, double *y)
{
    size_t n = 0;

    for (size_t i = 0; i < row->n_members; i++) {
        const struct compare_values *v = &c->values[row->members[i]];
        size_t s = 0;

        while (side->is.sessions[s] != v->m->session)
            s++;
        if (boot >= 0 && side->boot[s] != (uint32_t)boot)
            continue;
        for (size_t k = 0; k < v->n; k++)
            y[n++] = v->y[k];
    }
    return n;
}
