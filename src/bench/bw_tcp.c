/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_tcp.c - how fast bytes come over a TCP connection, over sizes of messages
 *
 * Timed: a request on the connection, the writes of the other process, the reads of
 * this one, with a buffer as large as a message. Divided by: bytes read, counted once.
 */
#include "bench/kit/ip.h"
#include "bench/kit/stream.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <unistd.h>

/*
 * Buffers of what lmbench asks for; the kernel may give less (net.core.wmem_max). And
 * no gathering of small messages: the last of them would wait for an acknowledgement
 * that may be held back for 40 ms.
 */
static int prepare(struct bench_ctx *ctx, int fd)
{
    const int bytes = 1 << 20, at_once = 1;

    if (setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) < 0 ||
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes) < 0)
        return bench_fail_errno(ctx, errno, "cannot set the size of a socket's buffer");
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once) < 0)
        return bench_fail_errno(ctx, errno, "cannot have messages sent at once");
    return 0;
}

/* What the far end writes is as large as it is told first. */
static int set_up_far(struct bench_ctx *ctx, struct bench_stream *s)
{
    uint64_t message = bench_param_u64(ctx, "message");
    int fd = bench_dial(ctx, BENCH_STREAM), rc = fd < 0 ? fd : prepare(ctx, fd);

    if (rc < 0)
        return rc;
    if (write(fd, &message, sizeof message) != (ssize_t)sizeof message)
        return bench_fail_errno(ctx, errno, "cannot tell the far end a size");
    s->in = s->ask = fd;
    return bench_stream_meet(ctx, s, message);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct bench_stream *s = state;
    int fds[2], rc;

    if (bench_is_far(ctx))
        return set_up_far(ctx, s);
    rc = bench_socketpair(ctx, bench_ip(ctx), SOCK_STREAM, fds);

    for (int i = 0; rc == 0 && i < 2; i++)
        rc = prepare(ctx, fds[i]);
    if (rc < 0)
        return rc;
    s->in = s->ask = fds[0];
    s->out = s->asked = fds[1];
    return bench_stream_start(ctx, s, bench_param_u64(ctx, "message"));
}

static const struct bench_case cases[] = {
    { .title = "a stream of messages on a TCP connection over the loopback",
      .per = "message",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "ours sends each message at once (TCP_NODELAY); in lmbench the kernel "
              "may gather small ones.",
      .loop = bench_stream_loop,
      .verify = bench_stream_verify,
      .step = bench_stream_step,
      .bytes_of = "message",
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "message",
      .values = "1 64 128 256 512 1024 1437 10M",
      .quick = "10M",
      .bytes = true,
      .axis = true,
      .least = 1,
      .most = 1 << 30,
      .help = "bytes that the other process writes at once" },
    BENCH_IP_PARAM,
    BENCH_HOST_PARAM,
    { 0 },
};

/* The classic table shows the largest. */
static const struct bench_points points[] = {
    { BENCH_QUICK, "same", "message=10M ip=4" },
    { BENCH_CLASSIC, "cross free", "message=10M ip=4" },
    { BENCH_CLASSIC, "same", "message=1 ip=4" },
    { BENCH_CLASSIC, "same", "message=64 ip=4" },
    { BENCH_CLASSIC, "same", "message=128 ip=4" },
    { BENCH_CLASSIC, "same", "message=256 ip=4" },
    { BENCH_CLASSIC, "same", "message=512 ip=4" },
    { BENCH_CLASSIC, "same", "message=1024 ip=4" },
    { BENCH_CLASSIC, "same", "message=1437 ip=4" },
    { 0 },
};

const struct bench bench_bw_tcp = {
    .name = "bw_tcp",
    .title = "TCP bandwidth",
    .family = "network",
    .source = "Like lmbench 3's program of that name, with its sizes of messages and "
              "buffers of sockets (1 MiB asked for). There the server writes for ever "
              "and 7.5 s pass before the first repetition; here it writes what it is "
              "asked for inside the clock, and the placement is part of the result. "
              "After the last observation the content of two messages is compared.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct bench_stream),
    .cases = cases,
    .params = params,
    .points = points,
    .setup = setup,
};
