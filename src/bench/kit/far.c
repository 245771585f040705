/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far.c - the far end of benchmarks that go over a network
 *
 * The same answers that the peers on one machine give: a byte for a byte, a number for
 * a number, as many messages as are asked for, and the count of connections.
 */
#include "bench/kit/far.h"

#include "bench/kit/connect.h"
#include "bench/kit/echo.h"
#include "bench/kit/stream.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { LARGEST = 64 << 20 }; /* message, in bytes */

int bench_far_type(enum bench_service service)
{
    return service == BENCH_DATAGRAM ? SOCK_DGRAM : SOCK_STREAM;
}

static bool is_from(const struct bench_address *a, const struct bench_address *only)
{
    if (a->any.sa_family != only->any.sa_family)
        return false;
    if (a->any.sa_family == AF_INET)
        return a->in.sin_addr.s_addr == only->in.sin_addr.s_addr;
    return memcmp(&a->in6.sin6_addr, &only->in6.sin6_addr, sizeof a->in6.sin6_addr) ==
           0;
}

static int serve_datagrams(int fd, const struct bench_address *only)
{
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        uint32_t number;
        ssize_t n = recvfrom(fd, &number, sizeof number, 0, &from.any, &from.length);

        if (n < 0 && errno != EINTR && errno != ECONNREFUSED)
            return -errno;
        if (n != (ssize_t)sizeof number || !is_from(&from, only))
            continue;
        number++;
        (void)sendto(fd, &number, sizeof number, 0, &from.any, from.length);
    }
}

/* The first that comes is the size of a message. */
static int serve_stream(int fd)
{
    const int bytes = 1 << 20, at_once = 1;
    uint64_t message;
    void *buffer;

    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    if (recv(fd, &message, sizeof message, MSG_WAITALL) != (ssize_t)sizeof message ||
        !message || message > LARGEST)
        return 1;
    buffer =
        mmap(NULL, message, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return buffer == MAP_FAILED ? 1 : bench_stream_feed(fd, fd, buffer, message);
}

/* A process for each connection: one that hangs keeps no other waiting. */
static int serve_each(enum bench_service service, int listening,
                      const struct bench_address *only)
{
    pid_t self = getpid();

    signal(SIGCHLD, SIG_IGN); /* nobody waits for them */
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        int fd = accept4(listening, &from.any, &from.length, SOCK_CLOEXEC);

        if (fd < 0 && errno != EINTR && errno != ECONNABORTED)
            return -errno;
        if (fd < 0)
            continue;
        if (is_from(&from, only) && fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            close(listening);
            if (getppid() != self)
                _exit(1);
            _exit(service == BENCH_ECHO ? bench_echo_answer(fd) : serve_stream(fd));
        }
        close(fd);
    }
}

int bench_far_serve(enum bench_service service, int fd,
                    const struct bench_address *only)
{
    switch (service) {
    case BENCH_DATAGRAM:
        return serve_datagrams(fd, only);
    case BENCH_CONNECT:
        return bench_connect_serve(fd);
    default:
        return serve_each(service, fd, only);
    }
}
