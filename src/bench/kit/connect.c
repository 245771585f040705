/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * connect.c - connections to a server of one process, which accepts, reads and closes
 */
#include "bench/kit/connect.h"

#include "bench/kit/caller.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * The server. A connection on which a byte comes is the question how many came without
 * one since the last question.
 */
int bench_connect_serve(int listening, const struct bench_address *only)
{
    uint64_t accepted = 0;

    for (;;) {
        int fd = bench_caller_accept(listening, only);
        char byte;
        ssize_t n;

        if (fd < 0)
            return fd;
        n = read(fd, &byte, 1);
        if (n == 1) {
            (void)send(fd, &accepted, sizeof accepted, MSG_NOSIGNAL);
            accepted = 0;
        } else {
            accepted++;
        }
        close(fd);
    }
}

static int serve(void *connect)
{
    enum { TENTH_OF_WEIGHT = 10 }; /* nice: 110 of 1024 */
    const struct bench_connect *c = connect;
    const struct sched_param none = { 0 };

    /*
     * On one processor it is to accept when the client awaits it, not now and then
     * inside of the clock, where each accept costs two switches and twice the time. A
     * batch task does not push aside whoever wakes it, but the scheduler owes it as
     * much time as the client has had: from the first tick on it may run after every
     * connection, for the rest of the invocation (seen with Linux 6.18: 188 of 200
     * observations, 13 to 20 us in place of 9.6). Of a tenth of the weight, it is owed
     * too little for that, and enough to be served on a busy machine. Where one of them
     * is refused it is only noisier.
     */
    if (!c->eager) {
        (void)sched_setscheduler(0, SCHED_BATCH, &none);
        (void)setpriority(PRIO_PROCESS, 0, TENTH_OF_WEIGHT);
    }
    return bench_connect_serve(c->listening, NULL) < 0;
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

/* How many connections the server has seen, once it has seen those of this process. */
static bool count(const struct bench_connect *c, uint64_t *accepted)
{
    int fd = dial(c);
    bool answered;

    if (fd < 0)
        return false;
    answered = write(fd, "?", 1) == 1 &&
               read(fd, accepted, sizeof *accepted) == (ssize_t)sizeof *accepted;
    close(fd);
    return answered;
}

static bool await(struct bench_connect *c)
{
    uint64_t accepted;

    if (!count(c, &accepted) || accepted != c->waiting)
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

int bench_connect_meet(struct bench_ctx *ctx, struct bench_connect *connect)
{
    uint64_t accepted;

    connect->ctx = ctx;
    if (!count(connect, &accepted))
        return bench_fail(ctx, -EIO, "the server does not answer");
    return 0;
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
