/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_further.c - what the page that compares kernels has besides its classic tables
 */
#include "base/buf.h"
#include "base/num.h"
#include "model/unit.h"
#include "output/web_parts.h"

#include <string.h>

enum { MOST_FURTHER = 2000 }; /* rows */

/* A row that no classic table has. */
struct further {
    struct web_row_layout row;
    const struct measurement **of; /* [columns] */
};

int web_printf(char *text, size_t size, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = num_vprintf(text, size, format, args);
    va_end(args);
    return n;
}

/* Whether it is the one that a classic table shows. */
static bool is_classic(const struct web_work *w, size_t column,
                       const struct measurement *m)
{
    for (const struct web_section *s = web_sections; s->caption; s++) {
        for (const struct web_row_layout *r = s->rows; r->kind != WEB_END; r++) {
            if (r->kind == WEB_VALUE && strcmp(r->shows, m->definition->id) == 0 &&
                view_pick(&w->rows[column], r->shows, r->where, NULL) == m)
                return true;
        }
    }
    return false;
}

/* "lat_mmap size=1M (us)", in the unit in which its first value reads best. */
static bool describe(struct web_work *w, const struct measurement *m,
                     struct web_row_layout *row)
{
    const struct unit *unit = unit_find(m->definition->unit);
    const struct st_estimate *e = view_estimate(m);
    const char *name;

    row->kind = WEB_VALUE;
    row->in_base = 1;
    row->decimals = 2;
    if (!unit)
        return false;
    name = unit_display(unit, e ? e->value : 1, &row->in_base);
    row->label = arena_printf(w->arena, *name ? "%s (%s)" : "%s%s",
                              view_label(m, w->arena), name);
    w->failed = w->failed || !row->label;
    return row->label != NULL;
}

static struct further *find(struct web_work *w, struct further *all, size_t *n,
                            const struct measurement *m)
{
    struct further *f;

    for (size_t i = 0; i < *n; i++) {
        const struct measurement *first = NULL;
        const char *differs;

        for (size_t c = 0; !first && c < w->n; c++)
            first = all[i].of[c];
        if (first && strcmp(first->definition->id, m->definition->id) == 0 &&
            measurement_comparable(first, m, &differs))
            return &all[i];
    }
    if (*n == MOST_FURTHER)
        return NULL;
    f = &all[*n];
    f->of = arena_alloc(w->arena, (w->n + 1) * sizeof *f->of);
    if (!f->of)
        w->failed = true;
    if (!f->of || !describe(w, m, &f->row))
        return NULL;
    (*n)++;
    return f;
}

void web_fill_further(struct web_work *w, struct grid *grid)
{
    struct further *all = arena_alloc(w->arena, MOST_FURTHER * sizeof *all);
    size_t n = 0;

    *grid = (struct grid){ .title = "Further measurements. The unit stands with each.",
                           .columns = web_columns(w, NULL),
                           .n_columns = w->n + 1 };
    w->failed = w->failed || !all;
    for (size_t c = 0; !w->failed && c < w->n; c++) {
        for (size_t i = 0; i < w->rows[c].n; i++) {
            const struct measurement *m = w->rows[c].list[i];
            struct further *f = is_classic(w, c, m) ? NULL : find(w, all, &n, m);

            if (f && (!f->of[c] || measurement_counts_before(m, f->of[c])))
                f->of[c] = m;
        }
    }
    grid->cells = arena_alloc(w->arena, (n + 1) * (w->n + 1) * sizeof *grid->cells);
    w->failed = w->failed || !grid->cells;
    for (size_t i = 0; !w->failed && i < n; i++) {
        struct cell *cells = grid->cells + grid->n_rows++ * (w->n + 1);

        cells[0] = (struct cell){ .kind = CELL_TEXT, .text = all[i].row.label };
        for (size_t c = 0; c < w->n; c++)
            cells[c + 1] = web_cell(w, &all[i].row, all[i].of[c]);
    }
}
