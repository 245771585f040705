/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * recompute.c - whether a stored judgement is what the observations give
 */
#include "judge/judge.h"

#include "judge/derive.h"
#include "judge/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double near_enough = 1e-12; /* between builds: relative */

struct comparison {
    const char *row; /* "m1" */
    bool exact;
    struct diag *why;
};

static bool same_number(double stored, double found, bool exact)
{
    if (isnan(stored) || isnan(found))
        return isnan(stored) && isnan(found);
    if (exact || isinf(stored) || isinf(found))
        return !(stored < found) && !(stored > found);
    return fabs(stored - found) <= near_enough * fmax(fabs(stored), fabs(found));
}

static int number(const struct comparison *c, const char *what, double stored,
                  double found)
{
    if (same_number(stored, found, c->exact))
        return 0;
    return diag_set(c->why, -EBADMSG,
                    "%s: %s is stored as %.17g, the observations give %.17g", c->row,
                    what, stored, found);
}

static int word(const struct comparison *c, const char *what, const char *stored,
                const char *found)
{
    stored = stored ? stored : "";
    if (strcmp(stored, found) == 0)
        return 0;
    return diag_set(c->why, -EBADMSG,
                    "%s: %s is stored as '%s', the observations give '%s'", c->row,
                    what, stored, found);
}

/* Every number of a judgement, in the order in which differences are reported. */
enum kind { DOUBLE, SIZE, U64, U32, METHOD };
#define FIELD(kind_, name_, field_)                   \
    {                                                 \
        name_, kind_, offsetof(struct judged, field_) \
    }
#define ESTIMATE(name_, field_)                                                     \
    FIELD(SIZE, name_ "n", field_.n), FIELD(METHOD, name_ "method", field_.method), \
        FIELD(DOUBLE, name_ "value", field_.value),                                 \
        FIELD(DOUBLE, name_ "lo", field_.lo), FIELD(DOUBLE, name_ "hi", field_.hi), \
        FIELD(DOUBLE, name_ "level", field_.level),                                 \
        FIELD(DOUBLE, name_ "nominal", field_.nominal)
#define SPREAD(field_) FIELD(DOUBLE, #field_, spread.field_)

static const struct field {
    const char *name;
    enum kind kind;
    size_t offset;
} fields[] = {
    FIELD(U32, "warmup", warmup),
    FIELD(U32, "invocations", invocations),
    FIELD(U32, "replaced", replaced),
    FIELD(U64, "samples", samples),
    FIELD(U64, "disturbed", disturbed),
    FIELD(U64, "rejected", rejected),
    ESTIMATE("", estimate),
    ESTIMATE("kept ", kept),
    FIELD(DOUBLE, "span", span_s),
    FIELD(SIZE, "spread n", spread.n),
    SPREAD(min),
    SPREAD(q05),
    SPREAD(q25),
    SPREAD(q50),
    SPREAD(q75),
    SPREAD(q90),
    SPREAD(q95),
    SPREAD(q99),
    SPREAD(max),
    SPREAD(mean),
    SPREAD(sd),
    SPREAD(mad),
    FIELD(DOUBLE, "subject", subject),
    FIELD(DOUBLE, "base", base),
    FIELD(DOUBLE, "tail share", tail_share),
    FIELD(DOUBLE, "tail largest", tail_largest),
    FIELD(DOUBLE, "cold", cold),
    FIELD(DOUBLE, "q", q),
    FIELD(DOUBLE, "within", within),
    FIELD(DOUBLE, "between", between),
    FIELD(DOUBLE, "icc", icc),
    FIELD(DOUBLE, "rerun lo", rerun_lo),
    FIELD(DOUBLE, "rerun hi", rerun_hi),
    FIELD(DOUBLE, "rerun sd", rerun_sd),
};

static double read_field(const struct judged *j, const struct field *f)
{
    const void *at = (const char *)j + f->offset;

    switch (f->kind) {
    case DOUBLE:
        return *(const double *)at;
    case SIZE:
        return (double)*(const size_t *)at;
    case U64:
        return (double)*(const uint64_t *)at;
    case U32:
        return *(const uint32_t *)at;
    default:
        return *(const enum st_method *)at;
    }
}

static int compare_marks(const struct comparison *c, const struct judged *stored,
                         const struct judged *found)
{
    int rc = number(c, "the number of marks", (double)stored->n_marks,
                    (double)found->n_marks);

    for (size_t i = 0; rc == 0 && i < found->n_marks; i++) {
        const struct mark *s = &stored->marks[i], *f = &found->marks[i];

        rc = number(c, "a mark's invocation", s->invocation, f->invocation);
        rc = rc < 0 ? rc : number(c, "a mark's position", s->at, f->at);
        rc = rc < 0 ? rc : word(c, "a mark's cause", s->cause, f->cause);
    }
    return rc;
}

static int compare_flags(const struct comparison *c, const struct judged *stored,
                         const struct judged *found)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && (i < found->n_flags || i < stored->n_flags); i++) {
        static const struct flag none = { .code = "" };
        const struct flag *s = i < stored->n_flags ? &stored->flags[i] : &none;
        const struct flag *f = i < found->n_flags ? &found->flags[i] : &none;

        rc = word(c, "a flag", s->code, f->code);
        rc = rc < 0 ? rc : number(c, f->code, s->statistic, f->statistic);
        rc = rc < 0 ? rc : number(c, "a flag's limit", s->limit, f->limit);
        rc = rc < 0 ? rc
                    : word(c, "a flag's severity", judged_severity_name[s->severity],
                           judged_severity_name[f->severity]);
        rc = rc < 0 ? rc : word(c, "a flag's text", s->text, f->text ? f->text : "");
    }
    return rc;
}

static int compare(const struct comparison *c, const struct judged *stored,
                   const struct judged *found)
{
    int rc = word(c, "outliers", stored->outliers, found->outliers);

    rc = rc < 0 ? rc : compare_marks(c, stored, found);
    for (size_t i = 0; rc == 0 && i < sizeof fields / sizeof *fields; i++)
        rc = number(c, fields[i].name, read_field(stored, &fields[i]),
                    read_field(found, &fields[i]));
    rc = rc < 0 ? rc
                : word(c, "the class", judged_class_name[stored->class],
                       judged_class_name[found->class]);
    return rc < 0 ? rc : compare_flags(c, stored, found);
}

static int compare_rows(const struct doc *doc, struct arena *arena,
                        struct comparison *c)
{
    size_t n = doc->n_measurements;
    struct judged **found = calloc(n + 1, sizeof(struct judged *));
    int rc = found ? judge_all(doc, arena, found) : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct measurement *m = doc->measurements[i];

        c->row = m->id;
        if (m->judged)
            rc = compare(c, m->judged, found[i]);
        else if (found[i]->estimate.n > 0)
            rc = diag_set(c->why, -EBADMSG,
                          "%s: nothing is stored of what we think of it", m->id);
    }
    free(found);
    return rc;
}

static int compare_derived(const struct comparison *c, const struct derived *stored,
                           const struct derived *found)
{
    const struct st_estimate *s = &stored->estimate, *f = &found->estimate;
    int rc = word(c, "a derived value", stored->rule, found->rule);

    rc = rc < 0 ? rc : word(c, "the function", stored->function, found->function);
    rc = rc < 0 ? rc : number(c, "value", s->value, f->value);
    rc = rc < 0 ? rc : number(c, "lo", s->lo, f->lo);
    rc = rc < 0 ? rc : number(c, "hi", s->hi, f->hi);
    rc = rc < 0 ? rc : number(c, "level", s->level, f->level);
    rc = rc < 0 ? rc : number(c, "nominal", s->nominal, f->nominal);
    rc = rc < 0 ? rc : number(c, "method", s->method, f->method);
    return rc < 0 ? rc : number(c, "n", (double)s->n, (double)f->n);
}

/* Derives anew beside what is stored, which comes back whatever happens. */
static int compare_all_derived(struct doc *doc, struct comparison *c)
{
    struct derived **stored = doc->derived;
    size_t n = doc->n_derived, capacity = doc->derived_capacity;
    int rc;

    doc->derived = NULL;
    doc->n_derived = doc->derived_capacity = 0;
    c->row = "derived";
    rc = derive_doc(doc);
    rc = rc < 0 ? rc : number(c, "their number", (double)n, (double)doc->n_derived);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        c->row = stored[i]->rule ? stored[i]->rule : stored[i]->id;
        rc = compare_derived(c, stored[i], doc->derived[i]);
    }
    doc->derived = stored;
    doc->n_derived = n;
    doc->derived_capacity = capacity;
    return rc;
}

/* What import wrote and nobody has judged yet. */
static bool is_unjudged_import(const struct doc *doc)
{
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->judged ||
            doc->measurements[i]->origin != DOC_ORIGIN_IMPORTED)
            return false;
    }
    return doc->n_measurements > 0 && doc->n_derived == 0;
}

int judge_recompute(struct doc *doc, bool exact, struct diag *why)
{
    struct comparison c = { .exact = exact, .why = why };
    struct arena *arena;
    int rc;

    if (is_unjudged_import(doc))
        return 0;
    arena = arena_new();
    rc = arena ? 0 : -ENOMEM;
    rc = rc < 0 ? rc : compare_rows(doc, arena, &c);
    rc = rc < 0 ? rc : compare_all_derived(doc, &c);
    arena_free(arena);
    return rc;
}
