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

enum ctx_kind { CTX_FD, CTX_MAPPING, CTX_HEAP, CTX_FILE, CTX_CHILD };

struct ctx_resource {
    enum ctx_kind kind;
    int fd;
    pid_t pid;
    void *at; /* a mapping, memory, a file's path */
    size_t bytes;
};

struct ctx_value {
    char *name, *value;
};

struct bench_ctx {
    const struct bench *bench;
    const struct job *job; /* NULL: as a test has it, any case, no binding */
    void *state;
    struct ctx_value params[JOB_PARAMS + 2]; /* and the axis, and the placement */
    size_t n_params;
    struct ctx_resource *resources; /* in the order they were given */
    size_t n_resources, capacity;
    size_t tasks; /* started so far, this process included */
    struct harness_report report;
    bool skipped;
    int rc; /* of what went wrong; 0: nothing did */
    char why[256];
};

const struct bench_case *ctx_case(const struct bench *bench, const char *which);

/* Adds or replaces a parameter. Errors: -ENOMEM, -E2BIG */
int ctx_set_param(struct bench_ctx *ctx, const char *name, const char *value);

/* The peers that bench_spawn() started: calls `see` with each. */
void ctx_peers(const struct bench_ctx *ctx, void (*see)(void *self, pid_t pid),
               void *self);

#endif
