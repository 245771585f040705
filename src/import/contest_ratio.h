/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_ratio.h - what the printed Ratios of a contest report are relative to
 */
#ifndef IMPORT_CONTEST_RATIO_H
#define IMPORT_CONTEST_RATIO_H

#include "import/contest_line.h"
#include "import/import.h"

/* A row of a report with where it stood. */
struct contest_found {
    struct slice load; /* "io_load", as printed */
    struct contest_row row;
    bool has_runs, has_loads, has_ratio; /* columns that its table has */
    const char *version;                 /* "contest-0.61" */
    struct slice whole;
    uint32_t line;
};

/*
 * Notes each Ratio that is not what its version computed: from 0.60 on Time over the
 * same kernel's own Time without load; before that Time over a fixed reference, whose
 * time follows from all rows together and is noted, too, where no row shows it.
 *
 * Source:  spec/contest.md 4.1, 4.3
 */
void import_contest_ratios(struct import *in, const struct contest_found *rows,
                           size_t n);

#endif
