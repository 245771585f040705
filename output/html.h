/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * html.h - grids as one HTML page that stands alone
 */
#ifndef OUTPUT_HTML_H
#define OUTPUT_HTML_H

#include "output/view.h"

/*
 * Text of whoever wrote it, for between tags and inside an attribute: cleaned, and
 * nothing of it taken for a mark; in ASCII nothing beyond it.
 *
 * Returns: 0 or -ENOMEM
 */
int html_put_text(struct sink *sink, const char *text, bool ascii);

/*
 * A whole page: no script, nothing that is fetched, and a policy that says so. Lines
 * become paragraphs; a row that is one verbatim cell spans its table. Nothing of a text
 * is taken for a mark, whoever wrote it.
 *
 * Returns: 0, -ENOMEM or the sink's error
 */
int html_draw(struct sink *sink, const struct grid_list *grids, const char *title,
              const struct view_options *options);

#endif
