/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv_field.h - the fields of a line of comma-separated values
 */
#ifndef IMPORT_CSV_FIELD_H
#define IMPORT_CSV_FIELD_H

#include "import/slice.h"

/*
 * Takes the next field off *rest, without its quotes and the blanks around it. A quote
 * inside a quoted field stays doubled.
 *
 * Needs:   *more is true at first
 * Returns: whether there was one; "" has one field, "a," two
 */
bool import_csv_field(struct slice *rest, bool *more, struct slice *field);

#endif
