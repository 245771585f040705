/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_parts.h - a comparison while it is being made: inside this room only
 */
#ifndef JUDGE_COMPARE_PARTS_H
#define JUDGE_COMPARE_PARTS_H

#include "judge/compare.h"

/* The values of one measurement's invocations, in its unit. */
struct compare_values {
    const struct measurement *m;
    double *y;
    uint32_t *block;
    size_t n;
    bool difference, superseded;
};

/* One row of a side: all its sessions' measurements that mean the same. */
struct compare_row {
    const struct measurement *m; /* stands for them: the first that has a value */
    size_t *members;             /* places in compare.values */
    size_t n_members;
    struct compare_row *partner; /* of the other side */
};

struct compare_side {
    struct judge_side is;
    const char *setting; /* "a", "b": only rows with it, which then does not count */
    uint32_t *boot;      /* [is.n] from 0 */
    size_t n_boots;
    struct compare_row *rows;
    size_t n_rows;
};

struct compare {
    struct doc *doc;
    struct arena *scratch;
    struct judge_compare_options options;
    struct compare_values *values; /* of all sessions of all sides */
    size_t n_values;
    struct judge_comparison *out;
    struct judge_compared **family; /* [out->family] */
};

/* compare_sides.c: all return 0 or -ENOMEM */
int judge_compare_find_values(struct compare *c, struct judge_side base,
                              const struct judge_side *others, size_t n_others);
int judge_compare_side_init(struct compare *c, struct compare_side *side,
                            struct judge_side is, const char *setting);
/* Whether both sides were measured on one boot. */
bool judge_compare_one_boot(const struct compare_side *a, const struct compare_side *b);
/* Whether two measurements may be compared; `apart`: whatever setting they have. */
bool judge_compare_alike(const struct measurement *a, const struct measurement *b,
                         bool apart, const char **differs);
/* The values of a row that one boot gave, or all of them (boot: -1), into y. */
size_t judge_compare_gather(const struct compare *c, const struct compare_side *side,
                            const struct compare_row *row, long boot, double *y);

/* compare_match.c: fills column->rows: what belongs together, and what stands alone;
   0 or -ENOMEM. */
int judge_compare_match(struct compare *c, struct compare_side *base,
                        struct compare_side *other, struct judge_column *column);

/* compare_rows.c: what a row's values say; p is not adjusted yet, no verdict. Rows of
   the column stand as those of the base do. */
int judge_compare_row(struct compare *c, const struct compare_side *base,
                      const struct compare_side *other,
                      const struct judge_column *column, struct judge_compared *row);
/* The verdict, when p is adjusted; what it could have seen, what would decide. */
void judge_compare_decide(const struct compare *c, struct judge_compared *row);
/* The smallest p that its numbers of values can give. */
double judge_compare_least_p(const struct judge_compared *row);
/* Above 0: slower. The logarithm of the ratio of times; NaN of a shift. */
double judge_compare_log_time(const struct judge_compared *row);

/* compare_table.c */
int judge_compare_unlike(struct compare *c, const struct compare_side *base,
                         const struct compare_side *other, struct judge_column *column);
int judge_compare_summarise(struct compare *c, const struct compare_side *base,
                            const struct compare_side *other,
                            struct judge_column *column);

#endif
