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
    /* Which versions mean this by it, both inclusive, as foreign_version() counts them;
     * 0 and 0 in foreign_all: those that foreign_changed does not name. */
    int from, to;
};
/* As lmbench 3.0a4 has them, and with it every version that means the same: what did
 * not change has one revision, so that old numbers can be held against new ones. */
extern const struct foreign foreign_all[]; /* ends with { 0 } */
/* What other versions mean by the same label. */
extern const struct foreign foreign_changed[]; /* ends with { 0 } */
/* Contest's, in foreign_contest.c; their versions are named as the revisions are. */
extern const struct foreign foreign_contest[]; /* ends with { 0 } */

/* The definition of that id and revision (NULL: any), or NULL. */
const struct foreign *foreign_find(const char *id, const char *revision);

/*
 * What that id means in the files of a version, or NULL.
 *
 * Shape: "1.0" "1.1" "1.9" "2.0" "2.0a12" "3.0a4" "3.0-a9"; NULL or "": not known
 */
const struct foreign *foreign_for(const char *id, const char *version);

/*
 * The revision of a number of that version: the definition's own, but "lmbench-unknown"
 * where the version is not known and it matters.
 */
const char *foreign_revision(const struct foreign *foreign, const char *version);

/* A version as a number that grows with it: "2.0a12" is 20012, "3.0" 30000; 0: none. */
int foreign_version(const char *version);

#endif
