/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_ratio.c - what the printed Ratios of a contest report are relative to
 */
#include "import/contest_ratio.h"

#include "import/number.h"

#include <math.h>
#include <string.h>

struct range {
    double lo, hi;
};

static bool is_idle(const struct contest_found *f)
{
    return import_same(f->load, "no_load") || import_same(f->load, "noload");
}

static bool from_own_kernel(const struct contest_found *f)
{
    return strcmp(f->version, "contest-0.60") >= 0;
}

static bool read_cell(const struct contest_found *f, enum contest_column column,
                      struct import_number *number)
{
    struct slice cell = f->row.cells[column];

    return cell.length &&
           import_parse_number(cell.text, cell.length, IMPORT_ROUNDED, number) == 0 &&
           number->value > 0;
}

#define NOTE(in, f, ...)                                                            \
    import_note(in, IMPORT_DOUBTFUL, (f)->line, (f)->whole.text, (f)->whole.length, \
                __VA_ARGS__)

/* ---- from 0.60 on ---- */

static const struct contest_found *idle_of(const struct contest_found *rows, size_t n,
                                           const struct contest_found *f)
{
    for (size_t i = 0; i < n; i++) {
        if (is_idle(&rows[i]) && rows[i].row.kernel.length == f->row.kernel.length &&
            memcmp(rows[i].row.kernel.text, f->row.kernel.text, f->row.kernel.length) ==
                0)
            return &rows[i];
    }
    return NULL;
}

/* Time was brought to whole seconds before it was divided, so this is exact. */
static void check_own(struct import *in, const struct contest_found *rows, size_t n,
                      const struct contest_found *f)
{
    const struct contest_found *idle = idle_of(rows, n, f);
    struct import_number time, base, ratio;

    if (!idle || !read_cell(f, CONTEST_TIME, &time) ||
        !read_cell(idle, CONTEST_TIME, &base) || !read_cell(f, CONTEST_RATIO, &ratio))
        return;
    if (fabs(time.value / base.value - ratio.value) > 0.005 + 1e-9)
        NOTE(in, f, "Ratio is not this Time over the kernel's own idle time, %.4g",
             time.value / base.value);
}

/* ---- before ---- */

/* The reference times that the row leaves, from the digits of its Time and its Ratio.
 */
static bool find_range(const struct contest_found *f, struct range *range)
{
    struct import_number time, ratio;

    if (!read_cell(f, CONTEST_TIME, &time) || !read_cell(f, CONTEST_RATIO, &ratio) ||
        !(ratio.lo > 0))
        return false;
    *range = (struct range){ time.lo / ratio.hi, time.hi / ratio.lo };
    return true;
}

/* With how many rows a row's range agrees, itself among them. */
static size_t agreement(const struct contest_found *rows, size_t n,
                        const struct range *mine)
{
    struct range other;
    size_t agreeing = 0;

    for (size_t i = 0; i < n; i++)
        agreeing += find_range(&rows[i], &other) && other.lo <= mine->hi &&
                    mine->lo <= other.hi;
    return agreeing;
}

static bool is_shown(const struct contest_found *rows, size_t n, struct range all)
{
    struct import_number time;

    for (size_t i = 0; i < n; i++) {
        if (is_idle(&rows[i]) && read_cell(&rows[i], CONTEST_TIME, &time) &&
            time.hi >= all.lo && time.lo <= all.hi)
            return true;
    }
    return false;
}

/* A row that most others contradict has no say, and is told. */
static void check_fixed(struct import *in, const struct contest_found *rows, size_t n)
{
    struct range all = { 0, INFINITY }, one;
    const struct contest_found *first = NULL;

    for (size_t i = 0; i < n; i++) {
        if (!find_range(&rows[i], &one) || agreement(rows, n, &one) <= n / 2 ||
            one.lo > all.hi || one.hi < all.lo)
            continue;
        first = first ? first : &rows[i];
        all = (struct range){ fmax(all.lo, one.lo), fmin(all.hi, one.hi) };
    }
    for (size_t i = 0; first && i < n; i++) {
        if (find_range(&rows[i], &one) && (one.lo > all.hi || one.hi < all.lo))
            NOTE(in, &rows[i],
                 "Ratio is not this Time over the reference of the other rows, "
                 "%.6g to %.6g s",
                 all.lo, all.hi);
    }
    if (first && !is_shown(rows, n, all))
        NOTE(in, first,
             "Ratio is relative to a kernel that is not in the table, whose idle time "
             "was %.6g to %.6g s",
             all.lo, all.hi);
}

enum { MOST_ROWS = 2000 }; /* each is held against each */

void import_contest_ratios(struct import *in, const struct contest_found *rows,
                           size_t n)
{
    bool fixed = false;

    for (size_t i = 0; n <= MOST_ROWS && i < n; i++) {
        if (rows[i].has_ratio && from_own_kernel(&rows[i]))
            check_own(in, rows, n, &rows[i]);
        else
            fixed = fixed || rows[i].has_ratio;
    }
    if (fixed)
        check_fixed(in, rows, n);
}
