/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sorted.h - an ordered copy: the only thing order statistics accept
 *
 * Observations stay in the order of time, which is evidence; so nothing sorts them
 * in place, and an unsorted array cannot be passed where order is needed.
 */
#ifndef STATS_SORTED_H
#define STATS_SORTED_H

#include <stddef.h>

/* Values as they came, in the order of time: borrowed. */
struct st_sample {
    const double *x;
    size_t n;
};

struct st_sorted {
    const double *x; /* ascending */
    size_t n;
};

/*
 * Copies x and sorts the copy. Infinities are ordered like any other value.
 *
 * Shape:   n = 0 is a sample without values; x may then be NULL
 * Returns: 0; *s is written only then
 * Errors:  -EDOM a value is NaN, which has no place in an order; -ENOMEM
 * Owner:   *s owns the copy until st_sorted_done()
 */
int st_sorted_init(struct st_sorted *s, const double *x, size_t n);

void st_sorted_done(struct st_sorted *s);

#endif
