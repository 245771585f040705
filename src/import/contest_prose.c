/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_prose.c - statistics that an author printed beside his contest report
 */
#include "import/contest_prose.h"

#include <math.h>
#include <string.h>

/* The number behind a word and a "=": "n=5", "Mean = 106."; false where there is none.
 */
static bool number_behind(struct slice line, const char *word, double *value)
{
    const char *found =
        line.length ? memmem(line.text, line.length, word, strlen(word)) : NULL;
    struct slice rest;
    size_t digits = 0;

    if (!found)
        return false;
    found += strlen(word);
    rest = import_trim(import_slice(found, (size_t)(line.text + line.length - found)));
    if (!import_begins(rest, "="))
        return false;
    rest = import_trim(import_slice(rest.text + 1, rest.length - 1));
    while (digits < rest.length && strchr("0123456789.", rest.text[digits]))
        digits++;
    return import_decimal(import_slice(rest.text, digits), value) == 0;
}

bool import_contest_statistics(struct contest_prose *prose, struct slice line,
                               uint32_t number)
{
    static const char *const words[] = { "Deviation", "Median", "Low =", "interval" };
    double value;

    if (number_behind(line, "(p", &value) || number_behind(line, " p", &value)) {
        prose->p = value;
        prose->p_text = line;
        prose->p_line = number;
        return true;
    }
    if (number_behind(line, " n", &value) || number_behind(line, "(n", &value))
        prose->n = value;
    if (number_behind(line, "Mean", &value)) {
        if (prose->n_blocks < CONTEST_BLOCKS)
            prose->blocks[prose->n_blocks].mean = value;
        prose->n_blocks++;
        return true;
    }
    if (number_behind(line, "Standard Deviation", &value)) {
        if (prose->n_blocks > 0 && prose->n_blocks <= CONTEST_BLOCKS)
            prose->blocks[prose->n_blocks - 1].sd = value;
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (import_contains(line, words[i]))
            return true;
    }
    return false;
}

void import_contest_significance(struct import *in, const struct contest_prose *prose)
{
    double error, t, least;

    if (!prose->p_line || prose->n_blocks != CONTEST_BLOCKS || !(prose->n > 1))
        return;
    error = hypot(prose->blocks[0].sd, prose->blocks[1].sd) / sqrt(prose->n);
    t = fabs(prose->blocks[0].mean - prose->blocks[1].mean) / error;
    least = erfc(t / sqrt(2));
    if (error > 0 && prose->p < least)
        import_note(in, IMPORT_DOUBTFUL, prose->p_line, prose->p_text.text,
                    prose->p_text.length,
                    "p is not what the printed means and deviations give: by Welch's "
                    "test of %g and %g runs it is above %.2g (t = %.2f)",
                    prose->n, prose->n, least, t);
}
