/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_udp.c - how fast datagrams come over the loopback, over their sizes
 *
 * Who sends faster than the other reads loses datagrams, and then what is timed is the
 * loss. So they are asked for, a window at a time, as many as the receiving socket's
 * buffer surely holds. Timed: the requests, the sends of the other process, the
 * receives of this one. Divided by: bytes received, counted once. Each datagram has
 * its number: one that is lost, or comes in another place, ends the measurement.
 *
 * Over a network (host=remote) the way of the requests there is in it: once a window.
 */
#include "bench/kit/ip.h"
#include "bench/kit/patience.h"
#include "bench/kit/window.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct state {
    struct bench_ctx *ctx;
    int sockets[2]; /* ours, the peer's */
    uint64_t message, window, next;
    unsigned char *buffer; /* of one datagram, each process its own */
};

/* The peer dies with the invocation. */
static int feed(void *state)
{
    struct state *s = state;

    bench_close(s->ctx, s->sockets[0]);
    return bench_window_feed(s->sockets[1], s->buffer, s->message) < 0;
}

/* How many of a window came, each in its place. */
static uint64_t take(struct state *s, uint64_t n)
{
    const struct bench_window w = { s->next, n, s->message };
    int fd = s->sockets[0];
    uint64_t got = 0;

    if (send(fd, &w, sizeof w, 0) != (ssize_t)sizeof w)
        return 0;
    for (; got < n; got++, s->next++) {
        uint64_t number;

        if (recv(fd, s->buffer, s->message, 0) != (ssize_t)s->message)
            break;
        memcpy(&number, s->buffer, sizeof number);
        if (number != s->next)
            break;
    }
    return got;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    while (done < passes) {
        uint64_t n = passes - done < s->window ? passes - done : s->window;
        uint64_t got = take(s, n);

        done += got;
        if (got != n)
            break;
    }
    return done;
}

static uint64_t step(void *state)
{
    const struct state *s = state;

    return s->window;
}

static int verify(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    uint64_t got = 0;

    memset(s->buffer, 0, s->message);
    if (bench_patience_begin(ctx, s) == 0)
        got = take(s, 1);
    bench_patience_end(ctx, s);
    if (got != 1)
        return bench_fail(ctx, -EIO, "a datagram is missing");
    for (uint64_t i = sizeof s->next; i < s->message; i++) {
        if (s->buffer[i] != bench_window_byte(i))
            return bench_fail(ctx, -EIO, "other bytes came than were sent");
    }
    return 0;
}

static int start_peer(struct bench_ctx *ctx, struct state *s)
{
    pid_t peer = bench_spawn(ctx, feed, s);

    if (peer < 0)
        return peer;
    bench_close(ctx, s->sockets[1]);
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    bool far = bench_is_far(ctx);
    int rc = far ? bench_dial(ctx, BENCH_WINDOWS)
                 : bench_socketpair(ctx, bench_ip(ctx), SOCK_DGRAM, s->sockets);

    if (rc < 0)
        return rc;
    if (far)
        s->sockets[0] = rc;
    s->ctx = ctx;
    s->message = bench_param_u64(ctx, "message");
    s->window = bench_window_of(s->sockets[0], s->message);
    if (far && s->window * s->message > BENCH_WINDOW_BYTES)
        s->window = BENCH_WINDOW_BYTES / s->message;
    s->buffer = bench_alloc(ctx, s->message);
    if (!s->buffer)
        return -ENOMEM;
    memset(s->buffer, 1, s->message); /* its pages are there before the clock runs */
    rc = far ? 0 : start_peer(ctx, s);
    if (rc < 0)
        return rc;
    rc = bench_patience_begin(ctx, s);
    if (rc == 0 && loop(s, 1) != 1)
        rc = bench_fail(ctx, -EIO, "no datagram comes from the peer");
    bench_patience_end(ctx, s);
    return rc;
}

static const struct bench_case cases[] = {
    { .title = "a stream of datagrams by UDP over the loopback",
      .per = "datagram",
      .likeness = WORDS_LIKENESS_NONE,
      .loop = loop,
      .before = bench_patience_begin,
      .after = bench_patience_end,
      .verify = verify,
      .step = step,
      .bytes_of = "message" },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "message",
      .values = "64 512 1472 8K 32K",
      .bytes = true,
      .axis = true,
      .least = sizeof(uint64_t),
      .most = BENCH_WINDOW_LARGEST,
      .help = "bytes of a datagram" },
    BENCH_IP_PARAM,
    BENCH_HOST_PARAM,
    { 0 },
};

const struct bench bench_bw_udp = {
    .name = "bw_udp",
    .title = "UDP bandwidth",
    .family = "network",
    .source = "lmbench ships a program of that name and builds it nowhere, so there "
              "is no number to compare with. Datagrams are asked for a window at a "
              "time, so that none is lost; one that is, or one out of its place, ends "
              "the measurement. Over a network a window's request is in it.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
