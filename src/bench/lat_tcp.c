/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_tcp.c - a round trip of one byte on a TCP connection over the loopback
 *
 * Timed: write, the other process's read and write, read, on a connection that is
 * there. Divided by: round trips.
 */
#include "bench/kit/echo.h"
#include "bench/kit/ip.h"

static int setup(struct bench_ctx *ctx, void *state)
{
    struct bench_echo *e = state;
    int rc;

    if (bench_is_far(ctx)) {
        e->sockets[0] = bench_dial(ctx, BENCH_ECHO);
        return e->sockets[0] < 0 ? e->sockets[0] : bench_echo_meet(ctx, e);
    }
    rc = bench_socketpair(ctx, bench_ip(ctx), SOCK_STREAM, e->sockets);
    return rc < 0 ? rc : bench_echo_start(ctx, e);
}

static const struct bench_case cases[] = {
    { .title = "round trip of one byte on a TCP connection over the loopback",
      .per = "round trip",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = bench_echo_loop,
      .before = bench_echo_warm,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = { BENCH_IP_PARAM, BENCH_HOST_PARAM, { 0 } };

const struct bench bench_lat_tcp = {
    .name = "lat_tcp",
    .title = "TCP latency",
    .family = "network",
    .source = "Like lmbench 3's program of that name, which asks a server at a fixed "
              "port for a process. Here the two ends are made with the invocation, on "
              "a port that the kernel picks, and end with it; the placement is part "
              "of the result.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct bench_echo),
    .cases = cases,
    .params = params,
    .setup = setup,
};
