/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kinds.c - the kinds of files that are read; of equally likely ones the first counts
 */
#include "import/readers.h"

#include "import/contest.h"
#include "import/web.h"

const struct import_kind import_kinds[] = {
    { "lmbench", "raw result files of lmbench, and pieces of them",
      import_recognise_raw, import_read_raw },
    { "lmbench-summary", "pasted summaries of lmbench 1.0 to 3.0a9",
      import_recognise_summary, import_read_summary },
    { "contest", "reports of contest, 0.3 to 0.61", import_contest_recognise,
      import_contest_read },
    { "web", "pages with tables of lmbench's labels, as text or in HTML",
      import_recognise_web, import_read_web },
    { "rst", "csv-tables of reStructuredText", import_recognise_rst, import_read_rst },
    { "tbl", "tables for troff's tbl", import_recognise_tbl, import_read_tbl },
    { "csv", "a number a line: bench,variant,value,unit", import_recognise_csv,
      import_read_csv },
    { 0 },
};
