/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest.h - reports in the formats of contest, one table for each load
 */
#ifndef OUTPUT_CONTEST_H
#define OUTPUT_CONTEST_H

#include "output/view.h"

/* A column behind the kernel's name. */
enum contest_shows {
    CONTEST_SHOWS_NOTHING, /* ends a list */
    CONTEST_SHOWS_RUNS,
    CONTEST_SHOWS_TIME,
    CONTEST_SHOWS_COUNT
};

struct contest_column_layout {
    enum contest_shows shows;
    const char *head;
    const char *count;           /* of the invocation: "cpu" */
    const char *format;          /* of its double */
    const char *before, *behind; /* the number: "[" and "]" */
    int stop;                    /* column that it begins at; 0: one blank after */
    int right;                   /* width of a right-aligned number, or 0 */
};

/* The report of one version: what stood where. */
struct contest_layout {
    const char *revision; /* of the definitions: "contest-0.61" */
    const char *idle;     /* what it called the compile without load */
    const char *mark;     /* behind a marked row */
    bool apart;           /* a blank line before each load but the first */
    bool widened;         /* the first column is as wide as its longest kernel */
    const struct contest_column_layout *columns;
};

extern const struct contest_layout contest_layouts[]; /* ends with { 0 } */

int contest_resolve(const struct view *view, const struct doc *doc,
                    const struct view_options *options, struct grid_list *out,
                    struct diag *why);

#endif
