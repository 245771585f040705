/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rest.h - what else is in a file: the lines that one kind skipped are another's
 */
#ifndef IMPORT_REST_H
#define IMPORT_REST_H

#include "base/arena.h"
#include "base/buf.h"
#include "import/import.h"

/* Whether files of that kind are read, or read in part, beside others. */
bool import_rest_may(const struct import_kind *kind);

/*
 * The source with nothing but what the log says was skipped, each on its line.
 *
 * Returns: 0, or -1 for want of memory
 * Owner:   the caller's, who is done with it in both cases
 */
int import_rest(const struct import_source *source, const struct import_log *log,
                struct buf *rest);

/*
 * Adds what was read of the rest: what it understood is no longer skipped, and a note
 * tells where it begins.
 *
 * Returns: 0, or -1 for want of memory
 */
int import_rest_join(struct arena *arena, struct import_log *log,
                     const struct import_log *more);

#endif
