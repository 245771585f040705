/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rpc_none.c - no remote procedure calls in this program
 */
#include "bench/kit/rpc.h"

#include <errno.h>

static int lacks(struct bench_ctx *ctx)
{
    return bench_skip(ctx, "no RPC: this errbar was built without libtirpc, or its "
                           "errbar-rpc-worker is not installed");
}

int bench_rpc_start(struct bench_ctx *ctx, struct bench_rpc *rpc)
{
    (void)rpc;
    return lacks(ctx);
}

int bench_rpc_meet(struct bench_ctx *ctx, struct bench_rpc *rpc)
{
    (void)rpc;
    return lacks(ctx);
}

int bench_rpc_answer(int fd, int type, const struct bench_address *only)
{
    (void)fd;
    (void)type;
    (void)only;
    return -ENOTSUP;
}

int bench_rpc_far(int fd, const char *transport, const char *caller)
{
    (void)fd;
    (void)transport;
    (void)caller;
    return -ENOTSUP;
}

uint64_t bench_rpc_loop(void *rpc, uint64_t passes)
{
    (void)rpc;
    (void)passes;
    return 0;
}
