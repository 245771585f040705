/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * read.c - one file into the document: which kind it is of, and all of it or nothing
 */
#include "import/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct import_kind *kind_named(const char *name)
{
    for (const struct import_kind *k = import_kinds; k->name; k++) {
        if (strcmp(k->name, name) == 0)
            return k;
    }
    return NULL;
}

static const struct import_kind *kind_of(const struct import_source *source)
{
    const struct import_kind *best = NULL;
    size_t most = 0;

    for (const struct import_kind *k = import_kinds; k->name; k++) {
        size_t n = k->recognise(source);

        if (n > most) {
            most = n;
            best = k;
        }
    }
    return best;
}

/* How far the document's lists went before the file. */
struct lengths {
    size_t systems, sessions, measurements;
};

static struct lengths lengths_of(const struct doc *doc)
{
    return (struct lengths){ doc->n_systems, doc->n_sessions, doc->n_measurements };
}

/* A file of which nothing could be used leaves nothing. */
static void cut_back(struct doc *doc, const struct lengths *to)
{
    doc->n_systems = to->systems;
    doc->n_sessions = to->sessions;
    doc->n_measurements = to->measurements;
}

static int by_line(const void *a, const void *b)
{
    const struct import_note *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static int nothing(const struct import_source *source, const struct import_log *log,
                   struct diag *why)
{
    const char *kind = log->kind ? log->kind->name : "any kind";

    if (source->size == 0)
        return diag_set(why, -ENOMSG, "%s: it is empty", source->name);
    return diag_set(why, -ENOMSG, "%s: no result of %s in it", source->name, kind);
}

int import_read(struct doc *doc, const struct import_source *source, const char *as,
                struct import_log *log, struct diag *why)
{
    struct lengths before = lengths_of(doc);
    struct import in = {
        .doc = doc, .source = source, .log = log, .first_system = before.systems
    };
    int rc = 0;

    *log = (struct import_log){ .kind = as ? kind_named(as) : kind_of(source) };
    if (as && !log->kind)
        return diag_set(why, -EINVAL, "there is no kind of file '%s'", as);
    in.kind = log->kind;
    if (log->kind)
        rc = log->kind->read(&in, why);
    rc = rc < 0 ? rc : in.rc;
    import_done(&in);
    if (rc == -ENOMEM)
        diag_set(why, rc, "%s: no memory to read it", source->name);
    if (rc == 0 && log->values == 0)
        rc = nothing(source, log, why);
    if (rc < 0)
        cut_back(doc, &before);
    if (log->notes)
        qsort(log->notes, log->n_notes, sizeof *log->notes, by_line);
    log->sessions = doc->n_sessions - before.sessions;
    return rc;
}
