/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid.h - a resolved table: typed cells, ready to be drawn
 *
 * A formatter draws a grid and sees neither a view nor a document; it places and
 * cannot compute.
 */
#ifndef OUTPUT_GRID_H
#define OUTPUT_GRID_H

#include "base/arena.h"
#include "model/judged.h"

#include <stdbool.h>
#include <stddef.h>

enum cell_kind { CELL_BLANK, CELL_TEXT, CELL_ESTIMATE };

struct cell {
    enum cell_kind kind;
    const char *text;                   /* CELL_TEXT */
    const struct st_estimate *estimate; /* CELL_ESTIMATE: in base units */
    double in_base;                     /* size of the column's unit: 1e-6 for us */
    const char *unit;                   /* its name */
    const struct judged *judged; /* class, flags, marks of the row behind it, or NULL */
    const char *note;            /* footnote of this cell, or NULL */
};

struct grid_column {
    const char *head[3]; /* heading lines; NULL where the table has fewer */
    int width;           /* characters; 0: as wide as its cells */
    bool left;           /* text is left-aligned */
    const char *letter;  /* of its likeness note ("a"), or NULL */
};

struct grid {
    const char *title;
    const char *rule, *dashes;   /* lines as the layout has them, or NULL */
    const char *const *headings; /* verbatim heading lines, end with NULL; or NULL */
    const struct grid_column *columns;
    size_t n_columns;
    struct cell *cells; /* [n_rows * n_columns], row by row */
    size_t n_rows;
    const char *const *notes; /* lines below the table, end with NULL; or NULL */
};

struct grid_list { /* the tables of one view, in order, and the lines around them */
    struct arena *arena;
    const char *const *before; /* heading lines, end with NULL */
    struct grid *grids;
    size_t n;
    const char *const *after;
};

#endif
