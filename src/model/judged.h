/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * judged.h - what we think of a measurement: recomputable, replaced whole
 *
 * Times are seconds per operation, rates bytes per second, as the definition's
 * unit says.
 */
#ifndef MODEL_JUDGED_H
#define MODEL_JUDGED_H

#include "stats/estimate.h"

#include <stdbool.h>
#include <stdint.h>

enum judged_class {
    JUDGED_UNKNOWN, /* fewer than three values, or a difference that may be 0 */
    JUDGED_SHARP,
    JUDGED_STABLE,
    JUDGED_FAIR,
    JUDGED_NOISY,
    JUDGED_ERRATIC,
    JUDGED_CLASSES
};
extern const char *const judged_class_name[JUDGED_CLASSES];

enum judged_severity { JUDGED_INFO, JUDGED_WARNING, JUDGED_SEVERITIES };
extern const char *const judged_severity_name[JUDGED_SEVERITIES];

extern const char *const st_method_name[ST_METHOD_COUNT];

struct flag {
    const char *code; /* of judge/rules.c: "tail", "second-mode" … */
    double statistic, limit;
    enum judged_severity severity;
    const char
        *text; /* what a person should read ("second mode 4.00 ms, 3 %"), or NULL */
};

/* An observation, or a whole invocation, that was left out, and why. */
struct mark {
    uint32_t invocation; /* seq */
    uint32_t at;       /* from 1, the position in the series; 0: the whole invocation */
    const char *cause; /* "wait", "switched-out", "migrated", "fault", "value",
                          "second-mode", "disturbed" */
};

struct judged {
    const char *outliers; /* policy: "reject", "keep" */
    uint32_t warmup;      /* observations left out at the start of each series */
    struct mark *marks;
    size_t n_marks;
    struct st_estimate estimate;
    struct st_estimate
        kept;      /* with nothing rejected: what rejection-matters looks at */
    double span_s; /* from the first used invocation's start to the last's */
    struct st_spread spread; /* of the kept observations, per operation */
    double subject, base;    /* medians of the parts of a difference; else 0 */
    uint64_t samples;        /* observations that entered */
    uint64_t disturbed, rejected;
    uint32_t invocations;            /* used */
    uint32_t replaced;               /* left out whole, or not valid */
    double tail_share, tail_largest; /* of observations far off; largest ratio to y_k */
    double cold; /* median of the first observations: the cold cost */
    double q;    /* the clock's tick per operation */
    enum judged_class class;
    struct flag *flags;
    size_t n_flags;
    double within, between, icc; /* variance components and their ratio; NaN if K < 2 */
    bool has_rerun;              /* the interval a repetition will fall in (3.12) */
    double rerun_lo, rerun_hi, rerun_sd;
    const char *rerun_source;
};

#endif
