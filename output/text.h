/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text.h - grids drawn as plain text, and text from strangers made safe to draw
 */
#ifndef OUTPUT_TEXT_H
#define OUTPUT_TEXT_H

#include "base/buf.h"
#include "model/sink.h"
#include "output/view.h"

/*
 * Adds `text` so that it cannot break a layout or steer a terminal: control and
 * formatting characters, and what is no UTF-8, become "?"; in ASCII all else beyond
 * it, too. NULL is "".
 */
void text_clean(struct buf *buf, const char *text, bool ascii);

/* Columns that clean text takes on a terminal. */
int text_columns(const char *text);

/* Bytes of clean text that fit into `columns`. */
size_t text_bytes(const char *text, int columns);

/*
 * Draws grids as text: no tabs, no blanks at the ends of lines, but where faithful.
 *
 * Returns: 0, -ENOMEM or the sink's error
 */
int text_draw(struct sink *sink, const struct grid_list *grids,
              const struct view_options *options);

/* What a cell says in its column, without blanks around it and safe to draw. */
void text_of_cell(struct buf *buf, const struct grid_column *column,
                  const struct cell *cell, const struct view_options *options);

/* What belongs behind a value: "us ±0.4 % (K = 15 over 92 s), rerun ±3.1 %". */
void text_confidence(struct buf *buf, const struct cell *cell, bool ascii);

#endif
