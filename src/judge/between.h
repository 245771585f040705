/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * between.h - how sessions of one machine differ, family by family: the noise floor
 */
#ifndef JUDGE_BETWEEN_H
#define JUDGE_BETWEEN_H

#include "model/doc.h"

enum { JUDGE_BETWEEN_SESSIONS = 8 }; /* fewer say too little: statistics.md 3.12 */

struct judge_between {
    const char *family;
    double sd;    /* of the logarithm of a value between sessions: upper limit */
    double found; /* the best guess of it; 0: none was seen */
    size_t rows;
    size_t sessions; /* of the row that has the fewest */
};

/*
 * The between-session sd of every family that has rows in at least eight of these
 * sessions. A row's variance between sessions, meaned over the rows of the family: as
 * large as it may be (95 %, one-sided), less what the intervals of the sessions explain
 * (half-width over 1.96, squared); and not less than what the variance of so few
 * sessions hides, sqrt(2 / (sessions - 1)) of the explained part. Rows that are noisy
 * or erratic in most sessions have wide intervals of their own to tell of it and speak
 * for no others, if there are any. Of differences that may be 0 relative to
 * max(|value|, subject).
 *
 * Needs:   judged measurements
 * Shape:   *out [*n] in the order of the catalogue, in `arena`
 * Returns: 0 or -ENOMEM
 * Source:  statistics.md 3.12
 */
int judge_between(const struct doc *doc, const struct session *const *sessions,
                  size_t n_sessions, struct arena *arena, struct judge_between **out,
                  size_t *n);

#endif
