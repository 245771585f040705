/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rpc_none.c - no remote procedure calls in this program
 */
#include "bench/kit/rpc.h"

int bench_rpc_start(struct bench_ctx *ctx, struct bench_rpc *rpc)
{
    (void)rpc;
    return bench_skip(ctx, "no RPC: this errbar was built without libtirpc, or its "
                           "errbar-rpc-worker is not installed");
}

uint64_t bench_rpc_loop(void *rpc, uint64_t passes)
{
    (void)rpc;
    (void)passes;
    return 0;
}
