/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spawn.h - how processes start, report and always die
 *
 * The shepherd is a small process forked early. It starts the workers, is the
 * subreaper of all they leave behind, kills what outlives its invocation and, when
 * the runner disappears (its end of the lifeline closes), everything; last it removes
 * the scratch directory. Used by run and by contest.
 */
#ifndef SPAWN_SPAWN_H
#define SPAWN_SPAWN_H

#include "base/arena.h"
#include "base/diag.h"
#include "harness/job.h"
#include "harness/wire.h"

struct shepherd;

/*
 * Starts the shepherd and makes the run's scratch directory below `scratch_parent`
 * (NULL: $XDG_RUNTIME_DIR, $TMPDIR or /tmp). `libexec` holds errbar-worker.
 */
int spawn_shepherd_new(struct shepherd **out, const char *scratch_parent,
                       const char *libexec, struct diag *why);
void spawn_shepherd_free(struct shepherd *s); /* ends it and all below it */
const char *spawn_scratch(const struct shepherd *s);

enum spawn_end {
    SPAWN_EXITED,
    SPAWN_SIGNALLED,
    SPAWN_TIMEOUT,    /* killed at its deadline */
    SPAWN_ABANDONED,  /* killed because spawn_abandon() asked for it */
    SPAWN_NOT_STARTED /* no process, no memory: `status` is the errno */
};

struct spawn_outcome {
    enum spawn_end end;
    int status;                  /* exit code, signal number or errno */
    struct wire_record *records; /* [n] all that came home, in order */
    size_t n;
    double seconds; /* from start to end */
};

/*
 * Runs one worker to its end, sleeping all the while.
 *
 * Needs:   padding bytes are added to its environment; deadline_s > 0
 * Owner:   records live in `arena`
 * Returns: 0 whatever became of the worker; -EPIPE if the shepherd is gone, -ENOMEM
 */
int spawn_run(struct shepherd *s, const struct job *job, uint32_t padding,
              double deadline_s, struct arena *arena, struct spawn_outcome *out,
              struct diag *why);

/* May be called from a signal handler: the worker that runs now is killed. */
void spawn_abandon(struct shepherd *s);

#endif
