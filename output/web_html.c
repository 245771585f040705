/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_html.c - the page that compares kernels: one file, nothing loaded, no script
 */
#include "output/html.h"

#include "output/numfmt.h"
#include "output/web_parts.h"

#include <ctype.h>
#include <string.h>

struct page {
    struct sink *sink;
    bool ascii;
    int rc; /* the first failure sticks */
};

static void put(struct page *page, const char *text)
{
    sink_text(page->sink, text);
}

static void escape(struct page *page, const char *text)
{
    if (page->rc == 0)
        page->rc = html_put_text(page->sink, text ? text : "", page->ascii);
}

static const char style[] =
    ":root{color-scheme:light dark}\n"
    "body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:80rem;"
    "padding:0 1rem}\n"
    "h1{font-size:1.5rem}h2{font-size:1.2rem}\n"
    ".scroll{overflow-x:auto}\n"
    "table{border-collapse:collapse;margin:1.5rem 0}\n"
    "caption{text-align:left;font-weight:bold;padding:.3rem 0}\n"
    "th,td{border:1px solid #777;padding:.2rem .5rem}\n"
    "th{text-align:left}thead th,td{text-align:right}\n"
    "thead th:first-child,td.note{text-align:left}\n"
    "td{font-variant-numeric:tabular-nums}\n"
    "td small{display:block;white-space:nowrap}\n"
    "a:focus-visible,.scroll:focus-visible{outline:3px solid #0072b2}\n"
    ".skip{position:absolute;left:-99rem}.skip:focus{position:static}\n"
    "@media print{body{max-width:none;color:#000;background:#fff}"
    ".scroll{overflow:visible}thead{display:table-header-group}"
    "tr{break-inside:avoid}.skip{display:none}}\n";

static void add_head(struct page *page, const char *title)
{
    put(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\"/>\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\""
              "default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; "
              "base-uri &#39;none&#39;; form-action &#39;none&#39;\"/>\n"
              "<meta name=\"viewport\" content=\"width=device-width, "
              "initial-scale=1\"/>\n"
              "<meta name=\"generator\" content=\"errbar " ERRBAR_VERSION "\"/>\n"
              "<title>");
    escape(page, title);
    sink_printf(page->sink, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    put(page, "<a class=\"skip\" href=\"#results\">Results</a>\n<main>\n<h1>");
    escape(page, title);
    put(page, "</h1>\n");
}

static bool is_heading(const char *line)
{
    return strcmp(line, WEB_INTRODUCTION) == 0 || strcmp(line, WEB_RESULTS) == 0 ||
           strcmp(line, WEB_ENVIRONMENT) == 0 || strcmp(line, WEB_RESOURCES) == 0;
}

/* What was broken for a terminal is one paragraph here. */
static void add_lines(struct page *page, const char *const *lines)
{
    for (; lines && *lines; lines++) {
        bool heading = is_heading(*lines);

        if (!**lines)
            continue;
        put(page, heading ? "<h2>" : **lines == ' ' ? " " : "<p>");
        escape(page, *lines + strspn(*lines, " "));
        if (heading)
            put(page, "</h2>\n");
        else if (!lines[1] || *lines[1] != ' ')
            put(page, "</p>\n");
    }
}

/* "Simple function latency. Data …" to "simple-function-latency". */
static void add_id(struct page *page, const char *title)
{
    for (const char *c = title ? title : "table"; *c && *c != '.'; c++)
        sink_printf(page->sink, "%c",
                    isalnum((unsigned char)*c) ? tolower((unsigned char)*c) : '-');
}

static bool is_alone(const struct grid *g, const struct cell *cells)
{
    for (size_t c = 1; c < g->n_columns; c++) {
        if (cells[c].kind != CELL_BLANK)
            return false;
    }
    return true;
}

static void add_heads(struct page *page, const struct grid *g)
{
    put(page, "<thead>\n<tr>");
    for (size_t c = 0; c < g->n_columns; c++) {
        const char *head = g->columns[c].head[0];

        put(page, head ? "<th scope=\"col\">" : "<td>");
        escape(page, head);
        put(page, head ? "</th>" : "</td>");
    }
    put(page, "</tr>\n</thead>\n");
}

/* Class, flags and number of processes, for who points at the cell. */
static void add_hint(struct page *page, const struct cell *cell)
{
    const struct st_estimate *e = cell->estimate;
    const struct judged *j = cell->judged;
    bool open = false;

    if (!e && cell->note) {
        put(page, " title=\"");
        escape(page, cell->note);
        put(page, "\"");
    }
    if (!e || !j)
        return;
    if (e->method != ST_METHOD_NONE) {
        sink_printf(page->sink, " title=\"%s, K = %zu", judged_class_name[j->class],
                    e->n);
        open = true;
    }
    for (size_t i = 0; i < j->n_flags; i++) {
        if (strcmp(j->flags[i].code, "imported") == 0)
            continue;
        put(page, open ? " " : " title=\"");
        escape(page, j->flags[i].code);
        open = true;
    }
    put(page, open ? "\"" : "");
}

static void add_cell(struct page *page, const struct cell *cell)
{
    const struct st_estimate *e = cell->estimate;
    char text[NUMFMT_TEXT];

    put(page, "<td");
    add_hint(page, cell);
    put(page, ">");
    escape(page, cell->text);
    if (e && cell->note) {
        put(page, "<sup>");
        escape(page, cell->note);
        put(page, "</sup>");
    }
    if (e && e->method != ST_METHOD_NONE) {
        numfmt_interval(text, e, cell->in_base);
        sink_printf(page->sink, "<small>%s</small>", text);
    }
    put(page, "</td>");
}

static void add_row(struct page *page, const struct grid *g, const struct cell *cells,
                    bool *open)
{
    bool alone = is_alone(g, cells), verbatim = cells[0].kind == CELL_VERBATIM;

    if (alone && !verbatim) {
        sink_printf(page->sink, "%s<tbody>\n", *open ? "</tbody>\n" : "");
        *open = true;
    } else if (!*open) {
        put(page, "<tbody>\n");
        *open = true;
    }
    if (alone) {
        sink_printf(page->sink,
                    verbatim ? "<tr><td class=\"note\" colspan=\"%zu\">"
                             : "<tr><th scope=\"rowgroup\" colspan=\"%zu\">",
                    g->n_columns);
        escape(page, cells[0].text);
        put(page, verbatim ? "</td></tr>\n" : "</th></tr>\n");
        return;
    }
    put(page, "<tr><th scope=\"row\">");
    escape(page, cells[0].text);
    put(page, "</th>");
    for (size_t c = 1; c < g->n_columns; c++)
        add_cell(page, &cells[c]);
    put(page, "</tr>\n");
}

static void add_grid(struct page *page, const struct grid *g)
{
    bool open = false;

    put(page, "<section id=\"");
    add_id(page, g->title);
    put(page, "\">\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
              "aria-label=\"");
    escape(page, g->title);
    put(page, "\">\n<table>\n<caption>");
    escape(page, g->title);
    put(page, "</caption>\n");
    add_heads(page, g);
    for (size_t r = 0; r < g->n_rows; r++)
        add_row(page, g, g->cells + r * g->n_columns, &open);
    sink_printf(page->sink, "%s</table>\n</div>\n</section>\n",
                open ? "</tbody>\n" : "");
}

int web_draw_page(struct sink *sink, const struct grid_list *grids,
                  const struct view_options *options)
{
    struct page page = { .sink = sink, .ascii = options->ascii };

    add_head(&page, options->title ? options->title : "Results of errbar");
    add_lines(&page, grids->before);
    put(&page, "<div id=\"results\">\n");
    for (size_t i = 0; i < grids->n; i++)
        add_grid(&page, &grids->grids[i]);
    put(&page, "</div>\n</main>\n");
    if (grids->after) {
        put(&page, "<footer>\n");
        add_lines(&page, grids->after);
        put(&page, "</footer>\n");
    }
    put(&page, "</body>\n</html>\n");
    return page.rc < 0 ? page.rc : sink->error;
}
