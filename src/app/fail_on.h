/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fail_on.h - what of a comparison is a finding that ends in an exit code
 */
#ifndef APP_FAIL_ON_H
#define APP_FAIL_ON_H

#include "judge/compare.h"

struct fail_on {
    bool worse, noise, missing;
    double least; /* share by which a row is slower to count as worse */
};

/* "worse[:PCT],noise,missing"; refuses anything else with exit 2. */
void fail_on_parse(struct fail_on *f, const char *text);

/* An exit code, with what was found told on standard error. */
int fail_on_code(const struct fail_on *f, const struct judge_comparison *c);

/*
 * The same as git bisect wants it: 0 good, 1 bad, 125 cannot say. Bad is a row that is
 * worse, good are rows that are all the same or faster.
 */
int fail_on_bisect(const struct fail_on *f, const struct judge_comparison *c);

#endif
