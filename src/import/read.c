/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * read.c - one file into the document: which kind it is of, and all of it or nothing
 */
#include "import/encoding.h"
#include "import/frame.h"
#include "import/rest.h"

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

enum { MOST_KINDS = 16 };

/* How many lines are of each kind. */
static void ask_kinds(const struct import_source *source, size_t lines[MOST_KINDS])
{
    for (size_t k = 0; k < MOST_KINDS && import_kinds[k].name; k++)
        if ((lines[k] = import_kinds[k].recognise(source)) == SIZE_MAX)
            break;
}

/* The likeliest of those not tried yet, which is then tried; NULL: none is left. */
static const struct import_kind *next_kind(size_t lines[MOST_KINDS])
{
    size_t best = 0;

    for (size_t k = 1; k < MOST_KINDS && import_kinds[k].name; k++)
        best = lines[k] > lines[best] ? k : best;
    if (lines[best] == 0)
        return NULL;
    lines[best] = 0;
    return &import_kinds[best];
}

/* How far the document's lists went before the file. */
struct lengths {
    size_t catalogue, systems, sessions, measurements;
};

static struct lengths lengths_of(const struct doc *doc)
{
    return (struct lengths){ doc->n_catalogue, doc->n_systems, doc->n_sessions,
                             doc->n_measurements };
}

/* A file of which nothing could be used leaves nothing. */
static void cut_back(struct doc *doc, const struct lengths *to)
{
    doc->n_catalogue = to->catalogue;
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

/* Reads it as that kind; what came in is cut back where it is nothing. */
static int read_as(struct doc *doc, const struct import_source *source,
                   const struct import_kind *kind, struct import_log *log,
                   struct diag *why)
{
    struct lengths before = lengths_of(doc);
    struct import in = { .doc = doc,
                         .source = source,
                         .kind = kind,
                         .log = log,
                         .first_system = before.systems };
    int rc;

    *log = (struct import_log){ .kind = kind };
    rc = kind ? kind->read(&in, why) : 0;
    rc = rc < 0 ? rc : in.rc;
    import_done(&in);
    if (rc == -ENOMEM)
        diag_set(why, rc, "%s: no memory to read it", source->name);
    if (rc == 0 && log->values == 0)
        rc = nothing(source, log, why);
    if (rc < 0)
        cut_back(doc, &before);
    log->sessions = doc->n_sessions - before.sessions;
    return rc;
}

/* Adds what one more kind makes of the lines that were skipped. */
static int read_more(struct doc *doc, const struct import_source *source,
                     const struct import_kind *kind, struct import_log *log,
                     struct diag *why)
{
    /* prose has a line that looks like a raw result, but no heading of a table */
    size_t fewest = strcmp(kind->name, "lmbench") == 0 ? 2 : 1;
    struct import_log more = { 0 };
    struct diag again = { 0 };
    struct buf buf = { 0 };
    int rc = import_rest(source, log, &buf) < 0 ? -ENOMEM : -ENOMSG;

    if (rc == -ENOMSG) {
        struct import_source rest = { source->name, buf.text, buf.length };

        if (kind->recognise(&rest) >= fewest)
            rc = read_as(doc, &rest, kind, &more, &again);
    }
    if (rc == 0 && import_rest_join(doc->arena, log, &more) < 0)
        rc = -ENOMEM;
    buf_done(&buf);
    return rc == -ENOMEM ? diag_set(why, rc, "%s: no memory to read it", source->name)
                         : 0;
}

/* A mail may hold more than one kind of results. */
static int read_rest(struct doc *doc, const struct import_source *source,
                     const struct lengths *before, struct import_log *log,
                     struct diag *why)
{
    const struct import_kind *first = log->kind;
    int rc = 0;

    for (const struct import_kind *k = import_kinds;
         k->name && rc == 0 && import_rest_may(first); k++) {
        if (k != first && import_rest_may(k))
            rc = read_more(doc, source, k, log, why);
    }
    if (rc < 0)
        cut_back(doc, before);
    return rc;
}

/* The likeliest kind, or `as`, and the others where it finds nothing. */
static int read_likeliest(struct doc *doc, const struct import_source *source,
                          const char *as, struct import_log *log, struct diag *why)
{
    const struct lengths before = lengths_of(doc);
    size_t lines[MOST_KINDS] = { 0 };
    const struct import_kind *kind;
    int rc;

    *log = (struct import_log){ 0 };
    if ((rc = import_encoding(source, why)) < 0)
        return rc;
    if (!as)
        ask_kinds(source, lines);
    kind = as ? kind_named(as) : next_kind(lines);
    if (as && !kind)
        return diag_set(why, -EINVAL, "there is no kind of file '%s'", as);
    rc = read_as(doc, source, kind, log, why);
    /* words of another kind in it may have outvoted its few results */
    while (rc == -ENOMSG && (kind = next_kind(lines))) {
        struct import_log other;
        struct diag again = { 0 };
        int found = read_as(doc, source, kind, &other, &again);

        if (found == -ENOMSG)
            continue;
        rc = found;
        *log = other;
        if (why)
            *why = again;
    }
    if (rc == 0 && !as)
        rc = read_rest(doc, source, &before, log, why);
    if (log->notes)
        qsort(log->notes, log->n_notes, sizeof *log->notes, by_line);
    return rc;
}

int import_read(struct doc *doc, const struct import_source *source, const char *as,
                struct import_log *log, struct diag *why)
{
    struct import_source plain = *source;
    struct buf buf = { 0 };
    int rc = import_plain(source, &buf, &plain);

    if (rc < 0)
        *log = (struct import_log){ 0 };
    rc = rc < 0 ? diag_set(why, rc, "%s: no memory to read it", source->name)
                : read_likeliest(doc, &plain, as, log, why);
    buf_done(&buf);
    return rc;
}
