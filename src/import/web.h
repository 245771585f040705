/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web.h - tables of results as web pages, documents and converters have them
 */
#ifndef IMPORT_WEB_H
#define IMPORT_WEB_H

#include "import/import.h"

/*
 * Pages, as text or in HTML: columns are systems, rows are lmbench's labels, group
 * heads
 * ("size=16k", "Creations") stand above the rows they belong to. A column head that
 * occurs in several tables is one session.
 */
size_t import_recognise_web(const struct import_source *source);
int import_read_web(struct import *in, struct diag *why);

/* "csv-table" directives of reStructuredText, their cells "mean (min a, max b)". */
size_t import_recognise_rst(const struct import_source *source);
int import_read_rst(struct import *in, struct diag *why);

/* Tables for troff's tbl: a row is a system, a column a number of processes and a size.
 */
size_t import_recognise_tbl(const struct import_source *source);
int import_read_tbl(struct import *in, struct diag *why);

/*
 * One number a line, under a head that names bench, variant, value and unit, and of
 * which system and which iteration they are: each iteration is a session.
 */
size_t import_recognise_csv(const struct import_source *source);
int import_read_csv(struct import *in, struct diag *why);

#endif
