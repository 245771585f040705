/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_rst.c - "csv-table" directives of reStructuredText
 */
#include "import/web.h"

#include "import/csv_field.h"
#include "import/web_page.h"

static const char directive[] = ".. csv-table::";
static const char heads[] = ":header:";

size_t import_recognise_rst(const struct import_source *source)
{
    struct import_line line = { 0 };
    size_t at = 0, n = 0;
    bool inside = false;

    while (import_next_line(source, &at, &line)) {
        struct slice text = import_trim(import_slice(line.text, line.length));

        if (import_begins(text, directive))
            inside = true;
        else if (text.length && text.text == line.text)
            inside = false; /* not indented */
        n += inside && text.length > 0;
    }
    return n;
}

static void take_row(struct web_page *page, struct slice text, uint32_t line)
{
    struct slice field;
    bool more = true;

    import_page_row(page, line);
    while (import_csv_field(import_arena(page->in), ',', &text, &more, &field))
        import_page_cell(page, field, line);
}

static void take_line(struct web_page *page, struct slice text, uint32_t line,
                      bool indented, bool *inside)
{
    if (import_begins(text, directive)) {
        import_page_end_table(page);
        text = import_slice(text.text + sizeof directive - 1,
                            text.length + 1 - sizeof directive);
        import_page_text(page, text, line);
        *inside = true;
    } else if (!indented || !*inside) {
        *inside = false;
        import_page_text(page, text, line);
    } else if (import_begins(text, heads)) {
        take_row(
            page,
            import_slice(text.text + sizeof heads - 1, text.length + 1 - sizeof heads),
            line);
    } else if (text.text[0] != ':') { /* other options are layout */
        take_row(page, text, line);
    }
}

int import_read_rst(struct import *in, struct diag *why)
{
    struct web_page page = { .in = in };
    struct import_line line = { 0 };
    bool inside = false;
    size_t at = 0;

    while (!page.failed && import_next_line(import_from(in), &at, &line)) {
        struct slice text = import_trim(import_slice(line.text, line.length));

        if (text.length)
            take_line(&page, text, line.number, text.text != line.text, &inside);
    }
    return import_page_read(&page, why);
}
