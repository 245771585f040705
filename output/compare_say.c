/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_say.c - what stands above and below the table of a comparison
 */
#include "output/compare_parts.h"

#include "output/numfmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATIO_TEXT = 2 * NUMFMT_TEXT };
enum { INDENT = 3, BOOTS = 3 }; /* boots a side from which kernel and boot differ */

#define SAY(...) grid_lines_wrap(lines, COMPARE_WIDTH, INDENT, __VA_ARGS__)

/* "3.1 % longer", of a ratio of times. */
static void say_ratio(char text[RATIO_TEXT], double ratio)
{
    char share[NUMFMT_TEXT];

    numfmt_share(share, fabs(ratio - 1));
    snprintf(text, RATIO_TEXT, "%s %s", share, ratio < 1 ? "shorter" : "longer");
}

static bool is_changed(const struct judge_compared *row)
{
    return row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
}

static void add_shift(struct grid_lines *lines, const struct judge_column *c)
{
    char change[RATIO_TEXT], share[NUMFMT_TEXT];

    if (!isfinite(c->common))
        return;
    say_ratio(change, c->common);
    numfmt_share(share, c->common_share);
    if (c->moved)
        SAY("Everything moved: times are %s (median of %zu sharp rows of one task, %s "
            "of them to that side). That is frequency, clock or boot, not one code "
            "path.",
            change, c->common_n, share);
    else
        SAY("Common shift: times are %s (median of %zu sharp rows of one task, %s of "
            "them to that side).",
            change, c->common_n, share);
}

static void add_confounded(struct grid_lines *lines, const struct judge_column *c)
{
    bool any = false;

    for (size_t i = 0; i < c->n_rows; i++)
        any = any || (is_changed(&c->rows[i]) && c->rows[i].confounded);
    if (any)
        SAY("Kernel and boot cannot be told apart (%zu and %zu boots, not %d of each): "
            "what changed has a question mark. 'errbar run --append FILE' adds a boot.",
            c->base_boots, c->other_boots, BOOTS);
    if (c->by_boot)
        SAY("Values are boots: %zu and %zu of them.", c->base_boots, c->other_boots);
}

void compare_headlines(struct grid_lines *lines, const struct judge_column *column)
{
    char text[RATIO_TEXT];

    grid_lines_add(lines, "");
    add_shift(lines, column);
    if (column->frequency_moved) {
        say_ratio(text, column->yardstick);
        SAY("The yardstick, a fixed piece of work, took %s: the clock of the processor "
            "differs (frequency-moved).",
            text);
    }
    add_confounded(lines, column);
    if (column->one_sided) {
        numfmt_plain(text, column->one_sided_p, 2);
        SAY("%zu faster and %zu slower: a table as one-sided as that (p = %s) speaks "
            "of the machine rather than of the code.",
            column->counts[JUDGE_FASTER], column->counts[JUDGE_SLOWER], text);
    }
    if (lines->n == 1)
        lines->n = 0;
}

/* "2 of 112 changed (1 faster, 1 slower), 103 same, 7 inconclusive, 3 n/a." */
static void add_counts(struct grid_lines *lines, const struct judge_column *c)
{
    size_t changed = c->counts[JUDGE_FASTER] + c->counts[JUDGE_SLOWER], all = 0;
    const char *hidden = "";

    for (int i = 0; i < JUDGE_VERDICTS; i++)
        all += c->counts[i];
    if (c->n_rows < all)
        hidden =
            arena_printf(lines->arena, " %zu rows are not shown.", all - c->n_rows);
    SAY("%zu of %zu changed (%zu faster, %zu slower), %zu same, %zu inconclusive, %zu "
        "n/a.%s",
        changed, all, c->counts[JUDGE_FASTER], c->counts[JUDGE_SLOWER],
        c->counts[JUDGE_SAME], c->counts[JUDGE_INCONCLUSIVE], c->counts[JUDGE_NA],
        hidden ? hidden : "");
}

/* How far a repeated session may move by itself, by where that is known from. */
struct guard {
    const char *source;
    double least, most;
};
enum { GUARDS = 16 }; /* each file that is compared may bring one */

static void see_guard(struct guard guards[GUARDS], const struct judge_compared *row)
{
    size_t g = 0;

    if (!row->between_source || !(row->guard > 0))
        return;
    while (g < GUARDS - 1 && guards[g].source &&
           strcmp(guards[g].source, row->between_source) != 0)
        g++;
    if (!guards[g].source)
        guards[g] = (struct guard){ row->between_source, row->guard, row->guard };
    guards[g].least = fmin(guards[g].least, row->guard);
    guards[g].most = fmax(guards[g].most, row->guard);
}

static void add_guards(struct grid_lines *lines, const struct judge_column *c)
{
    struct guard guards[GUARDS] = { 0 };

    for (size_t i = 0; i < c->n_rows; i++)
        see_guard(guards, &c->rows[i]);
    for (size_t g = 0; g < GUARDS && guards[g].source; g++) {
        char from[NUMFMT_TEXT], to[NUMFMT_TEXT];
        bool one;

        numfmt_share(from, guards[g].least);
        numfmt_share(to, guards[g].most);
        one = strcmp(from, to) == 0;
        SAY("A session by itself may move by %s%s%s (%s): only what lies wholly beyond "
            "that is faster or slower.",
            from, one ? "" : " to ", one ? "" : to, guards[g].source);
    }
}

static void add_geometric(struct grid_lines *lines, const struct judge_column *c)
{
    char text[NUMFMT_TEXT];

    if (!isfinite(c->geometric) || c->geometric_n == 0)
        return;
    numfmt_plain(text, c->geometric, 4);
    SAY("Geometric mean of the times' ratios: %s over %zu rows; %zu left out (noisy, "
        "erratic, or not on both sides).",
        text, c->geometric_n, c->geometric_left_out);
}

void compare_footers(struct grid_lines *lines, const struct judge_column *column)
{
    bool bracketed = false, few = false, seen = false;

    for (size_t i = 0; i < column->n_rows; i++) {
        const struct judge_compared *row = &column->rows[i];

        bracketed = bracketed || (row->verdict != JUDGE_NA && row->bracketed);
        few = few || (row->verdict != JUDGE_NA && row->few);
        seen = seen || row->verdict != JUDGE_NA;
    }
    grid_lines_add(lines, "");
    add_counts(lines, column);
    if (seen)
        SAY("sees: the smallest change that the row would have shown 4 times in "
            "5.");
    if (bracketed)
        SAY("( ): a side is not steady, so that its verdict is not to be relied on.");
    if (few)
        SAY("few: fewer than six values on a side prove nothing by themselves.");
    add_guards(lines, column);
    add_geometric(lines, column);
}

static const char *const corrections[JUDGE_CORRECTIONS] = {
    [JUDGE_BH] = "Benjamini-Hochberg",
    [JUDGE_HOLM] = "Holm",
    [JUDGE_UNCORRECTED] = "not corrected for their number",
};

void compare_closing(struct grid_lines *lines, const struct judge_comparison *c)
{
    char threshold[NUMFMT_TEXT], least[NUMFMT_TEXT], needed[NUMFMT_TEXT];

    numfmt_level(threshold, c->options.margin);
    grid_lines_add(lines, "");
    SAY("%zu comparisons, %s; threshold %s %%.", c->family,
        corrections[c->options.correction], threshold);
    if (c->can_show || c->family == 0)
        return;
    numfmt_plain(least, c->least_p, 2);
    numfmt_plain(needed, c->needed_p, 2);
    SAY("No single difference can be shown: the smallest p that these numbers of "
        "values "
        "can give is %s, and among %zu comparisons %s is needed. %u values a side "
        "would "
        "do.",
        least, c->family, needed, c->needed);
}

void compare_provenance(struct grid_lines *lines, const struct compare_page *page)
{
    if (page->n_sources)
        SAY("errbar " ERRBAR_VERSION ", view compare, made this of:");
    for (size_t i = 0; i < page->n_sources; i++) {
        const struct compare_source *s = &page->sources[i];

        SAY("%s: sha256:%s%s%s", s->path, s->sha256, s->result ? ", result " : "",
            s->result ? s->result : "");
    }
}
