/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * window.h - datagrams that are asked for, a window at a time
 *
 * Who sends faster than the other reads loses datagrams; so no more are asked for than
 * the receiving socket's buffer surely holds.
 */
#ifndef BENCH_KIT_WINDOW_H
#define BENCH_KIT_WINDOW_H

#include "harness/bench.h"

enum {
    BENCH_WINDOW_MOST = 256,      /* datagrams */
    BENCH_WINDOW_LARGEST = 65507, /* bytes of one */
    BENCH_WINDOW_BYTES = 1 << 20  /* of all, where they go to another machine */
};

/* A datagram begins with its number; what follows is bench_window_byte(). */
struct bench_window {
    uint64_t first, n, message;
};

static inline unsigned char bench_window_byte(uint64_t i)
{
    return (unsigned char)(i * 31 + (i >> 8) * 7 + 1);
}

/* How many of that size a socket's buffer holds; at least 1. */
uint64_t bench_window_of(int fd, uint64_t message);

/* Sends what is asked for over a connected socket; the buffer is of one datagram. */
int bench_window_feed(int fd, unsigned char *buffer, uint64_t message);
/* The same on a bound socket for `only`, whatever the size: a negative errno. */
int bench_window_serve(int fd, const struct bench_address *only);

#endif
