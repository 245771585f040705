/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv_row.h - one row of a CSV being gathered, cell by cell
 *
 * A want of memory sticks and shows when the row is finished.
 */
#ifndef OUTPUT_CSV_ROW_H
#define OUTPUT_CSV_ROW_H

#include "base/buf.h"
#include "output/csv.h"

struct csv_row {
    const struct csv_dialect *dialect;
    struct buf buf;
    size_t cells;
};

void csv_row_start(struct csv_row *row);
void csv_row_done(struct csv_row *row);

/* NULL is an empty cell. Quoted where it must be, and made harmless to spreadsheets. */
void csv_row_text(struct csv_row *row, const char *text);
/* What is not finite is an empty cell. */
void csv_row_number(struct csv_row *row, double value);
void csv_row_count(struct csv_row *row, uint64_t value);
/* A number that is text already, with a decimal point. */
void csv_row_digits(struct csv_row *row, const char *text);
/* Texts in one cell, separated by blanks: gathered in `list`, which is released. */
void csv_row_list(struct csv_row *row, struct buf *list);

/* Returns: 0, -ENOMEM or the sink's error */
int csv_row_finish(struct csv_row *row, struct sink *sink);

#endif
