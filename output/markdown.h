/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * markdown.h - grids as Markdown, to be pasted into an issue or a README
 */
#ifndef OUTPUT_MARKDOWN_H
#define OUTPUT_MARKDOWN_H

#include "output/view.h"

/*
 * Pipe tables as GitHub draws them; titles stand in bold above, lines become
 * paragraphs. A row that is one verbatim cell is given as code below its table.
 *
 * Returns: 0, -ENOMEM or the sink's error
 */
int markdown_draw(struct sink *sink, const struct grid_list *grids,
                  const struct view_options *options);

#endif
