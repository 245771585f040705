/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool.c - several sessions of one machine as one: its row, and how they differ
 *
 * A session's value is to the system's row what a printed number is to its cell; so the
 * rules for those make the row, and there are no others.
 */
#include "judge/pool.h"

#include "judge/row.h"
#include "model/alike.h"
#include "stats/spread.h"

#include <errno.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static const char *fact_of(const struct doc_system *system, const char *key)
{
    const struct fact *fact = facts_find(&system->facts, key, DOC_AT_ALWAYS);

    return fact ? fact->value : NULL;
}

bool judge_same_system(const struct session *a, const struct session *b)
{
    const struct doc_system *x = a->system, *y = b->system;

    if (x == y)
        return true;
    return x && y && x->name && same_text(x->name, y->name) &&
           same_text(x->label, y->label) &&
           same_text(fact_of(x, "kernel.sysname"), fact_of(y, "kernel.sysname")) &&
           same_text(fact_of(x, "kernel.release"), fact_of(y, "kernel.release"));
}

/* The sessions' measurements of one row. */
struct group {
    const struct measurement **members;
    size_t n;
};

struct pool {
    struct doc *doc;
    struct arena *scratch;
    struct alike alike; /* the number of a kind is that of its group */
    struct group *groups;
    size_t n_groups, n_sessions;
};

static bool has_value(const struct measurement *m)
{
    return m->status == DOC_STATUS_OK && m->judged &&
           isfinite(m->judged->estimate.value) && m->judged->estimate.n > 0;
}

/* Puts it beside those that mean the same, in place of an earlier attempt. */
static int add(struct pool *p, const struct measurement *m)
{
    struct group *g;
    size_t number;
    int rc = measurement_kind(&p->alike, m, NULL, &number);

    if (rc < 0)
        return rc;
    g = &p->groups[number];
    for (size_t i = 0; i < g->n; i++) {
        if (g->members[i]->session != m->session)
            continue;
        if (measurement_counts_before(m, g->members[i]))
            g->members[i] = m;
        return 0;
    }
    if (number == p->n_groups) {
        p->n_groups++;
        g->members = arena_alloc(p->doc->arena,
                                 p->n_sessions * sizeof(const struct measurement *));
        if (!g->members)
            return -ENOMEM;
    }
    g->members[g->n++] = m;
    return 0;
}

static int gather(struct pool *p, const struct session *const *sessions, bool sentinels)
{
    size_t most = p->doc->n_measurements + 1;
    int rc;

    p->alike = (struct alike){ .arena = p->scratch };
    p->groups = arena_alloc(p->scratch, most * sizeof *p->groups);
    rc = p->groups ? 0 : -ENOMEM;
    for (size_t s = 0; s < p->n_sessions; s++) {
        for (size_t i = 0; rc == 0 && i < p->doc->n_measurements; i++) {
            const struct measurement *m = p->doc->measurements[i];

            if (m->session == sessions[s] && has_value(m) &&
                (sentinels || !m->sentinel))
                rc = add(p, m);
        }
    }
    return rc;
}

/* The sessions' values as those of one printed cell, and its judgement. */
static int judge_values(struct pool *p, const struct group *g, struct judged **out)
{
    struct session session = { .protocol = g->members[0]->session->protocol };
    struct measurement cell = *g->members[0];
    struct row_entry *entries = arena_alloc(p->scratch, g->n * sizeof *entries);
    struct invocation *all = arena_alloc(p->scratch, g->n * sizeof *all);
    struct series *series = arena_alloc(p->scratch, g->n * sizeof *series);
    double *values = arena_alloc(p->scratch, g->n * sizeof *values);
    struct row row = { 0 };
    int rc;

    if (!entries || !all || !series || !values)
        return -ENOMEM;
    cell.session = &session;
    cell.origin = DOC_ORIGIN_IMPORTED;
    for (size_t i = 0; i < g->n; i++) {
        values[i] = g->members[i]->judged->estimate.value;
        series[i] =
            (struct series){ .measurement = &cell, .n = 1, .values = &values[i] };
        all[i] = (struct invocation){
            .seq = (uint32_t)i + 1, .valid = true, .series = &series[i], .n_series = 1
        };
        entries[i] = (struct row_entry){ &cell, &all[i], i };
    }
    rc = judge_row(&row, p->doc->arena, &cell, entries, g->n, out);
    judge_row_done(&row);
    if (rc == 0) { /* that they were printed is our way of saying it */
        (*out)->flags = NULL;
        (*out)->n_flags = 0;
    }
    return rc;
}

static int between_sd(const struct pool *p, const struct group *g, double *sd)
{
    double *logs = arena_alloc(p->scratch, g->n * sizeof *logs);

    if (!logs)
        return -ENOMEM;
    for (size_t i = 0; i < g->n; i++)
        logs[i] = log(g->members[i]->judged->estimate.value);
    *sd = st_sd(logs, g->n);
    return 0;
}

static int pool_row(struct pool *p, const struct group *g, struct judge_pooled *row)
{
    struct judged *judged = NULL;
    int rc = between_sd(p, g, &row->sd);

    row->m = g->members[0];
    row->members = g->members;
    row->n = g->n;
    row->judged = row->m->judged;
    if (rc < 0 || g->n < 2)
        return rc;
    rc = judge_values(p, g, &judged);
    row->judged = judged;
    return rc;
}

int judge_pool(struct doc *doc, const struct session *const *sessions, size_t n,
               bool sentinels, struct judge_pooled **rows, size_t *n_rows)
{
    struct pool p = { .doc = doc, .scratch = arena_new(), .n_sessions = n };
    struct judge_pooled *found = NULL;
    int rc = p.scratch ? gather(&p, sessions, sentinels) : -ENOMEM;

    if (rc == 0) {
        found = arena_alloc(doc->arena, (p.n_groups + 1) * sizeof *found);
        rc = found ? 0 : -ENOMEM;
    }
    for (size_t g = 0; rc == 0 && g < p.n_groups; g++)
        rc = pool_row(&p, &p.groups[g], &found[g]);
    if (rc == 0) {
        *rows = found;
        *n_rows = p.n_groups;
    }
    arena_free(p.scratch);
    return rc;
}

/* ---- the noise floor ---- */

static struct judge_floor *floor_of(struct judge_floor *floors, size_t *n,
                                    const char *family)
{
    for (size_t f = 0; f < *n; f++) {
        if (strcmp(floors[f].family, family) == 0)
            return &floors[f];
    }
    floors[*n] = (struct judge_floor){ .family = family };
    return &floors[(*n)++];
}

int judge_noise_floor(struct doc *doc, const struct session *const *sessions, size_t n,
                      struct judge_floor **floors, size_t *n_floors)
{
    struct judge_pooled *rows = NULL;
    struct judge_floor *found;
    size_t n_rows = 0, n_found = 0;
    int rc = judge_pool(doc, sessions, n, true, &rows, &n_rows);

    if (rc < 0)
        return rc;
    found = arena_alloc(doc->arena, (n_rows + 1) * sizeof *found);
    if (!found)
        return -ENOMEM;
    for (size_t r = 0; r < n_rows; r++) {
        const char *family = rows[r].m->definition->family;
        size_t of = rows[r].judged->estimate.n;
        struct judge_floor *f;

        if (!family || !isfinite(rows[r].sd))
            continue;
        f = floor_of(found, &n_found, family);
        f->sd += rows[r].sd * rows[r].sd;
        f->sessions = f->rows && f->sessions < of ? f->sessions : of;
        f->rows++;
    }
    for (size_t f = 0; f < n_found; f++)
        found[f].sd = sqrt(found[f].sd / (double)found[f].rows);
    *floors = found;
    *n_floors = n_found;
    return 0;
}
