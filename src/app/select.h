/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * select.h - which rows: from patterns, sets and parameters to measurements
 */
#ifndef APP_SELECT_H
#define APP_SELECT_H

#include "model/doc.h"

#include <stdbool.h>

struct selection {
    const char **patterns, **skip, **tags; /* a tag is a family: "syscall" */
    const char **params;                   /* "k=v[,v...]" */
    size_t n_patterns, n_skip, n_tags, n_params;
    const char *set;    /* NULL: the lists of classic, for whatever the patterns name */
    uint64_t file_room; /* bytes of the largest file; 0: any */
    bool remote;        /* only what can go over a network */
};

/* Adds a word to one of the lists; 0 or -ENOMEM. */
int select_add(const char ***list, size_t *n, const char *word);
void select_done(struct selection *s);

/*
 * Adds the selected rows to the doc's session `session`, as measurements without
 * invocations. What a bad word should have been stands in why.
 *
 * Returns: 0, -EINVAL (wrong usage), -ENOENT (nothing selected), -ENOMEM
 */
int select_rows(const struct selection *s, struct doc *doc, struct session *session,
                struct diag *why);

/* Adds the sentinels that are not among the session's rows; 0 or -ENOMEM. */
int select_sentinels(struct doc *doc, struct session *session);

extern const char *const select_sets[]; /* quick, classic, full; ends with NULL */

/* Whether an id is meant by a pattern: exact id or benchmark, glob, or "re:REGEX". */
bool select_matches(const char *pattern, const char *id);

/*
 * Whether each pattern names a benchmark there is.
 *
 * Returns: 0, or -ENOENT with the nearest real name in why; -ENOMEM
 */
int select_check(const char *const *patterns, size_t n, struct diag *why);

/* The same of all words of a selection; -EINVAL where one is of the wrong form. */
int select_check_words(const struct selection *s, struct diag *why);

/* Whether each parameter was used: [n_params]. 0 or -EINVAL. */
int select_check_params(const struct selection *s, const bool *used, struct diag *why);

#endif
