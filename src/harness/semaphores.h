/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * semaphores.h - System V semaphores that nobody leaves behind
 *
 * They belong to no process: one that is killed leaves them, until the machine is
 * booted. So their key stands in the scratch directory before they are made, and
 * whoever empties that removes them.
 */
#ifndef HARNESS_SEMAPHORES_H
#define HARNESS_SEMAPHORES_H

#include <limits.h>

/*
 * A new set of `n`, all 0, in a namespace of this process's own where that is allowed:
 * it goes with the last process in it, and `file` is "". Else under a key that the name
 * of a new file in `scratch` says.
 *
 * Returns: its id, or a negative errno
 */
int harness_semaphores_new(const char *scratch, int n, char file[PATH_MAX]);

/* Removes the sets that this user's files in a scratch directory name; no file. */
void harness_semaphores_sweep(const char *scratch);

#endif
