/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * values.h - parameters' values: read, checked, in the form that files have
 */
#ifndef APP_VALUES_H
#define APP_VALUES_H

#include "base/arena.h"
#include "base/diag.h"
#include "harness/bench.h"

enum { VALUES_LISTS = 16, VALUES_MOST = 64 };

struct value_list {
    const char *name;
    const char *values[VALUES_MOST]; /* sizes in bytes, as decimal numbers */
    size_t n;
};

/*
 * Reads a list separated by commas or blanks against the parameter's description.
 *
 * Errors: -EINVAL with the value, what it should be and the nearest word in why
 */
int values_parse(struct value_list *list, const struct bench *bench,
                 const struct bench_param *param, const char *text, struct arena *arena,
                 struct diag *why);

/* Reads "size=64K procs=8" of a benchmark's table of points: one value a list. */
int values_of_point(struct value_list *lists, size_t *n, const struct bench *bench,
                    const char *text, struct arena *arena, struct diag *why);

#endif
