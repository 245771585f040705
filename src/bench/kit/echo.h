/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * echo.h - a round trip of one byte over two connected stream sockets
 *
 * A process at the other end answers each byte with the next one, so that an answer
 * that is none is noticed.
 */
#ifndef BENCH_KIT_ECHO_H
#define BENCH_KIT_ECHO_H

#include "harness/bench.h"

struct bench_echo {
    struct bench_ctx *ctx;
    int sockets[2]; /* ours, the peer's */
    unsigned char ball;
};

/* Starts the peer over a pair of sockets and makes the first trip, untimed. */
int bench_echo_start(struct bench_ctx *ctx, struct bench_echo *echo);

/* The first trip to a peer that is there, untimed. */
int bench_echo_meet(struct bench_ctx *ctx, struct bench_echo *echo);
/* The peer's part: answers on a descriptor until the other end is closed. */
int bench_echo_answer(int fd);

/* A bench_loop whose state is a struct bench_echo; a pass is a round trip. */
uint64_t bench_echo_loop(void *echo, uint64_t passes);
/*
 * A bench_step (before): a few untimed trips. What the harness reads between two
 * observations has driven both ends out of the caches.
 */
int bench_echo_warm(struct bench_ctx *ctx, void *echo);

#endif
