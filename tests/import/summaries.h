/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summaries.h - a summary read into a document, and its cells by row and column
 */
#ifndef SUMMARIES_H
#define SUMMARIES_H

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

struct summary_test {
    struct doc *doc;
    struct import_log log;
    struct diag why;
    int rc;
};

static inline void read_summary(struct summary_test *t, const char *text, size_t length)
{
    struct import_source source = { "test", text, length };

    *t = (struct summary_test){ .doc = doc_new() };
    assert_non_null(t->doc);
    t->rc = import_read(t->doc, &source, NULL, &t->log, &t->why);
    assert_non_null(t->log.kind);
    assert_string_equal(t->log.kind->name, "lmbench-summary");
}

static inline void read_summary_file(struct summary_test *t, const char *name)
{
    char path[128], *full, *text;
    size_t length;

    snprintf(path, sizeof path, "lmbench/summaries/%s", name);
    full = support_data(path);
    text = support_read(full, &length);
    read_summary(t, text, length);
    free(text);
    free(full);
}

static inline void summary_test_done(struct summary_test *t)
{
    doc_free(t->doc);
}

/* "lat_ctx size=16384 procs=2" */
static inline bool is_named(const struct measurement *m, const char *name)
{
    char text[128];
    int n = snprintf(text, sizeof text, "%s", m->definition->id);

    for (size_t i = 0; i < m->n_params; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, " %s=%s", m->params[i].name,
                      m->params[i].value);
    return strcmp(text, name) == 0;
}

/* The measurement of the nth session, from 1, or NULL. */
static inline const struct measurement *find_cell(const struct doc *doc, size_t row,
                                                  const char *name)
{
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (row <= doc->n_sessions &&
            doc->measurements[i]->session == doc->sessions[row - 1] &&
            is_named(doc->measurements[i], name))
            return doc->measurements[i];
    }
    return NULL;
}

/* The only series of a measurement, or NULL. */
static inline const struct series *series_of(const struct measurement *m)
{
    const struct series *found = NULL;

    for (size_t i = 0; m && i < m->session->n_invocations; i++) {
        const struct invocation *inv = m->session->invocations[i];

        for (size_t k = 0; k < inv->n_series; k++) {
            if (inv->series[k].measurement != m)
                continue;
            assert_null(found);
            found = &inv->series[k];
        }
    }
    return found;
}

static inline const char *fact_value(const struct session *s, const char *key)
{
    const struct fact *f = facts_find(&s->facts, key, DOC_AT_ALWAYS);

    if (!f)
        f = facts_find(&s->system->facts, key, DOC_AT_ALWAYS);
    return f ? f->value : NULL;
}

static inline size_t count_notes(const struct import_log *log,
                                 enum import_note_kind kind)
{
    size_t n = 0;

    for (size_t i = 0; i < log->n_notes; i++)
        n += log->notes[i].kind == kind;
    return n;
}

#endif
