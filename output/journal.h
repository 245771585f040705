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
    const char *const *argv; /* of the run, ends with NULL: what resume continues */
};

/*
 * Starts a journal at `path` with the doc's head, its last session and the plan;
 * fails with -EEXIST where one is there.
 */
int journal_new(struct journal **out, const char *path, const struct doc *doc,
                const struct journal_plan *plan, struct diag *why);

/* Opens one to go on: cuts off an incomplete end, after reading it into `doc`. */
int journal_open(struct journal **out, const char *path, struct doc *doc,
                 struct journal_plan *plan, struct diag *why);

int journal_add(struct journal *j, const struct invocation *i, struct diag *why);
int journal_sync(struct journal *j, struct diag *why);
const char *journal_path(const struct journal *j);

/* Closes; `done` also removes the file, because the document is complete. */
void journal_close(struct journal *j, bool done);

#endif
