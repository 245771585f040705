/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * judge.h - observations to estimates and verdicts: no measuring, no text
 *
 * The rules of statistics.md section 3; every figure comes from room stats.
 */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H

#include "base/diag.h"
#include "model/doc.h"
#include "model/plan.h"

/*
 * Judges one measurement anew and replaces m->judged whole; what was observed is not
 * touched. One that is not ok, or has no valid invocation, gets class unknown and no
 * value.
 *
 * Returns: 0 or -ENOMEM
 */
int judge_measurement(struct doc *doc, struct measurement *m);

/* All of a doc: measurements, then derived values. */
int judge_doc(struct doc *doc);

/*
 * The advice at a look: stop on relative half-width, caps on invocations and time
 * (statistics.md 3.6). Judges m anew on the way, so that m->judged is what was seen.
 * What was left out whole is measured in addition: next_look is then that much later.
 *
 * Units: valid invocations of the row; spent_s seconds it has taken; span_s of its
 * valid invocations
 */
int judge_advise(struct doc *doc, struct measurement *m, uint32_t valid, double span_s,
                 double spent_s, struct advice *out);

/* The noise rules, one table for the data, the CSV, `list noise-codes` and the manual.
 */
struct judge_rule {
    const char *code;
    enum judged_severity severity;
    const char *statistic; /* what the number is, in words */
    double limit;
    const char *text; /* what it means */
    const char *hint; /* what to do */
};
extern const struct judge_rule judge_rules[]; /* ends with { 0 } */

/*
 * Whether the stored judgement is what the observations give: bit for bit on the same
 * build, 1e-12 relative otherwise.
 *
 * Returns: 0, or -EBADMSG with the first number that differs in why; -ENOMEM
 */
int judge_recompute(struct doc *doc, bool exact, struct diag *why);

#endif
