/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise.c - which of the numbers can be trusted: what is noisy, and by which evidence
 */
#include "judge/noise.h"

#include "judge/judge.h"
#include "judge/pool.h"
#include "model/alike.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct work {
    struct doc *doc;
    struct arena *arena; /* the doc's */
    struct judge_noise *noise;
    const struct session **own; /* the sessions of one block */
    size_t n_own;
    struct judge_noise_row *rows; /* all rows of one block */
    size_t n_rows, capacity;
};

static size_t n_rules(void)
{
    size_t n = 0;

    while (judge_rules[n].code)
        n++;
    return n;
}

/* Place of a code among the rules; behind the last one where a newer errbar wrote it.
 */
static size_t rule_place(const char *code)
{
    size_t r = 0;

    while (judge_rules[r].code && strcmp(judge_rules[r].code, code) != 0)
        r++;
    return r;
}

static bool has_value(const struct measurement *m)
{
    return m->status == DOC_STATUS_OK && m->judged && !m->sentinel &&
           isfinite(m->judged->estimate.value) && m->judged->estimate.n > 0;
}

static const struct flag *flag_of(const struct judge_noise_row *row, const char *code)
{
    for (size_t f = 0; f < row->n_flags; f++) {
        if (strcmp(row->flags[f]->code, code) == 0)
            return row->flags[f];
    }
    return NULL;
}

/* ---- rows ---- */

/* The warnings of a measurement that the row does not have yet. */
static void take_flags(const struct flag **flags, const struct measurement *m)
{
    for (size_t f = 0; f < m->judged->n_flags; f++) {
        const struct flag *flag = &m->judged->flags[f];
        size_t r = rule_place(flag->code);

        if (flag->severity == JUDGED_WARNING && r < n_rules() && !flags[r])
            flags[r] = flag;
    }
}

static int end_flags(struct work *w, const struct flag **flags,
                     struct judge_noise_row *row)
{
    const struct flag **list = arena_alloc(w->arena, n_rules() * sizeof *list);

    if (!list)
        return -ENOMEM;
    for (size_t r = 0; r < n_rules(); r++) {
        if (flags[r])
            list[row->n_flags++] = flags[r];
    }
    row->flags = list;
    return 0;
}

static size_t count_printed(const struct measurement *m, double *values)
{
    size_t n = 0;

    for (size_t i = 0; i < m->session->n_invocations; i++) {
        const struct invocation *inv = m->session->invocations[i];

        for (size_t s = 0; inv->valid && s < inv->n_series; s++) {
            const struct series *series = &inv->series[s];

            for (size_t k = 0;
                 series->measurement == m && series->values && k < series->n; k++) {
                if (values)
                    values[n] = series->values[k];
                n++;
            }
        }
    }
    return n;
}

static double factor_of(const double *values, size_t n)
{
    double least, most;

    if (!values || n < 2)
        return NAN;
    least = most = values[0];
    for (size_t i = 1; i < n; i++) {
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    return least > 0 ? most / least : NAN;
}

/* A cell of one run: its values are what was printed for it. */
static int fill_single(struct work *w, const struct flag **flags,
                       struct judge_noise_row *row)
{
    size_t n = row->m->origin == DOC_ORIGIN_IMPORTED ? count_printed(row->m, NULL) : 0;
    double *values = n ? arena_alloc(w->arena, n * sizeof *values) : NULL;

    if (n && !values)
        return -ENOMEM;
    take_flags(flags, row->m);
    if (n)
        row->n_values = count_printed(row->m, values);
    row->values = values;
    return 0;
}

static int fill_pooled(struct work *w, const struct judge_pooled *pooled,
                       const struct flag **flags, struct judge_noise_row *row)
{
    double *values = arena_alloc(w->arena, pooled->n * sizeof *values);

    if (!values)
        return -ENOMEM;
    for (size_t i = 0; i < pooled->n; i++) {
        values[i] = pooled->members[i]->judged->estimate.value;
        take_flags(flags, pooled->members[i]);
    }
    row->values = values;
    row->n_values = pooled->n;
    return 0;
}

static int add_row(struct work *w, const struct measurement *m,
                   const struct judge_pooled *pooled)
{
    const struct flag **flags = arena_alloc(w->arena, n_rules() * sizeof *flags);
    struct judge_noise_row *rows =
        arena_grow(w->arena, w->rows, &w->capacity, w->n_rows + 1, sizeof *rows);
    struct judge_noise_row *row;
    int rc;

    if (!flags || !rows)
        return -ENOMEM;
    w->rows = rows;
    row = &rows[w->n_rows++];
    *row = (struct judge_noise_row){ .m = m,
                                     .judged = pooled ? pooled->judged : m->judged,
                                     .place = w->n_rows - 1 };
    rc = pooled && pooled->n > 1 ? fill_pooled(w, pooled, flags, row)
                                 : fill_single(w, flags, row);
    row->factor = factor_of(row->values, row->n_values);
    return rc < 0 ? rc : end_flags(w, flags, row);
}

/* Of one session, each row as it was judged. */
static int add_single_rows(struct work *w)
{
    size_t n = w->doc->n_measurements;
    bool *superseded = calloc(n + 1, sizeof *superseded);
    int rc = superseded ? measurement_find_superseded(
                              (const struct measurement *const *)w->doc->measurements,
                              n, superseded)
                        : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct measurement *m = w->doc->measurements[i];

        if (m->session == w->own[0] && has_value(m) && !superseded[i])
            rc = add_row(w, m, NULL);
    }
    free(superseded);
    return rc;
}

static int add_rows(struct work *w)
{
    struct judge_pooled *pooled = NULL;
    size_t n = 0;
    int rc;

    w->n_rows = 0;
    if (w->n_own == 1)
        return add_single_rows(w);
    rc = judge_pool(w->doc, w->own, w->n_own, false, &pooled, &n);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = add_row(w, pooled[i].m, &pooled[i]);
    return rc;
}

/* ---- what rows have in common ---- */

static struct judge_noise_flag flag_told(const struct flag *flag, size_t rows)
{
    const struct judge_rule *rule = &judge_rules[rule_place(flag->code)];

    return (struct judge_noise_flag){ .flag = flag,
                                      .statistic = rule->statistic,
                                      .meaning = rule->text,
                                      .hint = rule->hint,
                                      .rows = rows };
}

/* The rows that have it, of one family or of all; *first is the flag of the first. */
static size_t count_flag(const struct work *w, const char *code, const char *family,
                         const struct flag **first)
{
    size_t n = 0;

    *first = NULL;
    for (size_t i = 0; i < w->n_rows; i++) {
        const char *own = w->rows[i].m->definition->family;
        const struct flag *flag = flag_of(&w->rows[i], code);

        if (!flag || (family && strcmp(own ? own : "", family) != 0))
            continue;
        *first = *first ? *first : flag;
        n++;
    }
    return n;
}

static bool is_group(const char *code)
{
    return strcmp(code, "rowblock") == 0;
}

static bool is_told(const struct judge_noise_block *b, const char *code,
                    const char *family)
{
    for (size_t c = 0; c < b->n_common; c++) {
        const struct judge_noise_flag *told = &b->common[c];

        if (strcmp(told->flag->code, code) == 0 &&
            (!told->family || strcmp(told->family, family ? family : "") == 0))
            return true;
    }
    return false;
}

static int find_common(const struct work *w, struct judge_noise_block *b)
{
    size_t most = n_rules() + w->n_rows;

    b->common = arena_alloc(w->arena, (most + 1) * sizeof *b->common);
    if (!b->common)
        return -ENOMEM;
    for (size_t r = 0; judge_rules[r].code; r++) {
        const char *code = judge_rules[r].code;
        const struct flag *flag;
        size_t n = count_flag(w, code, NULL, &flag);

        if (!is_group(code) && n > 1 && n == w->n_rows)
            b->common[b->n_common++] = flag_told(flag, n);
        for (size_t i = 0; n && is_group(code) && i < w->n_rows; i++) {
            const char *family = w->rows[i].m->definition->family;

            if (!flag_of(&w->rows[i], code) || is_told(b, code, family))
                continue;
            n = count_flag(w, code, family, &flag);
            b->common[b->n_common] = flag_told(flag, n);
            b->common[b->n_common++].family = family;
        }
    }
    return 0;
}

static void keep_own_flags(const struct judge_noise_block *b,
                           struct judge_noise_row *row)
{
    size_t kept = 0;

    for (size_t f = 0; f < row->n_flags; f++) {
        if (!is_told(b, row->flags[f]->code, row->m->definition->family))
            row->flags[kept++] = row->flags[f];
    }
    row->n_flags = kept;
}

/* ---- blocks ---- */

static bool is_noisy(const struct judge_noise_row *row)
{
    return row->judged->class == JUDGED_NOISY || row->judged->class == JUDGED_ERRATIC;
}

static void count(struct work *w, struct judge_noise_block *b,
                  const struct judge_noise_row *row)
{
    size_t n = row->judged->estimate.n;

    b->all++;
    b->class[row->judged->class]++;
    b->single += n == 1;
    b->pair += n == 2;
    if (n == 2 && !b->first_pair)
        b->first_pair = row->m;
    w->noise->noisy += row->judged->class == JUDGED_NOISY;
    w->noise->erratic += row->judged->class == JUDGED_ERRATIC;
    w->noise->missed += !is_noisy(row) && (row->m->stop == DOC_STOP_MAXIMUM ||
                                           row->m->stop == DOC_STOP_TIME);
}

/* Upper over lower end of the interval: how far apart the truth may lie. */
static double width_of(const struct judge_noise_row *row)
{
    const struct st_estimate *e = &row->judged->estimate;

    if (e->method == ST_METHOD_NONE || !isfinite(e->lo) || !isfinite(e->hi))
        return 0;
    return e->lo > 0 ? e->hi / e->lo : INFINITY;
}

static int by_trust(const void *a, const void *b)
{
    const struct judge_noise_row *x = a, *y = b;
    int p = is_noisy(x) ? (int)x->judged->class : 0;
    int q = is_noisy(y) ? (int)y->judged->class : 0;
    double v = width_of(x), u = width_of(y);

    if (p != q)
        return p > q ? -1 : 1;
    if (v < u || v > u)
        return v > u ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static int add_block(struct work *w)
{
    struct judge_noise_block *b = &w->noise->blocks[w->noise->n_blocks];
    int rc = add_rows(w);

    *b = (struct judge_noise_block){ .session = w->own[0], .sessions = w->n_own };
    rc = rc < 0 ? rc : find_common(w, b);
    if (rc < 0 || w->n_rows == 0)
        return rc;
    b->imported = w->rows[0].m->origin == DOC_ORIGIN_IMPORTED;
    b->rows = arena_alloc(w->arena, w->n_rows * sizeof *b->rows);
    if (!b->rows)
        return -ENOMEM;
    for (size_t i = 0; i < w->n_rows; i++) {
        count(w, b, &w->rows[i]);
        keep_own_flags(b, &w->rows[i]);
        if (is_noisy(&w->rows[i]) || w->rows[i].n_flags)
            b->rows[b->n_rows++] = w->rows[i];
    }
    qsort(b->rows, b->n_rows, sizeof *b->rows, by_trust);
    w->noise->n_blocks++;
    return 0;
}

static bool is_imported(const struct doc *doc, const struct session *s)
{
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->session == s)
            return doc->measurements[i]->origin == DOC_ORIGIN_IMPORTED;
    }
    return false;
}

/* The runs that the session at that place is the first of; none: it is not. */
static void find_runs(struct work *w, size_t at)
{
    const struct doc *doc = w->doc;
    bool imported = is_imported(doc, doc->sessions[at]);

    w->n_own = 0;
    for (size_t s = 0; imported && s < at; s++) {
        if (judge_same_system(doc->sessions[s], doc->sessions[at]) &&
            is_imported(doc, doc->sessions[s]))
            return;
    }
    w->own[w->n_own++] = doc->sessions[at];
    for (size_t s = at + 1; imported && s < doc->n_sessions; s++) {
        if (judge_same_system(doc->sessions[s], doc->sessions[at]) &&
            is_imported(doc, doc->sessions[s]))
            w->own[w->n_own++] = doc->sessions[s];
    }
}

/* ---- the legend ---- */

static void note_code(const struct flag **seen, size_t *rows, const struct flag *flag,
                      size_t n)
{
    size_t r = rule_place(flag->code);

    seen[r] = seen[r] ? seen[r] : flag;
    rows[r] += n;
}

static int find_codes(struct work *w)
{
    struct judge_noise *noise = w->noise;
    size_t n = n_rules();
    const struct flag **seen = arena_alloc(w->arena, n * sizeof *seen);
    size_t *rows = arena_alloc(w->arena, n * sizeof *rows);

    noise->codes = arena_alloc(w->arena, n * sizeof *noise->codes);
    if (!seen || !rows || !noise->codes)
        return -ENOMEM;
    for (size_t b = 0; b < noise->n_blocks; b++) {
        const struct judge_noise_block *block = &noise->blocks[b];

        for (size_t c = 0; c < block->n_common; c++)
            note_code(seen, rows, block->common[c].flag, block->common[c].rows);
        for (size_t i = 0; i < block->n_rows; i++) {
            for (size_t f = 0; f < block->rows[i].n_flags; f++)
                note_code(seen, rows, block->rows[i].flags[f], 1);
        }
    }
    for (size_t r = 0; r < n; r++) {
        if (seen[r])
            noise->codes[noise->n_codes++] = flag_told(seen[r], rows[r]);
    }
    return 0;
}

int judge_noise(struct doc *doc, struct judge_noise **out)
{
    struct work w = { .doc = doc, .arena = doc->arena };
    int rc = 0;

    w.noise = arena_alloc(w.arena, sizeof *w.noise);
    w.own = arena_alloc(w.arena, (doc->n_sessions + 1) * sizeof *w.own);
    if (!w.noise || !w.own)
        return -ENOMEM;
    w.noise->blocks =
        arena_alloc(w.arena, (doc->n_sessions + 1) * sizeof *w.noise->blocks);
    if (!w.noise->blocks)
        return -ENOMEM;
    for (size_t s = 0; rc == 0 && s < doc->n_sessions; s++) {
        find_runs(&w, s);
        rc = w.n_own ? add_block(&w) : 0;
    }
    rc = rc < 0 ? rc : find_codes(&w);
    if (rc == 0)
        *out = w.noise;
    return rc;
}
