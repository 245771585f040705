/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * peers.h - a benchmark set up in a test, and what befalls its peer
 */
#ifndef PEERS_H
#define PEERS_H

#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <signal.h>
#include <sys/wait.h>

#include "support.h"

/* Set up with parameters as "name=value"; NULL where the machine cannot do it. */
static inline struct bench_ctx *set_up(const char *name, const char *const *args)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find(name), args);
    int rc;

    signal(SIGPIPE, SIG_IGN); /* as a worker does */
    assert_non_null(ctx);
    rc = bench_ctx_setup(ctx);
    if (rc < 0 && bench_ctx_skipped(ctx)) {
        print_message("# skipped: %s: %s\n", name, bench_ctx_why(ctx));
        bench_ctx_free(ctx);
        return NULL;
    }
    if (rc < 0)
        fail_msg("%s: %s", name, bench_ctx_why(ctx));
    return ctx;
}

static inline const struct ctx_resource *resource(const struct bench_ctx *ctx,
                                                  enum ctx_kind kind)
{
    for (size_t i = 0; i < ctx->n_resources; i++) {
        if (ctx->resources[i].kind == kind)
            return &ctx->resources[i];
    }
    fail_msg("the context has no resource of kind %d", kind);
    return NULL;
}

/* What the check after the last observation says of the benchmark's only case. */
static inline int verified(struct bench_ctx *ctx)
{
    return ctx->bench->cases[0].verify(ctx, ctx->state);
}

/* Kills the first peer and waits until it is gone. */
static inline void kill_peer(const struct bench_ctx *ctx)
{
    pid_t pid = resource(ctx, CTX_CHILD)->pid;

    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

#endif
