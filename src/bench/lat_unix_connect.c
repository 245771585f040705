/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_unix_connect.c - what it costs to connect to a local stream socket
 *
 * Timed: socket, connect, close. Divided by: connections. That the server has accepted
 * all of them is awaited, and counted, outside the clock.
 */
#include "bench/kit/connect.h"

#include <errno.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

struct state {
    struct bench_connect connect; /* first: the state of the kit's loop */
    struct sockaddr_un at;
};

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    struct bench_connect *c = &s->connect;
    const char *path;
    int rc = bench_tempfile(ctx, &path);

    if (rc < 0)
        return rc;
    if (strlen(path) >= sizeof s->at.sun_path)
        return bench_skip(ctx,
                          "the scratch directory's path is too long for a local "
                          "socket, which takes %zu bytes",
                          sizeof s->at.sun_path - 1);
    s->at.sun_family = AF_UNIX;
    memcpy(s->at.sun_path, path, strlen(path));
    c->to = (const struct sockaddr *)&s->at;
    c->length = sizeof s->at;
    c->listening = bench_adopt(ctx, socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0),
                               "cannot make a socket");
    if (c->listening < 0)
        return c->listening;
    unlink(path);
    if (bind(c->listening, c->to, c->length) < 0)
        return bench_fail_errno(ctx, errno, "cannot bind a local socket");
    if (listen(c->listening, BENCH_BACKLOG) < 0)
        return bench_fail_errno(ctx, errno, "cannot listen");
    return bench_connect_start(ctx, c);
}

static const struct bench_case cases[] = {
    { .title = "socket, connect and close of a local stream socket",
      .per = "connection",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "ours awaits the server's accept outside the clock; lmbench's shares a "
              "processor with it wherever the scheduler puts both on one.",
      .loop = bench_connect_loop,
      .after = bench_connect_await,
      .sets = BENCH_CLASSIC },
    { 0 },
};

const struct bench bench_lat_unix_connect = {
    .name = "lat_unix_connect",
    .title = "local socket connection",
    .family = "ipc",
    .source = "Like lmbench 3's program of that name. The socket lies in the run's "
              "scratch directory. That the server has accepted all connections is "
              "awaited between observations, outside the clock.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
