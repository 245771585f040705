/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_parts.h - what the files that draw a comparison share
 */
#ifndef OUTPUT_COMPARE_PARTS_H
#define OUTPUT_COMPARE_PARTS_H

#include "output/compare.h"

enum {
    COMPARE_WIDTH = 100, /* of lines */
    COMPARE_ROW = 140    /* of rows, which are not broken before */
};

/* "lat_ctx size=64K procs=8 cross", without the setting that tells its sides apart. */
const char *compare_label(const struct judge_compared *row, struct arena *arena);

/* "faster": the word in which a verdict is told everywhere. */
const char *compare_word(enum judge_verdict verdict);

/* Lines between what differs and the table: what all rows have in common. */
void compare_headlines(struct grid_lines *lines, const struct judge_column *column);

/* Lines below the table of a column. */
void compare_footers(struct grid_lines *lines, const struct judge_column *column);

/* Whether a command for it alone decides an inconclusive row. */
bool compare_has_command(const struct compare_page *page,
                         const struct judge_column *column,
                         const struct judge_compared *row);

/* What has no command of its own, and what to do about it. */
void compare_undecided(struct grid_lines *lines, const struct judge_column *column,
                       const struct compare_page *page);

/* Lines below all tables. */
void compare_closing(struct grid_lines *lines, const struct judge_comparison *c);

/* And by what all was made, of which files. */
void compare_provenance(struct grid_lines *lines, const struct compare_page *page);

int compare_write_csv(struct sink *sink, const struct compare_page *page);
int compare_write_json(struct sink *sink, const struct compare_page *page);

#endif
