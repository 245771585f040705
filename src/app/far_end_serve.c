/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far_end_serve.c - the far end: who has the token is given services of its own
 */
#include "app/far_end.h"

#include "bench/kit/connect.h"
#include "bench/kit/far.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

static uint16_t port_of(const struct bench_address *at)
{
    return ntohs(at->any.sa_family == AF_INET6 ? at->in6.sin6_port : at->in.sin_port);
}

static void set_port(struct bench_address *at, uint16_t port)
{
    if (at->any.sa_family == AF_INET6)
        at->in6.sin6_port = htons(port);
    else
        at->in.sin_port = htons(port);
}

/* A child that ends with this process. */
static pid_t child(void)
{
    pid_t self = getpid(), pid = fork();

    if (pid == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != self))
        _exit(1);
    return pid;
}

/* Binds and starts one service where the caller came to: its port, or -errno. */
static int start_service(enum bench_service service, const struct bench_address *here,
                         const struct bench_address *caller)
{
    struct bench_address at = *here;
    int type = bench_far_type(service);
    int fd = socket(at.any.sa_family, type | SOCK_CLOEXEC, 0), port;
    pid_t pid;

    set_port(&at, 0);
    if (fd < 0 || bind(fd, &at.any, at.length) < 0 ||
        getsockname(fd, &at.any, &at.length) < 0 ||
        (type == SOCK_STREAM && listen(fd, BENCH_BACKLOG) < 0)) {
        int error = errno;

        if (fd >= 0)
            close(fd);
        return -error;
    }
    pid = child();
    if (pid == 0)
        _exit(bench_far_serve(service, fd, caller) < 0);
    port = pid < 0 ? -errno : port_of(&at);
    close(fd);
    return port;
}

/* The same time wherever they differ. */
static bool is_same(const char *a, const char *b, size_t n)
{
    unsigned differ = 0;

    for (size_t i = 0; i < n; i++)
        differ |= (unsigned)(a[i] ^ b[i]);
    return differ == 0;
}

static bool shows_token(int fd, const char *token)
{
    const struct timeval patience = { .tv_sec = 10 };
    char line[FAR_END_TOKEN + 32] = "", wanted[FAR_END_TOKEN + 32] = "";
    size_t have = 0;

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while (have < sizeof line - 1 && !memchr(line, '\n', have)) {
        ssize_t n = recv(fd, line + have, sizeof line - 1 - have, 0);

        if (n <= 0)
            return false;
        have += (size_t)n;
    }
    snprintf(wanted, sizeof wanted, "errbar-serve 1 %s\n", token);
    return is_same(line, wanted, sizeof wanted);
}

/* One caller: its services live until it hangs up. */
static int attend(int fd, const struct bench_address *caller, const char *token)
{
    const struct timeval none = { 0 };
    struct bench_address here = { .length = sizeof here.in6 };
    char answer[96] = "ok";
    size_t used = 2;

    if (!shows_token(fd, token)) {
        send(fd, "no\n", 3, MSG_NOSIGNAL);
        return 1;
    }
    if (getsockname(fd, &here.any, &here.length) < 0)
        return 1;
    for (int s = 0; s < BENCH_SERVICES; s++) {
        int port = start_service((enum bench_service)s, &here, caller);

        if (port < 0)
            return 1;
        used += (size_t)snprintf(answer + used, sizeof answer - used, " %d", port);
    }
    answer[used++] = '\n';
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
    if (send(fd, answer, used, MSG_NOSIGNAL) != (ssize_t)used)
        return 1;
    while (recv(fd, answer, sizeof answer, 0) > 0)
        ;
    return 0; /* the services end with this process */
}

static int bound(const char *address, const char *port, struct bench_address *at,
                 struct diag *why)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                                    .ai_flags = AI_PASSIVE };
    struct addrinfo *found = NULL;
    const int again = 1;
    int rc = getaddrinfo(address, port, &hints, &found), fd;

    if (rc != 0)
        return diag_set(why, -EINVAL, "%s: %s", address, gai_strerror(rc));
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at->length = sizeof at->in6;
    rc = 0;
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) < 0 ||
        bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, 16) < 0 ||
        getsockname(fd, &at->any, &at->length) < 0)
        rc = diag_set(why, -errno, "%s port %s: %s", address, port, strerror(errno));
    freeaddrinfo(found);
    if (rc < 0 && fd >= 0)
        close(fd);
    return rc < 0 ? rc : fd;
}

int far_end_serve(const char *address, const char *port, const char *token,
                  struct diag *why)
{
    struct bench_address at = { 0 };
    int listening = bound(address, port, &at, why);

    if (listening < 0)
        return listening;
    printf("serving at %s%s%s:%u\n", strchr(address, ':') ? "[" : "", address,
           strchr(address, ':') ? "]" : "", (unsigned)port_of(&at));
    fflush(stdout);
    signal(SIGCHLD, SIG_IGN); /* nobody waits for them */
    for (;;) {
        struct bench_address caller = { .length = sizeof caller.in6 };
        int fd = accept4(listening, &caller.any, &caller.length, SOCK_CLOEXEC);

        if (fd < 0 && errno != EINTR && errno != ECONNABORTED)
            return diag_set(why, -errno, "%s: %s", address, strerror(errno));
        if (fd < 0)
            continue;
        if (child() == 0) {
            close(listening);
            _exit(attend(fd, &caller, token));
        }
        close(fd);
    }
}
