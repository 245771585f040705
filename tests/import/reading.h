/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reading.h - a file of tests/data imported, and its values looked up
 */
#ifndef READING_H
#define READING_H

#include "base/num.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

struct reading {
    struct doc *doc;
    struct import_log log;
    struct diag why;
    char *text;
    int rc;
};

static inline void reading_of_text(struct reading *r, const char *name,
                                   const char *text, size_t length, const char *as)
{
    struct import_source source = { name, text, length };

    *r = (struct reading){ .doc = doc_new() };
    assert_non_null(r->doc);
    r->rc = import_read(r->doc, &source, as, &r->log, &r->why);
}

/* Of the kind that is recognised. */
static inline void reading_open(struct reading *r, const char *name)
{
    char *path = support_data(name);
    size_t length;
    char *text = support_read(path, &length);

    reading_of_text(r, name, text, length, NULL);
    r->text = text;
    free(path);
    if (r->rc < 0)
        fail_msg("%s: %s", name, r->why.text);
}

static inline void reading_close(struct reading *r)
{
    doc_free(r->doc);
    free(r->text);
}

/* The n-th session of that label (or name), from 0. */
static inline struct session *reading_session(const struct reading *r,
                                              const char *label, size_t n)
{
    for (size_t i = 0; i < r->doc->n_sessions; i++) {
        const struct doc_system *system = r->doc->sessions[i]->system;
        const char *own = system->label ? system->label : system->name;

        if (own && strcmp(own, label) == 0 && n-- == 0)
            return r->doc->sessions[i];
    }
    fail_msg("no session of %s", label);
    return NULL;
}

static inline bool reading_has_params(const struct measurement *m, const char *params)
{
    char text[256] = "";

    for (size_t i = 0; i < m->n_params; i++) {
        strcat(text, i ? " " : "");
        strcat(text, m->params[i].name);
        strcat(text, "=");
        strcat(text, m->params[i].value);
    }
    return strcmp(text, params ? params : "") == 0;
}

static inline const struct measurement *reading_find(const struct reading *r,
                                                     const struct session *s,
                                                     const char *id, const char *params)
{
    for (size_t i = 0; i < r->doc->n_measurements; i++) {
        const struct measurement *m = r->doc->measurements[i];

        if (m->session == s && strcmp(m->definition->id, id) == 0 &&
            reading_has_params(m, params))
            return m;
    }
    return NULL;
}

/* The only series of a measurement, with its invocation; NULL where it has none. */
static inline const struct series *reading_series(const struct measurement *m,
                                                  const struct invocation **invocation)
{
    const struct session *s = m->session;

    for (size_t k = 0; k < s->n_invocations; k++) {
        for (size_t i = 0; i < s->invocations[k]->n_series; i++) {
            if (s->invocations[k]->series[i].measurement != m)
                continue;
            if (invocation)
                *invocation = s->invocations[k];
            return &s->invocations[k]->series[i];
        }
    }
    return NULL;
}

static inline const struct series *reading_value(const struct reading *r,
                                                 const struct session *s,
                                                 const char *id, const char *params,
                                                 const struct invocation **invocation)
{
    const struct measurement *m = reading_find(r, s, id, params);
    const struct series *series = m ? reading_series(m, invocation) : NULL;

    if (!series)
        fail_msg("no value of %s %s", id, params ? params : "");
    return series;
}

/* Whether a value came in, "lat_ctx size=0 procs=2 1.5e-06", of whatever session. */
static inline bool reading_has(const struct reading *r, const char *wanted)
{
    char id[64], params[128] = "";
    double value = 0;
    const char *end = strrchr(wanted, ' '), *blank = strchr(wanted, ' ');

    snprintf(id, sizeof id, "%.*s", (int)(blank - wanted), wanted);
    if (end > blank)
        snprintf(params, sizeof params, "%.*s", (int)(end - blank - 1), blank + 1);
    assert_int_equal(num_to_double(end + 1, &value), 0);
    for (size_t i = 0; i < r->doc->n_sessions; i++) {
        const struct measurement *m = reading_find(r, r->doc->sessions[i], id, params);
        const struct series *s = m ? reading_series(m, NULL) : NULL;

        if (s && s->values[0] > value * (1 - 1e-12) &&
            s->values[0] < value * (1 + 1e-12))
            return true;
    }
    return false;
}

/* Whether a note of that kind and line says that. */
static inline bool reading_notes(const struct reading *r, enum import_note_kind kind,
                                 uint32_t line, const char *why)
{
    for (size_t i = 0; i < r->log.n_notes; i++) {
        const struct import_note *n = &r->log.notes[i];

        if (n->kind == kind && n->line == line && strstr(n->why, why))
            return true;
    }
    return false;
}

#endif
