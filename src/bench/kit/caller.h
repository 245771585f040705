/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * caller.h - who may come to a server: one address, or anybody on the loopback
 */
#ifndef BENCH_KIT_CALLER_H
#define BENCH_KIT_CALLER_H

#include "harness/bench.h"

/* Whether two addresses are the same machine's, whatever the ports; NULL: anybody's. */
bool bench_caller_is(const struct bench_address *from,
                     const struct bench_address *only);

/*
 * The next connection from there; all others are closed.
 *
 * Returns: a descriptor, or a negative errno where no more can come
 */
int bench_caller_accept(int listening, const struct bench_address *only);

/*
 * Reads an address as text, without a port.
 *
 * Returns: 0 or -EINVAL
 */
int bench_caller_from(const char *text, struct bench_address *out);

#endif
