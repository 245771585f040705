/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * journal.h - the truth while a run lasts
 *
 * A file in the format of the document, without its end: head (plan, catalogue,
 * system, session), then each invocation as it ends, one write() each, fdatasync()
 * after each block. kill -9 loses only the invocation that was running; a last one
 * that is cut is dropped when the journal is read. Locked while a run owns it.
 */
#ifndef OUTPUT_JOURNAL_H
#define OUTPUT_JOURNAL_H

#include "base/diag.h"
#include "model/doc.h"

struct journal;

/* What a journal holds beside the document: local, never exported. */
struct journal_plan {
    const char *output;      /* absolute path of the result, or "-" */
    const char *build;       /* of the program that wrote it */
    const char *boot;        /* salted hash of the kernel's boot id */
    const char *append;      /* document this session is added to, or NULL */
    const char *dir;         /* absolute path of the benchmarks' files, or NULL */
    const char *remote;      /* "ADDRESS:PORT" of the far end, or NULL */
    const char *const *argv; /* of the run, ends with NULL: what resume continues */
};

/*
 * Starts a journal at `path` with the doc's head, its last session and the plan, on
 * disk when it returns. The doc is the caller's and stays until journal_close().
 *
 * Errors: -EEXIST (one is there), -EWOULDBLOCK (another errbar is using it), -ENOSPC …
 */
int journal_new(struct journal **out, const char *path, const struct doc *doc,
                const struct journal_plan *plan, struct diag *why);

/*
 * Opens one to go on: reads it into `doc`, whose last session is then the journal's,
 * and cuts off an incomplete end. Read before other files: identifiers stay as the
 * journal has them. The plan's texts live in the doc.
 *
 * Errors: -EWOULDBLOCK (another errbar is using it), -EBADMSG (cut within its head, or
 *         no journal), -ENOENT, -EEXIST (an identifier is in the doc already) …
 */
int journal_open(struct journal **out, const char *path, struct doc *doc,
                 struct journal_plan *plan, struct diag *why);

/*
 * Each adds one element with one write(), or nothing: where that fails, what was
 * written of it is cut off again. A row is written as it stands (status, reason, stop,
 * plan) and stands for what the journal said of it before.
 *
 * Errors: -ENOSPC and others of write(), -ENOMEM
 */
int journal_add(struct journal *j, const struct invocation *i, struct diag *why);
int journal_add_row(struct journal *j, const struct measurement *m, struct diag *why);
int journal_add_event(struct journal *j, const struct doc_event *e, struct diag *why);

int journal_sync(struct journal *j, struct diag *why);
const char *journal_path(const struct journal *j);

/* Closes; `done` also removes the file, because the document is complete. */
void journal_close(struct journal *j, bool done);

#endif
