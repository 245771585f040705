/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alike.h - numbers for what measurements mean, found without a look at all of them
 */
#ifndef MODEL_ALIKE_H
#define MODEL_ALIKE_H

#include "model/doc.h"

enum alike_by {
    ALIKE_COMPARABLE, /* as measurement_comparable() */
    ALIKE_PARAMS,     /* definition's id and parameters, whatever revision and unit */
    ALIKE_ID          /* definition's id alone */
};

struct alike_kind;

/* The kinds seen so far; begins as { .arena = ..., .by = ... }, lives in the arena. */
struct alike {
    struct arena *arena;
    enum alike_by by;
    bool in_session; /* of two sessions they are of two kinds */
    struct alike_kind *kinds;
    size_t n, capacity;
    size_t *slots; /* number of a kind + 1, or 0, where its hash leads to */
    size_t n_slots;
};

/*
 * The number of a measurement's kind, from 0; a new one for the first of its kind.
 * Parameter `but` is left out of the account where it is not NULL.
 *
 * Needs:   for measurements of one definition always the same `but`
 * Returns: 0 or -ENOMEM
 */
int measurement_kind(struct alike *alike, const struct measurement *m, const char *but,
                     size_t *number);

/*
 * Which of a list's measurements another attempt of the list, at the same in its
 * session, counts in place of: see measurement_counts_before().
 *
 * Shape:   list[n], superseded[n]
 * Returns: 0 or -ENOMEM
 */
int measurement_find_superseded(const struct measurement *const *list, size_t n,
                                bool *superseded);

#endif
