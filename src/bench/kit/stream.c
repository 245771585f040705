/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stream.c - how fast bytes come through a pipe or a stream socket
 */
#include "bench/kit/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/*
 * A request wakes the peer up, which costs up to some tens of microseconds: so many
 * bytes a request, or so many of the smallest messages, that this is nothing.
 */
enum { LEAST_BYTES = 4 << 20, MOST_MESSAGES = 512 };

/* Byte i of each message: every pair of neighbours tells where it stands. */
static unsigned char pattern(uint64_t i)
{
    return (unsigned char)(i * 31 + (i >> 8) * 7 + 1);
}

static bool put_message(int fd, const unsigned char *buffer, uint64_t bytes)
{
    while (bytes) {
        ssize_t n = write(fd, buffer, bytes);

        if (n <= 0)
            return false;
        buffer += n;
        bytes -= (uint64_t)n;
    }
    return true;
}

int bench_stream_feed(int asked, int out, unsigned char *buffer, uint64_t message)
{
    uint64_t messages;

    for (uint64_t i = 0; i < message; i++)
        buffer[i] = pattern(i);
    while (read(asked, &messages, sizeof messages) == (ssize_t)sizeof messages) {
        for (; messages; messages--) {
            if (!put_message(out, buffer, message))
                return 1;
        }
    }
    return 0;
}

static int feed(void *stream)
{
    const struct bench_stream *s = stream;

    bench_close(s->ctx, s->in);
    bench_close(s->ctx, s->ask);
    return bench_stream_feed(s->asked, s->out, s->buffer, s->message);
}

static bool ask(const struct bench_stream *s, uint64_t messages)
{
    return write(s->ask, &messages, sizeof messages) == (ssize_t)sizeof messages;
}

/* Rounded up. */
static uint64_t messages_of(const struct bench_stream *s, uint64_t bytes)
{
    return s->message ? (bytes + s->message - 1) / s->message : 0;
}

uint64_t bench_stream_loop(void *stream, uint64_t passes)
{
    const struct bench_stream *s = stream;
    uint64_t left = passes * s->message;

    if (passes && !ask(s, passes))
        return 0;
    while (left) {
        ssize_t n = read(s->in, s->buffer, left < s->message ? left : s->message);

        if (n <= 0)
            break;
        left -= (uint64_t)n;
    }
    return passes - messages_of(s, left);
}

uint64_t bench_stream_step(void *stream)
{
    const struct bench_stream *s = stream;
    uint64_t n = messages_of(s, LEAST_BYTES);

    return n < MOST_MESSAGES ? n : MOST_MESSAGES;
}

/* Two messages, looked at byte by byte, and that there is none after them. */
int bench_stream_verify(struct bench_ctx *ctx, void *stream)
{
    const struct bench_stream *s = stream;
    int more = 0;

    if (ioctl(s->in, FIONREAD, &more) < 0 || more)
        return bench_fail(ctx, -EIO, "more bytes came than were asked for");
    if (!ask(s, 2))
        return bench_fail(ctx, -EIO, "the peer at the other end is gone");
    for (uint64_t at = 0; at < 2 * s->message;) {
        uint64_t in_message = at % s->message;
        ssize_t n;

        memset(s->buffer, 0, s->message);
        n = read(s->in, s->buffer, s->message - in_message);
        if (n <= 0)
            return bench_fail(ctx, -EIO, "bytes are missing");
        for (uint64_t i = 0; i < (uint64_t)n; i++) {
            if (s->buffer[i] != pattern(in_message + i))
                return bench_fail(ctx, -EIO, "other bytes came than were sent");
        }
        at += (uint64_t)n;
    }
    return 0;
}

static int prepare(struct bench_ctx *ctx, struct bench_stream *s, uint64_t message)
{
    s->ctx = ctx;
    s->message = message;
    s->buffer = bench_alloc(ctx, message);
    if (!s->buffer)
        return -ENOMEM;
    memset(s->buffer, 1, message); /* its pages are there before the clock runs */
    return 0;
}

/* The first message waits for the peer to be there. */
static int first(struct bench_ctx *ctx, struct bench_stream *s)
{
    if (bench_stream_loop(s, 1) != 1)
        return bench_fail(ctx, -EIO, "the peer at the other end is gone");
    return 0;
}

int bench_stream_meet(struct bench_ctx *ctx, struct bench_stream *s, uint64_t message)
{
    int rc = prepare(ctx, s, message);

    return rc < 0 ? rc : first(ctx, s);
}

int bench_stream_start(struct bench_ctx *ctx, struct bench_stream *s, uint64_t message)
{
    int rc = prepare(ctx, s, message);
    pid_t peer;

    if (rc < 0)
        return rc;
    peer = bench_spawn(ctx, feed, s);
    if (peer < 0)
        return peer;
    bench_close(ctx, s->asked);
    bench_close(ctx, s->out);
    return first(ctx, s);
}
