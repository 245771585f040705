/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ctx.h - the inside of a benchmark's context, for this room only
 */
#ifndef HARNESS_CTX_H
#define HARNESS_CTX_H

#include "harness/bench.h"
#include "harness/job.h"
#include "harness/report.h"

#include <stdarg.h>

enum ctx_kind {
    CTX_FD,
    CTX_MAPPING,
    CTX_FILE,
    CTX_DIRECTORY,
    CTX_SEMAPHORES,
    CTX_CHILD,
    CTX_CALL
};

struct ctx_resource {
    enum ctx_kind kind;
    int fd; /* or the id of semaphores */
    pid_t pid;
    void *at; /* a mapping, the path of a file or directory, what call is given */
    void (*call)(void *what); /* releases what a library gave */
    size_t bytes;
};

struct ctx_value {
    const char *name, *value;
};

enum {
    CTX_TEXT = 8192,     /* bytes of parameters and paths */
    CTX_RESOURCES = 8192 /* as many as a ring of 1024 over pipes needs, and more */
};

/*
 * With the benchmark's state and all the rest behind it, one private mapping: a worker
 * that never touches the heap has one part of memory less for each fork to copy, which
 * is 2 % of a fork here. Pages that are not touched cost nothing.
 */
struct bench_ctx {
    const struct bench *bench;
    const struct job *job; /* NULL: as a test has it, any case, no binding */
    void *state;
    size_t bytes;                            /* of the whole mapping */
    struct ctx_value params[JOB_PARAMS + 2]; /* and the axis, and the placement */
    size_t n_params;
    size_t tasks;    /* started so far, this process included */
    uint64_t passes; /* of the observation that is being made */
    struct harness_report report;
    bool skipped;
    int rc; /* of what went wrong; 0: nothing did */
    char why[256];
    size_t text_used, n_resources;
    char *text;                     /* [CTX_TEXT] */
    struct ctx_resource *resources; /* [CTX_RESOURCES] in the order they were given */
};

/* Room for a text that lives as long as the context; NULL where it is used up. */
char *ctx_text(struct bench_ctx *ctx, size_t bytes);

const struct bench_case *ctx_case(const struct bench *bench, const char *which);

/* Adds or replaces a parameter, copying both texts. Errors: -E2BIG */
int ctx_set_param(struct bench_ctx *ctx, const char *name, const char *value);

/* The peers that bench_spawn() started: calls `see` with each. */
void ctx_peers(const struct bench_ctx *ctx, void (*see)(void *self, pid_t pid),
               void *self);

#endif
