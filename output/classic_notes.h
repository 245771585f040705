/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_notes.h - what stands around the classic tables and says how to read them
 */
#ifndef OUTPUT_CLASSIC_NOTES_H
#define OUTPUT_CLASSIC_NOTES_H

#include "output/classic.h"
#include "output/view_pick.h"

/* A classic summary while it is being resolved. */
struct classic_work {
    const struct doc *doc;
    const struct view *view;
    const struct view_options *options;
    const struct layout_generation *generation;
    struct arena *arena;
    struct view_row *rows;
    size_t n_rows;
    /* what the cells show, for the notes: per row, what it measured there */
    struct view_row *shown;
    bool ours;                /* a row of ours is in it */
    bool any;                 /* a cell has a number for which its row is there */
    struct grid_lines placed; /* columns whose placements were told already */
};

enum { CLASSIC_LINE = 80, CLASSIC_MARK = '*' };

/* A fact of a session that stands for several; judge_pooled_key of judge/pool.h. */
#define CLASSIC_POOLED "pool.sessions"

/*
 * One row behind its host and OS.
 *
 * Returns: 0 or -ENOMEM; *any tells whether the row is there for a value, measured[]
 *          what is behind each cell or NULL
 */
int classic_fill_row(struct classic_work *w, const struct view_row *row,
                     const struct layout_table *table, struct cell *cells,
                     const struct measurement **measured, bool *any);

/* "Linux 6.1.0", or what a row of spreads is; the drawing cuts it. */
const char *classic_os(struct classic_work *w, const struct view_row *row);
bool classic_is_spread(const struct classic_work *w, const struct view_row *row);

/* The banner, and a watermark where a draft is shown. */
const char *const *classic_before(struct classic_work *w, bool *failed);

/*
 * Letters in the headings of columns whose numbers of ours are not lmbench's, with a
 * line below for each, and how the other placements of a row came out.
 *
 * Needs:   measured[] of n_rows * n_columns, what is behind each cell of ours or NULL
 * Returns: 0 or -ENOMEM
 */
int classic_annotate(struct classic_work *w, const struct layout_table *table,
                     struct grid *grid, const struct measurement *const *measured);

/* This program, the layout, and the result behind each row. */
void classic_sources(struct classic_work *w, struct grid_lines *lines);

/* Reasons for what is missing or noisy, and where all of it comes from. */
const char *const *classic_after(struct classic_work *w, bool *failed);

#endif
