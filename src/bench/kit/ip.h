/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ip.h - the parameter that says over which Internet protocol
 */
#ifndef BENCH_KIT_IP_H
#define BENCH_KIT_IP_H

#include "harness/bench.h"

#define BENCH_IP_PARAM                                                 \
    {                                                                  \
        .name = "ip", .values = "4 6", .classic = "4", .words = "4 6", \
        .help = "version of the Internet protocol: 127.0.0.1 or ::1"   \
    }

#define BENCH_HOST_PARAM                                                   \
    {                                                                      \
        .name = "host", .values = "localhost", .quiet = true,              \
        .words = "localhost remote",                                       \
        .help = "where the other end is: here, or where run --remote says" \
    }

/* Whether the other end of a benchmark that has it is not here. */
static inline bool bench_is_far(const struct bench_ctx *ctx)
{
    return bench_param_str(ctx, "host")[0] == 'r';
}

/* The address family of a benchmark that has it. */
static inline int bench_ip(const struct bench_ctx *ctx)
{
    return bench_param_str(ctx, "ip")[0] == '6' ? AF_INET6 : AF_INET;
}

#endif
