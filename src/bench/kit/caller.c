/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * caller.c - who may come to a server: one address, or anybody on the loopback
 */
#include "bench/kit/caller.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

bool bench_caller_is(const struct bench_address *from, const struct bench_address *only)
{
    if (!only)
        return true;
    if (from->any.sa_family != only->any.sa_family)
        return false;
    if (from->any.sa_family == AF_INET)
        return from->in.sin_addr.s_addr == only->in.sin_addr.s_addr;
    return memcmp(&from->in6.sin6_addr, &only->in6.sin6_addr,
                  sizeof from->in6.sin6_addr) == 0;
}

/* What accept() hands on of one connection's fate: the next may be well. */
static bool is_passing(int error)
{
    return error == EINTR || error == ECONNABORTED || error == EPROTO ||
           error == ENETDOWN || error == ENETUNREACH || error == EHOSTUNREACH ||
           error == EHOSTDOWN;
}

int bench_caller_accept(int listening, const struct bench_address *only)
{
    for (;;) {
        struct bench_address from = { .length = sizeof from.in6 };
        int fd = only ? accept4(listening, &from.any, &from.length, SOCK_CLOEXEC)
                      : accept4(listening, NULL, NULL, SOCK_CLOEXEC);

        if (fd < 0 && !is_passing(errno))
            return -errno;
        if (fd >= 0 && bench_caller_is(&from, only))
            return fd;
        if (fd >= 0)
            close(fd);
    }
}

int bench_caller_from(const char *text, struct bench_address *out)
{
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &out->in.sin_addr) == 1) {
        out->in.sin_family = AF_INET;
        out->length = sizeof out->in;
        return 0;
    }
    if (inet_pton(AF_INET6, text, &out->in6.sin6_addr) != 1)
        return -EINVAL;
    out->in6.sin6_family = AF_INET6;
    out->length = sizeof out->in6;
    return 0;
}
