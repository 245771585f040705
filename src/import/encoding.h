/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * encoding.h - files whose bytes are no text yet
 */
#ifndef IMPORT_ENCODING_H
#define IMPORT_ENCODING_H

#include "import/import.h"

/*
 * Whether the bytes are a text that can be read.
 *
 * Returns: 0; -ENOMSG where it is UTF-16 or UTF-32, with or without a mark, or packed:
 *          why says what it is and the command that makes a text of it
 */
int import_encoding(const struct import_source *source, struct diag *why);

#endif
