/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid.c - lines around and below tables, gathered and broken
 */
#include "output/grid.h"

#include "output/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grid_lines_add(struct grid_lines *lines, const char *line)
{
    const char **items;

    if (lines->failed)
        return;
    items = arena_grow(lines->arena, lines->items, &lines->capacity, lines->n + 2,
                       sizeof *items);
    if (items)
        lines->items = items;
    if (!items || !line || !(line = arena_strdup(lines->arena, line))) {
        lines->failed = true;
        return;
    }
    lines->items[lines->n++] = line;
    lines->items[lines->n] = NULL;
}

const char *const *grid_lines_end(const struct grid_lines *lines)
{
    return lines->n ? lines->items : NULL;
}

/* A blank inside "0.4 %" or "K = 15" is none to break a line at. */
static bool is_break(const char *text, size_t at)
{
    return text[at] == ' ' && text[at + 1] != '%' && text[at + 1] != '=' &&
           (at == 0 || text[at - 1] != '=');
}

/* Bytes of `text` that fit into `room` columns, up to a blank if there is one. */
static size_t part_of(const char *text, int room)
{
    size_t whole = text_bytes(text, room), at = whole;

    if (!text[whole])
        return whole;
    while (at > 0 && !is_break(text, at))
        at--;
    return at ? at : whole;
}

static void wrap(struct grid_lines *lines, const char *text, int width, int indent)
{
    int before = 0;

    do {
        size_t n = part_of(text, width - before > 8 ? width - before : 8), shown = n;

        while (shown > 0 && text[shown - 1] == ' ')
            shown--; /* of two blanks the first stands before the break */
        grid_lines_add(
            lines, arena_printf(lines->arena, "%*s%.*s", before, "", (int)shown, text));
        text += n;
        text += strspn(text, " ");
        before = indent;
    } while (*text && !lines->failed);
}

void grid_lines_wrap(struct grid_lines *lines, int width, int indent,
                     const char *format, ...)
{
    struct buf clean = { 0 };
    va_list args;
    char *text;
    int n;

    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0) {
        lines->failed = true;
        return;
    }
    text_clean(&clean, text, lines->ascii);
    if (buf_ok(&clean))
        wrap(lines, clean.text ? clean.text : "", width, indent);
    else
        lines->failed = true;
    buf_done(&clean);
    free(text);
}
