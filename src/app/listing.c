/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * listing.c - rows of text as a table, JSON, CSV or TSV
 */
#include "app/listing.h"

#include "base/arena.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

enum { WIDEST_TABLE = 120 }; /* of text, without the gaps */

const char *const listing_format_name[] = { "table", "json", "jsonl",
                                            "csv",   "tsv",  "mdoc" };

int listing_init(struct listing *list)
{
    list->arena = arena_new();
    return list->arena ? 0 : -ENOMEM;
}

void listing_done(struct listing *list)
{
    arena_free(list->arena);
    *list = (struct listing){ 0 };
}

const char **listing_add(struct listing *list)
{
    void *wide = arena_grow(list->arena, (void *)list->rows, &list->capacity,
                            list->n + 1, sizeof *list->rows);

    if (!wide)
        return NULL;
    list->rows = wide;
    return list->rows[list->n++];
}

static const char *cell(const struct listing *list, size_t row, size_t column)
{
    const char *text = list->rows[row][column];

    return text ? text : "";
}

static size_t columns_of(const struct listing *list)
{
    size_t n = 0;

    while (list->head[n])
        n++;
    return n;
}

void listing_text(struct sink *sink, size_t column, size_t indent, const char *text)
{
    for (bool first = true; *text; first = false) {
        size_t n = strcspn(text, " ");

        if (!first && column + 1 + n > LISTING_WIDTH) {
            sink_printf(sink, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!first) {
            sink_text(sink, " ");
            column++;
        }
        sink_write(sink, text, n);
        column += n;
        text += n;
        text += strspn(text, " ");
    }
}

/* What no line can hold: a paragraph for each row. */
static void write_paragraphs(struct sink *sink, const struct listing *list)
{
    size_t columns = columns_of(list), widest = 0;

    for (size_t c = 1; c < columns; c++) {
        if (strlen(list->head[c]) > widest)
            widest = strlen(list->head[c]);
    }
    for (size_t r = 0; r < list->n; r++) {
        sink_printf(sink, "%s%s\n", r ? "\n" : "", cell(list, r, 0));
        for (size_t c = 1; c < columns; c++) {
            if (!*cell(list, r, c))
                continue;
            sink_printf(sink, "  %-*s  ", (int)widest, list->head[c]);
            listing_text(sink, widest + 4, widest + 4, cell(list, r, c));
            sink_text(sink, "\n");
        }
    }
}

static void write_table(struct sink *sink, const struct listing *list)
{
    size_t columns = columns_of(list), width[LISTING_COLUMNS] = { 0 }, whole = 0;

    for (size_t c = 0; c < columns; c++) {
        width[c] = strlen(list->head[c]);
        for (size_t r = 0; r < list->n; r++) {
            if (strlen(cell(list, r, c)) > width[c])
                width[c] = strlen(cell(list, r, c));
        }
        whole += width[c];
    }
    if (whole > WIDEST_TABLE) {
        write_paragraphs(sink, list);
        return;
    }
    for (size_t r = 0; r <= list->n; r++) {
        for (size_t c = 0; c < columns; c++) {
            const char *text = r ? cell(list, r - 1, c) : list->head[c];

            if (c + 1 < columns)
                sink_printf(sink, "%-*s  ", (int)width[c], text);
            else
                sink_printf(sink, "%s\n", text);
        }
    }
}

static void json_text(struct sink *sink, const char *text)
{
    sink_text(sink, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\')
            sink_printf(sink, "\\%c", c);
        else if (c < 0x20)
            sink_printf(sink, "\\u%04x", c);
        else
            sink_write(sink, text, 1);
    }
    sink_text(sink, "\"");
}

static void json_row(struct sink *sink, const struct listing *list, size_t r)
{
    sink_text(sink, "{");
    for (size_t c = 0; c < columns_of(list); c++) {
        sink_text(sink, c ? ", " : "");
        json_text(sink, list->head[c]);
        sink_text(sink, ": ");
        if (list->rows[r][c])
            json_text(sink, list->rows[r][c]);
        else
            sink_text(sink, "null");
    }
    sink_text(sink, "}");
}

static void write_json(struct sink *sink, const struct listing *list, bool lines)
{
    sink_text(sink, lines ? "" : "[\n");
    for (size_t r = 0; r < list->n; r++) {
        sink_text(sink, lines ? "" : "  ");
        json_row(sink, list, r);
        sink_text(sink, !lines && r + 1 < list->n ? ",\n" : "\n");
    }
    sink_text(sink, lines ? "" : "]\n");
}

static void separated_cell(struct sink *sink, const char *text, char separator)
{
    char special[] = { separator, '"', '\r', '\n', '\0' };

    if (!strpbrk(text, special)) {
        sink_text(sink, text);
        return;
    }
    sink_text(sink, "\"");
    for (; *text; text++)
        sink_printf(sink, *text == '"' ? "\"\"" : "%c", *text);
    sink_text(sink, "\"");
}

static void write_separated(struct sink *sink, const struct listing *list,
                            char separator, const char *newline)
{
    for (size_t r = 0; r <= list->n; r++) {
        for (size_t c = 0; c < columns_of(list); c++) {
            if (c)
                sink_write(sink, &separator, 1);
            separated_cell(sink, r ? cell(list, r - 1, c) : list->head[c], separator);
        }
        sink_text(sink, newline);
    }
}

enum { MDOC_LINE = 72 };

/*
 * Filled text for mdoc: short lines, one sentence each. A point or a quote at the
 * start of a line would be a request, so no line starts with one.
 */
static void mdoc_text(struct sink *sink, const char *text)
{
    size_t column = 0;

    while (*text) {
        size_t n = strcspn(text, " ");
        bool ends =
            n > 0 && text[n] == ' ' && (text[n - 1] == '.' || text[n - 1] == '?');

        if (column == 0 && (*text == '.' || *text == '\''))
            sink_text(sink, "\\&");
        for (size_t i = 0; i < n; i++)
            sink_printf(sink, text[i] == '\\' ? "\\e" : "%c", text[i]);
        column = ends || column + n > MDOC_LINE ? 0 : column + n + 1;
        text += n;
        text += strspn(text, " ");
        sink_text(sink, !*text ? "" : column ? " " : "\n");
    }
}

static void mdoc_row(struct sink *sink, const struct listing *list, size_t r)
{
    bool first = true;

    sink_text(sink, ".It Cm ");
    mdoc_text(sink, cell(list, r, 0));
    sink_text(sink, "\n");
    for (size_t c = 1; c < columns_of(list); c++) {
        if (!*cell(list, r, c))
            continue;
        sink_text(sink, first ? "" : ".br\n");
        sink_printf(sink, "%s:\n", list->head[c]);
        mdoc_text(sink, cell(list, r, c));
        sink_text(sink, "\n");
        first = false;
    }
}

static void write_mdoc(struct sink *sink, const struct listing *list)
{
    sink_text(sink, ".Bl -tag -width Ds\n");
    for (size_t r = 0; r < list->n; r++)
        mdoc_row(sink, list, r);
    sink_text(sink, ".El\n");
}

int listing_write(struct sink *sink, const struct listing *list,
                  enum listing_format format)
{
    switch (format) {
    case LISTING_JSON:
    case LISTING_JSONL:
        write_json(sink, list, format == LISTING_JSONL);
        break;
    case LISTING_CSV:
        write_separated(sink, list, ',', "\r\n");
        break;
    case LISTING_TSV:
        write_separated(sink, list, '\t', "\n");
        break;
    case LISTING_MDOC:
        write_mdoc(sink, list);
        break;
    default:
        write_table(sink, list);
    }
    return sink->error;
}
