/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reap.h - killing children and all that they leave to their subreaper
 */
#ifndef SPAWN_REAP_H
#define SPAWN_REAP_H

#include <stddef.h>
#include <sys/types.h>

/*
 * The children of this process, those that wait to be reaped included.
 *
 * Needs:   proc: "/proc", or what a test has instead
 * Owner:   release *out with free()
 * Returns: how many, or a negative errno
 */
long spawn_children(const char *proc, pid_t **out);

/*
 * Kills and reaps every child of this process but those in spare[n], and again what
 * they leave to it, until no other is left.
 *
 * Needs:   this process is a subreaper; spare[n] in any order
 */
void spawn_reap_all(const pid_t *spare, size_t n);

#endif
