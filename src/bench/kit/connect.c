/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * connect.c - connections to a server of one process, which accepts, reads and closes
 */
#include "bench/kit/connect.h"

#include <errno.h>
#include <unistd.h>

/*
 * The server. A connection on which a byte comes is the question how many came without
 * one since the last question.
 */
static int serve(void *connect)
{
    const struct bench_connect *c = connect;
    uint64_t accepted = 0;

    for (;;) {
        int fd = accept4(c->listening, NULL, NULL, SOCK_CLOEXEC);
        char byte;
        ssize_t n;

        if (fd < 0 && errno != ECONNABORTED)
            return 1;
        if (fd < 0)
            continue;
        n = read(fd, &byte, 1);
        if (n == 1) {
            if (write(fd, &accepted, sizeof accepted) != (ssize_t)sizeof accepted)
                return 1;
            accepted = 0;
        } else {
            accepted++;
        }
        close(fd);
    }
}

/* A connected socket, or -1. */
static int dial(const struct bench_connect *c)
{
    int fd = socket(c->to->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd >= 0 && connect(fd, c->to, c->length) < 0) {
        int error = errno;

        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

/* Whether the server has seen all connections, once it has. */
static bool await(struct bench_connect *c)
{
    int fd = dial(c);
    uint64_t accepted = 0;
    bool answered;

    if (fd < 0)
        return false;
    answered = write(fd, "?", 1) == 1 &&
               read(fd, &accepted, sizeof accepted) == (ssize_t)sizeof accepted;
    close(fd);
    if (!answered || accepted != c->waiting)
        return false;
    c->waiting = 0;
    return true;
}

uint64_t bench_connect_loop(void *connect, uint64_t passes)
{
    struct bench_connect *c = connect;
    uint64_t done = 0;

    for (; done < passes; done++) {
        int fd;

        if (c->queue && c->waiting >= c->queue && !await(c))
            break;
        fd = dial(c);
        if (fd < 0 || close(fd) < 0)
            break;
        c->waiting++;
    }
    return done;
}

int bench_connect_await(struct bench_ctx *ctx, void *connect)
{
    if (await(connect))
        return 0;
    return bench_fail(ctx, -EIO, "the server has not accepted what was connected");
}

int bench_connect_start(struct bench_ctx *ctx, struct bench_connect *connect)
{
    pid_t server;

    connect->ctx = ctx;
    server = bench_spawn(ctx, serve, connect);
    if (server < 0)
        return server;
    /* who connects when it is gone is refused, and does not wait */
    bench_close(ctx, connect->listening);
    return bench_connect_await(ctx, connect);
}
