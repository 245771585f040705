/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.h - a comparison of runs, drawn: for people, for an issue, for programs
 *
 * What is drawn was found by judge_compare(); nothing is computed here. Rows stand as
 * they are given: who left some out or sorted them did so before.
 */
#ifndef OUTPUT_COMPARE_H
#define OUTPUT_COMPARE_H

#include "judge/compare.h"
#include "output/view.h"

enum compare_format {
    COMPARE_TABLE,
    COMPARE_MARKDOWN,
    COMPARE_HTML,
    COMPARE_CSV,
    COMPARE_JSON,
    COMPARE_FORMATS
};
extern const char *const compare_format_name[COMPARE_FORMATS + 1]; /* ends with NULL */

/* A file that was compared: whoever has it can tell that it is the one. */
struct compare_source {
    const char *path, *sha256; /* in hexadecimal digits */
    const char *result;        /* uuid of the document, or NULL */
};

struct compare_page {
    const struct judge_comparison *comparison;
    const char *base;         /* what that side is called */
    const char *const *names; /* [comparison->n_columns] of the others */
    const char *const *about; /* lines before all else, end with NULL; or NULL */
    const char *like;         /* file to measure like, for the command that would
                                 decide a row; NULL: it is decided another way */
    const char *again;        /* that way: a command without --invocations */
    /* the benchmark that measures a definition here, NULL where none does; or NULL */
    const char *(*benchmark)(const char *definition);
    const struct compare_source *sources;
    size_t n_sources;
};

/* Columns of the CSV, separated by commas; they only ever grow at the end. */
extern const char compare_columns[];

/* Returns: 0, -ENOMEM or the sink's error */
int compare_print(struct sink *sink, const struct compare_page *page,
                  enum compare_format format, const struct view_options *options,
                  struct diag *why);

#endif
