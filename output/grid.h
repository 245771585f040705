/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid.h - a resolved table: typed cells, ready to be drawn
 *
 * A formatter draws a grid and sees neither a view nor a document; it places and
 * cannot compute. Titles and lines are safe to draw as they stand, the texts of cells
 * may come from strangers.
 */
#ifndef OUTPUT_GRID_H
#define OUTPUT_GRID_H

#include "base/arena.h"
#include "model/judged.h"

#include <stdbool.h>
#include <stddef.h>

enum cell_kind {
    CELL_BLANK,
    CELL_TEXT,
    CELL_ESTIMATE,
    CELL_VERBATIM /* text that takes the place of its column, gap and all */
};

struct cell {
    enum cell_kind kind;
    const char *text;                   /* CELL_TEXT, CELL_VERBATIM */
    const struct st_estimate *estimate; /* CELL_ESTIMATE: in base units */
    double in_base;                     /* size of the column's unit: 1e-6 for us */
    const char *unit;                   /* its name */
    const struct judged *judged; /* class, flags, marks of the row behind it, or NULL */
    const char *note;            /* footnote of this cell, or NULL */
    char mark; /* drawn in the gap behind it, 0: none; a line below explains it */
};

/* What a column makes of an estimate. */
enum grid_number {
    GRID_CLASSIC,  /* as `field` says */
    GRID_VALUE,    /* the digits that the interval supports, no unit */
    GRID_MEASURE,  /* the same with its unit: "131.2 us" */
    GRID_INTERVAL, /* with its interval, and a unit if there is one: "2.1 [2.0, 2.2]" */
    GRID_CONFIDENCE /* what belongs behind a value: "us ±0.4 % (K = 15 over 92 s)" */
};

struct numfmt_field;

enum { GRID_HEADS = 3 };

struct grid_column {
    /* heading lines; NULL where the table has fewer, drawn where it has no headings */
    const char *head[GRID_HEADS];
    int width;   /* characters; 0: as wide as its cells */
    int most;    /* of a column of width 0; 0: any */
    bool pushes; /* what is wider than most moves the rest of its row */
    int gap;     /* blanks before it */
    enum grid_number number;
    const struct numfmt_field *field; /* of GRID_CLASSIC: numfmt.h */
    bool left;                        /* text is left-aligned */
    const char *letter;               /* of its likeness note ("a"), or NULL */
};

struct grid {
    const char *title, *subtitle; /* or NULL */
    const char *rule, *dashes;    /* lines as the layout has them, or NULL */
    const char *const *headings;  /* verbatim heading lines, end with NULL; or NULL */
    struct grid_column *columns;
    size_t n_columns;
    struct cell *cells; /* [n_rows * n_columns], row by row */
    size_t n_rows;
    const char *const *notes; /* lines below the table, end with NULL; or NULL */
    bool joined;              /* no blank line before it */
};

struct grid_list { /* the tables of one view, in order, and the lines around them */
    struct arena *arena;
    const char *const *before; /* heading lines, end with NULL */
    struct grid *grids;
    size_t n;
    const char *const *after;
    int width; /* that the view is made for: 80 */
};

/* Lines being gathered in an arena. A want of memory sticks. */
struct grid_lines {
    struct arena *arena;
    bool ascii;         /* broken lines hold no character beyond it */
    const char **items; /* ends with NULL once something was added */
    size_t n, capacity;
    bool failed;
};

void grid_lines_add(struct grid_lines *lines, const char *line); /* as it stands */
/* printf(), broken at blanks into lines of at most `width`, all but the first indented.
 */
void grid_lines_wrap(struct grid_lines *lines, int width, int indent,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The lines, NULL where there are none. */
const char *const *grid_lines_end(const struct grid_lines *lines);

#endif
