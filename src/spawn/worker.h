/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker.h - starting one worker, as small and as new as a process can be
 */
#ifndef SPAWN_WORKER_H
#define SPAWN_WORKER_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Executes argv[0] in a process group of its own with a fixed environment and
 * ERRBAR_PADDING of `padding` bytes, default signals, `report` as its descriptor
 * WIRE_FD, and death with this process. All other descriptors must be
 * close-on-exec, but those it is to inherit.
 *
 * Returns: its pid, or a negative errno where there is no such process
 */
pid_t spawn_worker_start(char *const *argv, uint32_t padding, int report);

/* The signals that the shepherd ignores, so that a batch system's warning or a
 * terminal's hang-up reaches the runner alone. Ends with 0. */
extern const int spawn_ignored[];

#endif
