/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sorted.c - an ordered copy: the only thing order statistics accept
 */
#include "stats/sorted.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>

int st_sorted_init(struct st_sorted *s, const double *x, size_t n)
{
    double *copy = NULL;

    if (n > SIZE_MAX / sizeof *copy)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i]))
            return -EDOM;
    if (n > 0) {
        copy = malloc(n * sizeof *copy);
        if (!copy)
            return -ENOMEM;
        memcpy(copy, x, n * sizeof *copy);
        gsl_sort(copy, 1, n);
    }
    *s = (struct st_sorted){ copy, n };
    return 0;
}

void st_sorted_done(struct st_sorted *s)
{
    free((void *)s->x);
    *s = (struct st_sorted){ NULL, 0 };
}
