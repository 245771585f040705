/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_prose.h - statistics that an author printed beside his contest report
 */
#ifndef IMPORT_CONTEST_PROSE_H
#define IMPORT_CONTEST_PROSE_H

#include "import/import.h"
#include "import/slice.h"

enum { CONTEST_BLOCKS = 2 };

/* What was said so far; zeroed at first. */
struct contest_prose {
    struct {
        double mean, sd;
    } blocks[CONTEST_BLOCKS];
    size_t n_blocks; /* also counts those beyond the second */
    double n, p;     /* 0: not said */
    struct slice p_text;
    uint32_t p_line;
};

/* Whether the line is such statistics; what it says is kept. */
bool import_contest_statistics(struct contest_prose *prose, struct slice line,
                               uint32_t number);

/*
 * Notes a printed p that two printed means and standard deviations of n runs each rule
 * out: Welch's p is at least the normal distribution's, whatever its degrees of
 * freedom.
 */
void import_contest_significance(struct import *in, const struct contest_prose *prose);

#endif
