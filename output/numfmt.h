/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * numfmt.h - numbers for people: the only rounding there is
 *
 * Always with a decimal point, whatever the user's locale is.
 */
#ifndef OUTPUT_NUMFMT_H
#define OUTPUT_NUMFMT_H

#include "layout/layout.h"
#include "stats/estimate.h"

#include <stdbool.h>
#include <stddef.h>

enum { NUMFMT_TEXT = 64 };

/*
 * The classic rule of lmbench 2.0 and 3.0 summaries for a field of `width`: text
 * exactly `width` long, blanks for what is not positive. Faithful keeps the old faults
 * (a four-digit K value cut to three digits, a printed format for what is very small);
 * otherwise a value that does not fit keeps its magnitude ("1.2M", "5e-4").
 *
 * Needs:  4 <= width < NUMFMT_TEXT
 * Source: spec/lmbench.md 4.1
 */
void numfmt_classic(char text[NUMFMT_TEXT], double value, int width, bool faithful);

/* A field of a classic table, as src/layout has it. */
struct numfmt_field {
    enum layout_rule rule;
    int width, digits, decimals;
    double times;
    bool kilo, cut;
};

/*
 * What a generation makes of a number in the table's unit: blanks for what is not
 * positive, else text at least `width` long. Faithful, it may be longer where the old
 * program let a number push its row; otherwise it is exactly that long, keeps its
 * magnitude and is no 0.
 *
 * Needs:  4 <= width < NUMFMT_TEXT where not faithful
 * Source: spec/lmbench.md 4.1, 4.7
 */
void numfmt_field(char text[NUMFMT_TEXT], double value, const struct numfmt_field *f,
                  bool faithful);

/*
 * A value in a unit of size in_base with the digits that its interval supports: the
 * half-width keeps two significant digits. Without an interval, four significant
 * digits. "81.25", no unit, no exponent but beyond 1e15.
 */
void numfmt_value(char text[NUMFMT_TEXT], const struct st_estimate *e, double in_base);

/* Its interval with the same digits: "[80.90, 81.60]"; "" where there is none. */
void numfmt_interval(char text[NUMFMT_TEXT], const struct st_estimate *e,
                     double in_base);

/*
 * "±0.4 %", half the interval's width in per cent of the value; "" where there is no
 * interval or the interval contains 0. UTF-8, or "+-" in ASCII.
 */
void numfmt_percent(char text[NUMFMT_TEXT], const struct st_estimate *e, bool ascii);

/* The same of a bare interval around a value. */
void numfmt_around(char text[NUMFMT_TEXT], double value, double lo, double hi,
                   bool ascii);

/* Per cent without the sign, for narrow columns: "100", "87.3", "0.4", "0.0". */
void numfmt_per_cent(char text[NUMFMT_TEXT], double percent);

/* A share in per cent: "0.8 %", "12 %"; "" where it is not finite. */
void numfmt_share(char text[NUMFMT_TEXT], double share);

/* A level of confidence in per cent: "95", "99.5". */
void numfmt_level(char text[NUMFMT_TEXT], double level);

/* A plain figure with that many significant digits: the whole part is
 * never rounded away: "0.1231", "1234567". */
void numfmt_plain(char text[NUMFMT_TEXT], double value, int digits);

/* "0.4 s", "92 s", "12 min", "2 h 05 min"; "" where it is not known. */
void numfmt_seconds(char text[NUMFMT_TEXT], double seconds);

#endif
