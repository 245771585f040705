/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * catalogue.h - our definitions, from the benchmarks' descriptions
 */
#ifndef APP_CATALOGUE_H
#define APP_CATALOGUE_H

#include "bench/registry.h"
#include "model/doc.h"

enum { CATALOGUE_ID = 64 };

/* "lat_syscall.null", or the benchmark's name where its case has none. */
void catalogue_id(char id[CATALOGUE_ID], const struct bench *bench,
                  const struct bench_case *c);

/* The benchmark and case of an id; false where there is none. */
bool catalogue_find(const char *id, const struct bench **bench,
                    const struct bench_case **c);

/* Whether a case is in quick, classic or full; and the names of its sets as text. */
bool catalogue_in_set(const struct bench_case *c, const char *set);
const char *catalogue_sets(const struct bench_case *c);

/* The doc's definition of a case, added where it is not there yet; NULL: no memory. */
const struct definition *catalogue_definition(struct doc *doc,
                                              const struct bench *bench,
                                              const struct bench_case *c);

/* Bits per enum series_column that may disturb observations of a case. */
unsigned catalogue_rejects(const struct bench *bench, const struct bench_case *c,
                           const char *placement);

/*
 * Calls `see` for each case of each benchmark, in order.
 *
 * Returns: what `see` returned, if not 0
 */
int catalogue_each(int (*see)(void *self, const char *id, const struct bench *bench,
                              const struct bench_case *c),
                   void *self);

#endif
