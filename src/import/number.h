/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * number.h - a printed number and the interval that its printing leaves
 */
#ifndef IMPORT_NUMBER_H
#define IMPORT_NUMBER_H

#include <stddef.h>

/* What became of the digits that were not printed. */
enum import_rounding {
    IMPORT_ROUNDED, /* to the nearest: 120 is [119.5, 120.5), 5K [4500, 5500) */
    IMPORT_CUT,   /* "%.1f" and then cut to the column (lmbench 2.x and 3.0 summaries):
                     "445." is [444.95, 445.95), "17.K" [16950, 17950) */
    IMPORT_SHORT, /* the same in a column one narrower than the number was made for: its
                     last character is lost, whatever it is (TCP conn and the first of
                     uint64 in 3.0): "9.12" is [9.1195, 9.1295), "60." [59.95, 60.95),
                     "12.3" 12300 */
    IMPORT_WHOLE, /* towards zero, by %d: 120 is [120, 121) */
    IMPORT_EITHER /* one of the two, it is not known which: 120 is [119.5, 121) */
};

struct import_number {
    double value;  /* as printed, K and M taken as 1000 and 1000000 */
    double lo, hi; /* value as it was before printing lies in [lo, hi) */
};

/*
 * Reads a printed number: digits, at most one point, and K or M. No sign, and an
 * exponent only with its own: "e-05". What a decimal point or a letter says of the
 * rounding is the number's: of "1.30" under IMPORT_CUT nothing was cut.
 *
 * Returns: 0; -EINVAL (no number), -EDOM (what stands for no measurement: "-1", any
 *          negative, "inf", "nan", "-"); *number is untouched then
 * Source:  spec/lmbench.md 4.1, corpus conventions
 */
int import_parse_number(const char *text, size_t length, enum import_rounding rounding,
                        struct import_number *number);

#endif
