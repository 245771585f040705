/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_cell.c - the cells of one row of a classic table
 */
#include "output/classic_notes.h"
#include "output/numfmt.h"

#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct cell text_cell(const char *text)
{
    return (struct cell){ .kind = text ? CELL_TEXT : CELL_BLANK, .text = text };
}

static struct cell verbatim_cell(const char *text)
{
    return (struct cell){ .kind = CELL_VERBATIM, .text = text };
}

static const char *fact_text(const struct view_row *row, const char *key)
{
    const struct fact *fact = view_fact(row->session, key);

    return fact ? fact->value : NULL;
}

bool classic_is_spread(const struct classic_work *w, const struct view_row *row)
{
    return w->view->needs == VIEW_NEEDS_SPREAD && fact_text(row, CLASSIC_POOLED);
}

const char *classic_os(struct classic_work *w, const struct view_row *row)
{
    const char *name = fact_text(row, "kernel.sysname");
    const char *release = fact_text(row, "kernel.release");

    if (classic_is_spread(w, row))
        return arena_printf(w->arena, "spread, n=%s", fact_text(row, CLASSIC_POOLED));
    if (!name || !release)
        return name ? name : release ? release : "";
    return arena_printf(w->arena, "%s %s", name, release);
}

/* The first fact that is known of a list of keys separated by blanks. */
static struct cell words_cell(const struct view_row *row, const char *keys)
{
    char key[64];

    for (size_t n; *keys; keys += n + strspn(keys + n, " ")) {
        n = strcspn(keys, " ");
        snprintf(key, sizeof key, "%.*s", (int)n, keys);
        if (fact_text(row, key))
            return text_cell(fact_text(row, key));
    }
    return (struct cell){ .kind = CELL_BLANK };
}

static double copies_of(const struct view_row *row)
{
    const char *text = fact_text(row, "run.copies");
    double copies;

    return text && num_to_double(text, &copies) == 0 ? copies : 1;
}

/* A number among the facts as an estimate without an interval. */
static int fact_cell(struct classic_work *w, const struct view_row *row,
                     const struct layout_column *column, struct cell *cell)
{
    const char *text = fact_text(row, column->shows);
    struct st_estimate *e;

    if (!text && w->options->faithful && column->old_missing) {
        *cell = text_cell(column->old_missing);
        return 0;
    }
    e = arena_alloc(w->arena, sizeof *e);
    if (!e)
        return -ENOMEM;
    *e = (struct st_estimate){ .lo = NAN, .hi = NAN, .n = 1 };
    if (column->source == LAYOUT_COPIES)
        e->value = copies_of(row);
    else if (!text || num_to_double(text, &e->value) < 0)
        return 0;
    *cell = (struct cell){ .kind = CELL_ESTIMATE, .estimate = e, .in_base = 1 };
    return 0;
}

/* A share or a spread: in per cent, whatever the table's unit is. */
static struct cell percent_cell(struct classic_work *w, const struct st_estimate *e)
{
    char text[NUMFMT_TEXT];

    numfmt_per_cent(text, e->value);
    return text_cell(arena_strdup(w->arena, text));
}

static bool is_noisy(const struct measurement *m)
{
    return m && m->judged &&
           (m->judged->class == JUDGED_NOISY || m->judged->class == JUDGED_ERRATIC);
}

static bool has_noise(const struct measurement *m, const struct derived *derived)
{
    bool noisy = is_noisy(m);

    for (size_t i = 0; derived && i < derived->n_from; i++)
        noisy = noisy || is_noisy(derived->from[i]);
    return noisy;
}

/* The cell of a measured or derived value; *m is what was measured, or NULL. */
static struct cell value_cell(struct classic_work *w, const struct view_row *row,
                              const struct layout_table *table,
                              const struct layout_column *column,
                              const struct measurement **m)
{
    struct cell cell = { .kind = CELL_BLANK };
    const struct derived *derived = NULL;
    const char *unit;

    if (column->single && copies_of(row) > 1)
        return cell;
    if (strncmp(column->shows, "derived.", 8) == 0)
        derived = view_pick_derived(w->doc, row->session, column->shows);
    else
        *m = view_pick(row, column->shows, column->where, NULL);
    if (!derived && !*m && column->kept_as)
        *m = view_pick(row, column->kept_as, NULL, NULL);
    if (!derived && !*m && column->old_else && w->options->faithful)
        *m = view_pick(row, column->old_else, NULL, NULL);
    cell.estimate = derived ? &derived->estimate : view_estimate(*m);
    if (!cell.estimate && w->options->faithful && column->old_missing)
        return text_cell(column->old_missing);
    if (!cell.estimate || (!derived && !*m))
        return cell;
    unit = derived ? derived->unit : (*m)->definition->unit;
    if (unit && strcmp(unit, "%") == 0)
        return percent_cell(w, cell.estimate);
    cell.kind = CELL_ESTIMATE;
    cell.mark = w->options->by_system && has_noise(*m, derived) ? CLASSIC_MARK : '\0';
    cell.unit = table->unit;
    cell.in_base = table->in_base;
    cell.judged = *m ? (*m)->judged : NULL;
    return cell;
}

/*
 * What a summary had in that place that is no value (0, -1, a number whose column could
 * not be told), where it is printed again in its own generation; or NULL.
 */
static const char *kept_text(struct classic_work *w, const struct view_row *row,
                             const struct layout_table *table, size_t column)
{
    const char *key = arena_printf(w->arena, "import.cells.%s", table->topic);
    const char *generation = fact_text(row, "import.generation");
    const char *at = key ? fact_text(row, key) : NULL;
    size_t n;

    if (!w->options->faithful || row->ours || !at || !generation ||
        strcmp(generation, w->generation->name) != 0)
        return NULL;
    for (size_t c = 0; c < column && *at; c++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    n = strcspn(at, " ");
    return n && *at != '.' ? arena_strndup(w->arena, at, n) : NULL;
}

static bool alike(double a, double b)
{
    return fabs(a - b) <= 0.2 * fmax(a, b);
}

/* What the first three latencies of the row look like (spec/lmbench.md 4.4). */
static struct cell guess_cell(const struct layout_table *table, struct cell *cells,
                              size_t at, bool faithful)
{
    double latency[3] = { NAN, NAN, NAN };
    size_t found[3] = { 0 };

    for (size_t c = 0, n = 0; c < at && n < 3; c++) {
        if (table->columns[c].source != LAYOUT_VALUE)
            continue;
        found[n] = c;
        if (cells[c].kind == CELL_ESTIMATE)
            latency[n] = cells[c].estimate->value;
        else if (cells[c].kind == CELL_TEXT && *cells[c].text == '0')
            latency[n] = 0; /* less than is printed */
        n++;
    }
    if (faithful && !(latency[0] >= 0)) {
        for (size_t c = found[0]; c < at; c++)
            cells[c] = verbatim_cell(c == found[0]   ? "     -"
                                     : c == found[1] ? "      -"
                                     : c == found[2] ? "           -"
                                                     : "");
        return text_cell("Bad mhz?");
    }
    if (alike(latency[1], latency[2]) && !alike(latency[0], latency[1]))
        return text_cell("No L2 cache?");
    if (alike(latency[0], latency[1]))
        return text_cell("No L1 cache?");
    return (struct cell){ .kind = CELL_BLANK };
}

static bool counts(const struct classic_work *w, const struct layout_column *column,
                   const struct cell *cell)
{
    bool aside = column->weight == LAYOUT_ASIDE ||
                 (column->weight == LAYOUT_ASIDE_OF_OLD && w->options->faithful);

    if (w->view->needs && column->source == LAYOUT_VALUE && cell->kind == CELL_TEXT)
        return true;
    return !aside && cell->kind == CELL_ESTIMATE && cell->estimate->value > 0;
}

/* What is measured alone and was measured in copies makes no row at all in 3.0a9. */
static bool drops_row(const struct classic_work *w, const struct view_row *row,
                      const struct layout_table *table)
{
    for (size_t c = 0; table->columns[c].shows; c++) {
        if (!table->columns[c].single)
            return false;
    }
    return w->generation->drops && copies_of(row) > 1;
}

int classic_fill_row(struct classic_work *w, const struct view_row *row,
                     const struct layout_table *table, struct cell *cells,
                     const struct measurement **measured, bool *any)
{
    const char *kept;
    int rc = 0;

    *any = w->options->faithful && w->generation->always && !drops_row(w, row, table);
    for (size_t c = 0; rc == 0 && table->columns[c].shows; c++) {
        const struct layout_column *column = &table->columns[c];

        if (column->source != LAYOUT_VALUE && classic_is_spread(w, row))
            continue;
        switch (column->source) {
        case LAYOUT_VALUE:
            cells[c] = value_cell(w, row, table, column, &measured[c]);
            kept = cells[c].kind == CELL_ESTIMATE ? NULL : kept_text(w, row, table, c);
            cells[c] = kept ? text_cell(kept) : cells[c];
            break;
        case LAYOUT_FACT:
        case LAYOUT_COPIES:
            rc = fact_cell(w, row, column, &cells[c]);
            break;
        case LAYOUT_WORDS:
            cells[c] = words_cell(row, column->shows);
            break;
        case LAYOUT_GUESS:
            cells[c] = guess_cell(table, cells, c, w->options->faithful);
            break;
        }
        w->any = w->any || counts(w, column, &cells[c]);
        *any = *any || counts(w, column, &cells[c]);
    }
    return rc;
}
