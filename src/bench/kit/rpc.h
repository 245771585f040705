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

/* The first call to a server that is there, at the other end of sockets[0]. */
int bench_rpc_meet(struct bench_ctx *ctx, struct bench_rpc *rpc);
/*
 * The server's part on one socket: a bound one for datagrams, of which those from
 * elsewhere than `only` (NULL: anywhere) are dropped, or a connection, until it ends.
 *
 * Returns: 0, a negative errno where it cannot go on, -ENOTSUP where there is no RPC
 */
int bench_rpc_answer(int fd, int type, const struct bench_address *only);

/*
 * The service "udp" or "tcp" of errbar serve on that descriptor, for the caller with
 * that address; returns as bench_far_serve(), -EINVAL where one of them is none.
 */
int bench_rpc_far(int fd, const char *transport, const char *caller);

/* A bench_loop for struct bench_rpc: each call sends a byte and gets the next one. */
uint64_t bench_rpc_loop(void *rpc, uint64_t passes);

#endif
