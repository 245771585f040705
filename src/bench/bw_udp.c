/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_udp.c - how fast datagrams come over the loopback, over their sizes
 *
 * Who sends faster than the other reads loses datagrams, and then what is timed is the
 * loss. So they are asked for, a window at a time, as many as the receiving socket's
 * buffer surely holds. Timed: the requests, the sends of the other process, the
 * receives of this one. Divided by: bytes received, counted once. Each datagram has
 * its number: one that is lost, or comes in another place, ends the measurement.
 */
#include "bench/kit/ip.h"
#include "bench/kit/patience.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A small datagram takes far more of a buffer than it has bytes. */
enum { OVERHEAD = 1024, MOST_WINDOW = 256, LARGEST = 65507 };

struct state {
    struct bench_ctx *ctx;
    int sockets[2]; /* ours, the peer's */
    uint64_t message, window, next;
    unsigned char *buffer; /* of one datagram, each process its own */
};

struct request {
    uint64_t first, n;
};

static unsigned char pattern(uint64_t i)
{
    return (unsigned char)(i * 31 + (i >> 8) * 7 + 1);
}

/* The peer dies with the invocation. */
static int feed(void *state)
{
    struct state *s = state;
    int fd = s->sockets[1];
    struct request r;

    bench_close(s->ctx, s->sockets[0]);
    for (uint64_t i = 0; i < s->message; i++)
        s->buffer[i] = pattern(i);
    while (recv(fd, &r, sizeof r, 0) == (ssize_t)sizeof r) {
        for (; r.n; r.n--, r.first++) {
            memcpy(s->buffer, &r.first, sizeof r.first);
            if (send(fd, s->buffer, s->message, 0) != (ssize_t)s->message)
                return 1;
        }
    }
    return 0;
}

/* How many of a window came, each in its place. */
static uint64_t take(struct state *s, uint64_t n)
{
    const struct request r = { .first = s->next, .n = n };
    int fd = s->sockets[0];
    uint64_t got = 0;

    if (send(fd, &r, sizeof r, 0) != (ssize_t)sizeof r)
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
        if (s->buffer[i] != pattern(i))
            return bench_fail(ctx, -EIO, "other bytes came than were sent");
    }
    return 0;
}

/* As many as fit into the receiving socket's buffer, however little it is. */
static uint64_t window_of(int fd, uint64_t message)
{
    socklen_t length = sizeof(int);
    int bytes = 0;
    uint64_t n;

    getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, &length);
    n = (uint64_t)bytes / 4 / (message + OVERHEAD);
    return n > MOST_WINDOW ? MOST_WINDOW : n ? n : 1;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = bench_socketpair(ctx, bench_ip(ctx), SOCK_DGRAM, s->sockets);
    pid_t peer;

    if (rc < 0)
        return rc;
    s->ctx = ctx;
    s->message = bench_param_u64(ctx, "message");
    s->window = window_of(s->sockets[0], s->message);
    s->buffer = bench_alloc(ctx, s->message);
    if (!s->buffer)
        return -ENOMEM;
    memset(s->buffer, 1, s->message); /* its pages are there before the clock runs */
    peer = bench_spawn(ctx, feed, s);
    if (peer < 0)
        return peer;
    bench_close(ctx, s->sockets[1]);
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
      .most = LARGEST,
      .help = "bytes of a datagram" },
    BENCH_IP_PARAM,
    { 0 },
};

const struct bench bench_bw_udp = {
    .name = "bw_udp",
    .title = "UDP bandwidth",
    .family = "network",
    .source = "lmbench ships a program of that name and builds it nowhere, so there "
              "is no number to compare with. Datagrams are asked for a window at a "
              "time, so that none is lost; one that is, or one out of its place, ends "
              "the measurement.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
