/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frame.h - what the frame of import keeps while it reads one file
 */
#ifndef IMPORT_FRAME_H
#define IMPORT_FRAME_H

#include "base/buf.h"
#include "import/import.h"
#include "import/systems.h"

struct foreign;

enum { IMPORT_TEXT = 256 }; /* bytes of a name or a fact */

/* A session, with what is needed to add to it. */
struct import_open {
    struct session *session;
    const char *version;
    struct invocation **invocations;
    size_t *capacity; /* of each invocation's series */
    size_t n, n_capacity;
    bool counted; /* some of its invocations have counts */
};

/* A row, found by session, definition and parameters. */
struct import_row {
    const struct session *session; /* NULL: a free place */
    const struct foreign *foreign;
    const char *params;
    struct measurement *measurement;
    size_t values; /* that it has */
};

struct import {
    struct doc *doc;
    const struct import_source *source;
    const struct import_kind *kind;
    struct import_log *log;
    size_t notes_capacity;
    int rc; /* the first failure; sticks */

    struct import_open *open;
    size_t n_open, open_capacity;
    struct import_row *rows; /* open addressing, a power of two */
    size_t n_rows, rows_capacity;
    const struct foreign *foreign; /* what was looked up last, and for which version */
    const char *foreign_version;
    const struct definition
        *definition;       /* its, in the doc's catalogue; NULL: not yet */
    struct session nobody; /* handed out after a failure */
    size_t first_system;   /* of this file */
    struct import_systems systems;
    size_t n_indexed; /* how many of the doc's systems are among them */
};

/* Releases what reading needed; what was read stays the doc's. */
void import_done(struct import *in);

void import_fail(struct import *in); /* for want of memory */
struct import_open *import_find_open(struct import *in, const struct session *session);

/*
 * The text without the mark that Windows puts in front, and in UTF-8 where that mark
 * says that it is UTF-16.
 *
 * Returns: 0 or -ENOMEM
 * Owner:   buf holds the text of *plain where it is another one
 */
int import_plain(const struct import_source *source, struct buf *buf,
                 struct import_source *plain);

/* Valid UTF-8 of a stranger's bytes, control characters replaced; cut at `most`. */
const char *import_clean(struct arena *arena, const char *text, size_t length,
                         size_t most);

#endif
