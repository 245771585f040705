/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_udp.c - a round trip of a datagram of four bytes over the loopback
 *
 * Timed: send, the other process's receive and send, receive, over connected sockets.
 * Divided by: round trips. The datagram is a number, which comes back one larger: a
 * late, doubled or foreign answer ends the measurement, and so does one that is lost,
 * after two seconds.
 */
#include "bench/kit/ip.h"
#include "bench/kit/patience.h"

#include <errno.h>
#include <unistd.h>

struct state {
    struct bench_ctx *ctx;
    int sockets[2]; /* ours, the peer's */
    uint32_t number;
};

/* Nobody closes a datagram socket's other end: the peer dies with the invocation. */
static int answer(void *state)
{
    const struct state *s = state;
    int fd = s->sockets[1];
    uint32_t number;

    bench_close(s->ctx, s->sockets[0]);
    while (recv(fd, &number, sizeof number, 0) == (ssize_t)sizeof number) {
        number++;
        if (send(fd, &number, sizeof number, 0) != (ssize_t)sizeof number)
            return 1;
    }
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint32_t number = s->number, back;
    int fd = s->sockets[0];
    uint64_t done = 0;

    for (; done < passes; done++) {
        if (send(fd, &number, sizeof number, 0) != (ssize_t)sizeof number ||
            recv(fd, &back, sizeof back, 0) != (ssize_t)sizeof back)
            break;
        number++;
        if (back != number)
            break;
    }
    s->number = number;
    return done;
}

/*
 * A few untimed trips: what the harness reads between two observations has driven both
 * ends out of the caches.
 */
static int before(struct bench_ctx *ctx, void *state)
{
    enum { TRIPS = 4 };
    int rc = bench_patience_begin(ctx, state);

    if (rc == 0 && loop(state, TRIPS) != TRIPS)
        rc = bench_fail(ctx, -EIO, "the peer at the other socket is gone");
    return rc;
}

static int start_peer(struct bench_ctx *ctx, struct state *s)
{
    int rc = bench_socketpair(ctx, bench_ip(ctx), SOCK_DGRAM, s->sockets);
    pid_t peer;

    if (rc < 0)
        return rc;
    s->ctx = ctx;
    peer = bench_spawn(ctx, answer, s);
    if (peer < 0)
        return peer;
    bench_close(ctx, s->sockets[1]);
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = bench_is_far(ctx) ? bench_dial(ctx, BENCH_DATAGRAM) : start_peer(ctx, s);

    if (rc < 0)
        return rc;
    if (bench_is_far(ctx))
        s->sockets[0] = rc;
    rc = before(ctx, s);
    bench_patience_end(ctx, s);
    return rc;
}

static const struct bench_case cases[] = {
    { .title = "round trip of a datagram of four bytes by UDP over the loopback",
      .per = "round trip",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop,
      .before = before,
      .after = bench_patience_end,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = { BENCH_IP_PARAM, BENCH_HOST_PARAM, { 0 } };

const struct bench bench_lat_udp = {
    .name = "lat_udp",
    .title = "UDP latency",
    .family = "network",
    .source = "Like lmbench 3's program of that name, which speaks to a server at a "
              "fixed port. Here the two ends are made with the invocation, on ports "
              "that the kernel picks, and end with it; the placement is part of the "
              "result. A datagram that is lost ends the measurement after two seconds.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
