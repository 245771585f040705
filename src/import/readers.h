/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * readers.h - the readers there are, one for each kind of file
 */
#ifndef IMPORT_READERS_H
#define IMPORT_READERS_H

#include "import/import.h"

size_t import_recognise_raw(const struct import_source *source);
int import_read_raw(struct import *in, struct diag *why);

size_t import_recognise_summary(const struct import_source *source);
int import_read_summary(struct import *in, struct diag *why);

#endif
