/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_rpc.c - a remote procedure call of one byte over the loopback
 *
 * Timed: clnt_call() with a byte as argument and the next one as result, over a
 * connected socket. Divided by: calls. The server is the invocation's own: it has a
 * port that the kernel picks and is known to no portmapper, so none need run.
 */
#include "bench/kit/ip.h"
#include "bench/kit/rpc.h"

static int setup(struct bench_ctx *ctx, void *state)
{
    struct bench_rpc *r = state;
    int rc;

    r->type = bench_wants(ctx, "udp") ? SOCK_DGRAM : SOCK_STREAM;
    if (bench_is_far(ctx)) {
        rc = bench_dial(ctx, r->type == SOCK_DGRAM ? BENCH_RPC_UDP : BENCH_RPC_TCP);
        r->sockets[0] = rc;
        return rc < 0 ? rc : bench_rpc_meet(ctx, r);
    }
    rc = bench_socketpair(ctx, bench_ip(ctx), r->type, r->sockets);
    return rc < 0 ? rc : bench_rpc_start(ctx, r);
}

#define CASE(which, what)                                                       \
    {                                                                           \
        .name = #which, .title = "remote procedure call of one byte by " what,  \
        .per = "call", .likeness = WORDS_LIKENESS_SAME, .loop = bench_rpc_loop, \
        .sets = BENCH_QUICK | BENCH_CLASSIC                                     \
    }

static const struct bench_case cases[] = {
    CASE(udp, "UDP"),
    CASE(tcp, "TCP"),
    { 0 },
};

static const struct bench_param params[] = { BENCH_IP_PARAM, BENCH_HOST_PARAM, { 0 } };

const struct bench bench_lat_rpc = {
    .name = "lat_rpc",
    .title = "RPC latency",
    .family = "network",
    .source = "Like lmbench 3's program of that name, by libtirpc. There the server "
              "registers with a portmapper, without which there is no number, and a "
              "call that takes 2.5 ms is sent again; here the server is the "
              "invocation's own, and a call is sent once.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .worker = "errbar-rpc-worker",
    .state_size = sizeof(struct bench_rpc),
    .cases = cases,
    .params = params,
    .setup = setup,
};
