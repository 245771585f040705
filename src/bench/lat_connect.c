/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_connect.c - what it costs to connect by TCP over the loopback
 *
 * Timed: socket, connect, close. Divided by: connections. That the server has accepted
 * all of them is awaited, and counted, outside the clock, and the server does not push
 * the client aside when a connection wakes it (SCHED_BATCH, nice 10: with the first
 * alone it had two modes, see kit/connect.c); so its queue never fills, and no
 * connection waits a second for its packet to be sent again. The kernel's
 * counts of both are read before and after, and must not have moved.
 *
 * With definition=lmbench-3.0 the server is not awaited and its queue is as short as
 * lmbench's, so that an old number has something to stand beside; the counts may move.
 */
#include "bench/kit/connect.h"
#include "bench/kit/ip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LMBENCH_BACKLOG = 100, TEXT = 16384 };

struct counters {
    uint64_t overflows, retrans;
};

struct state {
    struct bench_connect connect; /* first: the state of the kit's loop */
    struct bench_address at;
    struct counters before;
    bool old; /* lmbench's definition */
    char text[TEXT];
};

/* A file of /proc as text; what is longer is cut. */
static int read_text(struct state *s, const char *path)
{
    size_t have = 0;
    ssize_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return -errno;
    while (have < TEXT - 1 && (n = read(fd, s->text + have, TEXT - 1 - have)) > 0)
        have += (size_t)n;
    close(fd);
    s->text[have] = '\0';
    return 0;
}

/* The number under `name`: lines come in pairs, names and then their numbers. */
static bool find_counter(const char *text, const char *group, const char *name,
                         uint64_t *value)
{
    const char *names = strstr(text, group);
    const char *numbers = names ? strstr(names + 1, group) : NULL;

    while (numbers && *names && *names != '\n') {
        size_t n = strcspn(names, " \n"), k = strcspn(numbers, " \n");

        if (strlen(name) == n && memcmp(names, name, n) == 0) {
            *value = strtoull(numbers, NULL, 10);
            return true;
        }
        names += n + (names[n] == ' ');
        numbers += k + (numbers[k] == ' ');
    }
    return false;
}

static int read_counters(struct bench_ctx *ctx, struct state *s, struct counters *c)
{
    if (read_text(s, "/proc/net/netstat") == 0 &&
        find_counter(s->text, "TcpExt:", "ListenOverflows", &c->overflows) &&
        find_counter(s->text, "TcpExt:", "TCPSynRetrans", &c->retrans))
        return 0;
    return bench_skip(ctx, "the kernel does not tell in /proc/net/netstat whether "
                           "connections were lost");
}

static int verify(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    struct counters now = { 0 };
    uint64_t overflows, retrans;
    int rc = read_counters(ctx, s, &now);

    if (rc < 0)
        return rc;
    overflows = now.overflows - s->before.overflows;
    retrans = now.retrans - s->before.retrans;
    bench_count(ctx, "listen_overflows", (double)overflows, "1");
    bench_count(ctx, "syn_retrans", (double)retrans, "1");
    if (s->old || (!overflows && !retrans))
        return 0;
    return bench_fail(ctx, -EIO,
                      "connections were lost meanwhile, here or in another program: "
                      "ListenOverflows moved by %llu, TCPSynRetrans by %llu",
                      (unsigned long long)overflows, (unsigned long long)retrans);
}

/* How many may wait: what was asked for, if the machine allows it. */
static uint64_t queue_of(struct state *s)
{
    uint64_t most = 0;

    if (read_text(s, "/proc/sys/net/core/somaxconn") == 0)
        most = strtoull(s->text, NULL, 10);
    if (!most || most > BENCH_BACKLOG)
        most = most ? BENCH_BACKLOG : 128;
    return most > 2 ? most / 2 : 1;
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    return s->old ? 0 : bench_connect_await(ctx, state);
}

static int set_up_far(struct bench_ctx *ctx, struct state *s)
{
    struct bench_connect *c = &s->connect;
    int rc = bench_far(ctx, BENCH_CONNECT, &s->at);

    if (rc < 0)
        return rc;
    c->to = &s->at.any;
    c->length = s->at.length;
    return bench_connect_meet(ctx, c);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    struct bench_connect *c = &s->connect;
    int rc = read_counters(ctx, s, &s->before);

    if (rc < 0)
        return rc;
    s->old = strcmp(bench_param_str(ctx, "definition"), "ours") != 0;
    c->eager = s->old;
    c->queue = s->old ? 0 : queue_of(s);
    if (bench_is_far(ctx))
        return set_up_far(ctx, s);
    c->listening = bench_listen(ctx, bench_ip(ctx),
                                s->old ? LMBENCH_BACKLOG : BENCH_BACKLOG, &s->at);
    if (c->listening < 0)
        return c->listening;
    c->to = &s->at.any;
    c->length = s->at.length;
    return bench_connect_start(ctx, c);
}

static const struct bench_case cases[] = {
    { .title = "socket, connect and close to a TCP server over the loopback",
      .per = "connection",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "ours awaits the server's accept outside the clock; lmbench's can fill "
              "the listen queue and then times a retransmission.",
      .loop = bench_connect_loop,
      .after = after,
      .verify = verify,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "definition",
      .values = "ours lmbench-3.0",
      .quick = "ours",
      .words = "ours lmbench-3.0",
      .help =
          "ours: the accept is awaited; lmbench-3.0: it is not, to stand beside old "
          "numbers" },
    BENCH_IP_PARAM,
    BENCH_HOST_PARAM,
    { 0 },
};

static const struct bench_points points[] = {
    { BENCH_QUICK, "same", "definition=ours ip=4" },
    { BENCH_CLASSIC, "cross free", "definition=ours ip=4" },
    { BENCH_CLASSIC, "same", "definition=lmbench-3.0 ip=4" },
    { 0 },
};

const struct bench bench_lat_connect = {
    .name = "lat_connect",
    .title = "TCP connection",
    .family = "network",
    .source =
        "Like lmbench 3's program of that name, but that the server's accept is "
        "awaited between observations, outside the clock: there the queue of the "
        "server overflows, a packet is sent again after a second, and the mean of "
        "that and of 250 connections is what is printed. On one processor our server "
        "has little weight, so that it accepts while it is awaited; lmbench's, and "
        "definition=lmbench-3.0, may accept after each connection inside the clock, "
        "which takes twice as long, or not: two modes. Ours is not valid where the "
        "kernel's counts of such losses move. definition=lmbench-3.0 measures the "
        "old way.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .points = points,
    .setup = setup,
};
