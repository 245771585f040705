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

enum { LISTING_COLUMNS = 8 };

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

int listing_write(struct sink *sink, const struct listing *list,
                  enum listing_format format);

#endif
