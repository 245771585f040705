/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * markdown.c - grids as Markdown, to be pasted into an issue or a README
 */
#include "output/markdown.h"

#include "output/text.h"

#include <errno.h>
#include <string.h>

/* Nothing of a text is taken for a mark, and no line of it for another kind of block.
 */
static void put_escaped(struct sink *sink, const char *text)
{
    static const char marks[] = "\\`*_[]<>|#&~";

    for (; text && *text; text++) {
        if (strchr(marks, *text))
            sink_text(sink, "\\");
        sink_write(sink, text, 1);
    }
}

/* Lines that belong together, and between empty ones paragraphs. */
static void put_lines(struct sink *sink, const char *const *lines)
{
    while (lines && *lines && !**lines)
        lines++; /* a paragraph has an empty line before it as it is */
    for (; lines && *lines; lines++) {
        const char *line = *lines + strspn(*lines, " ");

        if (strspn(line, "-+=") > 0) /* would be a list, or a rule */
            sink_text(sink, "\\");
        put_escaped(sink, line);
        sink_text(sink, "\n");
    }
}

static bool is_verbatim(const struct grid *g, size_t row)
{
    return g->cells[row * g->n_columns].kind == CELL_VERBATIM;
}

static int put_cell(struct sink *sink, const struct grid_column *column,
                    const struct cell *cell, const struct view_options *options)
{
    struct buf text = { 0 };
    int rc;

    text_of_cell(&text, column, cell, options);
    sink_text(sink, " ");
    put_escaped(sink, text.text);
    sink_text(sink, " |");
    rc = buf_ok(&text) ? 0 : -ENOMEM;
    buf_done(&text);
    return rc;
}

static int put_head(struct sink *sink, const struct grid *g,
                    const struct view_options *options)
{
    int rc = 0;

    sink_text(sink, "|");
    for (size_t c = 0; rc == 0 && c < g->n_columns; c++) {
        const struct cell head = { .kind = CELL_TEXT, .text = g->columns[c].head[0] };

        rc = put_cell(sink, &g->columns[c], &head, options);
    }
    sink_text(sink, "\n|");
    for (size_t c = 0; c < g->n_columns; c++)
        sink_text(sink, g->columns[c].left ? " :-- |" : " --: |");
    sink_text(sink, "\n");
    return rc;
}

static int put_rows(struct sink *sink, const struct grid *g,
                    const struct view_options *options)
{
    int rc = 0;

    for (size_t r = 0; rc == 0 && r < g->n_rows; r++) {
        if (is_verbatim(g, r))
            continue;
        sink_text(sink, "|");
        for (size_t c = 0; rc == 0 && c < g->n_columns; c++)
            rc = put_cell(sink, &g->columns[c], &g->cells[r * g->n_columns + c],
                          options);
        sink_text(sink, "\n");
    }
    return rc;
}

/* Four blanks make code, where nothing is a mark. Neighbours that are alike stand once.
 */
static int put_verbatim(struct sink *sink, const struct grid *g,
                        const struct view_options *options)
{
    const char *before = NULL;
    int rc = 0;

    for (size_t r = 0; r < g->n_rows; r++) {
        const char *text = g->cells[r * g->n_columns].text;
        struct buf clean = { 0 };

        if (!is_verbatim(g, r) || (before && strcmp(before, text) == 0))
            continue;
        text_clean(&clean, text + strspn(text, " "), options->ascii);
        sink_printf(sink, "%s    %s\n", before ? "" : "\n", clean.text);
        rc = buf_ok(&clean) ? rc : -ENOMEM;
        buf_done(&clean);
        before = text;
    }
    return rc;
}

static int draw_grid(struct sink *sink, const struct grid *g,
                     const struct view_options *options)
{
    int rc = 0;

    if (g->title) {
        sink_text(sink, "\n**");
        put_escaped(sink, g->title);
        sink_text(sink, "**\n");
    }
    if (g->n_rows) {
        sink_text(sink, "\n");
        rc = put_head(sink, g, options);
        rc = rc < 0 ? rc : put_rows(sink, g, options);
        rc = rc < 0 ? rc : put_verbatim(sink, g, options);
    }
    if (g->notes) {
        sink_text(sink, "\n");
        put_lines(sink, g->notes);
    }
    return rc;
}

int markdown_draw(struct sink *sink, const struct grid_list *grids,
                  const struct view_options *options)
{
    int rc = 0;

    put_lines(sink, grids->before);
    for (size_t i = 0; rc == 0 && i < grids->n; i++)
        rc = draw_grid(sink, &grids->grids[i], options);
    if (grids->after)
        sink_text(sink, "\n");
    put_lines(sink, grids->after);
    return rc < 0 ? rc : sink->error;
}
