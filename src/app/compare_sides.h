/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_sides.h - what stands on the sides of a comparison: files, or what is alike
 */
#ifndef APP_COMPARE_SIDES_H
#define APP_COMPARE_SIDES_H

#include "model/doc.h"

struct compare_side {
    const char *name; /* as the column is headed */
    const char *path; /* of a file that it is from */
    const struct session **sessions;
    size_t n, capacity;
};

struct compare_sides {
    struct compare_side *items; /* the base first */
    size_t n, capacity;
    bool settings; /* one session of errbar ab against itself */
};

extern const char *const compare_by[]; /* "label", "system" … ends with NULL */

/*
 * Sides from files, each one side, or with `by` from the sessions that have that in
 * common; without it a single
 * file is parted by the first of compare_by that tells its sessions apart. `base` names
 * the side that the others are compared with, NULL: the first.
 *
 * Shape:   ends[n]: sessions of the doc up to the end of each file
 * Returns: 0, -EINVAL (fewer than two sides, no such base; why tells), -ENOMEM
 * Owner:   the doc's arena
 */
int compare_sides(struct compare_sides *out, struct doc *doc, char *const *paths,
                  const size_t *ends, size_t n, const char *by, const char *base,
                  struct diag *why);

#endif
