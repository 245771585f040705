/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool.h - several sessions of one machine as one: its row, and how they differ
 *
 * statistics.md 3.5 with n = sessions, and 3.12 point 3.
 */
#ifndef JUDGE_POOL_H
#define JUDGE_POOL_H

#include "model/doc.h"

/* A row of a system: one definition with its parameters over its sessions. */
struct judge_pooled {
    const struct measurement *m; /* of the first session that has a value */
    const struct judged *judged; /* of the sessions' values, estimate.n of them, without
                                    flags; of one session that session's own */
    double sd; /* of ln value between the sessions; NaN below two, or not positive */
    const struct measurement *const *members; /* one of each session that has a value */
    size_t n;
};

/* Whether they are of one system: the same element of a file, or equal host, label and
   kernel in several. */
bool judge_same_system(const struct session *a, const struct session *b);

/*
 * One row for each that has a value in any of the sessions; the last attempt in each
 * counts. Sentinels are left out unless asked for.
 *
 * Needs:   judged sessions of one system
 * Returns: 0 or -ENOMEM
 * Owner:   *rows is of the doc's arena
 */
int judge_pool(struct doc *doc, const struct session *const *sessions, size_t n,
               bool sentinels, struct judge_pooled **rows, size_t *n_rows);

/* Of a session that stands for several: how many, a fact of it. */
extern const char *const judge_pooled_key; /* "pool.sessions" */

/*
 * Replaces the sessions of each system that has several by one, with the rows that
 * judge_pool() makes of them; a row that none has a value of keeps its reason. Systems
 * of several files are one where host, label and kernel are equal. What was derived has
 * to be derived again.
 *
 * Needs:   a judged doc
 * Returns: 0 or -ENOMEM
 */
int judge_by_system(struct doc *doc);

/*
 * Puts the sessions of each system together and behind those of a system that has
 * several one more, whose values are the spread between them: 100 times the standard
 * deviation of ln value, unit "%". It is what "make stats" of lmbench is for, whose
 * median is of values sorted as text (spec/lmbench.md 4.9).
 *
 * Needs:   a judged doc
 * Returns: 0 or -ENOMEM
 */
int judge_spread(struct doc *doc);

/*
 * Replaces each value by its share of the best of all sessions in per cent, 100 for the
 * best: best / value of a time, value / best of a rate; intervals as derive.h has them
 * for a ratio. What has nothing to be compared with is skipped from now on and says
 * why; what is neither a time nor a rate is left out.
 *
 * Needs:   a judged doc; what was derived is taken along
 * Returns: 0 or -ENOMEM
 */
int judge_percent(struct doc *doc);

/* How the sessions of a machine differ in one family. */
struct judge_floor {
    const char *family;
    double sd;       /* of ln value between sessions: root of the rows' mean variance */
    size_t sessions; /* the fewest that a row has */
    size_t rows;     /* that have two sessions or more */
};

/* Fewer sessions than that tell little; the caller says so. */
enum { JUDGE_FLOOR_SESSIONS = 8 };

/*
 * The noise floor: an entry for each family that has a row, sentinels too, in the order
 * they come. What `run` copies into a session as judge_between_key and the family.
 *
 * Source:  statistics.md 3.12, point 3
 */
int judge_noise_floor(struct doc *doc, const struct session *const *sessions, size_t n,
                      struct judge_floor **floors, size_t *n_floors);

#endif
