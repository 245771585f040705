/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_form.c - what a printed number looks like: the old rules run forwards
 *
 * A number that stands in a column is what the layout's rule makes of it. That tells
 * columns apart where positions are lost: "200.6" fits no column of four.
 * Source: spec/lmbench.md 4.1, 4.6, 4.7
 */
#include "import/summary.h"

#include "import/number.h"

#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 64 };

__attribute__((format(printf, 2, 3))) static void say(char text[ROOM],
                                                      const char *format, ...)
{
    va_list args;

    va_start(args, format);
    num_vprintf(text, ROOM, format, args);
    va_end(args);
}

static void cut(char *text, int length)
{
    if (length >= 0 && strlen(text) > (size_t)length)
        text[length] = '\0';
}

/* Rule 4.1 for `digits` columns. */
static void say_num(char text[ROOM], double value, int digits)
{
    double unit = value >= 1e7 ? 1e6 : value >= 1e4 ? 1e3 : 1;
    const char *letter = value >= 1e7 ? "M" : value >= 1e4 ? "K" : "";
    char number[ROOM];

    if (value < 0.001 && digits > 5) {
        say(text, "%*.*e", digits, digits - 6, value);
        return;
    }
    if (value < 10) {
        say(text, "%*.*f", digits, digits - 2, value);
        return;
    }
    say(number, "%.1f", value / unit);
    cut(number, *letter ? digits - 1 : digits);
    say(text, "%*s%s", *letter ? digits - 1 : digits, number, letter);
}

/* Of the beta: whole numbers from 10 on. */
static void say_beta(char text[ROOM], double value, int digits)
{
    say(text, "%.*f", value < 10 ? digits - 2 : 0, value);
}

static void say_plain(char text[ROOM], const struct layout_column *c, double value,
                      int width)
{
    char number[ROOM];
    int decimals = c->rule == LAYOUT_FIXED ? c->decimals : 0;

    say(number, "%.*f", decimals, c->kilo ? value / 1000 : value);
    if (c->cut)
        cut(number, c->kilo ? width - 1 : width);
    say(text, "%s%s", number, c->kilo ? "K" : "");
}

static void say_as(char text[ROOM], const struct layout_generation *g,
                   const struct layout_column *c, const struct layout_form *form,
                   double value)
{
    int digits = form->digits ? form->digits : form->width;

    if (c->rule != LAYOUT_NUM)
        say_plain(text, c, value, form->width);
    else if (g->beta)
        say_beta(text, value, digits);
    else
        say_num(text, value, digits);
    if (c->rule == LAYOUT_NUM)
        cut(text, form->width);
}

enum import_rounding import_summary_rounding(const struct layout_generation *g,
                                             const struct layout_column *c,
                                             const struct layout_form *form)
{
    switch (c->rule) {
    case LAYOUT_NUM:
        return g->beta                      ? IMPORT_EITHER
               : form->digits > form->width ? IMPORT_SHORT
                                            : IMPORT_CUT;
    case LAYOUT_TRUNC:
        /* the corpus takes what 1.x printed for rounded */
        return g->version[0] == '1' ? IMPORT_ROUNDED : IMPORT_WHOLE;
    case LAYOUT_FIXED:
        return c->cut ? IMPORT_CUT : IMPORT_ROUNDED;
    case LAYOUT_WHOLE:
        break;
    }
    return IMPORT_ROUNDED;
}

static bool is_number(const struct summary_word *word)
{
    for (int i = 0; i < word->length; i++) {
        if (!isdigit((unsigned char)word->text[i]))
            return false;
    }
    return true;
}

/* What stands for no value. */
static bool says_nothing(const struct layout_generation *g,
                         const struct layout_column *c, const struct summary_word *word)
{
    if (c->old_missing)
        return import_summary_is(word, c->old_missing) ||
               import_summary_is(word, "-1") || import_summary_is(word, "-");
    /* "Bad mhz?" leaves dashes in all */
    return import_summary_is(word, "-") ||
           (g->version[0] == '1' && word->text[0] == '-') ||
           (word->text[0] == '%' && c->rule == LAYOUT_NUM);
}

bool import_summary_prints(const struct layout_generation *g,
                           const struct layout_column *c,
                           const struct layout_form *form,
                           const struct summary_word *word)
{
    struct import_number number;
    const char *text;
    char made[ROOM];
    int rc;

    if (c->source == LAYOUT_WORDS)
        return !import_summary_cell(word);
    if (c->source != LAYOUT_VALUE)
        return is_number(word) || import_summary_is(word, "-1");
    rc = import_parse_number(word->text, (size_t)word->length,
                             import_summary_rounding(g, c, form), &number);
    if (rc < 0)
        return says_nothing(g, c, word);
    if (c->rule == LAYOUT_NUM && !(number.value > 0))
        return false; /* blank there */
    say_as(made, g, c, form, number.value);
    for (text = made; *text == ' '; text++)
        ;
    return import_summary_is(word, text);
}

bool import_summary_suits(const struct layout_generation *g,
                          const struct layout_column *c,
                          const struct summary_word *word)
{
    bool thousands = word->text[word->length - 1] == 'K';

    if (c->source == LAYOUT_WORDS)
        return !import_summary_cell(word);
    if (c->source != LAYOUT_VALUE)
        return is_number(word) || import_summary_is(word, "-1");
    if (isalpha((unsigned char)word->text[0]) && word->length > 1)
        return false;
    /* where each number of a column has its K, and no other column a K */
    if (c->rule != LAYOUT_NUM && (g->version[0] == '1' || c->kilo))
        return thousands == c->kilo || word->text[0] == '-';
    return true;
}
