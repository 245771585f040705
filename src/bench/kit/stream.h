/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stream.h - how fast bytes come through a pipe or a stream socket
 *
 * A process at the other end writes as many messages as it is asked for, and none
 * before: what was written ahead of the clock would be read for nothing. A pass is one
 * message. Timed: the request, all writes, all reads.
 */
#ifndef BENCH_KIT_STREAM_H
#define BENCH_KIT_STREAM_H

#include "harness/bench.h"

struct bench_stream {
    struct bench_ctx *ctx;
    int in, ask;    /* of this process: the bytes, and requests for them */
    int asked, out; /* of the peer */
    uint64_t message;
    unsigned char *buffer; /* of one message, each process its own */
};

/*
 * Starts the peer over descriptors that are set, for messages of that size. Where the
 * stream goes both ways, in is ask and asked is out.
 */
int bench_stream_start(struct bench_ctx *ctx, struct bench_stream *stream,
                       uint64_t message);

/* The first message from a peer that is there. */
int bench_stream_meet(struct bench_ctx *ctx, struct bench_stream *stream,
                      uint64_t message);
/* The peer's part: writes what it is asked for until nobody asks any more. */
int bench_stream_feed(int asked, int out, unsigned char *buffer, uint64_t message);

/* A bench_loop, bench_step (verify) and step function for struct bench_stream. */
uint64_t bench_stream_loop(void *stream, uint64_t passes);
int bench_stream_verify(struct bench_ctx *ctx, void *stream);
uint64_t bench_stream_step(void *stream);

#endif
