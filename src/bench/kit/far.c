/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far.c - the far end of benchmarks that go over a network
 *
 * The same answers that the peers on one machine give: a byte for a byte, a number for
 * a number, as many messages or datagrams as are asked for, the count of connections,
 * pages, and the result of a call.
 */
#include "bench/kit/far.h"

#include "bench/kit/caller.h"
#include "bench/kit/connect.h"
#include "bench/kit/echo.h"
#include "bench/kit/http.h"
#include "bench/kit/rpc.h"
#include "bench/kit/stream.h"
#include "bench/kit/window.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { LARGEST = 64 << 20 }; /* message, in bytes */

static int serve_datagrams(int fd, const struct bench_address *only)
{
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        uint32_t number;
        ssize_t n = recvfrom(fd, &number, sizeof number, 0, &from.any, &from.length);

        if (n < 0 && errno != EINTR && errno != ECONNREFUSED)
            return -errno;
        if (n != (ssize_t)sizeof number || !bench_caller_is(&from, only))
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

static int serve_one(enum bench_service service, int fd)
{
    switch (service) {
    case BENCH_ECHO:
        return bench_echo_answer(fd);
    case BENCH_RPC_TCP:
        return bench_rpc_answer(fd, SOCK_STREAM, NULL) < 0;
    default:
        return serve_stream(fd);
    }
}

/* A process for each connection: one that hangs keeps no other waiting. */
static int serve_each(enum bench_service service, int listening,
                      const struct bench_address *only)
{
    pid_t self = getpid();

    signal(SIGCHLD, SIG_IGN); /* nobody waits for them */
    for (;;) {
        int fd = bench_caller_accept(listening, only);

        if (fd < 0)
            return fd;
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            close(listening);
            if (getppid() != self)
                _exit(1);
            _exit(serve_one(service, fd));
        }
        close(fd);
    }
}

int bench_far_serve(enum bench_service service, int fd,
                    const struct bench_address *only)
{
    signal(SIGPIPE, SIG_IGN); /* who hangs up in the middle ends no service */
    switch (service) {
    case BENCH_DATAGRAM:
        return serve_datagrams(fd, only);
    case BENCH_CONNECT:
        return bench_connect_serve(fd, only);
    case BENCH_RPC_UDP:
        return bench_rpc_answer(fd, SOCK_DGRAM, only);
    case BENCH_HTTP:
        return bench_http_serve_far(fd, only);
    case BENCH_WINDOWS:
        return bench_window_serve(fd, only);
    default:
        return serve_each(service, fd, only);
    }
}
