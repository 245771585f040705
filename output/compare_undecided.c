/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_undecided.c - what to run where a comparison decides nothing
 */
#include "output/compare_parts.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 3, BENCHMARKS = 256 };

/* What is to be typed is not broken. */
#define COMMAND(...) grid_lines_wrap(lines, 4 * COMPARE_WIDTH, 0, "    " __VA_ARGS__)
#define SAY(...) grid_lines_wrap(lines, COMPARE_WIDTH, INDENT, __VA_ARGS__)

static bool is_ours(const struct judge_compared *row)
{
    return row->base && row->other && row->base->origin == DOC_ORIGIN_MEASURED &&
           row->other->origin == DOC_ORIGIN_MEASURED;
}

/* Rows of one verdict that no command stands below. */
struct undecided {
    const struct judge_compared *first;
    size_t n, foreign; /* foreign: that no benchmark of ours measures */
    uint32_t least;    /* values a side, of the row that needs the fewest */
    const char *other; /* the first of the foreign ones */
    bool ours, like;   /* all were measured by us; and can be measured alike */
};

bool compare_has_command(const struct compare_page *page,
                         const struct judge_column *column,
                         const struct judge_compared *row)
{
    return row->verdict == JUDGE_INCONCLUSIVE && row->deciding > 0 &&
           !column->by_boot && (page->again || (page->like && is_ours(row)));
}

static bool is_undecided(const struct compare_page *page,
                         const struct judge_column *column,
                         const struct judge_compared *row, enum judge_verdict verdict)
{
    return row->verdict == verdict && row->deciding > 0 &&
           (verdict == JUDGE_NA ||
            (!column->by_boot && !compare_has_command(page, column, row)));
}

static const char *benchmark_of(const struct compare_page *page,
                                const struct judge_compared *row)
{
    return page->benchmark ? page->benchmark(row->base->definition->id) : NULL;
}

static struct undecided find_undecided(const struct judge_column *column,
                                       const struct compare_page *page,
                                       enum judge_verdict verdict)
{
    struct undecided u = { .ours = true, .like = page->like != NULL };

    for (size_t i = 0; i < column->n_rows; i++) {
        const struct judge_compared *row = &column->rows[i];

        if (!is_undecided(page, column, row, verdict))
            continue;
        u.first = u.first ? u.first : row;
        u.least = u.n++ && u.least < row->deciding ? u.least : row->deciding;
        u.ours = u.ours && is_ours(row);
        u.like = u.like && is_ours(row);
        if (benchmark_of(page, row))
            continue;
        u.other = u.other ? u.other : row->base->definition->id;
        u.foreign++;
    }
    return u;
}

/* "errbar run --invocations 10 lat_syscall lat_ctx", each benchmark once. */
static void add_benchmarks(struct grid_lines *lines, const struct judge_column *column,
                           const struct compare_page *page, enum judge_verdict verdict,
                           uint32_t least)
{
    const char *told[BENCHMARKS] = { NULL };
    struct buf names = { 0 };

    for (size_t i = 0; i < column->n_rows; i++) {
        const struct judge_compared *row = &column->rows[i];
        const char *name =
            is_undecided(page, column, row, verdict) ? benchmark_of(page, row) : NULL;
        size_t k = 0;

        while (name && k < BENCHMARKS && told[k] && strcmp(told[k], name) != 0)
            k++;
        if (!name || k == BENCHMARKS || told[k])
            continue;
        told[k] = name;
        buf_printf(&names, " %s", name);
    }
    if (names.length)
        COMMAND("%s --invocations %u%s", page->again ? page->again : "errbar run",
                least, names.text);
    lines->failed = lines->failed || !buf_ok(&names);
    buf_done(&names);
}

static void say_undecided(struct grid_lines *lines, const struct judge_column *column,
                          const struct compare_page *page, enum judge_verdict verdict)
{
    struct undecided u = find_undecided(column, page, verdict);
    bool single = verdict == JUDGE_NA;

    if (u.n == 0)
        return;
    SAY("%s: %zu row%s, of which %s%s", single ? "single value" : "inconclusive", u.n,
        u.n > 1 ? "s" : "",
        u.like   ? "one run of one process shows nothing. To be run on both sides:"
        : single ? "one value shows nothing."
        : u.ours ? "so few values decide nothing."
                 : "so few values of others decide nothing.",
        u.like || u.foreign == u.n ? ""
        : page->again              ? " To be run:"
                                   : " To be run on both systems:");
    if (u.like)
        COMMAND("errbar run --like %s --invocations %u -o c.xml", page->like, u.least);
    else
        add_benchmarks(lines, column, page, verdict, u.least);
    if (!u.like && u.foreign)
        SAY("%zu of them errbar does not measure (%s%s): run what they were measured "
            "with %u times or more on both systems, and import each result.",
            u.foreign, u.other, u.foreign > 1 ? " ..." : "", u.least);
}

/* Rows that are not decided although errbar measured them: why, and by what they are.
 */
struct group {
    const struct judge_compared *first;
    size_t n;
    uint32_t least; /* values a side of the row that needs the fewest */
};

static void add_to(struct group *g, const struct judge_compared *row)
{
    g->first = g->first ? g->first : row;
    g->least = g->n++ && g->least < row->deciding ? g->least : row->deciding;
}

static const char *file_of(const struct compare_page *page)
{
    return page->like ? page->like : "a.xml";
}

/* "inconclusive: 3 rows (lat_syscall.read ...)" */
static const char *head_of(const struct group *g, struct arena *arena)
{
    const char *label = compare_label(g->first, arena);
    const char *head = arena_printf(arena, "inconclusive: %zu row%s (%s%s)", g->n,
                                    g->n > 1 ? "s" : "", label, g->n > 1 ? " ..." : "");

    return head ? head : "";
}

static void say_boots(struct grid_lines *lines, const struct group *g,
                      const struct compare_page *page)
{
    SAY("%s, whose values are boots. %u boots a side decide the first of them: on both "
        "systems after each boot, for each with its own file",
        head_of(g, lines->arena), g->least);
    COMMAND("errbar run --append %s", file_of(page));
}

static void say_unknown(struct grid_lines *lines, const struct group *g,
                        const struct compare_page *page)
{
    SAY("%s changed by more than the threshold and less than is assumed of sessions, "
        "which nobody measured here; more invocations alter nothing. On both systems:",
        head_of(g, lines->arena));
    COMMAND("errbar noise --for 10m");
    COMMAND("errbar run --like %s -o c.xml", file_of(page));
}

static void say_within(struct grid_lines *lines, const struct group *g,
                       const struct judge_comparison *c,
                       const struct compare_page *page)
{
    enum { LEAST_BOOTS = 6 };

    SAY("%s changed by more than the threshold and less than sessions differ by; more "
        "invocations alter nothing. What can be toggled is told on one boot by errbar "
        "ab. Otherwise boots are to be compared, %u a side: on both systems after each "
        "boot, for each with its own file",
        head_of(g, lines->arena), c->needed > LEAST_BOOTS ? c->needed : LEAST_BOOTS);
    COMMAND("errbar run --append %s", file_of(page));
}

static void say_wide(struct grid_lines *lines, const struct group *g,
                     const struct compare_page *page)
{
    SAY("%s would need more than 2000 values a side: they scatter too much, or changed "
        "by just the threshold (--threshold). What is noisy, and why:",
        head_of(g, lines->arena));
    COMMAND("errbar report noise %s", file_of(page));
}

static void say_hopeless(struct grid_lines *lines, const struct judge_column *column,
                         const struct judge_comparison *c,
                         const struct compare_page *page)
{
    struct group boots = { 0 }, unknown = { 0 }, within = { 0 }, wide = { 0 };

    for (size_t i = 0; i < column->n_rows; i++) {
        const struct judge_compared *row = &column->rows[i];
        bool assumed =
            row->between_source && strcmp(row->between_source, "assumed") == 0;

        if (row->verdict != JUDGE_INCONCLUSIVE || (row->deciding && !column->by_boot))
            continue;
        add_to(row->deciding        ? &boots
               : !row->within_guard ? &wide
               : assumed            ? &unknown
                                    : &within,
               row);
    }
    if (boots.n)
        say_boots(lines, &boots, page);
    if (unknown.n)
        say_unknown(lines, &unknown, page);
    if (within.n)
        say_within(lines, &within, c, page);
    if (wide.n)
        say_wide(lines, &wide, page);
}

/* What stands below single rows is said once for all of them. */
static void say_both(struct grid_lines *lines, const struct judge_column *column,
                     const struct compare_page *page)
{
    bool any = false;

    for (size_t i = 0; !any && i < column->n_rows; i++)
        any = compare_has_command(page, column, &column->rows[i]);
    if (any && !page->again)
        SAY("A command below a row decides it: to be run on both systems, whose two "
            "new "
            "files are then compared.");
}

void compare_undecided(struct grid_lines *lines, const struct judge_column *column,
                       const struct compare_page *page)
{
    say_both(lines, column, page);
    say_undecided(lines, column, page, JUDGE_NA);
    say_undecided(lines, column, page, JUDGE_INCONCLUSIVE);
    say_hopeless(lines, column, page->comparison, page);
}
