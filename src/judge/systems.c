/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * systems.c - rules that look at a row beside the same row of other systems
 *
 * statistics.md 3.7: rowblock and implausible.
 */
#include "judge/row.h"

#include "stats/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double block_sd_ratio =
    3; /* of sd: a group of rows scatters that much more */
enum { BLOCK_ROWS = 5 };
static const double neighbour_ratio =
    1.5; /* other cells of the family lie within that */
enum { NEIGHBOURS = 2, OTHERS = 2 };
static const double own_ratio = 0.5; /* of a context switch to its own 2p/0K */

void judge_summarise(const struct row *row, struct row_summary *s)
{
    size_t n = 0;

    *s = (struct row_summary){ .positive = true };
    for (size_t k = 0; k < row->n_values; k++) {
        double y = judge_to_unit(row, row->values[k].y), d;

        if (row->values[k].left_out)
            continue;
        s->positive = s->positive && y > 0;
        if (!s->positive)
            continue;
        d = log(y) - s->mean;
        s->mean += d / (double)++n;
        s->squares += d * (log(y) - s->mean);
    }
    s->n = n;
}

/* One row on one system: all its sessions together. */
struct cell {
    const struct measurement *m; /* the first of them */
    size_t first, end;           /* in table.order */
    struct row_summary sum;
    double ratio; /* of the time to the median of the other systems; NaN: too few */
    double least; /* the same to the slower of the two that the median lies between */
};

struct table {
    const struct doc *doc;
    struct arena *arena;
    struct judged **found;
    const struct row_summary *sums;
    size_t *order; /* indices of measurements, those of a cell together */
    struct cell *cells;
    size_t n_cells;
    double *room;
};

static int text_order(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

/* By what the number means, whatever system and session it is of. */
static int row_order(const struct measurement *a, const struct measurement *b)
{
    int c = text_order(a->definition->family, b->definition->family);

    c = c ? c : text_order(a->definition->id, b->definition->id);
    c = c ? c : text_order(a->definition->revision, b->definition->revision);
    for (size_t i = 0; c == 0 && i < a->n_params && i < b->n_params; i++) {
        c = text_order(a->params[i].name, b->params[i].name);
        c = c ? c : text_order(a->params[i].value, b->params[i].value);
    }
    return c ? c : (a->n_params > b->n_params) - (a->n_params < b->n_params);
}

static size_t system_place(const struct doc *doc, const struct measurement *m)
{
    size_t s = 0;

    while (s < doc->n_systems && doc->systems[s] != m->session->system)
        s++;
    return s;
}

static int by_row(const void *a, const void *b, void *data)
{
    const struct doc *doc = data;
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const struct measurement *x = doc->measurements[i], *y = doc->measurements[j];
    int c = row_order(x, y);

    if (c == 0 && x->session->system != y->session->system)
        c = system_place(doc, x) < system_place(doc, y) ? -1 : 1;
    return c ? c : (i > j) - (i < j);
}

static int by_block(const void *a, const void *b, void *data)
{
    const struct cell *x = a, *y = b;
    int c = text_order(x->m->definition->family, y->m->definition->family);

    if (c == 0 && x->m->session->system != y->m->session->system)
        c = system_place(data, x->m) < system_place(data, y->m) ? -1 : 1;
    return c ? c : (x->first > y->first) - (x->first < y->first);
}

static bool same_block(const struct cell *a, const struct cell *b)
{
    return a->m->session->system == b->m->session->system &&
           text_order(a->m->definition->family, b->m->definition->family) == 0;
}

/* Two sets of logarithms as one. Source: Chan, Golub & LeVeque 1979 */
static void merge(struct row_summary *a, const struct row_summary *b)
{
    double na = (double)a->n, nb = (double)b->n, d = b->mean - a->mean;

    a->positive = a->positive && b->positive;
    if (b->n == 0)
        return;
    a->mean += d * nb / (na + nb);
    a->squares += b->squares + d * d * na * nb / (na + nb);
    a->n += b->n;
}

static void fill_cells(struct table *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct measurement *m = t->doc->measurements[t->order[i]];
        struct cell *c = t->n_cells ? &t->cells[t->n_cells - 1] : NULL;

        if (!c || c->m->session->system != m->session->system || row_order(c->m, m)) {
            c = &t->cells[t->n_cells++];
            *c = (struct cell){ .m = m, .first = i, .ratio = NAN };
            c->sum.positive = true;
        }
        merge(&c->sum, &t->sums[t->order[i]]);
        c->end = i + 1;
    }
}

static int flag_cell(struct table *t, const struct cell *c, const struct flag *flag)
{
    int rc = 0;

    for (size_t i = c->first; rc == 0 && i < c->end; i++) {
        if (t->sums[t->order[i]].n)
            rc = judge_add_flag(t->arena, t->found[t->order[i]], flag);
    }
    return rc;
}

/* ---- rowblock ---- */

struct block {
    size_t first, end; /* of cells */
    double variance, df;
};

static struct block block_at(const struct table *t, size_t first)
{
    struct block b = { .first = first, .end = first };
    size_t rows = 0;

    for (; b.end < t->n_cells && same_block(&t->cells[first], &t->cells[b.end]);
         b.end++) {
        const struct row_summary *s = &t->cells[b.end].sum;

        if (!s->positive || s->n < 2)
            continue;
        rows++;
        b.variance += s->squares;
        b.df += (double)(s->n - 1);
    }
    b.variance = rows >= BLOCK_ROWS ? b.variance / b.df : NAN;
    return b;
}

static int by_variance(const void *a, const void *b)
{
    const struct block *x = a, *y = b;

    return (x->variance > y->variance) - (x->variance < y->variance);
}

/* Blocks of one family, one for each system that has enough of it. */
static int compare_blocks(struct table *t, struct block *blocks, size_t n)
{
    const struct block *usual = &blocks[n ? (n - 1) / 2 : 0];
    struct flag flag = judge_flag("rowblock");
    int rc = 0;

    if (n < 2)
        return 0;
    qsort(blocks, n, sizeof *blocks, by_variance);
    for (size_t b = 0; rc == 0 && b < n; b++) {
        if (!(usual->variance > 0) ||
            blocks[b].variance < block_sd_ratio * block_sd_ratio * usual->variance)
            continue;
        flag.statistic = st_variance_ratio_p(blocks[b].variance, blocks[b].df,
                                             usual->variance, usual->df);
        for (size_t c = blocks[b].first;
             rc == 0 && flag.statistic < flag.limit && c < blocks[b].end; c++)
            rc = flag_cell(t, &t->cells[c], &flag);
    }
    return rc;
}

static int find_rowblocks(struct table *t)
{
    struct block *blocks = calloc(t->doc->n_systems + 2, sizeof *blocks);
    size_t n = 0;
    int rc = blocks ? 0 : -ENOMEM;

    for (size_t c = 0; rc == 0 && c < t->n_cells;) {
        struct block b = block_at(t, c);
        const char *family = t->cells[c].m->definition->family;

        if (family && isfinite(b.variance))
            blocks[n++] = b;
        c = b.end;
        if (c == t->n_cells ||
            text_order(family, t->cells[c].m->definition->family) != 0) {
            rc = compare_blocks(t, blocks, n);
            n = 0;
        }
    }
    free(blocks);
    return rc;
}

/* ---- implausible ---- */

static bool has_value(const struct cell *c)
{
    return c->sum.positive && c->sum.n > 0;
}

/* The one or two values that the median of n ordered ones without that at `out` is
 * made of. */
static void middle_without(const double *x, size_t n, size_t out, double middle[2])
{
    size_t low = (n - 2) / 2, high = (n - 1) / 2;

    middle[0] = x[low + (low >= out)];
    middle[1] = x[high + (high >= out)];
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Ratios of the cells of one row, one for each system. */
static void compare_row(const struct table *t, struct cell *cells, size_t n)
{
    size_t used = 0;

    for (size_t c = 0; c < n; c++) {
        if (has_value(&cells[c]))
            t->room[used++] = cells[c].sum.mean;
    }
    if (used < OTHERS + 1)
        return;
    qsort(t->room, used, sizeof *t->room, by_value);
    for (size_t c = 0; c < n; c++) {
        bool rate = cells[c].m->definition->better == DOC_BETTER_HIGHER;
        double own = cells[c].sum.mean, middle[2], log_ratio;
        size_t place = 0;

        if (!has_value(&cells[c]))
            continue;
        while (t->room[place] < own)
            place++;
        middle_without(t->room, used, place, middle);
        log_ratio = own - (middle[0] + middle[1]) / 2;
        cells[c].ratio = exp(rate ? -log_ratio : log_ratio);
        cells[c].least = exp(rate ? middle[0] - own : own - middle[1]);
    }
}

/* Where two others disagree either may be the wrong one, so it must stand alone against
 * both. */
static bool stands_alone(const struct cell *block, size_t n, const struct cell *cell,
                         double limit)
{
    size_t near = 0, others = 0;

    for (size_t c = 0; c < n; c++) {
        if (&block[c] == cell || isnan(block[c].ratio))
            continue;
        others++;
        near +=
            block[c].ratio <= neighbour_ratio && block[c].ratio >= 1 / neighbour_ratio;
    }
    return cell->ratio >= limit && cell->least >= limit && near == others &&
           near >= NEIGHBOURS;
}

static bool is_param(const struct measurement *m, const char *name, const char *value)
{
    const char *text = measurement_param(m, name);

    return text && strcmp(text, value) == 0;
}

/* The context switch of two processes that do nothing; NaN: there is none. */
static double least_switch(const struct cell *block, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        if (text_order(block[c].m->definition->id, "lat_ctx") == 0 &&
            has_value(&block[c]) && is_param(block[c].m, "procs", "2") &&
            is_param(block[c].m, "size", "0"))
            return exp(block[c].sum.mean);
    }
    return NAN;
}

static int find_implausible_in(struct table *t, const struct cell *block, size_t n)
{
    double least = least_switch(block, n);
    int rc = 0;

    for (size_t c = 0; rc == 0 && c < n; c++) {
        struct flag flag = judge_flag("implausible");
        bool found;

        if (block[c].m->origin != DOC_ORIGIN_IMPORTED || block[c].sum.n != 1 ||
            !has_value(&block[c]))
            continue;
        flag.statistic = block[c].ratio;
        found = stands_alone(block, n, &block[c], flag.limit);
        if (!found && text_order(block[c].m->definition->id, "lat_ctx") == 0) {
            flag.statistic = exp(block[c].sum.mean) / least;
            flag.limit = own_ratio;
            flag.text = "below half of its own 2p/0K";
            found = flag.statistic < flag.limit;
        }
        rc = found ? flag_cell(t, &block[c], &flag) : 0;
    }
    return rc;
}

static int find_implausible(struct table *t)
{
    int rc = 0;

    for (size_t c = 0, end; rc == 0 && c < t->n_cells; c = end) {
        for (end = c + 1; end < t->n_cells && same_block(&t->cells[c], &t->cells[end]);
             end++)
            ;
        rc = find_implausible_in(t, &t->cells[c], end - c);
    }
    return rc;
}

int judge_look_across(const struct doc *doc, struct arena *arena, struct judged **found,
                      const struct row_summary *sums)
{
    size_t n = doc->n_measurements;
    struct table t = { .doc = doc, .arena = arena, .found = found, .sums = sums };
    int rc = -ENOMEM;

    t.order = calloc(n + 1, sizeof *t.order);
    t.cells = calloc(n + 1, sizeof *t.cells);
    t.room = calloc(n + 1, sizeof *t.room);
    if (!t.order || !t.cells || !t.room)
        goto out;
    for (size_t i = 0; i < n; i++)
        t.order[i] = i;
    qsort_r(t.order, n, sizeof *t.order, by_row, (void *)doc);
    fill_cells(&t, n);
    for (size_t c = 0, end; c < t.n_cells; c = end) {
        for (end = c + 1;
             end < t.n_cells && row_order(t.cells[c].m, t.cells[end].m) == 0; end++)
            ;
        compare_row(&t, &t.cells[c], end - c);
    }
    qsort_r(t.cells, t.n_cells, sizeof *t.cells, by_block, (void *)doc);
    rc = find_rowblocks(&t);
    rc = rc < 0 ? rc : find_implausible(&t);
out:
    free(t.room);
    free(t.cells);
    free(t.order);
    return rc;
}
