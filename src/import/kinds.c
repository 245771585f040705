/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kinds.c - the kinds of files that are read; of equally likely ones the first counts
 */
#include "import/readers.h"

const struct import_kind import_kinds[] = {
    { "lmbench", "raw result files of lmbench, and pieces of them",
      import_recognise_raw, import_read_raw },
    { 0 },
};
