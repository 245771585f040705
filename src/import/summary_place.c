/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_place.c - where the cells of a row belong, by position or by their number
 *
 * Where the blanks are those that were printed, the end of a cell says its column.
 * Where they are not, a full row says it, or the way numbers look, if that leaves one
 * way only.
 */
#include "import/summary.h"

#include <string.h>

enum { NEAR = 2 /* columns that a hand displaces a number by */, SAMPLE = 8 };

/* As many wrapped lines as the columns have room for. */
static size_t usable(const struct summary_fit *fit, const struct summary_row *row)
{
    size_t n = row->own;

    for (size_t i = 0; i < row->n_joined && n + row->joined[i] <= fit->n; i++)
        n += row->joined[i];
    return n;
}

static void begin(const struct summary_fit *fit, const struct summary_row *row,
                  bool strict, struct summary_ask *ask)
{
    *ask = (struct summary_ask){ .fit = fit, .cells = row->cells, .slack = -1 };
    ask->n = usable(fit, row);
    for (size_t i = 0; i < ask->n; i++) {
        for (size_t c = 0; c < fit->n; c++) {
            const struct summary_field *field = &fit->fields[c];
            bool may = !field->column ||
                       (strict ? import_summary_prints(fit->generation, field->column,
                                                       field->form, &row->cells[i])
                               : import_summary_suits(fit->generation, field->column,
                                                      &row->cells[i]));

            ask->may[i] |= (uint32_t)may << c;
        }
    }
}

void import_summary_keep(struct summary_row *row, const short *at,
                         enum summary_surety sure)
{
    for (size_t i = 0; i < row->use; i++) {
        row->column[i] = at[i];
        row->sure[i] = sure;
    }
}

/* How far host and OS reach into the first column. */
static int overhang(const struct summary_fit *fit, const struct summary_row *row)
{
    return row->os_last > fit->os_last ? row->os_last - fit->os_last : 0;
}

/* The nearest of the choices, if no other is about as near; else -1. */
static int nearest(const struct summary_choices *choices)
{
    int best = -1, second = -1;

    for (size_t i = 0; i < choices->n; i++) {
        int at = (int)i;

        if (best < 0 || choices->off[i] < choices->off[best]) {
            second = best;
            best = at;
        } else if (second < 0 || choices->off[i] < choices->off[second]) {
            second = at;
        }
    }
    if (best < 0 || choices->full ||
        (second >= 0 && choices->off[second] < choices->off[best] + NEAR))
        return -1;
    return best;
}

/* By position: exactly, or nearly where more than one blank shows that they matter. */
static int by_position(struct summary_ask *ask, int shift, int slack,
                       struct summary_choices *choices)
{
    ask->slack = slack;
    for (ask->shift = shift;; ask->shift = 0) {
        import_summary_choose(ask, choices);
        if (choices->n > 0 || ask->shift == 0)
            break;
    }
    if (slack == 0)
        return choices->n == 1 ? 0 : -1;
    return nearest(choices);
}

/* Columns that the old program never left blank. */
static uint32_t always(const struct summary_fit *fit)
{
    uint32_t must = 0;

    for (size_t c = 0; c < fit->n; c++) {
        if (fit->fields[c].column && fit->fields[c].column->old_missing)
            must |= 1u << c;
    }
    return must;
}

bool import_summary_ask(const struct summary_fit *fit, const struct summary_row *row,
                        struct summary_ask *ask)
{
    struct summary_choices choices;

    begin(fit, row, true, ask);
    ask->must = always(fit);
    import_summary_choose(ask, &choices);
    if (choices.n > 0)
        return true;
    ask->must = 0;
    import_summary_choose(ask, &choices);
    if (choices.n > 0)
        return true;
    begin(fit, row, false, ask);
    return false;
}

/*
 * A row that was wrapped once with all its blanks kept, as if it had not been; the one
 * at the break is gone or not. False where blanks may have gone with the break: then
 * one cell could pass for the one before it.
 */
static bool unwrap(const struct summary_row *row, int gone, struct summary_row *whole)
{
    int ends = row->own ? row->cells[row->own - 1].last : row->os_last;

    if (row->n_joined != 1 || (int)row->width <= ends + 1)
        return false;
    *whole = *row;
    for (size_t i = row->own; i < row->n; i++) {
        whole->cells[i].first += (int)row->width + gone;
        whole->cells[i].last += (int)row->width + gone;
        whole->cells[i].loose = false;
    }
    return true;
}

static int by_unwrapped(const struct summary_fit *fit, const struct summary_row *row,
                        int shift, struct summary_choices *choices)
{
    for (int gone = 0; gone < 2; gone++) {
        struct summary_row whole;
        struct summary_ask ask;
        int way;

        if (!unwrap(row, gone, &whole))
            return -1;
        begin(fit, &whole, true, &ask);
        way = by_position(&ask, shift, 0, choices);
        if (way >= 0)
            return way;
    }
    return -1;
}

/* How well it went, 0 to 1; *at is the way found. */
static double find_way(const struct summary_table *t, const struct summary_fit *fit,
                       const struct summary_row *row, struct summary_choices *choices,
                       int *way)
{
    int shift = overhang(fit, row);
    struct summary_ask strict, lax;
    bool prints;

    begin(fit, row, true, &strict);
    begin(fit, row, false, &lax);
    *way = -1;
    if (strict.n == 0 || strict.n > fit->n)
        return strict.n == 0 ? 0.5 : 0;
    if (t->aligned) {
        if ((*way = by_unwrapped(fit, row, shift, choices)) >= 0)
            return 1;
        if ((*way = by_position(&strict, shift, 0, choices)) >= 0)
            return 1;
        if ((*way = by_position(&lax, shift, 0, choices)) >= 0)
            return 0.6;
        if (row->spaced && (*way = by_position(&strict, shift, NEAR, choices)) >= 0)
            return 0.8;
        if (row->spaced && (*way = by_position(&lax, shift, NEAR, choices)) >= 0)
            return 0.5;
    }
    prints = import_summary_ask(fit, row, &strict);
    import_summary_choose(&strict, choices);
    if (choices->n == 1 && !choices->full && (strict.n == fit->n || t->other.n == 0))
        *way = 0;
    if (choices->n == 0 || !prints)
        return choices->n == 0 ? 0 : 0.2;
    return strict.n == fit->n ? 0.9 : 0.5;
}

bool import_summary_place(const struct summary_table *table,
                          const struct summary_fit *fit, struct summary_row *row)
{
    struct summary_choices choices;
    int way;

    row->use = usable(fit, row);
    for (size_t i = 0; i < SUMMARY_CELLS; i++)
        row->column[i] = row->maybe[i] = -1;
    find_way(table, fit, row, &choices, &way);
    if (way >= 0)
        import_summary_keep(row, choices.at[way], SUMMARY_SURE);
    return way >= 0 || row->use == 0;
}

bool import_summary_exact(const struct summary_table *table,
                          const struct summary_row *row, bool full)
{
    const struct summary_fit *fit = &table->fit;
    struct summary_choices choices;
    struct summary_ask ask;

    if (!table->aligned)
        return false;
    begin(fit, row, true, &ask);
    return ask.n == row->n && ask.n > 1 && (!full || ask.n == fit->n) &&
           by_position(&ask, overhang(fit, row), 0, &choices) >= 0;
}

double import_summary_agreement(const struct summary_table *table,
                                const struct summary_fit *fit)
{
    struct summary_choices choices;
    double sum = 0;
    size_t n = 0;
    int way;

    /* behind a break they may be of another table */
    for (; n < table->n && n < SAMPLE && table->rows[n].section == 0; n++)
        sum += find_way(table, fit, &table->rows[n], &choices, &way);
    return n ? sum / (double)n : 0;
}
