/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builder.h - small documents for the tests of what prints, judged by hand
 */
#ifndef BUILDER_H
#define BUILDER_H

#include "model/doc.h"

#include <stdlib.h>
#include <string.h>

#define BUILDER __attribute__((unused)) static

BUILDER void add_fact(struct doc *doc, struct facts *facts, const char *key,
                      const char *value, const char *unit)
{
    struct fact fact = { .key = key, .value = value, .unit = unit, .source = "test" };

    if (doc_add_fact(doc, facts, &fact) < 0)
        abort();
}

/* A system and its only session. */
BUILDER struct session *add_session(struct doc *doc, const char *id, const char *name,
                                    const char *release, const char *target)
{
    struct doc_system *system = doc_add_system(doc);
    struct session *s = doc_add_session(doc);

    system->id = arena_printf(doc->arena, "s%zu", doc->n_systems);
    system->name = name;
    add_fact(doc, &system->facts, "kernel.sysname", "Linux", NULL);
    add_fact(doc, &system->facts, "kernel.release", release, NULL);
    if (target)
        add_fact(doc, &system->facts, "toolchain.target", target, NULL);
    s->id = id;
    s->system = system;
    s->boot = 1;
    s->start = "2026-03-02T08:02:40Z";
    s->protocol.level = 0.95;
    return s;
}

BUILDER struct definition *add_definition(struct doc *doc, const char *id,
                                          const char *unit, const char *revision)
{
    struct definition *d = (struct definition *)doc_find_definition(doc, id, revision);

    if (d)
        return d;
    d = doc_add_definition(doc);
    *d = (struct definition){ .id = id,
                              .revision = revision,
                              .suite = "lmbench",
                              .family = "syscall",
                              .likeness = WORDS_LIKENESS_SAME,
                              .quantity = "time",
                              .unit = unit,
                              .per = "call",
                              .title = id };
    if (strcmp(unit, "B/s") == 0)
        d->better = DOC_BETTER_HIGHER;
    return d;
}

/* Parameters as "size=65536 procs=2", or NULL. */
BUILDER void set_params(struct doc *doc, struct measurement *m, const char *params)
{
    char *rest = params ? arena_strdup(doc->arena, params) : NULL;

    m->params = arena_alloc(doc->arena, 8 * sizeof *m->params);
    for (char *p = rest ? strtok_r(rest, " ", &rest) : NULL; p;
         p = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(p, '=');

        *value++ = '\0';
        m->params[m->n_params++] = (struct doc_param){ p, value };
    }
}

/* A row that is ok, with an interval of that relative half-width; 0: none. */
BUILDER struct measurement *add_row(struct doc *doc, struct session *s, const char *id,
                                    const char *unit, const char *params, double value,
                                    double half)
{
    struct measurement *m = doc_add_measurement(doc);
    struct judged *j = arena_alloc(doc->arena, sizeof *j);

    m->id = arena_printf(doc->arena, "m%zu", doc->n_measurements);
    m->definition = add_definition(doc, id, unit, "1");
    m->session = s;
    m->attempt = 1;
    m->stop = DOC_STOP_PRECISION;
    set_params(doc, m, params);
    j->outliers = "reject";
    j->estimate = (struct st_estimate){ .value = value, .lo = NAN, .hi = NAN, .n = 15 };
    if (half > 0) {
        j->estimate.lo = value * (1 - half);
        j->estimate.hi = value * (1 + half);
        j->estimate.level = 0.95;
        j->estimate.nominal = 0.97;
        j->estimate.method = ST_METHOD_HS;
    }
    j->span_s = 92;
    j->samples = 300;
    j->invocations = 15;
    j->class = half <= 0.01   ? JUDGED_SHARP
               : half <= 0.05 ? JUDGED_STABLE
               : half <= 0.1  ? JUDGED_FAIR
                              : JUDGED_NOISY;
    m->judged = j;
    return m;
}

/* A row that could not be measured. */
BUILDER struct measurement *add_missing(struct doc *doc, struct session *s,
                                        const char *id, const char *unit,
                                        const char *params, enum doc_status status,
                                        const char *reason)
{
    struct measurement *m = add_row(doc, s, id, unit, params, NAN, 0);

    m->status = status;
    m->reason = reason;
    m->stop = DOC_STOP_NONE;
    *m->judged = (struct judged){ .estimate = { .value = NAN, .lo = NAN, .hi = NAN } };
    return m;
}

/* The derived mean of two rows, as the judge makes it for "null I/O". */
BUILDER void add_mean(struct doc *doc, struct session *s, struct measurement *a,
                      struct measurement *b)
{
    struct derived *d = doc_add_derived(doc);

    d->id = arena_printf(doc->arena, "d%zu", doc->n_derived);
    d->rule = "derived.null_io";
    d->function = "mean-of";
    d->from = arena_alloc(doc->arena, 2 * sizeof *d->from);
    d->from[0] = a;
    d->from[1] = b;
    d->n_from = 2;
    d->session = s;
    d->unit = "s";
    d->estimate = a->judged->estimate;
    d->estimate.value = (a->judged->estimate.value + b->judged->estimate.value) / 2;
    d->estimate.lo = (a->judged->estimate.lo + b->judged->estimate.lo) / 2;
    d->estimate.hi = (a->judged->estimate.hi + b->judged->estimate.hi) / 2;
}

BUILDER void add_flag(struct doc *doc, struct measurement *m, const char *code,
                      enum judged_severity severity, const char *text)
{
    struct flag *flags =
        arena_alloc(doc->arena, (m->judged->n_flags + 1) * sizeof *flags);

    if (m->judged->n_flags)
        memcpy(flags, m->judged->flags, m->judged->n_flags * sizeof *flags);
    flags[m->judged->n_flags] = (struct flag){
        .code = code, .severity = severity, .text = text, .statistic = 3.1, .limit = 3.3
    };
    m->judged->flags = flags;
    m->judged->n_flags++;
}

#endif
