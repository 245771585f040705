/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_pipe.c - a round trip of one byte over two pipes, between two processes
 *
 * Where the two run decides: on one CPU a trip is two switches, on two it is two
 * wake-ups of an idle CPU. The peer answers with the next byte, so that an answer
 * that is none is noticed.
 */
#include "harness/bench.h"

#include <errno.h>
#include <unistd.h>

struct state {
    int there[2], back[2]; /* pipes, [0] to read from */
    struct bench_ctx *ctx;
    unsigned char ball;
};

/* Until the other side closes its end. */
static int echo(void *state)
{
    const struct state *s = state;
    unsigned char ball;

    bench_close(s->ctx, s->there[1]);
    bench_close(s->ctx, s->back[0]);
    while (read(s->there[0], &ball, 1) == 1) {
        ball++;
        if (write(s->back[1], &ball, 1) != 1)
            return 1;
    }
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        unsigned char answer;

        if (write(s->there[1], &s->ball, 1) != 1 || read(s->back[0], &answer, 1) != 1)
            break;
        s->ball++;
        if (answer != s->ball)
            break;
    }
    return done;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = bench_pipe(ctx, s->there);
    pid_t peer;

    s->ctx = ctx;
    if (rc == 0)
        rc = bench_pipe(ctx, s->back);
    if (rc < 0)
        return rc;
    peer = bench_spawn(ctx, echo, s);
    if (peer < 0)
        return peer;
    bench_close(ctx, s->there[0]);
    bench_close(ctx, s->back[1]);
    /* the first trip waits for the peer to be there */
    if (loop(s, 1) != 1)
        return bench_fail(ctx, -EIO, "the peer at the other end of the pipe is gone");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "round trip of one byte over two pipes",
      .per = "round trip",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

const struct bench bench_lat_pipe = {
    .name = "lat_pipe",
    .title = "pipe latency",
    .family = "ipc",
    .source =
        "Like lmbench 3's program of that name. There the scheduler decides on "
        "which CPUs the two ends run; here the placement does, and is part of the "
        "result.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .quick_placements = "same cross free",
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
