/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * planning.h - from a session's measurements to the jobs that measure them
 *
 * A fresh run, a resumed one and one like another file all start from measurements:
 * there is one way from there to jobs.
 */
#ifndef APP_PLANNING_H
#define APP_PLANNING_H

#include "model/plan.h"
#include "os/topology.h"

/*
 * Groups the session's measurements into jobs and places them on CPUs. One whose
 * placement this machine cannot give becomes unsupported, with the reason, and gets
 * no job. The plan lives in the doc's arena.
 *
 * Returns: 0, -EINVAL (a definition or revision this build does not have; why names
 *          it), -ENOMEM
 */
int planning_build(struct plan *plan, struct doc *doc, struct session *session,
                   const struct os_topology *topology, const struct os_cpus *cpus,
                   struct diag *why);

#endif
