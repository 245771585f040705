/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_cell.c - a printed number into the cell of a section
 */
#include "import/raw_parse.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Nearest to what people would write: 0.3912 us is 3.912e-07, not 0.3912 * 1e-6. */
static double scaled(double x, double in_base)
{
    return in_base < 0 ? x / -in_base : x * in_base;
}

bool import_raw_scale(const struct raw_printed *printed, struct import_number *number)
{
    struct import_number n;

    if (import_parse_number(printed->text.text, printed->text.length, printed->rounding,
                            &n) < 0)
        return false;
    n.value = scaled(n.value, printed->in_base);
    n.lo = scaled(n.lo, printed->in_base);
    n.hi = scaled(n.hi, printed->in_base);
    if (printed->invert && n.lo > 0)
        n = (struct import_number){ 1 / n.value, 1 / n.hi, 1 / n.lo };
    *number = n;
    return true;
}

/* Why a printed number is none; NULL: it is one. */
static const char *why_missing(const struct raw_printed *printed)
{
    struct raw_slice s = printed->text;
    struct import_number n;
    int rc = import_parse_number(s.text, s.length, printed->rounding, &n);

    if (s.length == 2 && memcmp(s.text, "-1", 2) == 0)
        return "not measured";
    if (rc == -EDOM && s.text[0] == '-' && s.length > 1 && s.text[1] >= '.' &&
        s.text[1] <= '9')
        return "negative";
    if (rc == -EDOM)
        return import_raw_starts(s, "nan") || import_raw_starts(s, "-nan")
                   ? "not a number"
                   : "infinite";
    if (rc < 0)
        return "not a number that can be read";
    if (!(n.value > 0))
        return "zero";
    return printed->invert && !(n.lo > 0) ? "no more than zero" : NULL;
}

enum { LONG_FAULT_US = 1000 };

/* Numbers that are taken over and still look wrong. */
static const char *doubt_of(const char *id, const struct import_number *number)
{
    if (strcmp(id, "lat_pagefault") == 0 && number->value >= LONG_FAULT_US / 1e6)
        return "so long a page fault reads from a disk, or this is the time for all of "
               "the file";
    return NULL;
}

static const char *copy(struct import *in, const char *text)
{
    return text && *text ? arena_strdup(import_arena(in), text) : NULL;
}

void import_raw_cell(struct raw *raw, const char *id, const char *params,
                     const struct raw_printed *printed)
{
    struct import *in = raw->in;
    struct raw_cell *cell = arena_alloc(import_arena(in), sizeof *cell);
    struct raw_section *section =
        import_raw_section_for(raw, id, params, printed->prefix);

    if (!cell || !section) {
        import_fail(in);
        return;
    }
    *cell = (struct raw_cell){ .id = id,
                               .params = copy(in, params),
                               .missing = why_missing(printed),
                               .line = raw->line.number };
    cell->printed =
        arena_strndup(import_arena(in), printed->text.text, printed->text.length);
    if (!cell->printed || (params && *params && !cell->params)) {
        import_fail(in);
        return;
    }
    if (!cell->missing && import_raw_scale(printed, &cell->number))
        cell->doubt = doubt_of(id, &cell->number);
    *section->last_cell = cell;
    section->last_cell = &cell->next;
}
