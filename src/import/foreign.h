/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * foreign.h - other people's definitions: what a number in their files means
 *
 * Ids are ours where the quantity is (lat_syscall.null), so that theirs can stand
 * beside it; the revision tells whose it is. Likeness and note say how ours of that
 * id stands to theirs.
 */
#ifndef IMPORT_FOREIGN_H
#define IMPORT_FOREIGN_H

#include "model/doc.h"

struct foreign {
    struct definition definition; /* revision "lmbench-3.0a4" */
    /*
     * How their raw file opens the line or the block, from column 0; "%d", "%s" stand
     * where a number or a name does, "|" between the spellings there are. Of a line
     * that holds two quantities both have the label; what summaries alone have stands
     * in parentheses.
     */
    const char *label;
    const char *params; /* what it varies in: "size stride", or NULL */
};
extern const struct foreign foreign_all[]; /* ends with { 0 } */

/* The definition of that id and revision (NULL: any), or NULL. */
const struct foreign *foreign_find(const char *id, const char *revision);

/*
 * What that id means in the files of a version ("2.0", "3.0a4"; NULL or "": not known),
 * or NULL.
 */
const struct foreign *foreign_for(const char *id, const char *version);

#endif
