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

static struct cell words(const char *text)
{
    return (struct cell){ .kind = CELL_TEXT, .text = text };
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
        rc = classic_fill_row(w, row, table, cells + CLASSIC_PREFIX,
                              behind + CLASSIC_PREFIX, &any);
        if (rc < 0 || !any)
            continue;
        cells[0] = words(row->session->system ? row->session->system->name : "");
        cells[1] = words(classic_os(w, row));
        for (size_t c = 0; rc == 0 && c < grid->n_columns; c++) {
            if (behind[c] && (row->ours || w->view->needs))
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

/* Without the unit, where the numbers are no longer in it. */
static const char *title_of(struct classic_work *w, const struct layout_table *table)
{
    const char *in = strstr(table->title, " in "), *dash = strstr(table->title, " - ");
    const char *end = in && (!dash || in < dash) ? in : dash;

    if (w->view->needs != VIEW_NEEDS_PERCENT || !end)
        return table->title;
    return arena_printf(w->arena, "%.*s - per cent of the best",
                        (int)(end - table->title), table->title);
}

static int resolve_table(struct classic_work *w, const struct layout_table *table,
                         struct grid *grid)
{
    size_t n = layout_count(table) + CLASSIC_PREFIX, cells = n * (w->n_rows + 1);
    const struct measurement **measured =
        arena_alloc(w->arena, cells * sizeof *measured);

    *grid =
        (struct grid){ .title = title_of(w, table),
                       .subtitle = table->subtitle,
                       .rule = dashes(w->arena, table->rule),
                       .headings = table->headings,
                       .dashes = table->dashes,
                       .columns = classic_lay(w->arena, table, w->options->faithful),
                       .n_columns = n,
                       .cells = arena_alloc(w->arena, cells * sizeof *grid->cells),
                       .joined = table->joined };
    if (!measured || !grid->columns || !grid->cells || !grid->rule || !grid->title ||
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
        if (!*tables[t]->unit && w->view->needs == VIEW_NEEDS_PERCENT)
            continue; /* what is neither a time nor a rate */
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
    if (w->view->needs && (w->options->faithful || w->options->by_system))
        return diag_set(why, -ENOTSUP,
                        "view %s is none of lmbench's: it has no faults to keep, and "
                        "one row per run",
                        w->view->name);
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
    if (out->n == 0 || !w.any)
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
