/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * doc.c - what was measured and what we think of it, as plain data
 */
#include "model/doc.h"

#include "base/buf.h"
#include "base/num.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const doc_status_name[] = { "ok", "failed", "unsupported", "skipped",
                                        "interrupted" };
const char *const doc_origin_name[] = { "measured", "imported" };
const char *const doc_stop_name[] = { "",     "precision", "maximum",
                                      "time", "exact",     "interrupted" };
const char *const doc_phase_name[] = { "run", "pilot" };
const char *const doc_part_name[] = { "subject", "base" };
const char *const doc_at_name[] = { "always", "start", "end" };
const char *const words_likeness_name[] = { "none", "same", "close", "different" };
const char *const doc_better_name[] = { "lower", "higher" };
const char *const series_column_name[] = { "wait", "switches", "migrations", "faults" };
const char *const judged_class_name[] = { "unknown", "sharp", "stable",
                                          "fair",    "noisy", "erratic" };
const char *const judged_severity_name[] = { "info", "warning" };
const char *const st_method_name[] = { "none", "hs", "logt", "t", "tmean" };

int doc_word(const char *const *table, int count, const char *word)
{
    for (int i = 0; word && i < count; i++) {
        if (strcmp(table[i], word) == 0)
            return i;
    }
    return -1;
}

struct doc *doc_new(void)
{
    struct arena *arena = arena_new();
    struct doc *doc = arena ? arena_alloc(arena, sizeof *doc) : NULL;

    if (!doc) {
        arena_free(arena);
        return NULL;
    }
    doc->arena = arena;
    return doc;
}

void doc_free(struct doc *doc)
{
    if (doc)
        arena_free(doc->arena);
}

/* Appends a zeroed object of `bytes` to a list of pointers in the doc's arena. */
static void *add_object(struct arena *arena, void ***list, size_t *n, size_t *capacity,
                        size_t bytes)
{
    void **wide = arena_grow(arena, (void *)*list, capacity, *n + 1, sizeof **list);
    void *object = wide ? arena_alloc(arena, bytes) : NULL;

    if (wide)
        *list = wide;
    if (object)
        (*list)[(*n)++] = object;
    return object;
}

#define ADD(owner, list, type)                                                   \
    add_object(doc->arena, (void ***)(void *)&(owner)->list, &(owner)->n_##list, \
               &(owner)->list##_capacity, sizeof(type))

struct definition *doc_add_definition(struct doc *doc)
{
    return ADD(doc, catalogue, struct definition);
}

struct doc_system *doc_add_system(struct doc *doc)
{
    return ADD(doc, systems, struct doc_system);
}

struct session *doc_add_session(struct doc *doc)
{
    return ADD(doc, sessions, struct session);
}

struct measurement *doc_add_measurement(struct doc *doc)
{
    return ADD(doc, measurements, struct measurement);
}

struct derived *doc_add_derived(struct doc *doc)
{
    return ADD(doc, derived, struct derived);
}

struct invocation *doc_add_invocation(struct doc *doc, struct session *session)
{
    return ADD(session, invocations, struct invocation);
}

struct doc_event *doc_add_event(struct doc *doc, struct session *session)
{
    struct doc_event *wide =
        arena_grow(doc->arena, session->events, &session->events_capacity,
                   session->n_events + 1, sizeof *wide);

    if (!wide)
        return NULL;
    session->events = wide;
    return &wide[session->n_events++];
}

int doc_warn(struct doc *doc, const char *format, ...)
{
    const char **wide =
        arena_grow(doc->arena, (void *)doc->warnings, &doc->warnings_capacity,
                   doc->n_warnings + 1, sizeof *wide);
    char text[512];
    va_list args;

    if (!wide)
        return -ENOMEM;
    doc->warnings = wide;
    va_start(args, format);
    num_vprintf(text, sizeof text, format, args);
    va_end(args);
    wide[doc->n_warnings] = arena_strdup(doc->arena, text);
    if (!wide[doc->n_warnings])
        return -ENOMEM;
    doc->n_warnings++;
    return 0;
}

static int copy_text(struct arena *arena, const char **to, const char *from)
{
    *to = arena_strdup(arena, from);
    return from && !*to ? -ENOMEM : 0;
}

int doc_add_fact(struct doc *doc, struct facts *facts, const struct fact *fact)
{
    struct fact *wide = arena_grow(doc->arena, facts->items, &facts->capacity,
                                   facts->n + 1, sizeof *wide);
    struct fact *new;

    if (!wide)
        return -ENOMEM;
    facts->items = wide;
    new = &wide[facts->n];
    new->at = fact->at;
    if (copy_text(doc->arena, &new->key, fact->key) < 0 ||
        copy_text(doc->arena, &new->value, fact->value) < 0 ||
        copy_text(doc->arena, &new->unit, fact->unit) < 0 ||
        copy_text(doc->arena, &new->source, fact->source) < 0 ||
        copy_text(doc->arena, &new->missing, fact->missing) < 0)
        return -ENOMEM;
    facts->n++;
    return 0;
}

const struct fact *facts_find(const struct facts *facts, const char *key,
                              enum doc_at at)
{
    for (size_t i = 0; i < facts->n; i++) {
        if (strcmp(facts->items[i].key, key) == 0 &&
            (at == DOC_AT_ALWAYS || facts->items[i].at == at))
            return &facts->items[i];
    }
    return NULL;
}

const struct definition *doc_find_definition(const struct doc *doc, const char *id,
                                             const char *revision)
{
    for (size_t i = 0; i < doc->n_catalogue; i++) {
        const struct definition *d = doc->catalogue[i];

        if (strcmp(d->id, id) == 0 && (!revision || strcmp(d->revision, revision) == 0))
            return d;
    }
    return NULL;
}

#define FIND(list, wanted)                         \
    for (size_t i = 0; i < doc->n_##list; i++) {   \
        if (strcmp(doc->list[i]->id, wanted) == 0) \
            return doc->list[i];                   \
    }                                              \
    return NULL

struct doc_system *doc_find_system(const struct doc *doc, const char *id)
{
    FIND(systems, id);
}

struct session *doc_find_session(const struct doc *doc, const char *id)
{
    FIND(sessions, id);
}

struct measurement *doc_find_measurement(const struct doc *doc, const char *id)
{
    FIND(measurements, id);
}

const char *measurement_param(const struct measurement *m, const char *name)
{
    for (size_t i = 0; i < m->n_params; i++) {
        if (strcmp(m->params[i].name, name) == 0)
            return m->params[i].value;
    }
    return NULL;
}

/* Parameters that are byte counts, in which people read 64K and not 65536. */
static bool is_bytes(const char *name)
{
    static const char *const names[] = { "size", "message", "stride", NULL };

    for (size_t i = 0; names[i]; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

static void add_param(struct buf *buf, const struct doc_param *p)
{
    static const struct {
        uint64_t bytes;
        char letter;
    } units[] = { { 1u << 30, 'G' }, { 1u << 20, 'M' }, { 1u << 10, 'K' } };
    uint64_t value;

    if (is_bytes(p->name) && num_to_u64(p->value, &value) == 0) {
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            if (value && value % units[i].bytes == 0) {
                buf_printf(buf, " %s=%llu%c", p->name,
                           (unsigned long long)(value / units[i].bytes),
                           units[i].letter);
                return;
            }
        }
    }
    buf_printf(buf, " %s=%s", p->name, p->value);
}

const char *measurement_label(const struct measurement *m, struct arena *arena)
{
    struct buf buf = { 0 };
    const char *label;

    buf_text(&buf, m->definition->id);
    for (size_t i = 0; i < m->n_params; i++)
        add_param(&buf, &m->params[i]);
    label = buf_ok(&buf) ? arena_strdup(arena, buf.text) : NULL;
    buf_done(&buf);
    return label;
}

bool measurement_is_difference(const struct measurement *m)
{
    const struct session *s = m->session;

    for (size_t i = 0; i < s->n_invocations; i++) {
        for (size_t j = 0; j < s->invocations[i]->n_series; j++) {
            const struct series *series = &s->invocations[i]->series[j];

            if (series->measurement == m && series->part == DOC_PART_BASE)
                return true;
        }
    }
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool measurement_comparable(const struct measurement *a, const struct measurement *b,
                            const char **differs)
{
    const struct definition *da = a->definition, *db = b->definition;
    const char *what = NULL;

    if (!same_text(da->id, db->id))
        what = "definition";
    else if (!same_text(da->revision, db->revision))
        what = "revision";
    else if (!same_text(da->unit, db->unit))
        what = "unit";
    else if (a->n_params != b->n_params)
        what = "parameters";
    for (size_t i = 0; !what && i < a->n_params; i++) {
        if (!same_text(a->params[i].value, measurement_param(b, a->params[i].name)))
            what = a->params[i].name;
    }
    if (what)
        *differs = what;
    return !what;
}

static bool has_interval(const struct measurement *m)
{
    return m->judged && m->judged->estimate.method != ST_METHOD_NONE;
}

bool measurement_counts_before(const struct measurement *m,
                               const struct measurement *than)
{
    if (has_interval(m) != has_interval(than))
        return m->attempt != than->attempt && has_interval(m);
    return m->attempt > than->attempt;
}

bool measurement_is_superseded(const struct doc *doc, const struct measurement *m)
{
    const char *differs;

    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *other = doc->measurements[i];

        if (other->session == m->session && measurement_counts_before(other, m) &&
            measurement_comparable(other, m, &differs))
            return true;
    }
    return false;
}
