/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * affinity.h - which CPUs the calling process may run on
 */
#ifndef OS_AFFINITY_H
#define OS_AFFINITY_H

#include <stddef.h>

/*
 * Binds the caller, and what it forks later, to the CPUs of the list.
 *
 * Shape:   cpus[n], n >= 1
 * Errors:  -EINVAL where none of them may be used (a cpuset, or no such CPU)
 */
int os_affinity_set(const int *cpus, size_t n);

/*
 * The CPUs that the caller may use, rising.
 *
 * Shape:   cpus[room]
 * Returns: how many there are, at most `room`; a negative errno
 */
int os_affinity_get(int *cpus, size_t room);

#endif
