/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * by_system.c - a document with one session for each system, and its spread beside it
 */
#include "judge/pool.h"

#include "stats/spread.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const judge_pooled_key = "pool.sessions";

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* ---- which sessions are of one system ---- */

/* Those of the system of sessions[at], in order; 0 where one before it has them all. */
static size_t sessions_of(const struct doc *doc, size_t at, const struct session **own)
{
    size_t n = 0;

    for (size_t s = 0; s < at; s++) {
        if (judge_same_system(doc->sessions[s], doc->sessions[at]))
            return 0;
    }
    for (size_t s = at; s < doc->n_sessions; s++) {
        if (judge_same_system(doc->sessions[s], doc->sessions[at]))
            own[n++] = doc->sessions[s];
    }
    return n;
}

/* ---- a session that stands for several ---- */

/* What the document is to hold afterwards. */
struct remade {
    struct doc *doc;
    const struct session **own; /* room for the sessions of one system */
    struct session **sessions;
    size_t n_sessions, room;
    struct measurement **all;
    size_t n, capacity;
};

static int add_measurement(struct remade *r, struct measurement *m)
{
    struct measurement **all =
        arena_grow(r->doc->arena, r->all, &r->capacity, r->n + 1, sizeof *all);

    if (!all)
        return -ENOMEM;
    r->all = all;
    r->all[r->n++] = m;
    return 0;
}

static struct session *stand_in(struct doc *doc, const struct session *first, size_t n)
{
    struct session *s = arena_alloc(doc->arena, sizeof *s);
    char count[24];
    const struct fact pooled = { .key = judge_pooled_key,
                                 .value = count,
                                 .source = "judge" };
    int rc = s ? 0 : -ENOMEM;

    snprintf(count, sizeof count, "%zu", n);
    if (s)
        *s = (struct session){ .id = first->id,
                               .system = first->system,
                               .result = first->result,
                               .boot = first->boot,
                               .start = first->start,
                               .protocol = first->protocol };
    for (size_t i = 0; rc == 0 && i < first->facts.n; i++)
        rc = doc_add_fact(doc, &s->facts, &first->facts.items[i]);
    rc = rc < 0 ? rc : doc_add_fact(doc, &s->facts, &pooled);
    return rc < 0 ? NULL : s;
}

/* A copy of a row in the session that stands for all. */
static struct measurement *copy_row(struct remade *r, const struct measurement *m,
                                    struct session *session,
                                    const struct judged *judged)
{
    struct measurement *copy = arena_alloc(r->doc->arena, sizeof *copy);
    struct judged *own = judged ? arena_alloc(r->doc->arena, sizeof *own) : NULL;

    if (!copy || (judged && !own))
        return NULL;
    *copy = *m;
    copy->session = session;
    copy->judged = own;
    if (own)
        *own = *judged;
    return add_measurement(r, copy) < 0 ? NULL : copy;
}

/* Rows that no session has a value of keep the reason of the first. */
static int add_missing(struct remade *r, size_t n, struct session *session)
{
    size_t from = r->n;
    const char *differs;

    while (from && r->all[from - 1]->session == session)
        from--;
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < r->doc->n_measurements; i++) {
            const struct measurement *m = r->doc->measurements[i];
            bool known = m->session != r->own[s] || m->sentinel;

            for (size_t k = from; !known && k < r->n; k++)
                known = measurement_comparable(r->all[k], m, &differs);
            if (!known && !copy_row(r, m, session, m->judged))
                return -ENOMEM;
        }
    }
    return 0;
}

static int add_pooled(struct remade *r, size_t n)
{
    struct session *session = stand_in(r->doc, r->own[0], n);
    struct judge_pooled *rows = NULL;
    size_t n_rows = 0;
    int rc = session ? judge_pool(r->doc, r->own, n, false, &rows, &n_rows) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n_rows; i++)
        rc = copy_row(r, rows[i].m, session, rows[i].judged) ? 0 : -ENOMEM;
    if (rc == 0)
        r->sessions[r->n_sessions++] = session;
    return rc < 0 ? rc : add_missing(r, n, session);
}

static int keep_session(struct remade *r, struct session *session)
{
    int rc = 0;

    r->sessions[r->n_sessions++] = session;
    for (size_t i = 0; rc == 0 && i < r->doc->n_measurements; i++) {
        if (r->doc->measurements[i]->session == session)
            rc = add_measurement(r, r->doc->measurements[i]);
    }
    return rc;
}

static int begin(struct remade *r, struct doc *doc)
{
    *r = (struct remade){ .doc = doc };
    r->room = 2 * doc->n_sessions + 1; /* at most one more for each */
    r->sessions = arena_alloc(doc->arena, r->room * sizeof *r->sessions);
    r->own = arena_alloc(doc->arena, (doc->n_sessions + 1) * sizeof *r->own);
    return r->sessions && r->own ? 0 : -ENOMEM;
}

static void end(struct remade *r)
{
    r->doc->sessions = r->sessions;
    r->doc->n_sessions = r->n_sessions;
    r->doc->sessions_capacity = r->room;
    r->doc->measurements = r->all;
    r->doc->n_measurements = r->n;
    r->doc->measurements_capacity = r->capacity;
}

int judge_by_system(struct doc *doc)
{
    struct remade r;
    int rc = begin(&r, doc);

    for (size_t s = 0; rc == 0 && s < doc->n_sessions; s++) {
        size_t n = sessions_of(doc, s, r.own);

        if (n == 1)
            rc = keep_session(&r, doc->sessions[s]);
        else if (n)
            rc = add_pooled(&r, n);
    }
    if (rc == 0)
        end(&r);
    return rc;
}

/* ---- spread rows ---- */

/* In per cent of the value, without an interval of its own. */
static struct st_estimate spread_estimate(double sd, size_t n)
{
    return (struct st_estimate){
        .value = 100 * sd, .lo = NAN, .hi = NAN, .method = ST_METHOD_NONE, .n = n
    };
}

static int set_spread(struct doc *doc, struct measurement *m, double sd, size_t n)
{
    struct definition *d = arena_alloc(doc->arena, sizeof *d);

    if (!d)
        return -ENOMEM;
    *d = *m->definition;
    d->unit = "%";
    d->better = DOC_BETTER_LOWER;
    m->definition = d;
    m->judged->class = JUDGED_UNKNOWN;
    m->judged->estimate = spread_estimate(sd, n);
    return 0;
}

/* The derived value of a rule in a session, or NULL. */
static const struct derived *derived_of(const struct doc *doc, const struct session *s,
                                        const char *rule)
{
    for (size_t i = 0; i < doc->n_derived; i++) {
        const struct derived *d = doc->derived[i];

        if (d->session == s && same_text(d->rule, rule) && d->estimate.value > 0)
            return d;
    }
    return NULL;
}

static int add_derived_spread(struct remade *r, size_t n, const struct derived *like,
                              struct session *session)
{
    struct derived *d;
    double *logs = arena_alloc(r->doc->arena, n * sizeof *logs);
    size_t known = 0;

    for (size_t s = 0; logs && s < n; s++) {
        const struct derived *one = derived_of(r->doc, r->own[s], like->rule);

        if (one)
            logs[known++] = log(one->estimate.value);
    }
    if (!logs || known < 2)
        return logs ? 0 : -ENOMEM;
    d = doc_add_derived(r->doc);
    if (!d)
        return -ENOMEM;
    *d = *like;
    d->session = session;
    d->unit = "%";
    d->estimate = spread_estimate(st_sd(logs, known), known);
    return 0;
}

static int add_spread(struct remade *r, size_t n)
{
    size_t n_derived = r->doc->n_derived;
    struct session *session = stand_in(r->doc, r->own[0], n);
    struct judge_pooled *rows = NULL;
    size_t n_rows = 0;
    int rc = session ? judge_pool(r->doc, r->own, n, false, &rows, &n_rows) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n_rows; i++) {
        struct measurement *m;

        if (!isfinite(rows[i].sd))
            continue;
        m = copy_row(r, rows[i].m, session, rows[i].judged);
        rc =
            m ? set_spread(r->doc, m, rows[i].sd, rows[i].judged->estimate.n) : -ENOMEM;
    }
    for (size_t i = 0; rc == 0 && i < n_derived; i++) {
        if (r->doc->derived[i]->session == r->own[0])
            rc = add_derived_spread(r, n, r->doc->derived[i], session);
    }
    if (rc == 0)
        r->sessions[r->n_sessions++] = session;
    return rc;
}

int judge_spread(struct doc *doc)
{
    struct remade r;
    int rc = begin(&r, doc);

    for (size_t s = 0; rc == 0 && s < doc->n_sessions; s++) {
        size_t n = sessions_of(doc, s, r.own);

        for (size_t i = 0; rc == 0 && i < n; i++)
            rc = keep_session(&r, (struct session *)r.own[i]);
        if (rc == 0 && n > 1)
            rc = add_spread(&r, n);
    }
    if (rc == 0)
        end(&r);
    return rc;
}
