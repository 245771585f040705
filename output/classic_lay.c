/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_lay.c - how wide the columns of a classic table are, and what heads them
 */
#include "output/classic.h"
#include "output/numfmt.h"

#include <errno.h>
#include <string.h>

static const struct grid_column prefix[CLASSIC_PREFIX] = {
    { .head = { "Host" }, .width = 9, .left = true },
    { .head = { "OS" }, .width = 13, .gap = 1 },
};

/* The piece of a heading line above a column, without the blanks around it. */
static const char *head_of(struct arena *arena, const char *line, int start, int width)
{
    int length, end = start + width;

    if (!line)
        return NULL;
    length = (int)strlen(line);
    if (end > length)
        end = length;
    while (start < end && line[start] == ' ')
        start++;
    while (end > start && line[end - 1] == ' ')
        end--;
    return start < end ? arena_strndup(arena, line + start, (size_t)(end - start))
                       : NULL;
}

static void set_heads(struct arena *arena, const struct layout_table *table,
                      const struct layout_column *from, struct grid_column *column,
                      int start)
{
    size_t n = 0;

    if (from->head[0]) {
        column->head[0] = from->head[0];
        column->head[1] = from->head[1];
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        const char *head = head_of(arena, table->headings[i], start,
                                   column->width ? column->width : 80);

        if (head)
            column->head[n++] = head;
    }
}

static const struct numfmt_field *field_of(struct arena *arena,
                                           const struct layout_column *column,
                                           const struct layout_form *form)
{
    struct numfmt_field *field = arena_alloc(arena, sizeof *field);

    if (field)
        *field = (struct numfmt_field){ .rule = column->rule,
                                        .width = form->width,
                                        .digits = form->digits,
                                        .decimals = column->decimals,
                                        .times = form->times,
                                        .kilo = column->kilo,
                                        .cut = column->cut };
    return field;
}

struct grid_column *classic_lay(struct arena *arena, const struct layout_table *table,
                                bool old)
{
    size_t n = layout_count(table);
    struct grid_column *columns =
        arena_alloc(arena, (n + CLASSIC_PREFIX) * sizeof *columns);

    if (!columns)
        return NULL;
    memcpy(columns, prefix, sizeof prefix);
    for (size_t c = 0; c < n; c++) {
        const struct layout_column *from = &table->columns[c];
        const struct layout_form *form = layout_form(from, old);
        struct grid_column *to = &columns[c + CLASSIC_PREFIX];
        int first, last;

        layout_place(table, c, old, &first, &last);
        to->width = form->width;
        to->gap = 1 + form->more;
        to->number = GRID_CLASSIC;
        to->field = field_of(arena, from, form);
        to->left = from->source == LAYOUT_GUESS;
        to->pushes = old && from->rule != LAYOUT_NUM && !from->cut;
        set_heads(arena, table, from, to, first);
        if (!to->field)
            return NULL;
    }
    return columns;
}

/* All generations that a view is the natural one for. */
static int each_of(const struct view *view, const struct layout_generation *g,
                   struct arena *arena,
                   int (*see)(void *self, const char *table, const char *shows,
                              const char *filter, int width, const char *const *head),
                   void *self)
{
    int rc = 0;

    for (const struct layout_table *const *t = g->tables; rc == 0 && *t; t++) {
        struct grid_column *columns = classic_lay(arena, *t, false);
        const char *table =
            arena_printf(arena, "%s %s, %s", view->name, g->name, (*t)->title);

        rc = columns && table ? 0 : -ENOMEM;
        for (size_t c = 0; rc == 0 && (*t)->columns[c].shows; c++) {
            const struct layout_column *from = &(*t)->columns[c];
            const struct grid_column *column = &columns[c + CLASSIC_PREFIX];

            if (from->source != LAYOUT_VALUE)
                continue;
            rc =
                see(self, table, from->shows, from->where, column->width, column->head);
            if (rc == 0 && from->kept_as)
                rc = see(self, table, from->kept_as, from->where, column->width,
                         column->head);
        }
    }
    return rc;
}

int classic_each(const struct view *view,
                 int (*see)(void *self, const char *table, const char *shows,
                            const char *filter, int width, const char *const *head),
                 void *self)
{
    const char *version = layout_find(view->data)->version;
    struct arena *arena = arena_new();
    int rc = arena ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && layout_all[i]; i++) {
        if (!layout_all[i]->read_only && strcmp(layout_all[i]->version, version) == 0)
            rc = each_of(view, layout_all[i], arena, see, self);
    }
    arena_free(arena);
    return rc;
}
