/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * connect.h - connections to a server of one process, which accepts, reads and closes
 *
 * A pass is socket, connect and close. What the server has not accepted yet waits in a
 * queue, and a queue that is full costs TCP a second: it is awaited outside the clock,
 * or inside before that many wait. It is asked by a last connection, on which a byte
 * comes and goes; since it serves one after the other, all before it are done then.
 */
#ifndef BENCH_KIT_CONNECT_H
#define BENCH_KIT_CONNECT_H

#include "harness/bench.h"

struct bench_connect {
    struct bench_ctx *ctx;
    int listening;
    const struct sockaddr *to;
    socklen_t length;
    uint64_t queue;   /* connections that may wait for the server; 0: any number */
    bool eager;       /* the server accepts as soon as the scheduler lets it */
    uint64_t waiting; /* made since the server was last asked */
};

enum { BENCH_BACKLOG = 4096 };

/* Starts the server on `listening`, which listens with BENCH_BACKLOG, and asks it. */
int bench_connect_start(struct bench_ctx *ctx, struct bench_connect *connect);

/* The first connection to a server that is there, whatever it has counted. */
int bench_connect_meet(struct bench_ctx *ctx, struct bench_connect *connect);
/* The server's part, for `only` alone (NULL: anybody); -errno where it cannot go on. */
int bench_connect_serve(int listening, const struct bench_address *only);

/* A bench_loop and a bench_step (after) for struct bench_connect. */
uint64_t bench_connect_loop(void *connect, uint64_t passes);
int bench_connect_await(struct bench_ctx *ctx, void *connect);

#endif
