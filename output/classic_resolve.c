/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_resolve.c - a classic summary: the tables of classic.c filled from a document
 */
#include "output/classic_notes.h"
#include "output/text.h"

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

/* "Linux 6.1.0"; the drawing cuts it. */
static const char *os_of(struct classic_work *w, const struct view_row *row)
{
    const char *name = fact_text(row, "kernel.sysname");
    const char *release = fact_text(row, "kernel.release");

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

/* The cell of a measured or derived value; *m is what was measured, or NULL. */
static struct cell value_cell(struct classic_work *w, const struct view_row *row,
                              const struct layout_table *table,
                              const struct layout_column *column,
                              const struct measurement **m)
{
    struct cell cell = { .kind = CELL_BLANK };
    const struct derived *derived = NULL;

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
    if (!cell.estimate)
        return cell;
    cell.kind = CELL_ESTIMATE;
    cell.unit = table->unit;
    cell.in_base = table->in_base;
    cell.judged = *m ? (*m)->judged : NULL;
    return cell;
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
        n++;
    }
    if (faithful && !(latency[0] > 0)) {
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

/* One row behind its host and OS; *any tells whether it is there for a value. */
static int fill_row(struct classic_work *w, const struct view_row *row,
                    const struct layout_table *table, struct cell *cells,
                    const struct measurement **measured, bool *any)
{
    int rc = 0;

    *any = w->options->faithful && w->generation->always && !drops_row(w, row, table);
    for (size_t c = 0; rc == 0 && table->columns[c].shows; c++) {
        const struct layout_column *column = &table->columns[c];

        switch (column->source) {
        case LAYOUT_VALUE:
            cells[c] = value_cell(w, row, table, column, &measured[c]);
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
        *any = *any || counts(w, column, &cells[c]);
    }
    return rc;
}

static int remember(struct classic_work *w, struct view_row *shown,
                    const struct measurement *m)
{
    const struct measurement **list;

    for (size_t i = 0; i < shown->n; i++) {
        if (shown->list[i] == m)
            return 0;
    }
    list =
        arena_grow(w->arena, shown->list, &shown->capacity, shown->n + 1, sizeof *list);
    if (!list)
        return -ENOMEM;
    shown->list = list;
    shown->list[shown->n++] = m;
    return 0;
}

/* All rows that have a value; measured[] lies beside the cells. */
static int fill_rows(struct classic_work *w, const struct layout_table *table,
                     struct grid *grid, const struct measurement **measured)
{
    int rc = 0;

    for (size_t r = 0; rc == 0 && r < w->n_rows; r++) {
        const struct view_row *row = &w->rows[r];
        struct cell *cells = &grid->cells[grid->n_rows * grid->n_columns];
        const struct measurement **behind = &measured[grid->n_rows * grid->n_columns];
        bool any;

        memset(cells, 0, grid->n_columns * sizeof *cells);
        memset(behind, 0, grid->n_columns * sizeof *behind);
        rc = fill_row(w, row, table, cells + CLASSIC_PREFIX, behind + CLASSIC_PREFIX,
                      &any);
        if (rc < 0 || !any)
            continue;
        cells[0] = text_cell(row->session->system ? row->session->system->name : "");
        cells[1] = text_cell(os_of(w, row));
        for (size_t c = 0; rc == 0 && c < grid->n_columns; c++) {
            if (behind[c] && row->ours)
                rc = remember(w, &w->shown[r], behind[c]);
        }
        grid->n_rows++;
    }
    return rc;
}

static const char *dashes(struct arena *arena, int n)
{
    char *line = arena_alloc(arena, (size_t)n + 1);

    return line ? memset(line, '-', (size_t)n) : NULL;
}

static int resolve_table(struct classic_work *w, const struct layout_table *table,
                         struct grid *grid)
{
    size_t n = layout_count(table) + CLASSIC_PREFIX, cells = n * (w->n_rows + 1);
    const struct measurement **measured =
        arena_alloc(w->arena, cells * sizeof *measured);

    *grid =
        (struct grid){ .title = table->title,
                       .subtitle = table->subtitle,
                       .rule = dashes(w->arena, table->rule),
                       .headings = table->headings,
                       .dashes = table->dashes,
                       .columns = classic_lay(w->arena, table, w->options->faithful),
                       .n_columns = n,
                       .cells = arena_alloc(w->arena, cells * sizeof *grid->cells),
                       .joined = table->joined };
    if (!measured || !grid->columns || !grid->cells || !grid->rule ||
        fill_rows(w, table, grid, measured) < 0)
        return -ENOMEM;
    return grid->n_rows ? classic_annotate(w, table, grid, measured) : 0;
}

static int resolve_tables(struct classic_work *w, struct grid_list *out)
{
    const struct layout_table *const *tables = w->generation->tables;
    size_t n = 0;
    int rc = 0;

    while (tables[n])
        n++;
    out->grids = arena_alloc(w->arena, n * sizeof *out->grids);
    if (!out->grids)
        return -ENOMEM;
    for (size_t t = 0; rc == 0 && t < n; t++) {
        struct grid *grid = &out->grids[out->n];

        if (tables[t]->never_old && w->options->faithful)
            continue;
        rc = resolve_table(w, tables[t], grid);
        if (grid->n_rows == 0)
            continue;
        /* the title block ends in a blank line */
        grid->joined = grid->joined || (out->n == 0 && !w->options->faithful);
        out->n++;
    }
    return rc;
}

static int check_options(const struct classic_work *w, const char *generation,
                         struct diag *why)
{
    if (!w->generation || w->generation->read_only)
        return diag_set(why, -ENOTSUP,
                        "view %s has no generation '%s'; g1, g2, g4, g5, g6 and g7 can "
                        "be printed",
                        w->view->name, generation);
    if (w->options->by_system && w->doc->n_sessions > w->doc->n_systems)
        return diag_set(why, -ENOTSUP,
                        "view %s has one row per run; rows per system need sessions "
                        "that are pooled first",
                        w->view->name);
    return 0;
}

int classic_resolve(const struct view *view, const struct doc *doc,
                    const struct view_options *options, struct grid_list *out,
                    struct diag *why)
{
    const char *name = options->generation ? options->generation : view->data;
    struct classic_work w = { .doc = doc,
                              .view = view,
                              .options = options,
                              .generation = layout_find(name),
                              .arena = out->arena,
                              .placed = { .arena = out->arena } };
    bool failed = false;
    int rc = check_options(&w, name, why);

    if (rc < 0)
        return rc;
    out->width = CLASSIC_LINE;
    if (view_rows(doc, w.arena, &w.rows, &w.n_rows) < 0)
        return -ENOMEM;
    w.shown = arena_alloc(w.arena, (w.n_rows + 1) * sizeof *w.shown);
    if (!w.shown)
        return -ENOMEM;
    for (size_t r = 0; r < w.n_rows; r++)
        w.ours = w.ours || w.rows[r].ours;
    if (resolve_tables(&w, out) < 0)
        return -ENOMEM;
    if (out->n == 0)
        return diag_set(why, -ENOENT, "nothing of these results has a place in %s",
                        view->name);
    out->before = classic_before(&w, &failed);
    out->after = classic_after(&w, &failed);
    return failed ? -ENOMEM : 0;
}

int classic_draw(struct sink *sink, const struct grid_list *grids,
                 const struct view_options *options)
{
    struct view_options plain = *options;

    plain.ascii = true;
    plain.width = 1000; /* the layout is as wide as it is: nothing is broken */
    return text_draw(sink, grids, &plain);
}
