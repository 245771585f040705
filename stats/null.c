/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * null.c - how rank sums fall when nothing differs, counted (of this room only)
 */
#include "stats/null.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sf_gamma.h>

static void accumulate(double *x, size_t n, double scale)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        x[i] = sum * scale;
    }
}

/*
 * The counts are the coefficients of the product over i = 1 … na of
 * (1 - q^(nb + i)) / (1 - q^i). Each step's result is again a row of counts, which
 * rises up to its middle; so in the lower half no sum is smaller than its terms and
 * the subtraction costs no digits.
 */
double *st_null_mann_whitney(size_t na, size_t nb)
{
    size_t half = na * nb / 2;
    double *count = calloc(half + 1, sizeof *count);

    if (!count)
        return NULL;
    count[0] = 1;
    for (size_t i = 1; i <= na; i++) {
        for (size_t u = half; u >= nb + i; u--)
            count[u] -= count[u - nb - i];
        for (size_t u = i; u <= half; u++)
            count[u] += count[u - i];
    }
    accumulate(count, half + 1,
               exp(-gsl_sf_lnchoose((unsigned)(na + nb), (unsigned)na)));
    return count;
}

double *st_null_signed_rank(const double *rank, size_t n)
{
    double sum = 0, *chance;
    size_t most = 0, size;

    for (size_t i = 0; i < n; i++)
        sum += rank[i];
    size = (size_t)sum;
    chance = calloc(2 * size + 1, sizeof *chance);
    if (!chance)
        return NULL;
    chance[0] = 1;
    for (size_t i = 0; i < n; i++) {
        size_t step = (size_t)(2 * rank[i]);

        for (size_t s = most + 1; s-- > 0;) {
            chance[s] /= 2;
            chance[s + step] += chance[s];
        }
        most += step;
    }
    accumulate(chance, size + 1, 1);
    return chance;
}

size_t st_null_cut(double *attained, const double *below, size_t half, size_t step,
                   double level)
{
    /* a hair more, or the 0.1 of three against three would not be 1 - 0.9 */
    double tails = (1 - level) * (1 + 1e-12);
    size_t k = 0;

    while (k <= half && 2 * below[k * step] <= tails)
        k++;
    if (k > 0)
        *attained = 1 - 2 * below[(k - 1) * step];
    return k;
}
