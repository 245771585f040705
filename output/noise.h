/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise.h - the report of what cannot be trusted, worst intervals first
 */
#ifndef OUTPUT_NOISE_H
#define OUTPUT_NOISE_H

#include "output/view.h"

/* Needs: options->noise */
int noise_resolve(const struct view *view, const struct doc *doc,
                  const struct view_options *options, struct grid_list *out,
                  struct diag *why);

#endif
