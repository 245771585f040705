/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * window.c - datagrams that are asked for, a window at a time
 */
#include "bench/kit/window.h"

#include "bench/kit/caller.h"

#include <errno.h>
#include <string.h>

/* A small datagram takes far more of a buffer than it has bytes. */
enum { OVERHEAD = 1024 };

static void fill(unsigned char *buffer, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        buffer[i] = bench_window_byte(i);
}

uint64_t bench_window_of(int fd, uint64_t message)
{
    socklen_t length = sizeof(int);
    int bytes = 0;
    uint64_t n;

    getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, &length);
    n = (uint64_t)bytes / 4 / (message + OVERHEAD);
    return n > BENCH_WINDOW_MOST ? BENCH_WINDOW_MOST : n ? n : 1;
}

/* `to` NULL: where the socket is connected to. */
static int send_window(int fd, unsigned char *buffer, struct bench_window w,
                       const struct bench_address *to)
{
    for (; w.n; w.n--, w.first++) {
        memcpy(buffer, &w.first, sizeof w.first);
        if (sendto(fd, buffer, w.message, 0, to ? &to->any : NULL,
                   to ? to->length : 0) != (ssize_t)w.message)
            return -errno;
    }
    return 0;
}

int bench_window_feed(int fd, unsigned char *buffer, uint64_t message)
{
    struct bench_window w;
    int rc = 0;

    fill(buffer, message);
    while (rc == 0 && recv(fd, &w, sizeof w, 0) == (ssize_t)sizeof w)
        rc = send_window(fd, buffer, w, NULL);
    return rc;
}

/* What a request may cause is bounded: anybody can write an address as its sender. */
static bool is_fair(const struct bench_window *w)
{
    return w->message >= sizeof w->first && w->message <= BENCH_WINDOW_LARGEST &&
           w->n >= 1 && w->n <= BENCH_WINDOW_MOST &&
           w->n * w->message <= BENCH_WINDOW_BYTES;
}

int bench_window_serve(int fd, const struct bench_address *only)
{
    static unsigned char buffer[BENCH_WINDOW_LARGEST];

    fill(buffer, sizeof buffer);
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        struct bench_window w;
        ssize_t n = recvfrom(fd, &w, sizeof w, 0, &from.any, &from.length);

        if (n < 0 && errno != EINTR && errno != ECONNREFUSED)
            return -errno;
        if (n == (ssize_t)sizeof w && bench_caller_is(&from, only) && is_fair(&w))
            (void)send_window(fd, buffer, w,
                              &from); /* what is lost, the other misses */
    }
}
