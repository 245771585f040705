/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * listing.h - rows of text as a table, JSON, CSV or TSV
 */
#ifndef APP_LISTING_H
#define APP_LISTING_H

#include "model/sink.h"

#include <stddef.h>

enum listing_format {
    LISTING_TABLE,
    LISTING_JSON,
    LISTING_JSONL,
    LISTING_CSV,
    LISTING_TSV,
    LISTING_MDOC, /* a .Bl list for the manual: first column is the term */
    LISTING_FORMATS
};
extern const char *const listing_format_name[LISTING_FORMATS];

enum {
    LISTING_COLUMNS = 8,
    LISTING_WIDTH = 80 /* what a terminal has at least */
};

struct listing {
    const char *head[LISTING_COLUMNS + 1]; /* ends with NULL */
    const char *(*rows)[LISTING_COLUMNS];  /* [n]; NULL is an empty cell */
    size_t n, capacity;
    struct arena *arena; /* of the rows' texts */
};

int listing_init(struct listing *list);
void listing_done(struct listing *list);

/* A new empty row; NULL for want of memory. */
const char **listing_add(struct listing *list);

/*
 * Adds `text`, which begins in column `column`, broken at blanks before LISTING_WIDTH;
 * the lines after the first begin in column `indent`. No newline at its end.
 */
void listing_text(struct sink *sink, size_t column, size_t indent, const char *text);

int listing_write(struct sink *sink, const struct listing *list,
                  enum listing_format format);

#endif
