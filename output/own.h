/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * own.h - the summary of a run: one line a row, with all that belongs to its number
 */
#ifndef OUTPUT_OWN_H
#define OUTPUT_OWN_H

#include "output/view.h"

int own_resolve(const struct view *view, const struct doc *doc,
                const struct view_options *options, struct grid_list *out,
                struct diag *why);

#endif
