/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import.h - other people's files into a document: the frame that every reader shares
 *
 * A reader knows one kind of file. It is handed the whole text, opens sessions and
 * puts values into them; what it does not understand it notes, with the line. What is
 * missing in the file is missing here: never a number.
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "base/diag.h"
#include "model/doc.h"

#include <stddef.h>
#include <stdint.h>

/* A file of a stranger: any bytes, also NUL and no UTF-8. */
struct import_source {
    const char *name; /* as the user wrote it; "-" for standard input */
    const char *text; /* [size], and a NUL behind it */
    size_t size;
};

/* A line, without its end of line ("\n", "\r\n", "\r"). Cut from the source, no copy.
 */
struct import_line {
    const char *text; /* [length], not ended by a NUL */
    size_t length;
    uint32_t number; /* from 1 */
};

/*
 * The next line.
 *
 * Needs:   *at = 0 and line->number = 0 at first
 * Returns: whether there was one
 */
bool import_next_line(const struct import_source *source, size_t *at,
                      struct import_line *line);

/* What --report lists, and stderr counts. */
enum import_note_kind {
    IMPORT_SKIPPED,   /* not understood: a shell's error, prose */
    IMPORT_INVALID,   /* a cell that is no measurement: -1, inf, nan, an impossible 0 */
    IMPORT_AMBIGUOUS, /* a number whose column cannot be known; kept as text, here */
    IMPORT_DOUBTFUL,  /* taken over, but a person should look */
    IMPORT_NOTES
};
extern const char *const import_note_name[IMPORT_NOTES];

struct import_note {
    enum import_note_kind kind;
    uint32_t line, seq; /* seq: as it came; notes are sorted by line, then by that */
    const char *text;   /* the line or the cell, as valid UTF-8, shortened */
    const char *why;    /* a clause: "no label of lmbench's" */
};

struct import; /* one file being read */

/* Each failure sticks and comes out of import_read(); readers need not check. */
void import_note(struct import *in, enum import_note_kind kind, uint32_t line,
                 const char *text, size_t length, const char *why, ...)
    __attribute__((format(printf, 6, 7)));

/* Whose numbers they are. Empty or NULL where the file does not say. */
struct import_whose {
    const char *version; /* "1.0" "1.1" "1.9" "2.0" "3.0a4" "3.0a9" … of what made it */
    /* "hpux", "HP-UX B.10.20": equal ones are one system; the OS is the system's facts
     * kernel.sysname and kernel.release, parted at the first blank */
    const char *host, *os;
    /* What stands over a column of a web page or over a block; another one is another
     * system. NULL: none. */
    const char *label;
};

/*
 * Opens a session: one per file, or per row of a summary; the system is the one of
 * equal host, OS and label, or a new one. Whose file names no host is nobody else's: it
 * is one system with others of its own file only. Texts are copied.
 *
 * Returns: never NULL; after a failure one that is nobody's
 */
struct session *import_session(struct import *in, const struct import_whose *whose);

/*
 * A fact of the session's system ("cpu.mhz", "kernel.machine"); the first one stays.
 * Where it differs between sessions of one system, it is the session's own as well.
 */
void import_fact(struct import *in, struct session *session, const char *key,
                 const char *value, const char *unit, uint32_t line);
/* One of the session: how it was run, when ("run.copies", "lmbench.enough"). */
void import_session_fact(struct import *in, struct session *session, const char *key,
                         const char *value, const char *unit, uint32_t line);

/* One number as printed. */
struct import_cell {
    const char *id; /* "lat_ctx": looked up in foreign.c for the session's version */
    const char *params; /* "size=16384 procs=2", or NULL */
    double value, lo,
        hi; /* in the definition's unit; [lo, hi) is what printing leaves */
    const char *printed;   /* "17.K"; copied */
    uint32_t of;           /* runs behind a printed mean; 0: a single value */
    const char *statistic; /* "mean", or NULL */
    /* What else was printed of the process behind it; copied. It then has an invocation
     * of its own. */
    const struct count *counts;
    size_t n_counts;
    uint32_t line;
};

/* Adds it; a value of the same row again is its next invocation. */
void import_value(struct import *in, struct session *session,
                  const struct import_cell *cell);

/*
 * A place in the file that says that there is no value ("-1", "inf", an error): a
 * measurement with status failed and that reason, and a note. A blank cell is nothing.
 */
void import_missing(struct import *in, struct session *session, const char *id,
                    const char *params, uint32_t line, const char *printed,
                    const char *reason);

/* For strings of a reader: all of the document's arena; NULL only for want of memory.
 */
struct arena *import_arena(struct import *in);
const struct import_source *import_from(const struct import *in);

/* ---- the readers ---- */

struct import_kind {
    const char *name; /* "lmbench", "lmbench-summary", "web", "contest", … : --as */
    const char *help;
    /* How many lines only this kind has; 0: not of this kind, SIZE_MAX: nothing else
     * can be. Fast: each file is asked. */
    size_t (*recognise)(const struct import_source *source);
    int (*read)(struct import *in, struct diag *why);
};
extern const struct import_kind import_kinds[]; /* ends with { 0 } */

struct import_log {
    const struct import_kind *kind; /* what it was read as */
    struct import_note *notes;      /* in the order of lines */
    size_t n_notes;
    size_t values, sessions; /* how many came in */
};

/*
 * Reads one file into the document, by the kind that recognises most of its lines, or
 * by the one named.
 *
 * Returns: 0; -ENOMSG where nothing of it could be read (the notes say why), -EINVAL
 *          (no kind `as`), -ENOMEM
 * Owner:   the log's texts are of the doc's arena
 */
int import_read(struct doc *doc, const struct import_source *source, const char *as,
                struct import_log *log, struct diag *why);

#endif
