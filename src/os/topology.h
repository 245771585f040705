/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * topology.h - which CPUs there are and how they lie to each other (hwloc)
 *
 * The runner's side only: a worker never links hwloc.
 */
#ifndef OS_TOPOLOGY_H
#define OS_TOPOLOGY_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum { OS_CPUS = 1024 };

struct os_cpus {
    int cpu[OS_CPUS];
    size_t n;
};

struct os_topology;

int os_topology_new(struct os_topology **out, struct diag *why);

/*
 * A machine out of hwloc's synthetic description ("package:1 core:4 pu:2") or XML, of
 * which the CPUs of the list `allowed` may be used, all where NULL. For tests.
 */
int os_topology_new_synthetic(struct os_topology **out, const char *description,
                              const char *allowed, struct diag *why);
void os_topology_free(struct os_topology *t);

/*
 * CPUs to measure on, the best one first. "none": unbound (n = 0); a list like "1-3,8",
 * each of which must be allowed; "auto": allowed CPUs of one kind of core, namely the
 * most powerful that has two cores (the largest where that is not known; all CPUs where
 * no kind has two). They come in rising order, but CPU 0's core is last, and CPU 0,
 * which takes the interrupts, is left out unless fewer than two cores would remain.
 *
 * Errors: -EINVAL with the reason in why
 */
int os_topology_select(const struct os_topology *t, const char *wanted,
                       struct os_cpus *out, struct diag *why);

/*
 * CPUs, task by task, for a placement word. same: one CPU; sibling: two threads of one
 * core; cross: two cores, of one package if there are such; free: all that are
 * selected.
 *
 * Returns: 0, or -ENOTSUP with why ("no SMT here", "one CPU only"); -EINVAL for another
 *          word
 */
int os_topology_place(const struct os_topology *t, const struct os_cpus *selected,
                      const char *placement, struct os_cpus *out, struct diag *why);

/* Facts for the probe; -1 where hwloc does not know. */
struct os_topology_facts {
    long packages, cores, threads, nodes, kinds;
    struct {
        long size_bytes, line_bytes, ways, sharing; /* of data or unified caches */
    } cache[5];                                     /* [1] is L1 */
};
void os_topology_read(const struct os_topology *t, struct os_topology_facts *out);

#endif
