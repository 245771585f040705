/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic.h - results in the layouts of lmbench's summaries, as src/layout has them
 */
#ifndef OUTPUT_CLASSIC_H
#define OUTPUT_CLASSIC_H

#include "layout/layout.h"
#include "output/grid.h"
#include "output/view.h"

/* view->data is the name of the view's own generation. */
int classic_resolve(const struct view *view, const struct doc *doc,
                    const struct view_options *options, struct grid_list *out,
                    struct diag *why);
/* Always in ASCII: it is made for mail. */
int classic_draw(struct sink *sink, const struct grid_list *grids,
                 const struct view_options *options);

enum { CLASSIC_PREFIX = 2 }; /* host and OS stand before the columns of each table */

/* The grid columns of a table, prefix included, in `arena`; NULL for want of memory. */
struct grid_column *classic_lay(struct arena *arena, const struct layout_table *table,
                                bool old);

/*
 * Every column of a generation that shows a definition or a derived value, for
 * view_each_column().
 */
int classic_each(const struct view *view,
                 int (*see)(void *self, const char *table, const char *shows,
                            const char *filter, int width, const char *const *head),
                 void *self);

#endif
