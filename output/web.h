/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web.h - the page that compares kernels: rows are what was measured, columns are
 * theirs
 */
#ifndef OUTPUT_WEB_H
#define OUTPUT_WEB_H

#include "output/view.h"

enum web_row_kind {
    WEB_END,
    WEB_VALUE,
    WEB_GROUP, /* stands above the rows up to the next one */
    WEB_NOTE   /* stands below the rows since the last one */
};

struct web_row_layout {
    enum web_row_kind kind;
    const char *label;
    const char *shows; /* id of a definition */
    const char *where; /* filter on its parameters (view_pick.h), or NULL */
    double in_base;    /* size of the unit it is shown in */
    int decimals;      /* of --digits 2 */
    bool inverse;      /* shown as things per unit, of which we keep units per thing */
};

struct web_section {
    const char *caption; /* with the unit; which is better */
    const char *corner;  /* above the labels, or NULL */
    const struct web_row_layout *rows;
};

extern const struct web_section web_sections[]; /* ends with { 0 } */

/* Tables of text cells, each with the estimate behind it. */
int web_resolve(const struct view *view, const struct doc *doc,
                const struct view_options *options, struct grid_list *out,
                struct diag *why);
/* As a page, or as text where options->format says so. */
int web_draw(struct sink *sink, const struct grid_list *grids,
             const struct view_options *options);

/* For view_each_column(): a row's label stands where a column's heading does. */
int web_each(int (*see)(void *self, const char *table, const char *shows,
                        const char *filter, int width, const char *const *head),
             void *self);

#endif
