/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * registry.h - all benchmarks there are, from the one list in meson.build
 */
#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "harness/bench.h"

extern const struct bench *const bench_all[]; /* sorted by name; ends with NULL */

const struct bench *bench_find(const char *name); /* NULL where there is none */
/* NULL or "" is the unnamed case of a benchmark that has but one. */
const struct bench_case *bench_find_case(const struct bench *bench, const char *which);

/* Causes that may reject an observation of a case: a set of BENCH_REJECTS_WAIT and so
   on, with the default resolved; 0 is none. */
unsigned bench_rejects(const struct bench *bench, const struct bench_case *c);
/* As struct bench says it. */
const char *bench_family(const struct bench *bench, const struct bench_case *c);
/* Whether its number is of bytes a second. */
bool bench_is_bandwidth(const struct bench_case *c);
/* Whether a case has the parameter placement. */
bool bench_is_placed(const struct bench *bench, const struct bench_case *c);

#endif
