/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * patience.h - no waiting for ever for a datagram that was lost
 *
 * One timer around an observation: a limit on each receive would cost a timer each,
 * 3 % of a round trip. When it fires, the call that waits ends with EINTR.
 */
#ifndef BENCH_KIT_PATIENCE_H
#define BENCH_KIT_PATIENCE_H

#include "harness/bench.h"

/* A bench_step (before) that starts two seconds, and one (after) that ends them. */
int bench_patience_begin(struct bench_ctx *ctx, void *state);
int bench_patience_end(struct bench_ctx *ctx, void *state);

#endif
