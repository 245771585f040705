/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far_end_attend.c - the far end of one caller: the token seen, services while it stays
 */
#include "app/far_end.h"

#include "bench/kit/connect.h"
#include "bench/kit/far.h"
#include "harness/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 10000 }; /* for the whole of a line, however it dribbles */

uint16_t far_end_port(const struct bench_address *at)
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

void far_end_log(const struct bench_address *caller, const char *what)
{
    char address[64] = "?";

    (void)getnameinfo(&caller->any, caller->length, address, sizeof address, NULL, 0,
                      NI_NUMERICHOST);
    dprintf(STDERR_FILENO, "errbar serve: %s: %s\n", address, what);
}

/* ---- services ---- */

/* libtirpc is in that program only. */
static void become_rpc(enum bench_service service, int fd,
                       const struct bench_address *caller, const char *libexec)
{
    char path[PATH_MAX], address[64];
    const char *transport = service == BENCH_RPC_UDP ? "udp" : "tcp";
    int rc = snprintf(path, sizeof path, "%s/errbar-rpc-worker", libexec);

    if (rc >= (int)sizeof path ||
        getnameinfo(&caller->any, caller->length, address, sizeof address, NULL, 0,
                    NI_NUMERICHOST) != 0 ||
        (fd == WIRE_FD ? fcntl(fd, F_SETFD, 0) : dup2(fd, WIRE_FD)) < 0)
        return;
    address[strcspn(address, "%")] = '\0'; /* the zone of a link's own address */
    execl(path, path, "serve", transport, address, (char *)NULL);
}

static bool is_rpc(enum bench_service service)
{
    return service == BENCH_RPC_UDP || service == BENCH_RPC_TCP;
}

/* Whether this installation has the program for it. */
static bool can_serve(enum bench_service service, const struct far_end *end)
{
    char path[PATH_MAX];

    if (!is_rpc(service))
        return true;
    return end->libexec &&
           snprintf(path, sizeof path, "%s/errbar-rpc-worker", end->libexec) <
               (int)sizeof path &&
           access(path, X_OK) == 0;
}

static _Noreturn void be_service(enum bench_service service, int fd,
                                 const struct bench_address *caller,
                                 const struct far_end *end)
{
    if (is_rpc(service)) {
        become_rpc(service, fd, caller, end->libexec);
        _exit(1);
    }
    _exit(bench_far_serve(service, fd, caller) < 0);
}

/* Binds and starts one service where the caller came to: its port, or -errno. */
static int start_service(enum bench_service service, const struct bench_address *here,
                         const struct bench_address *caller, const struct far_end *end)
{
    struct bench_address at = *here;
    int type = bench_service_type(service);
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
    pid = far_end_child();
    if (pid == 0)
        be_service(service, fd, caller, end);
    port = pid < 0 ? -errno : far_end_port(&at);
    close(fd);
    return port;
}

/* "ok PORT PORT ...": what bench_far() reads behind an address. */
static int start_all(char answer[FAR_END_ANSWER], const struct bench_address *here,
                     const struct bench_address *caller, const struct far_end *end)
{
    size_t used = (size_t)snprintf(answer, FAR_END_ANSWER, "ok");

    for (int s = 0; s < BENCH_SERVICES; s++) {
        enum bench_service service = (enum bench_service)s;
        char word[16] = "-";

        if (can_serve(service, end)) {
            int port = start_service(service, here, caller, end);

            if (port < 0)
                return port;
            snprintf(word, sizeof word, "%d", port);
        }
        used += (size_t)snprintf(answer + used, FAR_END_ANSWER - used, " %s", word);
    }
    snprintf(answer + used, FAR_END_ANSWER - used, "\n");
    return 0;
}

/* ---- the caller ---- */

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A line of at most `most` bytes with its end: how many came, 0 where none did. */
static size_t read_line(int fd, char *line, size_t most)
{
    int64_t end = now_ms() + PATIENCE_MS;
    size_t have = 0;

    while (have < most && !memchr(line, '\n', have)) {
        struct pollfd p = { .fd = fd, .events = POLLIN };
        int64_t left = end - now_ms();
        ssize_t n;

        if (left <= 0 || poll(&p, 1, (int)left) <= 0)
            return 0;
        n = recv(fd, line + have, most - have, 0);
        if (n <= 0)
            return 0;
        have += (size_t)n;
    }
    return memchr(line, '\n', have) ? have : 0;
}

/* The same time wherever they differ. */
static bool is_same(const char *a, const char *b, size_t n)
{
    unsigned differ = 0;

    for (size_t i = 0; i < n; i++)
        differ |= (unsigned)(a[i] ^ b[i]);
    return differ == 0;
}

/* NULL where the token was shown, else what the log says. */
static const char *refusal(int fd, const char *token)
{
    static const char name[] = FAR_END_NAME, hello[] = FAR_END_HELLO;
    char line[FAR_END_TOKEN + 32] = "", wanted[FAR_END_TOKEN + 32] = "";
    size_t have = read_line(fd, line, sizeof line - 1);

    if (!have)
        return "refused: sent no line of its protocol";
    if (strncmp(line, name, sizeof name - 1) != 0)
        return "refused: is no errbar";
    if (strncmp(line, hello, sizeof hello - 1) != 0) {
        (void)send(fd, FAR_END_OTHER "\n", sizeof FAR_END_OTHER, MSG_NOSIGNAL);
        return "refused: is an errbar of another version";
    }
    snprintf(wanted, sizeof wanted, "%s%s\n", hello, token);
    return is_same(line, wanted, sizeof wanted) ? NULL : "refused: has another token";
}

/*
 * A caller whose machine or network went away says no farewell: it is asked after a
 * minute of silence, and given up after half a minute more.
 */
static void watch_connection(int fd)
{
    const int on = 1, idle = 60, interval = 10, count = 3;

    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

int far_end_attend(int fd, const struct bench_address *caller,
                   const struct far_end *end)
{
    struct bench_address here = { .length = sizeof here.in6 };
    const char *why_not = refusal(fd, end->token);
    char answer[FAR_END_ANSWER];

    if (why_not) {
        far_end_log(caller, why_not);
        (void)send(fd, "no\n", 3, MSG_NOSIGNAL);
        return 1;
    }
    watch_connection(fd);
    if (getsockname(fd, &here.any, &here.length) < 0 ||
        start_all(answer, &here, caller, end) < 0) {
        far_end_log(caller, "turned away: its services cannot be started");
        (void)send(fd, "busy\n", 5, MSG_NOSIGNAL);
        return 1;
    }
    far_end_log(caller, "is served");
    if (send(fd, answer, strlen(answer), MSG_NOSIGNAL) != (ssize_t)strlen(answer))
        return 1;
    while (recv(fd, answer, sizeof answer, 0) > 0)
        ;
    return 0; /* the services end with this process */
}
