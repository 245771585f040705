/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_page.h - a page as tables of cells with what stands above them, whatever it was
 * written in
 */
#ifndef IMPORT_WEB_PAGE_H
#define IMPORT_WEB_PAGE_H

#include "import/import.h"
#include "import/slice.h"

struct web_row {
    struct slice *cells; /* trimmed */
    size_t n, capacity;
    uint32_t line;
};

struct web_table {
    struct slice caption; /* the text above it, or empty */
    uint32_t caption_line;
    struct web_row *rows;
    size_t n, capacity;
};

struct web_page {
    struct import *in;
    struct web_table *tables;
    size_t n, capacity;
    struct slice text; /* the last one, which may be a caption */
    uint32_t text_line;
    bool open; /* cells belong to the last table */
    bool failed;
};

/* A want of memory sticks. Texts are not copied. */
void import_page_text(struct web_page *page, struct slice text, uint32_t line);
void import_page_row(struct web_page *page, uint32_t line); /* opens a table first */
void import_page_cell(struct web_page *page, struct slice text, uint32_t line);
void import_page_end_table(struct web_page *page);

/*
 * What the tables say: columns are systems, rows what was measured.
 *
 * Returns: 0 or -ENOMEM
 */
int import_page_read(struct web_page *page, struct diag *why);

/* Pages as text, cells marked off by "|", and in HTML: their tables. */
void import_page_of_text(struct web_page *page, const struct import_source *source);
int import_page_of_html(struct web_page *page, const struct import_source *source);

#endif
