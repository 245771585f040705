/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * derive.h - what views need and no single measurement is
 *
 * A table: id, inputs, function, interval rule. A view's column names the id only.
 */
#ifndef JUDGE_DERIVE_H
#define JUDGE_DERIVE_H

#include "model/doc.h"

struct derive_rule {
    const char *id;       /* "derived.null_io" */
    const char *function; /* "mean-of", as the file names it */
    const char *from[4];  /* definition ids; ends with NULL */
    const char *title;
};
extern const struct derive_rule derive_rules[]; /* ends with { 0 } */

/* Replaces doc->derived from the judged measurements, session by session. */
int derive_doc(struct doc *doc);

#endif
