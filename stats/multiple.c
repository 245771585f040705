/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * multiple.c - many comparisons at once
 */
#include "stats/multiple.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

/* Places of the values of p, the smallest first; those that are NaN come last. */
static size_t *order_of(const double *p, size_t n, size_t *made)
{
    size_t *order = calloc(n + 1, sizeof *order);
    double *key = calloc(n + 1, sizeof *key);

    *made = 0;
    if (order && key) {
        for (size_t i = 0; i < n; i++) {
            key[i] = isnan(p[i]) ? INFINITY : p[i];
            *made += isnan(p[i]) ? 0 : 1;
        }
        gsl_sort_index(order, key, 1, n);
        free(key);
        return order;
    }
    free(key);
    free(order);
    return NULL;
}

static void keep_unmade(double *adjusted, const double *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(p[i]))
            adjusted[i] = NAN;
}

int st_holm(double *adjusted, const double *p, size_t n)
{
    size_t m, *order = order_of(p, n, &m);
    double largest = 0;

    if (!order)
        return -ENOMEM;
    keep_unmade(adjusted, p, n);
    for (size_t i = 0; i < m; i++) {
        largest = fmax(largest, (double)(m - i) * p[order[i]]);
        adjusted[order[i]] = fmin(1, largest);
    }
    free(order);
    return 0;
}

int st_benjamini_hochberg(double *adjusted, const double *p, size_t n)
{
    size_t m, *order = order_of(p, n, &m);
    double least = 1;

    if (!order)
        return -ENOMEM;
    keep_unmade(adjusted, p, n);
    for (size_t i = m; i-- > 0;) {
        least = fmin(least, (double)m / (double)(i + 1) * p[order[i]]);
        adjusted[order[i]] = least;
    }
    free(order);
    return 0;
}
