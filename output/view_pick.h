/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_pick.h - which number of a document a column of a view means
 *
 * A column names a definition and a filter on its parameters: pairs separated by
 * blanks, "size=64K procs=2". "size=max" is the largest there is, "max:8M" the
 * largest that is no larger; "host?=localhost"
 * also takes what has no such parameter.
 */
#ifndef OUTPUT_VIEW_PICK_H
#define OUTPUT_VIEW_PICK_H

#include "model/doc.h"

/* A row of a table: a session with what it measured, without the sentinels. */
struct view_row {
    const struct session *session;
    const struct measurement **list;
    size_t n, capacity;
    bool ours;        /* something in it was measured and not imported */
    const char *name; /* of the system, with label or number where it is not unique */
    bool labelled;    /* the name has the label in it */
};

/*
 * The rows of a doc in its order, in `arena`.
 *
 * Returns: 0 or -ENOMEM
 */
int view_rows(const struct doc *doc, struct arena *arena, struct view_row **rows,
              size_t *n);

bool view_matches(const struct measurement *m, const char *filter);

/*
 * The measurement of that id and filter, NULL where there is none: one that is ok
 * before one that is not, then the last attempt, then the first of those with other
 * parameters. Placement NULL: same, or none at all.
 */
const struct measurement *view_pick(const struct view_row *row, const char *id,
                                    const char *filter, const char *placement);

/* The derived value of that rule in that session, or NULL. */
const struct derived *view_pick_derived(const struct doc *doc, const struct session *s,
                                        const char *id);

/* A fact of the session, else of its system; NULL where it is unknown or missing. */
const struct fact *view_fact(const struct session *s, const char *key);

/*
 * "lat_ctx size=64K procs=8 cross": the label of a measurement with its placement as a
 * bare word, and without the one that is meant where none is named; in `arena`, never
 * NULL.
 */
const char *view_label(const struct measurement *m, struct arena *arena);

/* The estimate of a measurement that has a value, or NULL. */
const struct st_estimate *view_estimate(const struct measurement *m);

bool view_has_flag(const struct judged *j, const char *code);

/*
 * The flags that all values of a row, and more than one, have: what befell the machine
 * flags every row of a session, and is said once. In the order of the first value's.
 */
enum { VIEW_COMMON = 32 };
struct view_common {
    const struct flag *flags[VIEW_COMMON];
    size_t n;
};
struct view_common view_common_flags(const struct view_row *row);
bool view_is_common(const struct view_common *common, const char *code);

#endif
