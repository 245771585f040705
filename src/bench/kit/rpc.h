/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rpc.h - the remote procedure calls that lat_rpc makes
 *
 * Two files define these. rpc_none.c is in every worker and says that there is no RPC;
 * rpc_tirpc.c is in errbar-rpc-worker only, which is linked with libtirpc: what a
 * process maps, each of its forks would have to copy.
 */
#ifndef BENCH_KIT_RPC_H
#define BENCH_KIT_RPC_H

#include "harness/bench.h"

struct bench_rpc {
    struct bench_ctx *ctx;
    int type;       /* SOCK_DGRAM or SOCK_STREAM */
    int sockets[2]; /* ours, the server's */
    void *client;   /* libtirpc's handle */
    char ball;
};

/* Starts a server of its own, known to no portmapper, and calls it once, untimed. */
int bench_rpc_start(struct bench_ctx *ctx, struct bench_rpc *rpc);

/* A bench_loop for struct bench_rpc: each call sends a byte and gets the next one. */
uint64_t bench_rpc_loop(void *rpc, uint64_t passes);

#endif
