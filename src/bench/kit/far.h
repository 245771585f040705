/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far.h - the far end of benchmarks that go over a network, as errbar serve runs it
 */
#ifndef BENCH_KIT_FAR_H
#define BENCH_KIT_FAR_H

#include "harness/bench.h"

/*
 * Serves on a bound socket, which listens where it is a stream, until it is killed.
 * Nobody but `only` is answered, whatever the port.
 *
 * Returns: a negative errno where it cannot go on
 */
int bench_far_serve(enum bench_service service, int fd,
                    const struct bench_address *only);

#endif
