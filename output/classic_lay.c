/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_lay.c - how wide the columns of a classic table are, and what heads them
 */
#include "output/classic.h"

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

struct grid_column *classic_lay(struct arena *arena, const struct layout_table *table,
                                bool old)
{
    size_t n = layout_count(table);
    struct grid_column *columns =
        arena_alloc(arena, (n + CLASSIC_PREFIX) * sizeof *columns);
    int at = 0;

    if (!columns)
        return NULL;
    memcpy(columns, prefix, sizeof prefix);
    for (size_t c = 0; c < CLASSIC_PREFIX; c++)
        at += prefix[c].gap + prefix[c].width;
    for (size_t c = 0; c < n; c++) {
        const struct layout_column *from = &table->columns[c];
        const struct layout_form *w = layout_form(from, old);
        struct grid_column *to = &columns[c + CLASSIC_PREFIX];

        to->width = w->width;
        to->digits = w->digits;
        to->gap = 1 + w->more;
        to->number = from->rule == LAYOUT_WHOLE || from->source == LAYOUT_COPIES
                         ? GRID_WHOLE
                         : GRID_CLASSIC;
        to->left = from->source == LAYOUT_GUESS;
        set_heads(arena, table, from, to, at + to->gap);
        at += to->gap + to->width;
    }
    return columns;
}

int classic_each(const struct view *view,
                 int (*see)(void *self, const char *table, const char *shows,
                            const char *filter, int width, const char *const *head),
                 void *self)
{
    const struct layout_generation *g = layout_find(view->data);
    struct arena *arena = arena_new();
    int rc = arena ? 0 : -ENOMEM;

    for (const struct layout_table *const *list = g->tables; rc == 0 && *list; list++) {
        const struct layout_table *t = *list;
        struct grid_column *columns = classic_lay(arena, t, false);
        const char *table =
            arena_printf(arena, "%s %s, %s", view->name, g->name, t->title);

        rc = columns && table ? 0 : -ENOMEM;
        for (size_t c = 0; rc == 0 && t->columns[c].shows; c++) {
            const struct grid_column *column = &columns[c + CLASSIC_PREFIX];

            if (t->columns[c].source == LAYOUT_VALUE)
                rc = see(self, table, t->columns[c].shows, t->columns[c].where,
                         column->width, column->head);
        }
    }
    arena_free(arena);
    return rc;
}
