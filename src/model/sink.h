/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sink.h - where bytes go: a file that appears whole, a descriptor, memory
 *
 * The first error sticks: later writes do nothing and sink_finish() reports it.
 */
#ifndef MODEL_SINK_H
#define MODEL_SINK_H

#include "base/buf.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct sink {
    int fd; /* -1: memory only */
    int error;
    struct buf buf;       /* bytes not yet written; all of them where fd is -1 */
    char *path, *partial; /* of a file: its name, and the name until it is whole */
    bool named;           /* whether it has that name yet */
};

/*
 * A file that takes the place of `path` only when sink_finish() succeeds; until
 * then the bytes are in a file beside it, which has no name where the file system can
 * do that: then a process that is killed leaves nothing. It gets the mode of the file
 * whose place it takes; one that may not be written is refused.
 *
 * Errors: -errno of creating it, with the path in why
 */
int sink_open_file(struct sink *sink, const char *path, struct diag *why);

/* Whether sink_open_file() can do so now: nothing is changed, and no pipe opened. */
int sink_check_file(const char *path, struct diag *why);

/* A descriptor that stays the caller's. */
void sink_open_fd(struct sink *sink, int fd);

/* Memory: read sink->buf before sink_finish(). */
void sink_open_memory(struct sink *sink);

int sink_write(struct sink *sink, const void *bytes, size_t length); /* 0 or -errno */
/* For who writes small pieces, and adds them to sink->buf: to be called now and then.
 */
int sink_settle(struct sink *sink);
int sink_text(struct sink *sink, const char *text);
int sink_printf(struct sink *sink, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Writes what is left; a file is flushed to disk and renamed into place. Releases
 * everything, also on failure, which leaves no file behind.
 *
 * Returns: 0 or the first error, -ENOSPC where the disk is full
 */
int sink_finish(struct sink *sink, struct diag *why);

/* Releases everything and leaves no file; fine after sink_finish(). */
void sink_abandon(struct sink *sink);

#endif
