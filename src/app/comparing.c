/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparing.c - from sides to a printed comparison: for compare, and at the end of ab
 */
#include "app/comparing.h"

#include "app/app.h"
#include "app/session.h"
#include "app/settings.h"
#include "bench/registry.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const comparing_only_name[] = { "worse", "better", "changed",
                                            "inconclusive", NULL };
const char *const comparing_sort_name[] = { "order", "effect", "name", NULL };

int comparing_judge(struct judge_comparison **out, struct doc *doc,
                    const struct compare_sides *sides,
                    const struct judge_compare_options *options)
{
    /* a session of errbar ab is compared with itself */
    size_t n = sides->settings ? 1 : sides->n - 1;
    struct judge_side base = { sides->items[0].sessions, sides->items[0].n };
    struct judge_side *others = arena_alloc(doc->arena, (n + 1) * sizeof *others);
    int rc = others ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct compare_side *side = &sides->items[sides->settings ? 0 : i + 1];

        others[i] = (struct judge_side){ side->sessions, side->n };
    }
    if (rc == 0)
        rc = judge_compare(doc, base, others, n, options, out);
    return rc < 0 ? app_fail(&(struct diag){ .rc = rc }, APP_INTERNAL) : APP_OK;
}

/* ---- which rows, and in which order ---- */

static bool is_shown(const struct judge_compared *row, enum comparing_only only)
{
    switch (only) {
    case COMPARING_WORSE:
        return row->verdict == JUDGE_SLOWER;
    case COMPARING_BETTER:
        return row->verdict == JUDGE_FASTER;
    case COMPARING_CHANGED:
        return row->verdict == JUDGE_SLOWER || row->verdict == JUDGE_FASTER;
    case COMPARING_INCONCLUSIVE:
        return row->verdict == JUDGE_INCONCLUSIVE;
    default:
        return true;
    }
}

/* How far from no change, whichever way; below all others where there is none. */
static double effect_of(const struct judge_compared *row)
{
    double effect = row->shift ? fabs(row->value / row->scale) : fabs(log(row->value));

    return isnan(effect) ? -1 : effect;
}

/* A row with what it is sorted by, and where it stood. */
struct place {
    const struct judge_compared *row;
    const char *name;
    size_t at;
};

static int by_effect(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    double p = effect_of(x->row), q = effect_of(y->row);

    if (p < q || p > q)
        return p > q ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static int by_name(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

static int pick(struct arena *arena, const struct judge_column *from,
                const struct comparing_shown *shown, struct judge_column *to)
{
    struct place *places = arena_alloc(arena, (from->n_rows + 1) * sizeof *places);
    size_t n = 0;

    *to = *from;
    to->rows = arena_alloc(arena, (from->n_rows + 1) * sizeof *to->rows);
    if (!places || !to->rows)
        return -ENOMEM;
    for (size_t i = 0; i < from->n_rows; i++) {
        const struct judge_compared *row = &from->rows[i];
        const char *name = measurement_label(row->base ? row->base : row->other, arena);

        if (!name)
            return -ENOMEM;
        if (is_shown(row, shown->only))
            places[n++] = (struct place){ row, name, i };
    }
    if (shown->sort != COMPARING_ORDER)
        qsort(places, n, sizeof *places,
              shown->sort == COMPARING_EFFECT ? by_effect : by_name);
    for (size_t i = 0; i < n; i++)
        to->rows[i] = *places[i].row;
    to->n_rows = n;
    return 0;
}

static int pick_all(struct arena *arena, const struct judge_comparison *from,
                    const struct comparing_shown *shown, struct judge_comparison *to)
{
    int rc = 0;

    *to = *from;
    to->columns = arena_alloc(arena, (from->n_columns + 1) * sizeof *to->columns);
    if (!to->columns)
        return -ENOMEM;
    for (size_t i = 0; rc == 0 && i < from->n_columns; i++)
        rc = pick(arena, &from->columns[i], shown, &to->columns[i]);
    return rc;
}

/* ---- the page ---- */

int comparing_sources(struct comparing_shown *shown, struct doc *doc,
                      char *const *names, char *const *paths, const size_t *ends,
                      size_t n)
{
    struct compare_source *sources = arena_alloc(doc->arena, (n + 1) * sizeof *sources);
    struct diag why = { 0 };

    if (!sources)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    for (size_t i = 0; i < n; i++) {
        const struct session *s = ends[i] ? doc->sessions[ends[i] - 1] : NULL;

        sources[i] =
            (struct compare_source){ .path = names[i],
                                     .sha256 = session_digest(doc, paths[i], &why),
                                     .result = s && s->result ? s->result : doc->uuid };
        if (!sources[i].sha256)
            return app_fail(&why, APP_DATA);
    }
    shown->sources = sources;
    shown->n_sources = n;
    return APP_OK;
}

/* "lat_ctx", "lat_syscall" of "lat_syscall.null" */
static const char *benchmark_of(const char *definition)
{
    size_t n = strcspn(definition, ".");

    for (size_t i = 0; bench_all[i]; i++) {
        if (strlen(bench_all[i]->name) == n &&
            strncmp(bench_all[i]->name, definition, n) == 0)
            return bench_all[i]->name;
    }
    return NULL;
}

static int name_sides(struct arena *arena, const struct compare_sides *sides,
                      struct compare_page *page)
{
    const char **names = arena_alloc(arena, (sides->n + 1) * sizeof *names);

    if (!names)
        return -ENOMEM;
    page->base = sides->settings ? "a" : sides->items[0].name;
    for (size_t i = 1; i < sides->n; i++)
        names[i - 1] = sides->items[i].name;
    if (sides->settings)
        names[0] = "b";
    page->names = names;
    if (sides->settings)
        return settings_describe(sides->items[0].sessions[0], arena, page);
    if (strcmp(sides->items[0].path, "-") != 0)
        page->like = app_quote(sides->items[0].path, arena);
    return 0;
}

struct printing {
    const struct compare_page *page;
    enum compare_format format;
    const struct view_options *options;
};

static int print(struct sink *sink, void *self, struct diag *why)
{
    const struct printing *p = self;

    return compare_print(sink, p->page, p->format, p->options, why);
}

int comparing_print(struct doc *doc, const struct compare_sides *sides,
                    const struct judge_comparison *found,
                    const struct comparing_shown *shown, enum compare_format format,
                    bool ascii, const char *output)
{
    const struct view_options options = { .ascii = ascii || !app_utf8(),
                                          .width = app_terminal_width(1) };
    struct judge_comparison picked;
    struct compare_page page = { .comparison = found,
                                 .benchmark = benchmark_of,
                                 .sources = shown->sources,
                                 .n_sources = shown->n_sources };
    struct printing printing = { &page, format, &options };

    if (pick_all(doc->arena, found, shown, &picked) < 0 ||
        name_sides(doc->arena, sides, &page) < 0)
        return app_fail(&(struct diag){ .rc = -ENOMEM }, APP_INTERNAL);
    page.comparison = &picked; /* what all rows say has been said */
    return app_output(output, print, &printing);
}
