/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * socket.c - sockets that a benchmark asks its context for
 *
 * Whatever speaks to the network speaks over the loopback, on a port that the kernel
 * picks: two runs at once never meet, and nobody else is spoken to.
 */
#include "harness/ctx.h"

#include "base/num.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *family_name(int family)
{
    return family == AF_INET ? "IPv4" : family == AF_INET6 ? "IPv6" : "local";
}

/* What means that the machine lacks the address or the kernel the protocol. */
static bool is_lacking(int error)
{
    return error == EAFNOSUPPORT || error == EADDRNOTAVAIL || error == ENETUNREACH ||
           error == EPROTONOSUPPORT || error == ESOCKTNOSUPPORT;
}

static int lacks(struct bench_ctx *ctx, int family, int error)
{
    if (error == EAFNOSUPPORT || error == EPROTONOSUPPORT || error == ESOCKTNOSUPPORT)
        return bench_skip(ctx, "this kernel has no %s sockets of that kind",
                          family_name(family));
    return bench_skip(ctx, "there is no %s loopback here: %s is not up",
                      family_name(family), family == AF_INET ? "127.0.0.1" : "::1");
}

static int new_socket(struct bench_ctx *ctx, int family, int type)
{
    int fd = socket(family, type | SOCK_CLOEXEC, 0);

    if (fd < 0 && is_lacking(errno))
        return lacks(ctx, family, errno);
    return bench_adopt(ctx, fd, "cannot make a socket");
}

static void loopback(int family, struct bench_address *at)
{
    memset(at, 0, sizeof *at);
    if (family == AF_INET) {
        at->in.sin_family = AF_INET;
        at->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        at->length = sizeof at->in;
    } else {
        at->in6.sin6_family = AF_INET6;
        at->in6.sin6_addr = in6addr_loopback;
        at->length = sizeof at->in6;
    }
}

/* A socket at the loopback's address and a port of its own, which it tells. */
static int bound(struct bench_ctx *ctx, int family, int type, struct bench_address *at)
{
    int fd = new_socket(ctx, family, type);

    if (fd < 0)
        return fd;
    loopback(family, at);
    if (bind(fd, &at->any, at->length) < 0)
        return is_lacking(errno) ? lacks(ctx, family, errno)
                                 : bench_fail_errno(ctx, errno, "cannot bind a socket");
    if (getsockname(fd, &at->any, &at->length) < 0)
        return bench_fail_errno(ctx, errno, "cannot tell a socket's port");
    return fd;
}

static int joined(struct bench_ctx *ctx, int family, int fd,
                  const struct bench_address *to)
{
    if (connect(fd, &to->any, to->length) == 0)
        return 0;
    return is_lacking(errno) ? lacks(ctx, family, errno)
                             : bench_fail_errno(ctx, errno, "cannot connect a socket");
}

/* A loopback that is down can be bound to; a datagram's way there is not found. */
static int reachable(struct bench_ctx *ctx, int family, const struct bench_address *at)
{
    int fd = new_socket(ctx, family, SOCK_DGRAM);
    int rc = fd < 0 ? fd : joined(ctx, family, fd, at);

    if (fd >= 0)
        bench_close(ctx, fd);
    return rc;
}

int bench_listen(struct bench_ctx *ctx, int family, int backlog,
                 struct bench_address *at)
{
    int fd = bound(ctx, family, SOCK_STREAM, at), rc;

    if (fd < 0)
        return fd;
    rc = reachable(ctx, family, at);
    if (rc < 0)
        return rc;
    if (listen(fd, backlog) < 0)
        return bench_fail_errno(ctx, errno, "cannot listen");
    return fd;
}

static int datagram_pair(struct bench_ctx *ctx, int family, int type, int fds[2])
{
    struct bench_address at[2];
    int rc = 0;

    for (int i = 0; i < 2; i++) {
        fds[i] = bound(ctx, family, type, &at[i]);
        if (fds[i] < 0)
            return fds[i];
    }
    for (int i = 0; rc == 0 && i < 2; i++)
        rc = joined(ctx, family, fds[i], &at[!i]);
    return rc;
}

/* Whether the connection that was accepted is the one that was made. */
static bool is_ours(int connected, int accepted)
{
    struct bench_address here = { .length = sizeof here.in6 };
    struct bench_address there = { .length = sizeof there.in6 };

    return getsockname(connected, &here.any, &here.length) == 0 &&
           getpeername(accepted, &there.any, &there.length) == 0 &&
           here.length == there.length &&
           memcmp(&here.in6, &there.in6, here.length) == 0;
}

static int stream_pair(struct bench_ctx *ctx, int family, int fds[2])
{
    struct bench_address at;
    int listening = bench_listen(ctx, family, 1, &at), rc;

    if (listening < 0)
        return listening;
    fds[0] = new_socket(ctx, family, SOCK_STREAM);
    if (fds[0] < 0)
        return fds[0];
    rc = joined(ctx, family, fds[0], &at);
    if (rc < 0)
        return rc;
    fds[1] = bench_adopt(ctx, accept4(listening, NULL, NULL, SOCK_CLOEXEC),
                         "cannot accept a connection");
    if (fds[1] < 0)
        return fds[1];
    bench_close(ctx, listening);
    if (!is_ours(fds[0], fds[1]))
        return bench_fail(ctx, -EIO, "somebody else came to a port of the benchmark's");
    return 0;
}

/* ---- the far end ---- */

/* Number `index` of the words behind the address; -ENOENT where it is "-". */
static int port_at(const char *text, int index, uint16_t *port)
{
    char word[16];
    uint64_t value;
    size_t n;

    for (int i = 0; i <= index; i++) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    n = strcspn(text, " ");
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    if (strcmp(word, "-") == 0)
        return -ENOENT;
    if (num_to_u64(word, &value) < 0 || !value || value > UINT16_MAX)
        return -EINVAL;
    *port = htons((uint16_t)value);
    return 0;
}

/* A row of one protocol is not measured over the other one. */
static int check_protocol(struct bench_ctx *ctx, int family)
{
    const char *ip = bench_param_str(ctx, "ip");

    if (ip[0] == (family == AF_INET ? '4' : '6'))
        return 0;
    return bench_skip(ctx, "the far end's address is one of %s, and ip=%s",
                      family_name(family), ip);
}

int bench_far(struct bench_ctx *ctx, enum bench_service service,
              struct bench_address *at)
{
    const char *remote = ctx->job ? ctx->job->remote : NULL;
    char address[64];
    uint16_t port = 0;
    int rc;

    memset(at, 0, sizeof *at);
    if (!remote)
        return bench_skip(ctx, "there is no far end: host=remote is what run --remote "
                               "measures");
    snprintf(address, sizeof address, "%.*s", (int)strcspn(remote, " "), remote);
    rc = port_at(remote, (int)service, &port);
    if (rc == -ENOENT)
        return bench_skip(ctx, "the far end cannot serve it: its errbar was built "
                               "without libtirpc");
    if (rc < 0)
        return bench_fail(ctx, -EINVAL, "the far end's ports cannot be told");
    if (inet_pton(AF_INET, address, &at->in.sin_addr) == 1) {
        at->in.sin_family = AF_INET;
        at->in.sin_port = port;
        at->length = sizeof at->in;
    } else if (inet_pton(AF_INET6, address, &at->in6.sin6_addr) == 1) {
        at->in6.sin6_family = AF_INET6;
        at->in6.sin6_port = port;
        at->length = sizeof at->in6;
    } else {
        return bench_fail(ctx, -EINVAL, "the far end's address cannot be told");
    }
    return check_protocol(ctx, at->any.sa_family);
}

int bench_dial(struct bench_ctx *ctx, enum bench_service service)
{
    struct bench_address at;
    int rc = bench_far(ctx, service, &at), fd;

    if (rc < 0)
        return rc;
    fd = new_socket(ctx, at.any.sa_family, bench_service_type(service));
    if (fd < 0)
        return fd;
    if (connect(fd, &at.any, at.length) < 0)
        return bench_fail_errno(ctx, errno, "cannot connect to the far end");
    return fd;
}

int bench_socketpair(struct bench_ctx *ctx, int family, int type, int fds[2])
{
    int rc;

    if (family != AF_UNIX)
        return type == SOCK_STREAM ? stream_pair(ctx, family, fds)
                                   : datagram_pair(ctx, family, type, fds);
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds) < 0)
        return bench_fail_errno(ctx, errno, "cannot make a pair of sockets");
    rc = bench_adopt(ctx, fds[0], "");
    if (rc < 0) {
        close(fds[1]);
        return rc;
    }
    rc = bench_adopt(ctx, fds[1], "");
    return rc < 0 ? rc : 0;
}
