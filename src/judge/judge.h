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
#include "stats/sorted.h"

/*
 * Whether the invocations of a session that follow each other are alike: rank von
 * Neumann of all of them in the order they ran, each value less its row's median and
 * over its row's MAD (statistics.md 3.7 and 3.12).
 */
struct judge_serial {
    double z;
    bool found; /* z is above the limit: every interval of the session is widened */
    double r;   /* mean over the rows of their lag-1 rank autocorrelation, corrected */
    double factor;            /* by which: sqrt((1 + r) / (1 - r)); 1 where not found */
    size_t invocations, rows; /* that were looked at */
};
int judge_serial(const struct doc *doc, const struct session *session,
                 struct judge_serial *out);

/*
 * Judges one measurement anew and replaces m->judged whole; what was observed is not
 * touched. One that is not ok, or has no valid invocation, gets class unknown and no
 * value. What only a comparison with other systems shows (rowblock, implausible) is
 * left to judge_doc(), which also looks at a session once and not for each row.
 *
 * Returns: 0 or -ENOMEM
 */
int judge_measurement(struct doc *doc, struct measurement *m);

/* All of a doc: measurements, then derived values. */
int judge_doc(struct doc *doc);

/* The same, but what has been judged stays: of files that were read together. */
int judge_rest(struct doc *doc);

/*
 * The advice at a look: stop on relative half-width, caps on invocations and time
 * (statistics.md 3.6). Judges m anew on the way, so that m->judged is what was seen.
 * What was left out whole is measured in addition: next_look is then that much later.
 * The row alone is looked at: what the session has in common (serial) is judged and
 * widened when it has ended.
 *
 * Units: valid invocations of the row; spent_s seconds it has taken; span_s of its
 * valid invocations
 */
int judge_advise(struct doc *doc, struct measurement *m, uint32_t valid, double span_s,
                 double spent_s, struct advice *out);

/*
 * How sessions of one machine differ: the sd of the logarithm of a family's values
 * between them, as `errbar noise` measured it and `run` copied it into the session: a
 * fact with the key judge_between_key and the family ("rerun.syscall"), its source
 * saying where it is from ("noise floor of 2026-03-01, 8 sessions").
 *
 * Returns: NaN and *source NULL where the session has none
 */
double judge_between_sd(const struct session *session, const char *family,
                        const char **source);
extern const char judge_between_key[]; /* "rerun." */

/* What a few pilot invocations say of the warm-up. */
struct judge_warmup {
    uint32_t warmup; /* observations to leave out at the start of every series */
    uint32_t longer; /* observations of a pilot that would tell; 0: it is decided */
    const char *unsteady; /* "warmup", "slowdown": not even the longest; else NULL */
    double z;             /* of the trend; below 0: becomes faster */
};

/*
 * How long the processes of a row take to become steady, from the observations of some
 * of them: 60 each at first, then as many as `longer` says.
 *
 * Units:   any, the same for all
 * Shape:   five pilots (three leave too much of a slow warm-up), each in order of time
 * Needs:   positive values
 * Returns: 0 or -ENOMEM; -EDOM for a value that is NaN
 * Source:  statistics.md 3.3
 */
int judge_warmup(const struct st_sample *pilots, size_t count,
                 struct judge_warmup *out);

/*
 * The same as advice to who measures, from pilots of that row which have one length.
 *
 * Returns: 0 or -ENOMEM
 */
int judge_advise_warmup(const struct measurement *m,
                        const struct invocation *const *pilots, size_t n,
                        struct advice *out);

/*
 * With how many observations left out a judged row should be measured again, because
 * it still became faster after its warm-up: twice as many, once; 0: it stays as it is.
 */
uint32_t judge_warmup_again(const struct measurement *m);

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
 * build, 1e-12 relative otherwise. Of imports that nobody has judged there is nothing
 * to compare.
 *
 * Returns: 0, or -EBADMSG with the first number that differs in why; -ENOMEM
 */
int judge_recompute(struct doc *doc, bool exact, struct diag *why);

#endif
