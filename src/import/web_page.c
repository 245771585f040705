/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_page.c - a page as tables of cells with what stands above them
 */
#include "import/web_page.h"

void import_page_text(struct web_page *page, struct slice text, uint32_t line)
{
    text = import_trim(text);
    if (text.length == 0)
        return;
    if (page->text.length)
        import_note(page->in, IMPORT_SKIPPED, page->text_line, page->text.text,
                    page->text.length, "text, and no table below it");
    page->text = text;
    page->text_line = line;
    page->open = false;
}

static struct web_table *open_table(struct web_page *page)
{
    struct web_table *more;

    if (page->open)
        return &page->tables[page->n - 1];
    more = arena_grow(import_arena(page->in), page->tables, &page->capacity,
                      page->n + 1, sizeof *more);
    if (!more) {
        page->failed = true;
        return NULL;
    }
    page->tables = more;
    page->open = true;
    more = &page->tables[page->n++];
    *more =
        (struct web_table){ .caption = page->text, .caption_line = page->text_line };
    page->text = import_slice("", 0);
    return more;
}

void import_page_row(struct web_page *page, uint32_t line)
{
    struct web_table *t = page->failed ? NULL : open_table(page);
    struct web_row *more;

    if (!t)
        return;
    if (t->n && t->rows[t->n - 1].n == 0) {
        t->rows[t->n - 1].line = line; /* nothing is in it yet */
        return;
    }
    more = arena_grow(import_arena(page->in), t->rows, &t->capacity, t->n + 1,
                      sizeof *more);
    if (!more) {
        page->failed = true;
        return;
    }
    t->rows = more;
    t->rows[t->n++] = (struct web_row){ .line = line };
}

void import_page_cell(struct web_page *page, struct slice text, uint32_t line)
{
    struct web_row *row;
    struct slice *more;

    if (!page->open || page->tables[page->n - 1].n == 0)
        import_page_row(page, line);
    if (page->failed)
        return;
    row = &page->tables[page->n - 1].rows[page->tables[page->n - 1].n - 1];
    more = arena_grow(import_arena(page->in), row->cells, &row->capacity, row->n + 1,
                      sizeof *more);
    if (!more) {
        page->failed = true;
        return;
    }
    row->cells = more;
    row->cells[row->n++] = import_trim(text);
}

void import_page_end_table(struct web_page *page)
{
    page->open = false;
}
