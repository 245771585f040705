/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shepherd.h - what the runner and its shepherd say to each other
 *
 * One message is one packet of a SOCK_SEQPACKET pair. The runner sends a request
 * with the worker's report file attached, and gets one reply when all is over.
 */
#ifndef SPAWN_SHEPHERD_H
#define SPAWN_SHEPHERD_H

#include "spawn/scratch.h"
#include "spawn/spawn.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum spawn_request_kind {
    SPAWN_REQUEST_RUN = 1, /* with n_args texts, each ending in a NUL */
    SPAWN_REQUEST_ABANDON  /* kill what runs; means nothing where nothing does */
};
#define SPAWN_PATIENCE_S 10.0
enum { SPAWN_ARG_BYTES = 64 * 1024, SPAWN_ARGS = 4096 };

struct spawn_request {
    uint32_t kind, padding, n_args, arg_bytes;
    double deadline_s;
    char args[SPAWN_ARG_BYTES]; /* only arg_bytes of them are sent */
};

struct spawn_reply {
    int32_t end; /* enum spawn_end */
    int32_t status;
    double seconds;
};

/* The shepherd's first message. */
struct spawn_ready {
    int32_t status; /* 0, or the errno that prevents it */
    char
        text[4096]; /* the scratch directory, or why not ("" where the errno says it) */
};

/* What the runner knows of its shepherd. */
struct shepherd {
    pid_t pid;           /* 0: it is gone */
    int socket, abandon; /* abandon: an eventfd, which a signal handler may write */
    int ended;     /* a pidfd: readable when it has; -1 where the kernel has none */
    char *scratch; /* which the shepherd made */
    char *libexec;
    pid_t *spared; /* children that the caller had before */
    size_t n_spared;
    bool adopts; /* this process became a subreaper for it */
    /* seconds beyond a deadline after which it is woken, ten times that: given up */
    double patience_s;
    struct spawn_request request; /* the one being sent */
};

/*
 * The shepherd's whole life, in the child of a fork with all signals blocked. Its first
 * message is a struct spawn_ready. It makes the scratch directory itself, so that there
 * is none which it would not remove, whenever the runner is killed.
 */
_Noreturn void spawn_shepherd_live(int socket, const char *scratch_parent);

/* The shepherd does not answer: reaps it, kills what it left, says so with -EPIPE. */
int spawn_is_gone(struct shepherd *s, struct diag *why);

/*
 * Runs any program as spawn_run() runs errbar-worker.
 *
 * Needs: argv ends with NULL; argv[0] is an absolute path
 */
int spawn_program(struct shepherd *s, char *const *argv, uint32_t padding,
                  double deadline_s, struct arena *arena, struct spawn_outcome *out,
                  struct diag *why);

#endif
