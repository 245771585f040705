/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv_field.h - the fields of a line of comma-separated values
 */
#ifndef IMPORT_CSV_FIELD_H
#define IMPORT_CSV_FIELD_H

#include "base/arena.h"
#include "import/import.h"
#include "import/slice.h"

/* The lines that a record takes, where a quoted field goes over their ends. */
struct csv_record {
    struct slice text;
    uint32_t line; /* the first of them */
};

/* The next record; *at and *line as import_next_line() has them. */
bool import_csv_record(const struct import_source *source, size_t *at,
                       struct import_line *line, struct csv_record *record);

/*
 * Takes the next field off *rest, without its quotes and the blanks around it. `mark`
 * stands between fields. Without an arena a quote inside a quoted field stays doubled.
 *
 * Needs:   *more is true at first
 * Returns: whether there was one; "" has one field, "a," two
 */
bool import_csv_field(struct arena *arena, char mark, struct slice *rest, bool *more,
                      struct slice *field);

#endif
