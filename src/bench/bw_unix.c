/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bw_unix.c - how fast bytes come over a pair of local stream sockets, 64 KiB at once
 *
 * Timed: a request, the writes of the other process, the reads of this one. Divided
 * by: bytes read, counted once.
 */
#include "bench/kit/stream.h"

static int setup(struct bench_ctx *ctx, void *state)
{
    struct bench_stream *s = state;
    int fds[2], rc = bench_socketpair(ctx, AF_UNIX, SOCK_STREAM, fds);

    if (rc < 0)
        return rc;
    s->in = s->ask = fds[0];
    s->out = s->asked = fds[1];
    return bench_stream_start(ctx, s, bench_param_u64(ctx, "message"));
}

static const struct bench_case cases[] = {
    { .title = "a stream of chunks over a pair of local stream sockets",
      .per = "chunk",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = bench_stream_loop,
      .verify = bench_stream_verify,
      .step = bench_stream_step,
      .bytes_of = "message",
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "message",
      .values = "64K",
      .quiet = true,
      .bytes = true,
      .least = 1,
      .most = 1 << 30,
      .help = "bytes that the other process writes at once" },
    { 0 },
};

const struct bench bench_bw_unix = {
    .name = "bw_unix",
    .title = "local socket bandwidth",
    .family = "ipc",
    .source = "Like lmbench 3's program of that name: bytes are asked for, written by "
              "another process in chunks (there of 64 KiB) and read in as large ones. "
              "lmbench counts 10 MiB a repetition whatever was asked for; here only "
              "what was read counts, and the placement is part of the result. After "
              "the last observation the content of two chunks is compared.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .classic_placements = "same cross free",
    .state_size = sizeof(struct bench_stream),
    .cases = cases,
    .params = params,
    .setup = setup,
};
