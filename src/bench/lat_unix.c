/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_unix.c - a round trip of one byte over a pair of local stream sockets
 *
 * Timed: write, the other process's read and write, read. Divided by: round trips.
 */
#include "bench/kit/echo.h"

static int setup(struct bench_ctx *ctx, void *state)
{
    struct bench_echo *e = state;
    int rc = bench_socketpair(ctx, AF_UNIX, SOCK_STREAM, e->sockets);

    return rc < 0 ? rc : bench_echo_start(ctx, e);
}

static const struct bench_case cases[] = {
    { .title = "round trip of one byte over a pair of local stream sockets",
      .per = "round trip",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = bench_echo_loop,
      .before = bench_echo_warm,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

const struct bench bench_lat_unix = {
    .name = "lat_unix",
    .title = "local socket latency",
    .family = "ipc",
    .source = "Like lmbench 3's program of that name. There the scheduler decides on "
              "which CPUs the two ends run; here the placement does. Each answer is "
              "the next byte, and another one ends the measurement.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct bench_echo),
    .cases = cases,
    .setup = setup,
};
