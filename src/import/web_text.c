/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_text.c - pages saved as text, cells marked off by "|"
 *
 * Either a row is a line, "| a | b |", or each cell is a line of its own, "a |", and a
 * lone "|" begins the next row. "|||||" are blank cells.
 */
#include "import/web_page.h"

#include <string.h>

/* "|---|:--:|", below the headings of Markdown */
static bool is_ruler(struct slice line)
{
    size_t dashes = 0;

    for (size_t i = 0; i < line.length; i++) {
        if (!strchr("|-:+= \t", line.text[i]))
            return false;
        dashes += line.text[i] == '-' || line.text[i] == '=';
    }
    return dashes > 0;
}

static bool is_blanks(struct slice line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (line.text[i] != '|')
            return false;
    }
    return line.length > 1;
}

/* Without the marks that Markdown has for bold and for code. */
static struct slice bare(struct slice cell)
{
    cell = import_trim(cell);
    while (cell.length > 2 && strchr("*`_", cell.text[0]) &&
           cell.text[0] == cell.text[cell.length - 1])
        cell = import_slice(cell.text + 1, cell.length - 2);
    return import_trim(cell);
}

static void take_cells(struct web_page *page, struct slice rest, uint32_t line)
{
    while (rest.length)
        import_page_cell(page, bare(import_until(&rest, '|')), line);
}

static void take_row(struct web_page *page, struct slice rest, uint32_t line)
{
    import_page_row(page, line);
    import_until(&rest, '|');
    take_cells(page, rest, line);
}

static void take_line(struct web_page *page, struct slice text, uint32_t line)
{
    struct slice rest = text, first;

    if (!memchr(text.text, '|', text.length)) {
        import_page_text(page, text, line);
    } else if (is_ruler(text)) {
        return;
    } else if (text.length == 1) {
        import_page_row(page, line);
    } else if (is_blanks(text)) {
        for (size_t i = 0; i < text.length; i++)
            import_page_cell(page, import_slice("", 0), line);
    } else if (text.text[0] == '|') {
        take_row(page, text, line);
    } else {
        first = import_until(&rest, '|');
        if (rest.length) /* several cells: the line is the row */
            import_page_row(page, line);
        import_page_cell(page, bare(first), line);
        take_cells(page, rest, line);
    }
}

void import_page_of_text(struct web_page *page, const struct import_source *source)
{
    struct import_line line = { 0 };
    size_t at = 0;

    while (!page->failed && import_next_line(source, &at, &line)) {
        struct slice text =
            import_trim(import_unquote(import_slice(line.text, line.length)));

        if (text.length)
            take_line(page, text, line.number);
    }
}
