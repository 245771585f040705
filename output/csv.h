/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv.h - summary.csv, samples.csv, systems.csv (interface.md 4.8 and 6.3)
 *
 * Numbers in base units, shortest form that reads back exactly; a number that is not
 * there is an empty cell, beside a status and a reason.
 */
#ifndef OUTPUT_CSV_H
#define OUTPUT_CSV_H

#include "base/diag.h"
#include "model/doc.h"
#include "model/sink.h"

enum csv_table { CSV_SUMMARY, CSV_SAMPLES, CSV_SYSTEMS, CSV_TABLES };
extern const char *const csv_file_name[CSV_TABLES]; /* "summary.csv" … */
/* Column names separated by commas; they only ever grow at the end. */
extern const char *const csv_columns[CSV_TABLES];

struct csv_dialect {
    const char *name; /* "rfc4180" (the default, first), "unix", "tsv", "excel" … */
    const char *separator, *newline;
    bool bom, decimal_comma;
    bool neutralise; /* cells that a spreadsheet would take for a formula */
    const char *help;
    bool display_units; /* adds display_value and display_unit to the summary; a
                           caller sets it in a copy */
};
extern const struct csv_dialect csv_dialects[]; /* ends with { 0 } */

const struct csv_dialect *csv_find_dialect(const char *name); /* NULL: none */

/*
 * Writes one table of the doc, row by row in the doc's order.
 *
 * Returns: 0, -ENOMEM, or the sink's error
 */
int csv_write(struct sink *sink, const struct doc *doc, enum csv_table table,
              const struct csv_dialect *dialect, struct diag *why);

#endif
