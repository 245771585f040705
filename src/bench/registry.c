/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * registry.c - all benchmarks there are, from the one list in meson.build
 */
#include "bench/registry.h"

#include <string.h>

#define BENCH(name) extern const struct bench bench_##name;
#include "bench_list.h"
#undef BENCH

const struct bench *const bench_all[] = {
#define BENCH(name) &bench_##name,
#include "bench_list.h"
#undef BENCH
    NULL,
};

const struct bench *bench_find(const char *name)
{
    for (size_t i = 0; bench_all[i]; i++) {
        if (strcmp(bench_all[i]->name, name) == 0)
            return bench_all[i];
    }
    return NULL;
}

const struct bench_case *bench_find_case(const struct bench *bench, const char *which)
{
    const char *wanted = which ? which : "";

    for (const struct bench_case *c = bench->cases; c->title; c++) {
        if (strcmp(c->name ? c->name : "", wanted) == 0)
            return c;
    }
    return NULL;
}

unsigned bench_rejects(const struct bench *bench, const struct bench_case *c)
{
    const unsigned all = BENCH_REJECTS_WAIT | BENCH_REJECTS_SWITCHES |
                         BENCH_REJECTS_MIGRATIONS | BENCH_REJECTS_FAULTS;

    if (bench->rejects != BENCH_REJECTS_DEFAULT)
        return bench->rejects & all;
    return bench->tasks == BENCH_ONE_TASK || c->alone ? all : 0;
}

const char *bench_family(const struct bench *bench, const struct bench_case *c)
{
    return c->family ? c->family : bench->family;
}

bool bench_is_bandwidth(const struct bench_case *c)
{
    return c->bytes || c->bytes_of;
}

bool bench_is_placed(const struct bench *bench, const struct bench_case *c)
{
    return bench->placed && !c->alone;
}
