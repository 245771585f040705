/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * html.c - grids as one HTML page that stands alone
 */
#include "output/html.h"

#include "output/text.h"

#include <errno.h>
#include <string.h>

static const char opening[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n";

static const char style[] =
    "<style>\n"
    "body { font: 100%/1.4 sans-serif; max-width: 75em; margin: 1em auto; "
    "padding: 0 1em }\n"
    "table { border-collapse: collapse; display: block; overflow-x: auto }\n"
    "th, td { padding: .1em .6em; text-align: right; white-space: pre; "
    "font-variant-numeric: tabular-nums }\n"
    "th { border-bottom: 1px solid; vertical-align: bottom }\n"
    ".left { text-align: left }\n"
    "p { margin: .4em 0; overflow-wrap: anywhere }\n"
    "</style>\n";

int html_put_text(struct sink *sink, const char *text, bool ascii)
{
    static const char marks[] = "&<>\"'";
    static const char *const names[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
    struct buf clean = { 0 };
    int rc;

    text_clean(&clean, text, ascii);
    for (size_t i = 0; i < clean.length; i++) {
        const char *mark = strchr(marks, clean.text[i]);

        if (mark)
            sink_text(sink, names[mark - marks]);
        else
            sink_write(sink, clean.text + i, 1);
    }
    rc = buf_ok(&clean) ? 0 : -ENOMEM;
    buf_done(&clean);
    return rc;
}

/* A paragraph each; what is indented goes on with the one before. */
static int put_lines(struct sink *sink, const char *const *lines, bool ascii)
{
    bool open = false;
    int rc = 0;

    for (; rc == 0 && lines && *lines; lines++) {
        if (!**lines)
            continue;
        if (open && **lines != ' ')
            sink_text(sink, "</p>\n");
        sink_text(sink, open && **lines == ' ' ? "\n" : "<p>");
        rc = html_put_text(sink, *lines + strspn(*lines, " "), ascii);
        open = true;
    }
    if (open)
        sink_text(sink, "</p>\n");
    return rc;
}

static int put_cell(struct sink *sink, const char *tag,
                    const struct grid_column *column, const struct cell *cell,
                    const struct view_options *options)
{
    struct buf text = { 0 };
    int rc;

    text_of_cell(&text, column, cell, options);
    sink_printf(sink, "<%s%s>", tag, column->left ? " class=\"left\"" : "");
    rc = html_put_text(sink, text.text, options->ascii);
    sink_printf(sink, "</%s>", tag);
    rc = buf_ok(&text) ? rc : -ENOMEM;
    buf_done(&text);
    return rc;
}

static int put_head(struct sink *sink, const struct grid *g,
                    const struct view_options *options)
{
    int rc = 0;

    sink_text(sink, "<thead>\n<tr>");
    for (size_t c = 0; rc == 0 && c < g->n_columns; c++) {
        const struct cell head = { .kind = CELL_TEXT, .text = g->columns[c].head[0] };

        rc = put_cell(sink, "th", &g->columns[c], &head, options);
    }
    sink_text(sink, "</tr>\n</thead>\n");
    return rc;
}

static int put_row(struct sink *sink, const struct grid *g, const struct cell *cells,
                   const struct view_options *options)
{
    int rc = 0;

    sink_text(sink, "<tr>");
    if (cells->kind == CELL_VERBATIM) {
        sink_printf(sink, "<td class=\"left\" colspan=\"%zu\"><code>", g->n_columns);
        rc = html_put_text(sink, cells->text, options->ascii);
        sink_text(sink, "</code></td>");
    }
    for (size_t c = 0; rc == 0 && cells->kind != CELL_VERBATIM && c < g->n_columns; c++)
        rc = put_cell(sink, "td", &g->columns[c], &cells[c], options);
    sink_text(sink, "</tr>\n");
    return rc;
}

static int put_table(struct sink *sink, const struct grid *g,
                     const struct view_options *options)
{
    int rc;

    sink_text(sink, "<table>\n");
    rc = put_head(sink, g, options);
    sink_text(sink, "<tbody>\n");
    for (size_t r = 0; rc == 0 && r < g->n_rows; r++)
        rc = put_row(sink, g, &g->cells[r * g->n_columns], options);
    sink_text(sink, "</tbody>\n</table>\n");
    return rc;
}

static int draw_grid(struct sink *sink, const struct grid *g,
                     const struct view_options *options)
{
    int rc = 0;

    if (g->title) {
        sink_text(sink, "<h2>");
        rc = html_put_text(sink, g->title, options->ascii);
        sink_text(sink, "</h2>\n");
    }
    if (rc == 0 && g->n_rows)
        rc = put_table(sink, g, options);
    return rc < 0 ? rc : put_lines(sink, g->notes, options->ascii);
}

int html_draw(struct sink *sink, const struct grid_list *grids, const char *title,
              const struct view_options *options)
{
    int rc;

    sink_text(sink, opening);
    sink_text(sink, "<title>");
    rc = html_put_text(sink, title, options->ascii);
    sink_text(sink, "</title>\n");
    sink_text(sink, style);
    sink_text(sink, "</head>\n<body>\n");
    rc = rc < 0 ? rc : put_lines(sink, grids->before, options->ascii);
    for (size_t i = 0; rc == 0 && i < grids->n; i++)
        rc = draw_grid(sink, &grids->grids[i], options);
    rc = rc < 0 ? rc : put_lines(sink, grids->after, options->ascii);
    sink_text(sink, "</body>\n</html>\n");
    return rc < 0 ? rc : sink->error;
}
