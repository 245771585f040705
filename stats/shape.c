/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shape.c - modes, tails, ties
 */
#include "stats/shape.h"

#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

/*
 * The distribution function as its corners: at each different value x the count of
 * values below (where the function comes from) and up to it (where it jumps to).
 */
struct corner {
    double x, below, upto;
};

/* Places of corners from left to right. */
struct hull {
    size_t *at, n;
};

struct dip {
    struct corner *corner;
    struct hull under; /* greatest convex minorant, through the lower corners */
    struct hull over;  /* least concave majorant, through the upper corners */
};

static size_t corners_of(struct corner *corner, struct st_sorted s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (i == 0 || s.x[i - 1] < s.x[i])
            corner[n++] = (struct corner){ s.x[i], (double)i, 0 };
        corner[n - 1].upto = (double)(i + 1);
    }
    return n;
}

/* Whether b lies on the line from a to c or on the wrong side of it for a hull. */
static int is_passed(const struct corner *a, const struct corner *b,
                     const struct corner *c, int over)
{
    if (over)
        return (b->upto - a->upto) * (c->x - b->x) <=
               (c->upto - b->upto) * (b->x - a->x);
    return (b->below - a->below) * (c->x - b->x) >=
           (c->below - b->below) * (b->x - a->x);
}

static void wrap(struct hull *hull, const struct corner *corner, size_t low,
                 size_t high, int over)
{
    hull->n = 0;
    for (size_t i = low; i <= high; i++) {
        while (hull->n > 1 &&
               is_passed(&corner[hull->at[hull->n - 2]], &corner[hull->at[hull->n - 1]],
                         &corner[i], over))
            hull->n--;
        hull->at[hull->n++] = i;
    }
}

/* The hull's height at corner i, which lies between its knots k and k + 1. */
static double height(const struct hull *hull, const struct corner *corner, size_t k,
                     size_t i, int over)
{
    const struct corner *a = &corner[hull->at[k]], *b;
    double from = over ? a->upto : a->below, to;

    if (hull->at[k] == i || k + 1 == hull->n)
        return from;
    b = &corner[hull->at[k + 1]];
    to = over ? b->upto : b->below;
    return from + (to - from) * (corner[i].x - a->x) / (b->x - a->x);
}

/*
 * Where the two hulls are furthest apart; that happens at a knot of one of them. The
 * mode lies between the knot of the lower hull at or before that place and the knot
 * of the upper one at or after it.
 */
static double widest(const struct dip *d, size_t *low, size_t *high)
{
    size_t u = 0, o = 0;
    double most = -1;

    while (u < d->under.n && o < d->over.n) {
        size_t i = d->under.at[u], j = d->over.at[o];
        size_t at = i < j ? i : j;
        double apart;

        /* the last knots at or before this place */
        size_t ku = i > at ? u - 1 : u, ko = j > at ? o - 1 : o;

        apart = height(&d->over, d->corner, ko, at, 1) -
                height(&d->under, d->corner, ku, at, 0);
        if (apart > most) {
            most = apart;
            *low = d->under.at[ku];
            *high = j >= at ? j : d->over.at[ko + 1];
        }
        u += i == at;
        o += j == at;
    }
    return most;
}

/*
 * How far the steps from corner low up to, not including, corner end stand out from
 * the hull there. A step at the mode itself may be as high as it likes.
 */
static double stands_out(const struct hull *hull, const struct corner *corner,
                         size_t low, size_t end, int over)
{
    double most = 0;
    size_t k = 0;

    for (size_t i = low; i < end; i++) {
        double h, out;

        while (k + 1 < hull->n && hull->at[k + 1] <= i)
            k++;
        h = height(hull, corner, k, i, over);
        out = over ? h - corner[i].below : corner[i].upto - h;
        most = fmax(most, out);
    }
    return most;
}

/* Hartigan's iteration: narrow the mode's interval until the hulls are closer there
   than what stands out elsewhere. In counts; the dip is half of it, over n. */
static double narrow(struct dip *d, size_t corners)
{
    size_t low = 0, high = corners - 1;
    double most = 1;

    for (;;) {
        size_t from = low, to = high;
        double apart;

        /* NOLINTBEGIN(clang-analyzer-unix.Malloc): the caller frees what d holds */
        wrap(&d->under, d->corner, low, high, 0);
        wrap(&d->over, d->corner, low, high, 1);
        /* NOLINTEND(clang-analyzer-unix.Malloc) */
        apart = widest(d, &from, &to);
        if (apart <= most)
            return most;
        if (low < from)
            most = fmax(most, stands_out(&d->under, d->corner, low, from, 0));
        if (to < high)
            most = fmax(most, stands_out(&d->over, d->corner, to + 1, high + 1, 1));
        if (from == low && to == high)
            return most;
        low = from;
        high = to;
    }
}

int st_dip(double *dip, struct st_sorted s)
{
    struct dip d = { 0 };
    int rc = -ENOMEM;

    if (s.n == 0) {
        *dip = 0;
        return 0;
    }
    if (!isfinite(s.x[0]) || !isfinite(s.x[s.n - 1]))
        return -EDOM;
    d.corner = malloc(s.n * sizeof *d.corner);
    d.under.at = malloc(s.n * sizeof *d.under.at);
    d.over.at = malloc(s.n * sizeof *d.over.at);
    if (!d.corner || !d.under.at || !d.over.at)
        goto out;
    *dip = narrow(&d, corners_of(d.corner, s)) / (2 * (double)s.n);
    rc = 0;
out:
    free(d.over.at);
    free(d.under.at);
    free(d.corner);
    return rc;
}

/* With every `each`-th value, the middle one of them, the distribution function moves
   by at most each / n. */
static int dip_of_part(double *dip, struct st_sorted s, size_t each)
{
    double *x = malloc((s.n / each + 1) * sizeof *x);
    size_t n = 0;
    int rc;

    if (!x)
        return -ENOMEM;
    for (size_t i = each / 2; i < s.n; i += each)
        x[n++] = s.x[i];
    rc = st_dip(dip, (struct st_sorted){ x, n });
    free(x);
    return rc;
}

int st_dip_above(double *dip, struct st_sorted s, double limit)
{
    size_t each = (size_t)(sqrt((double)s.n) / 8);
    double part;
    int rc;

    if (each > 1) {
        rc = dip_of_part(&part, s, each);
        if (rc < 0)
            return rc;
        if (part + (double)each / (double)s.n <= limit) {
            *dip = part;
            return 0;
        }
    }
    return st_dip(dip, s);
}

int st_gap_ratio(double *ratio, struct st_sorted s)
{
    size_t n = s.n > 0 ? s.n - 1 : 0, cut = (s.n + 9) / 10;
    double *gap, largest = 0, median;

    if (n > 0 && (!isfinite(s.x[0]) || !isfinite(s.x[n])))
        return -EDOM;
    gap = malloc((n + 1) * sizeof *gap);
    if (!gap)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        gap[i] = s.x[i + 1] - s.x[i];
        if (i >= cut && i + cut < n)
            largest = fmax(largest, gap[i]);
    }
    gsl_sort(gap, 1, n);
    median = st_median((struct st_sorted){ gap, n });
    free(gap);
    *ratio = !(largest > 0) ? 0 : median > 0 ? largest / median : INFINITY;
    return 0;
}

size_t st_distinct(struct st_sorted s)
{
    size_t n = s.n > 0;

    for (size_t i = 1; i < s.n; i++)
        n += s.x[i - 1] < s.x[i];
    return n;
}

struct st_tail st_tail(struct st_sorted s, double centre, double limit)
{
    struct st_tail tail = { 0 };

    if (s.n == 0)
        return tail;
    for (size_t i = 0; i < s.n; i++)
        tail.count += fabs(s.x[i] - centre) > limit;
    tail.share = (double)tail.count / (double)s.n;
    tail.largest = fmax(fabs(s.x[0] - centre), fabs(s.x[s.n - 1] - centre));
    return tail;
}
