/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise.h - which of the numbers can be trusted: what is noisy, and by which evidence
 */
#ifndef JUDGE_NOISE_H
#define JUDGE_NOISE_H

#include "model/doc.h"

/* A warning, and what its rule says of it. */
struct judge_noise_flag {
    const struct flag *flag; /* of the first row that has it */
    const char *statistic, *meaning, *hint;
    const char *family; /* of rowblock: the group that scatters; else NULL */
    size_t rows;        /* that have it */
};

/* A row that is noisy or erratic, or has a warning that not all rows have. */
struct judge_noise_row {
    const struct measurement *m; /* of the first run that has a value */
    const struct judged *judged; /* of all runs of an imported system together */
    const double *values; /* where it is imported: what its class is made of, in the
                             order they stand; else NULL */
    size_t n_values;
    double factor; /* the largest of them over the smallest; NaN: fewer than two, or one
                      is not positive */
    const struct flag **flags; /* its own warnings, in the order of the rules */
    size_t n_flags;
    size_t place; /* among all rows of its block, as they were measured */
};

/* The rows of one session, or of all imported runs of one system. */
struct judge_noise_block {
    const struct session *session; /* the first */
    size_t sessions;
    struct judge_noise_row *rows; /* erratic ones first, then by the interval */
    size_t n_rows;
    struct judge_noise_flag *common; /* warnings of all rows, or of all of a family */
    size_t n_common;
    bool imported;
    size_t all; /* rows with a value */
    size_t class[JUDGED_CLASSES];
    size_t single, pair; /* rows with one and with two values */
    const struct measurement *first_pair;
};

struct judge_noise {
    struct judge_noise_block *blocks;
    size_t n_blocks;
    struct judge_noise_flag *codes; /* each that occurs, in the order of the rules */
    size_t n_codes;
    size_t noisy, erratic; /* rows */
    size_t missed; /* other rows that ended before they had the precision asked for */
};

/*
 * Sorts the rows of a judged doc by whether they can be trusted. Imported sessions of
 * one system are its runs, and their values are pooled; what was measured here stands
 * session by session. Sentinels are left out.
 *
 * Returns: 0 or -ENOMEM
 * Owner:   *out is of the doc's arena
 * Source:  statistics.md 3.7; interface.md 7, view noise
 */
int judge_noise(struct doc *doc, struct judge_noise **out);

#endif
