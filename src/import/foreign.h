/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * foreign.h - other people's definitions: what a number in their files means
 *
 * Ids are ours where the quantity is (lat_syscall.null), so that theirs can stand
 * beside it; the revision tells whose it is.
 */
#ifndef IMPORT_FOREIGN_H
#define IMPORT_FOREIGN_H

#include "model/doc.h"

struct foreign {
    struct definition definition; /* revision "lmbench-3.0a4" */
    const char *label;            /* how their raw file opens the line or block */
};
extern const struct foreign foreign_all[]; /* ends with { 0 } */

const struct foreign *foreign_find(const char *id, const char *revision);

#endif
