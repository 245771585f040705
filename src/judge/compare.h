/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.h - run against run, only where comparable, with what it proves and what not
 *
 * statistics.md 3.8. The values compared are those of the invocations, judged anew from
 * the observations; with three boots or more on both sides, one value per boot.
 */
#ifndef JUDGE_COMPARE_H
#define JUDGE_COMPARE_H

#include "model/doc.h"

enum judge_verdict {
    JUDGE_NA, /* not compared: see judge_compared.reason */
    JUDGE_FASTER,
    JUDGE_SLOWER,
    JUDGE_SAME,
    JUDGE_INCONCLUSIVE,
    JUDGE_VERDICTS
};
/* "n/a", "faster", "slower", "same", "inconclusive" */
extern const char *const judge_verdict_name[JUDGE_VERDICTS];

enum judge_correction { JUDGE_BH, JUDGE_HOLM, JUDGE_UNCORRECTED, JUDGE_CORRECTIONS };
/* "bh", "holm", "none" */
extern const char *const judge_correction_name[JUDGE_CORRECTIONS];

struct judge_compare_options {
    double margin; /* within that share two values count as the same; 0: 0.02 */
    double level;  /* of the intervals; 1 - level is what p is held against; 0: 0.95 */
    enum judge_correction correction;
};

/* What stands on one side: the sessions of one label, system, kernel … together. */
struct judge_side {
    const struct session *const *sessions;
    size_t n;
};

/* A row: one definition with its parameters. */
struct judge_compared {
    /* of the first session that has it, the last attempt; NULL: that side has none */
    const struct measurement *base, *other;
    enum judge_verdict verdict;
    const char *reason;  /* of n/a: "definitions differ", "failed", "single value",
                            "not in the base", "not in the new" … else NULL */
    const char *differs; /* of "definitions differ": "revision", "unit", a parameter */
    size_t n_base, n_other; /* values: invocations, or boots, or pairs */
    bool paired;
    bool few;   /* by Welch, fewer than 6 a side: never faster or slower */
    bool shift; /* a difference of values in their unit, not a ratio */
    /* The new over the base as the values are printed, so above 1 is slower for a time
       and faster for a rate; a shift: new less base. NaN where there is none. */
    double value, lo, hi, lo90, hi90;
    double p, adjusted; /* NaN where there is none; adjusted also where few */
    double scale;       /* of a shift: what relative figures of the row are taken of */
    double net, net_lo, net_hi; /* value, lo, hi net of the common shift; NaN: none */
    /* printed in brackets: "unsteady", "drift", "erratic"; else NULL */
    const char *bracketed;
    const char *confounded; /* "boot": faster and slower get a question mark */
    double guard;      /* relative change that a repeated session may show by itself */
    double between_sd; /* of ln value between sessions, which guard is made of */
    const char *between_source; /* where it is from: "noise floor of …", "assumed" … */
    double smallest; /* relative change that it could have seen, 4 times in 5; infinite
                        where no single change can be shown */
    uint32_t deciding; /* values a side that would decide an inconclusive row, or one of
                          single values; 0: decided, or no number of them would */
    /* of an inconclusive one: it changed by more than the margin and less than a
       session may by itself, which no number of values alters */
    bool within_guard;
};

/* What differs between the two sides; NULL is a side that does not tell. */
struct judge_unlike {
    const char *key; /* "kernel.release", "protocol.samples", "definition lat_x" … */
    const char *base, *other;
};

/* One new side against the base. */
struct judge_column {
    struct judge_unlike *unlike; /* definitions first, then protocol and environment */
    size_t n_unlike;
    struct judge_compared
        *rows; /* in the order of the base, then what only other has */
    size_t n_rows;
    size_t counts[JUDGE_VERDICTS];
    /* Faster and slower are so unevenly shared that it is rather the machine. */
    bool one_sided;
    double one_sided_p; /* of the sign test over those rows */
    size_t base_boots, other_boots;
    bool by_boot; /* the values are boots */
    /* Median ratio of the times of sharp single-task rows; NaN: fewer than 5. */
    double common, common_share; /* share of them that lie on its side of 1 */
    size_t common_n;
    bool moved; /* the headline: everything moved by common - 1 */
    /* Over rows with both sides sharp, stable or fair; of times, rates inverted. */
    double geometric;
    size_t geometric_n, geometric_left_out;
    double yardstick;     /* new over base of the fixed piece of work; NaN: not known */
    bool frequency_moved; /* it differs by more than 1 % */
};

struct judge_comparison {
    struct judge_compare_options options; /* as used */
    size_t family;   /* comparisons that the correction counts, of all columns */
    double needed_p; /* that a single difference must have: 0.05 / family, or 0.05 */
    double least_p;  /* the smallest that any row can give with its numbers of values */
    bool can_show;   /* least_p <= needed_p */
    uint32_t needed; /* values a side for which it would be */
    struct judge_column *columns;
    size_t n_columns;
};

/*
 * Compares the base with each of the others; all p of the table are adjusted together.
 * Sentinels that nobody asked for are left out. Where a side is the base itself (one
 * session of `errbar ab`), rows with setting=a are the base of those with setting=b,
 * their invocations of one block are pairs, and only those rows are compared.
 *
 * Needs:   judged documents, all sessions in doc
 * Returns: 0 or -ENOMEM; -EINVAL without a session on a side, or with a margin or a
 *          level that is none
 * Owner:   *out is of the doc's arena
 */
int judge_compare(struct doc *doc, struct judge_side base,
                  const struct judge_side *others, size_t n_others,
                  const struct judge_compare_options *options,
                  struct judge_comparison **out);

#endif
