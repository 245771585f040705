/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * show.h - one measurement in all detail, down to its observations
 */
#ifndef OUTPUT_SHOW_H
#define OUTPUT_SHOW_H

#include "output/view.h"

/*
 * Prints what a measurement means, what is believed of it and why, each invocation,
 * every observation in the order of time with what happened to it, and what is known
 * of the machine.
 *
 * Returns: 0, -ENOMEM or the sink's error
 */
int show_print(struct sink *sink, const struct doc *doc, const struct measurement *m,
               const struct view_options *options);

#endif
