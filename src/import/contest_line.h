/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_line.h - what one line of a contest report is
 */
#ifndef IMPORT_CONTEST_LINE_H
#define IMPORT_CONTEST_LINE_H

#include "import/slice.h"

enum contest_column {
    CONTEST_RUNS,
    CONTEST_TIME,
    CONTEST_CPU,
    CONTEST_LOADS,
    CONTEST_LOAD_CPU,
    CONTEST_RATIO,
    CONTEST_COLUMNS
};

/* "Kernel [runs] Time CPU% Loads LCPU% Ratio" */
struct contest_heading {
    enum contest_column columns[CONTEST_COLUMNS]; /* behind the kernel, in order */
    size_t n;
    bool has[CONTEST_COLUMNS];
    bool single; /* one blank between two words: a mail lost the others */
};

struct contest_row {
    struct slice kernel;
    struct slice cells[CONTEST_COLUMNS]; /* without brackets, "%" and "*" */
    bool bracketed;                      /* the runs: "2.5.42 [2]" */
    bool marked;                         /* with an asterisk */
};

/* "io_load:", of letters, digits and "_". */
bool import_contest_load(struct slice line, struct slice *load);

bool import_contest_heading(struct slice line, struct contest_heading *heading);

/* Under that heading, with a cell for each of its columns. */
bool import_contest_row(struct slice line, const struct contest_heading *heading,
                        struct contest_row *row);

#endif
