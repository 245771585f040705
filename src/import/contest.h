/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest.h - reports of contest: rows of kernels under a heading for each load
 */
#ifndef IMPORT_CONTEST_H
#define IMPORT_CONTEST_H

#include "import/import.h"

/*
 * Formats of versions 0.3 to 0.61, told apart by their headings, by brackets around the
 * runs and by a point in Loads. A kernel is a session; a row is a measurement of Time
 * with the other columns as counts: cpu, loads, load_cpu, ratio, and marked where an
 * asterisk stands. What a mail says around the tables becomes notes.
 *
 * Source:  spec/contest.md 4.1 and 4.3
 */
size_t import_contest_recognise(const struct import_source *source);
int import_contest_read(struct import *in, struct diag *why);

#endif
