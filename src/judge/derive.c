/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * derive.c - what views need and no single measurement is: a table and its functions
 */
#include "judge/derive.h"

#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const struct derive_rule derive_rules[] = {
    { .id = "derived.null_io",
      .function = "mean-of",
      .from = { "lat_syscall.read", "lat_syscall.write" },
      .title = "null I/O: mean of reading and writing one byte" },
    { 0 },
};

/* ---- the functions: value and bounds from n inputs ---- */

static void mean_of(const struct st_estimate *in, size_t n, struct st_estimate *out)
{
    double count = (double)n;

    for (size_t i = 0; i < n; i++) {
        out->value += in[i].value / count;
        out->lo += in[i].lo / count;
        out->hi += in[i].hi / count;
    }
}

static void inverse(const struct st_estimate *in, size_t n, struct st_estimate *out)
{
    (void)n;
    out->value = 1 / in->value;
    out->lo = in->lo > 0 ? 1 / in->hi : NAN;
    out->hi = in->lo > 0 ? 1 / in->lo : NAN;
}

static void ratio(const struct st_estimate *in, size_t n, struct st_estimate *out)
{
    bool positive = in[0].lo > 0 && in[1].lo > 0;

    (void)n;
    out->value = in[0].value / in[1].value;
    out->lo = positive ? in[0].lo / in[1].hi : NAN;
    out->hi = positive ? in[0].hi / in[1].lo : NAN;
}

static void last_of(const struct st_estimate *in, size_t n, struct st_estimate *out)
{
    out->value = in[n - 1].value;
    out->lo = in[n - 1].lo;
    out->hi = in[n - 1].hi;
}

static const struct function {
    const char *name;
    void (*apply)(const struct st_estimate *in, size_t n, struct st_estimate *out);
    size_t least, most; /* inputs */
} functions[] = {
    { "mean-of", mean_of, 1, SIZE_MAX },
    { "inverse", inverse, 1, 1 },
    { "ratio", ratio, 2, 2 },
    { "last-of", last_of, 1, SIZE_MAX },
};

static const struct function *find_function(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    }
    return NULL;
}

/* An interval from all inputs' promises no more than the weakest of them. */
static void weakest(const struct st_estimate *in, size_t n, struct st_estimate *out)
{
    bool bounded = true;

    out->level = in->level;
    out->nominal = in->nominal;
    out->method = in->method;
    out->n = in->n;
    for (size_t i = 0; i < n; i++) {
        bounded = bounded && in[i].method != ST_METHOD_NONE;
        out->level = fmin(out->level, in[i].level);
        out->nominal = fmin(out->nominal, in[i].nominal);
        if (in[i].n < out->n) {
            out->n = in[i].n;
            out->method = in[i].method;
        }
    }
    if (!bounded || isnan(out->lo) || isnan(out->hi)) {
        out->lo = out->hi = NAN;
        out->level = out->nominal = 0;
        out->method = ST_METHOD_NONE;
    }
}

int derive_estimate(const char *function, const struct st_estimate *inputs, size_t n,
                    struct st_estimate *out)
{
    const struct function *f = find_function(function);
    struct st_estimate e = { 0 };

    if (!f || n < f->least || n > f->most)
        return -EINVAL;
    f->apply(inputs, n, &e);
    weakest(f->apply == last_of ? inputs + n - 1 : inputs, f->apply == last_of ? 1 : n,
            &e);
    *out = e;
    return 0;
}

/* ---- which measurements go in ---- */

static bool serves(const struct measurement *m, const struct session *s, const char *id)
{
    return m->session == s && !m->sentinel && m->status == DOC_STATUS_OK && m->judged &&
           isfinite(m->judged->estimate.value) && strcmp(m->definition->id, id) == 0;
}

/* The last attempt of the first measurement with that definition, or NULL. */
static struct measurement *pick(const struct doc *doc, const struct session *s,
                                const char *id)
{
    struct measurement *found = NULL;
    const char *differs;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        struct measurement *m = doc->measurements[i];

        if (serves(m, s, id) &&
            (!found || (measurement_counts_before(m, found) &&
                        measurement_comparable(m, found, &differs))))
            found = m;
    }
    return found;
}

static double point_of(const struct measurement *m, const char *where)
{
    const char *text = measurement_param(m, where);
    double value;

    return text && num_to_double(text, &value) == 0 ? value : -INFINITY;
}

/* The measurement of a sweep with the largest parameter `where`, or NULL. */
static struct measurement *pick_last(const struct doc *doc, const struct session *s,
                                     const char *id, const char *where)
{
    struct measurement *found = NULL;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        struct measurement *m = doc->measurements[i];

        if (!serves(m, s, id))
            continue;
        if (!found || point_of(m, where) > point_of(found, where) ||
            (!(point_of(m, where) < point_of(found, where)) &&
             measurement_counts_before(m, found)))
            found = m;
    }
    return found;
}

/* Inputs of the rule in that session; returns their number, 0 if one is missing. */
static size_t gather(const struct doc *doc, const struct session *s,
                     const struct derive_rule *rule,
                     struct measurement *from[DERIVE_INPUTS])
{
    size_t n = 0;

    for (; n < DERIVE_INPUTS && rule->from[n]; n++) {
        from[n] = rule->where ? pick_last(doc, s, rule->from[n], rule->where)
                              : pick(doc, s, rule->from[n]);
        if (!from[n])
            return 0;
    }
    return n;
}

static int derive(struct doc *doc, struct session *s, const struct derive_rule *rule)
{
    struct measurement *from[DERIVE_INPUTS];
    struct st_estimate in[DERIVE_INPUTS];
    size_t n = gather(doc, s, rule, from);
    struct derived *d;

    if (n == 0)
        return 0;
    d = doc_add_derived(doc);
    if (!d)
        return -ENOMEM;
    d->id = arena_printf(doc->arena, "d%zu", doc->n_derived);
    d->rule = rule->id;
    d->function = rule->function;
    d->session = s;
    d->unit = rule->unit ? rule->unit : from[0]->definition->unit;
    d->from = arena_alloc(doc->arena, n * sizeof *d->from);
    if (!d->id || !d->from)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        d->from[i] = from[i];
        in[i] = from[i]->judged->estimate;
    }
    d->n_from = n;
    return derive_estimate(rule->function, in, n, &d->estimate);
}

int derive_by(struct doc *doc, const struct derive_rule *rules)
{
    int rc = 0;

    doc->n_derived = 0;
    for (size_t s = 0; rc == 0 && s < doc->n_sessions; s++) {
        for (const struct derive_rule *r = rules; rc == 0 && r->id; r++)
            rc = derive(doc, doc->sessions[s], r);
    }
    return rc;
}

int derive_doc(struct doc *doc)
{
    return derive_by(doc, derive_rules);
}
