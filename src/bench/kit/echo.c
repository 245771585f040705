/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * echo.c - a round trip of one byte over two connected stream sockets
 */
#include "bench/kit/echo.h"

#include <errno.h>
#include <unistd.h>

int bench_echo_answer(int fd)
{
    unsigned char ball;

    while (read(fd, &ball, 1) == 1) {
        ball++;
        if (write(fd, &ball, 1) != 1)
            return 1;
    }
    return 0;
}

static int answer(void *echo)
{
    const struct bench_echo *e = echo;

    bench_close(e->ctx, e->sockets[0]);
    return bench_echo_answer(e->sockets[1]);
}

uint64_t bench_echo_loop(void *echo, uint64_t passes)
{
    struct bench_echo *e = echo;
    unsigned char ball = e->ball, back;
    int fd = e->sockets[0];
    uint64_t done = 0;

    for (; done < passes; done++) {
        if (write(fd, &ball, 1) != 1 || read(fd, &back, 1) != 1)
            break;
        ball++;
        if (back != ball)
            break;
    }
    e->ball = ball;
    return done;
}

int bench_echo_warm(struct bench_ctx *ctx, void *echo)
{
    enum { TRIPS = 4 };

    if (bench_echo_loop(echo, TRIPS) != TRIPS)
        return bench_fail(ctx, -EIO, "the peer at the other socket is gone");
    return 0;
}

int bench_echo_meet(struct bench_ctx *ctx, struct bench_echo *echo)
{
    if (bench_echo_loop(echo, 1) != 1)
        return bench_fail(ctx, -EIO, "the peer at the other socket is gone");
    return 0;
}

int bench_echo_start(struct bench_ctx *ctx, struct bench_echo *echo)
{
    pid_t peer;

    echo->ctx = ctx;
    peer = bench_spawn(ctx, answer, echo);
    if (peer < 0)
        return peer;
    bench_close(ctx, echo->sockets[1]);
    return bench_echo_meet(ctx, echo);
}
