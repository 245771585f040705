/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * derive.h - what views need and no single measurement is
 *
 * A table: id, inputs, function, interval rule. A view's column names the id only.
 */
#ifndef JUDGE_DERIVE_H
#define JUDGE_DERIVE_H

#include "model/doc.h"

enum { DERIVE_INPUTS = 4 };

struct derive_rule {
    const char *id;                  /* "derived.null_io" */
    const char *function;            /* "mean-of", as the file names it */
    const char *from[DERIVE_INPUTS]; /* definition ids; as many as there are */
    const char *where; /* last-of: the parameter by which a point is the last */
    const char *unit;  /* of what comes out; NULL: that of the first input */
    const char *title;
};
extern const struct derive_rule derive_rules[]; /* ends with { 0 } */

/*
 * The functions, by the name that the file has:
 *
 *   mean-of  arithmetic mean of all inputs      [mean of lo, mean of hi]
 *   inverse  1 / x                              [1 / hi, 1 / lo]
 *   ratio    first over second                  [lo / hi, hi / lo]
 *   last-of  the last input, as it is           its own
 *
 * Inputs of one session err together (frequency, load), nobody knows how much; so the
 * bounds are those of the worst case: half-widths are added, not their squares, and no
 * rule counts on errors that cancel (stats/means.h takes its parts as independent). The
 * level is the lowest, n the smallest of the inputs', the method that of the input with
 * the fewest invocations. Without an interval of every input, and where a divisor may
 * be 0, the value stands alone.
 *
 * Returns: 0, or -EINVAL for an unknown function or a wrong number of inputs
 */
int derive_estimate(const char *function, const struct st_estimate *inputs, size_t n,
                    struct st_estimate *out);

/*
 * Replaces doc->derived from the judged measurements, session by session: one for
 * each rule and session that has all inputs, with the rule's id. Sentinels that nobody
 * asked for and earlier attempts are not used.
 *
 * Returns: 0 or -ENOMEM
 */
int derive_doc(struct doc *doc);

/* The same by other rules; a list that ends with { 0 }. */
int derive_by(struct doc *doc, const struct derive_rule *rules);

#endif
