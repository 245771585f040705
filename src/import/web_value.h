/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_value.h - a cell of a stranger's table as a value, with doubts where there are
 * any
 */
#ifndef IMPORT_WEB_VALUE_H
#define IMPORT_WEB_VALUE_H

#include "import/import.h"
#include "import/web_label.h"

/* "57.32 (min 56.70, max 57.65)" */
struct web_cell {
    struct slice text;
    struct import_number number;
    bool has_range;
    struct slice least, most; /* as printed */
    double min, max;          /* as printed */
};

/*
 * Reads a cell: a number, perhaps with its unit or its range behind it. A comma is the
 * decimal point, or parts thousands, where only one of the two can be ("1,25"), or
 * where `comma` says that it is the point.
 *
 * Returns: 0, -ENODATA (blank), -EDOM (says that there is no value), -EINVAL
 */
int import_web_cell(struct slice text, bool comma, struct web_cell *cell);

/* A value that a table gave, to find others beside. */
struct web_seen {
    const struct session *session;
    const char *id, *params;
    struct slice name, text;
    struct web_cell cell;
    double value; /* in the base unit */
    uint32_t line;
};

struct web_values {
    struct import *in;
    struct web_seen *seen;
    size_t n, capacity;
    bool comma; /* is the decimal point */
    bool usual; /* it was told that no unit is given */
    bool failed;
};

/*
 * Puts the cell's value into the session, in the unit of the definition. `around` is
 * text that may name the unit: what stands above the table. `name` is the row's label.
 */
void import_web_value(struct web_values *values, struct session *session,
                      const struct web_meaning *meaning, struct slice name,
                      struct slice text, struct slice around, uint32_t line);

/* Notes what cannot be: a range of two benchmarks in one mean, a round trip faster than
 * its system calls. The values stay. */
void import_web_doubts(struct web_values *values);

#endif
