/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparing.h - from sides to a printed comparison: for compare, and at the end of ab
 */
#ifndef APP_COMPARING_H
#define APP_COMPARING_H

#include "app/compare_sides.h"
#include "output/compare.h"

enum comparing_only {
    COMPARING_ALL,
    COMPARING_WORSE,
    COMPARING_BETTER,
    COMPARING_CHANGED,
    COMPARING_INCONCLUSIVE
};
/* Without the first: "worse", "better" … ends with NULL */
extern const char *const comparing_only_name[];

enum comparing_sort { COMPARING_ORDER, COMPARING_EFFECT, COMPARING_NAME };
extern const char *const comparing_sort_name[]; /* "order" … ends with NULL */

struct comparing_shown {
    enum comparing_only only;
    enum comparing_sort sort;
    const struct compare_source *sources; /* what it is made of */
    size_t n_sources;
};

/*
 * Finds the sources: files by the names they were given, and where they can be read,
 * which is the same but for standard input.
 *
 * Shape:   ends[n]: sessions of the doc up to the end of each file
 * Returns: an exit code, with the reason told
 */
int comparing_sources(struct comparing_shown *shown, struct doc *doc,
                      char *const *names, char *const *paths, const size_t *ends,
                      size_t n);

/* Compares the first side with each other; an exit code, with the reason told. */
int comparing_judge(struct judge_comparison **out, struct doc *doc,
                    const struct compare_sides *sides,
                    const struct judge_compare_options *options);

/* Prints the rows that are to be shown; an exit code. `found` stays as it is. */
int comparing_print(struct doc *doc, const struct compare_sides *sides,
                    const struct judge_comparison *found,
                    const struct comparing_shown *shown, enum compare_format format,
                    bool ascii, const char *output);

#endif
