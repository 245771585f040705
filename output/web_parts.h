/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_parts.h - what the parts of the page that compares kernels share
 */
#ifndef OUTPUT_WEB_PARTS_H
#define OUTPUT_WEB_PARTS_H

#include "output/view_pick.h"
#include "output/web.h"

/* Lines that head a part of the page. */
#define WEB_INTRODUCTION "Introduction"
#define WEB_RESULTS "Results"
#define WEB_ENVIRONMENT "Test Environment"
#define WEB_RESOURCES "Resources"

struct web_work {
    struct arena *arena;
    const struct view *view;
    const struct doc *doc;
    const struct view_options *options;
    struct view_row *rows; /* the columns */
    const char **names;    /* what stands above each */
    size_t n;
    bool marked, intervals; /* whether any cell has them */
    bool failed;
};

struct grid_column *web_columns(struct web_work *w, const char *corner);
struct cell web_cell(struct web_work *w, const struct web_row_layout *row,
                     const struct measurement *m);

/* What was measured and has no row in web_sections: a table of its own. */
void web_fill_further(struct web_work *w, struct grid *grid);

/* What stands before and after the tables: environment, sources, meaning of the marks.
 */
void web_fill_lines(struct web_work *w, struct grid_list *out);

/*
 * Tables with captions and scoped heads; a row that is one text heads those below it, a
 * verbatim one is a note. Behind a text with an estimate stands its interval.
 *
 * Returns: 0, -ENOMEM or the sink's error
 */
int web_draw_page(struct sink *sink, const struct grid_list *grids,
                  const struct view_options *options);

/* snprintf() with a decimal point. */
int web_printf(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
