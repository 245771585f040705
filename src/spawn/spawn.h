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

#include <sys/types.h>

struct shepherd;

/*
 * Starts the shepherd and makes the run's scratch directory below `scratch_parent`
 * (NULL: $XDG_RUNTIME_DIR, $TMPDIR or /tmp), after sweeping there what runs left that
 * were killed with their shepherd. `libexec` holds errbar-worker. Everything in the
 * scratch directory is removed after each invocation.
 *
 * The caller becomes a subreaper until spawn_shepherd_free(), so that nothing gets
 * away when the shepherd itself is killed: children that the caller has started since
 * are then taken for the shepherd's, and killed too. Signals and their handlers are
 * not touched.
 */
int spawn_shepherd_new(struct shepherd **out, const char *scratch_parent,
                       const char *libexec, struct diag *why);
/* Where that directory would be made: `asked`, or what NULL comes to. */
const char *spawn_scratch_place(const char *asked);
void spawn_shepherd_free(struct shepherd *s); /* ends it and all below it */
const char *spawn_scratch(const struct shepherd *s);
const char *spawn_libexec(const struct shepherd *s); /* absolute */
pid_t spawn_shepherd_pid(const struct shepherd *s);  /* 0 where it is gone */

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
 * Runs one worker to its end, sleeping all the while. When it returns, nothing that
 * the worker started is left. The job's scratch and libexec are filled in where NULL.
 *
 * Needs:   padding: the length of its environment's ERRBAR_PADDING; deadline_s > 0
 * Owner:   records live in `arena`; their texts end in a NUL
 * Returns: 0 whatever became of the worker; -EPIPE if the shepherd is gone (it is
 *          then cleaned up after, and every further call says so again), -ENOMEM
 */
int spawn_run(struct shepherd *s, const struct job *job, uint32_t padding,
              double deadline_s, struct arena *arena, struct spawn_outcome *out,
              struct diag *why);

/*
 * May be called from a signal handler: the worker that runs now is killed, or a
 * spawn_sleep() ended. Where neither happens at that moment, the next one of them ends
 * at once, so that no signal falls between two calls.
 */
void spawn_abandon(struct shepherd *s);

/*
 * Sleeps between invocations.
 *
 * Returns: 0 after `seconds`, 1 where spawn_abandon() or a signal ended it earlier,
 *          -EPIPE if the shepherd is gone
 */
int spawn_sleep(struct shepherd *s, double seconds, struct diag *why);

#endif
