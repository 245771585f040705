/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * registry.h - all benchmarks there are, from the one list in meson.build
 */
#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "harness/bench.h"

extern const struct bench *const bench_all[]; /* sorted by name; ends with NULL */

const struct bench *bench_find(const char *name); /* NULL where there is none */
const struct bench_case *bench_find_case(const struct bench *bench, const char *which);

#endif
