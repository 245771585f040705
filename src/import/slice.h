/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slice.h - a piece of a stranger's text, not ended by a NUL
 */
#ifndef IMPORT_SLICE_H
#define IMPORT_SLICE_H

#include <stdbool.h>
#include <stddef.h>

struct slice {
    const char *text;
    size_t length;
};

struct slice import_slice(const char *text, size_t length);
struct slice import_slice_of(const char *text); /* of a C string */

/* Without blanks, tabs and no-break spaces at both ends. */
struct slice import_trim(struct slice slice);

/* Without the signs that mail puts before what is quoted: "> > ". */
struct slice import_unquote(struct slice slice);

/* Takes the next word, up to a blank, off *rest; false where there is none. */
bool import_word(struct slice *rest, struct slice *word);

/* The part before the first `end`, taken off *rest with it; all where there is none. */
struct slice import_until(struct slice *rest, char end);

bool import_same(struct slice slice, const char *text);
bool import_same_case(struct slice slice,
                      const char *text); /* in any case of letters */
bool import_begins(struct slice slice, const char *text);
bool import_ends(struct slice slice, const char *text);
bool import_contains(struct slice slice, const char *text);

/*
 * A plain decimal number that is the whole slice: no sign, no exponent, no blanks.
 *
 * Returns: 0 or -EINVAL
 */
int import_decimal(struct slice slice, double *value);

#endif
