/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scratch.h - the directory of one run
 *
 * Its shepherd holds a lock on it (flock), so a directory that nobody has locked
 * belongs to a run that was killed with its shepherd.
 */
#ifndef SPAWN_SCRATCH_H
#define SPAWN_SCRATCH_H

#include "base/diag.h"

struct spawn_scratch {
    char *path; /* absolute */
    int fd;     /* open and locked; close-on-exec */
};

/*
 * Sweeps what dead runs of this user left below `parent`, then makes and locks a new
 * directory there.
 *
 * Needs:   parent NULL: the first usable of $XDG_RUNTIME_DIR, $TMPDIR, /tmp
 * Owner:   path and fd are released by spawn_scratch_done()
 */
int spawn_scratch_init(struct spawn_scratch *scratch, const char *parent,
                       struct diag *why);
void spawn_scratch_done(struct spawn_scratch *scratch); /* leaves the directory */

/* Removes what is in it, and the semaphores that its files name. */
void spawn_scratch_empty(const char *path);
void spawn_scratch_remove(const char *path); /* and itself; one that is gone is fine */

#endif
