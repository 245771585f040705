/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * numfmt.h - numbers for people: the only rounding there is
 */
#ifndef OUTPUT_NUMFMT_H
#define OUTPUT_NUMFMT_H

#include "stats/estimate.h"

#include <stdbool.h>
#include <stddef.h>

enum { NUMFMT_TEXT = 64 };

/*
 * The classic rule of lmbench 2.0 and 3.0 summaries for a field of `width`
 * (spec/lmbench.md 4.1): text exactly `width` long, blanks for what is not positive.
 * Faithful keeps the old faults (a four-digit K value cut to three); otherwise a value
 * that does not fit keeps its magnitude ("1.2M").
 */
void numfmt_classic(char text[NUMFMT_TEXT], double value, int width, bool faithful);

/* A value with the digits that its interval supports: "81.25". No unit. */
void numfmt_value(char text[NUMFMT_TEXT], const struct st_estimate *e, double in_base);

/* "±0.4 %" of the value; "" where there is no interval. UTF-8, or "+-" in ASCII. */
void numfmt_percent(char text[NUMFMT_TEXT], const struct st_estimate *e, bool ascii);

/* "92 s", "12 min", "2 h 05 min". */
void numfmt_seconds(char text[NUMFMT_TEXT], double seconds);

#endif
