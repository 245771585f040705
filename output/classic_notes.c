/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_notes.c - what stands around the classic tables and says how to read them
 *
 * A classic table invites comparison with 25 years of others: where a number of ours
 * is not what lmbench's is, its column says so however bare the summary is.
 */
#include "output/classic_notes.h"
#include "output/text.h"

#include "output/numfmt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { BANNER_INDENT = 17 };

static void add_banner(struct grid_lines *lines, const char *banner, const char *below)
{
    static const char dashes[] = "------------------------------------------------";

    grid_lines_add(lines, "");
    grid_lines_add(lines,
                   arena_printf(lines->arena, "%*s%s", BANNER_INDENT, "", banner));
    grid_lines_add(lines, arena_printf(lines->arena, "%*s%.*s", BANNER_INDENT, "",
                                       (int)strlen(banner), dashes));
    if (below)
        grid_lines_add(lines, below);
}

const char *const *classic_before(struct classic_work *w, bool *failed)
{
    static const char alpha[] = "(Alpha software, do not distribute)";
    const struct classic_generation *g = w->generation;
    struct grid_lines lines = { .arena = w->arena, .ascii = true };
    bool old = w->options->faithful || !w->ours, draft = false;
    const char *below = NULL;

    if (!old)
        below = arena_printf(w->arena, "%*s(lmbench %s layout)", BANNER_INDENT, "",
                             g->version);
    else if (g->alpha)
        below = w->options->faithful
                    ? arena_printf(w->arena, "\t\t %s", alpha)
                    : arena_printf(w->arena, "%*s%s", BANNER_INDENT, "", alpha);
    add_banner(&lines, old ? g->banner : "E R R B A R   S U M M A R Y", below);
    for (size_t r = 0; r < w->n_rows; r++)
        draft = draft || w->rows[r].session->protocol.draft;
    if (draft) {
        grid_lines_add(&lines, "");
        grid_lines_add(&lines, VIEW_DRAFT);
    }
    grid_lines_add(&lines, "");
    *failed = *failed || lines.failed;
    return grid_lines_end(&lines);
}

/* ---- below a table ---- */

/* Sets a letter into the free place of a heading line above a column. */
static bool set_letter(char *line, int start, int width, char letter)
{
    int length = (int)strlen(line), first = start, last = start + width - 1;

    if (last >= length)
        return false;
    while (first <= last && line[first] == ' ')
        first++;
    while (last >= first && line[last] == ' ')
        last--;
    if (first > last) /* nothing stands there */
        return false;
    if (last < start + width - 1) /* behind the text, a blank between if it fits */
        line[last + 2 < start + width ? last + 2 : last + 1] = letter;
    else if (first > start)
        line[first - 2 >= start ? first - 2 : first - 1] = letter;
    else
        return false;
    return true;
}

/* Copies of the heading lines, at least `width` long, that letters may change. */
static char **own_headings(struct arena *arena, const char *const *headings,
                           size_t width)
{
    size_t n = 0;
    char **own;

    while (headings[n])
        n++;
    own = arena_alloc(arena, (n + 1) * sizeof *own);
    for (size_t i = 0; own && i < n; i++) {
        own[i] = arena_printf(arena, "%-*s", (int)width, headings[i]);
        if (!own[i])
            return NULL;
    }
    return own;
}

/* The definition of ours behind a column, where it is not lmbench's; else NULL. */
static const struct definition *different(const struct grid *grid, size_t column,
                                          const struct measurement *const *measured)
{
    for (size_t r = 0; r < grid->n_rows; r++) {
        const struct measurement *m = measured[r * grid->n_columns + column];

        if (m && m->origin == DOC_ORIGIN_MEASURED && view_estimate(m) &&
            m->definition->likeness == WORDS_LIKENESS_DIFFERENT)
            return m->definition;
    }
    return NULL;
}

static const char *note_of(const struct definition *d)
{
    return d->note ? d->note : "not what lmbench measures under this heading.";
}

static int add_letters(struct classic_work *w, struct grid *grid,
                       const struct measurement *const *measured,
                       struct grid_lines *lines)
{
    struct grid_column *columns = grid->columns;
    char **headings = NULL, letters[] = "a", letter = 'a';
    int start = 0;

    for (size_t c = 0; c < grid->n_columns; start += columns[c++].width) {
        const struct definition *d = different(grid, c, measured);
        bool known = false;

        start += columns[c].gap;
        if (!d)
            continue;
        if (!headings)
            headings = own_headings(w->arena, grid->headings, strlen(grid->dashes));
        for (size_t b = 0; b < c && !known; b++) {
            const struct definition *before = different(grid, b, measured);

            known = before && strcmp(note_of(before), note_of(d)) == 0;
            if (known)
                columns[c].letter = columns[b].letter;
        }
        if (!known) {
            letters[0] = letter++;
            columns[c].letter = arena_strdup(w->arena, letters);
        }
        if (!headings || !columns[c].letter)
            return -ENOMEM;
        for (size_t i = 3; i-- > 0;) {
            if (grid->headings[i] &&
                set_letter(headings[i], start, columns[c].width, *columns[c].letter))
                break;
        }
        if (!known)
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s  %s is not lmbench's: %s",
                            letters, d->id, note_of(d));
    }
    if (headings)
        grid->headings = (const char *const *)headings;
    return 0;
}

/* How many invocations of a measurement ran on two processors or more, of how many. */
static void count_processors(const struct measurement *m, size_t *on_two, size_t *of)
{
    const struct session *s = m->session;

    *on_two = *of = 0;
    for (size_t i = 0; i < s->n_invocations; i++) {
        const struct invocation *inv = s->invocations[i];
        bool its = false;

        for (size_t k = 0; k < inv->n_series; k++)
            its = its || inv->series[k].measurement == m;
        for (size_t k = 0; its && inv->valid && k < inv->n_counts; k++) {
            if (strcmp(inv->counts[k].name, "processors") == 0) {
                (*of)++;
                *on_two += inv->counts[k].value > 1.5;
            }
        }
    }
}

/* "cross 43.2 us +-1.8 % (K = 10 over 92 s), 10 of 10 on two processors" */
static void add_placed(struct buf *buf, const struct measurement *m,
                       const char *placement, const struct classic_table *table)
{
    struct cell cell = { .estimate = view_estimate(m),
                         .in_base = table->in_base,
                         .unit = table->unit,
                         .judged = m->judged };
    char value[NUMFMT_TEXT];
    struct buf rest = { 0 };
    size_t on_two, of;

    numfmt_value(value, cell.estimate, cell.in_base);
    text_confidence(&rest, &cell, true);
    buf_printf(buf, "%s%s %s %s", buf->length ? "; " : "", placement, value,
               rest.text ? rest.text : "");
    count_processors(m, &on_two, &of);
    if (of && (on_two || strcmp(placement, "same") != 0))
        buf_printf(buf, ", %zu of %zu on two processors", on_two, of);
    buf->failed = buf->failed || rest.failed;
    buf_done(&rest);
}

/* Where a column was measured in several placements: all of them, one line a row. */
static void add_placements(struct classic_work *w, const struct classic_table *table,
                           const struct classic_column *column,
                           struct grid_lines *lines)
{
    static const char *const placements[] = { "same", "sibling", "cross", "free" };

    for (size_t r = 0; r < w->n_rows; r++) {
        struct buf buf = { 0 };
        bool others = false;

        for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
            const struct measurement *m =
                view_pick(&w->rows[r], column->shows, column->where, placements[i]);

            if (view_estimate(m)) {
                add_placed(&buf, m, placements[i], table);
                others = others || i > 0;
            }
        }
        if (others)
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s, %s%s%s: %s", w->rows[r].name,
                            column->shows, column->where ? " " : "",
                            column->where ? column->where : "",
                            buf.text ? buf.text : "");
        lines->failed = lines->failed || !buf_ok(&buf);
        buf_done(&buf);
    }
}

int classic_annotate(struct classic_work *w, const struct classic_table *table,
                     struct grid *grid, const struct measurement *const *measured)
{
    struct grid_lines lines = { .arena = w->arena, .ascii = true };

    if (add_letters(w, grid, measured, &lines) < 0)
        return -ENOMEM;
    for (size_t c = 0; table->columns[c].shows; c++) {
        if (table->columns[c].source == CLASSIC_VALUE)
            add_placements(w, table, &table->columns[c], &lines);
    }
    grid->notes = grid_lines_end(&lines);
    return lines.failed ? -ENOMEM : 0;
}

/* ---- after all tables ---- */

/* Why a row has no value, or none to rely on; NULL where it has. */
static const char *why_missing(struct arena *arena, const struct measurement *m)
{
    if (m->status == DOC_STATUS_OK && view_estimate(m))
        return NULL;
    return arena_printf(arena, "%s%s%s%s", doc_status_name[m->status],
                        m->reason ? " (" : "", m->reason ? m->reason : "",
                        m->reason ? ")" : "");
}

static const char *why_unknown(struct arena *arena, const struct measurement *m)
{
    const struct st_estimate *e = view_estimate(m);

    (void)arena;
    return e && e->method == ST_METHOD_NONE ? "too few invocations for an interval"
                                            : NULL;
}

/* The rows of `list` under each reason there is: "boxa: failed (timeout): a, b". */
static void add_reasons(struct classic_work *w, const struct view_row *list,
                        const char *(*reason)(struct arena *,
                                              const struct measurement *),
                        struct grid_lines *lines)
{
    const char **reasons = arena_alloc(w->arena, (list->n + 1) * sizeof *reasons);

    lines->failed = lines->failed || !reasons;
    for (size_t i = 0; reasons && i < list->n; i++)
        reasons[i] = reason(w->arena, list->list[i]);
    for (size_t i = 0; reasons && i < list->n; i++) {
        struct buf names = { 0 };
        const char *one = reasons[i];

        for (size_t k = i; one && k < list->n; k++) {
            if (!reasons[k] || strcmp(reasons[k], one) != 0)
                continue;
            buf_printf(&names, "%s%s", names.length ? ", " : "",
                       view_label(list->list[k], w->arena));
            reasons[k] = NULL;
        }
        if (one)
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s: %s: %s", list->name, one,
                            names.text ? names.text : "");
        lines->failed = lines->failed || !buf_ok(&names);
        buf_done(&names);
    }
}

static bool has_warning(const struct judged *j)
{
    for (size_t i = 0; i < j->n_flags; i++) {
        if (j->flags[i].severity == JUDGED_WARNING)
            return true;
    }
    return false;
}

/* The table in which a definition stands first. */
static const struct classic_table *table_of(const struct classic_work *w,
                                            const struct measurement *m)
{
    const struct classic_table *t = w->generation->tables;

    for (; t[1].title; t++) {
        for (const struct classic_column *c = t->columns; c->shows; c++) {
            if (strcmp(c->shows, m->definition->id) == 0)
                return t;
        }
    }
    return t;
}

/* A shown value that is to be read with care: its interval, class and flags. */
static void add_noisy(struct classic_work *w, const struct view_row *row,
                      const struct measurement *m, struct grid_lines *lines)
{
    const struct classic_table *table = table_of(w, m);
    const struct st_estimate *e = view_estimate(m);
    struct cell cell = { .estimate = e,
                         .judged = m->judged,
                         .unit = table->unit,
                         .in_base = table->in_base };
    struct buf rest = { 0 };
    char value[NUMFMT_TEXT];
    const char *class;

    if (!e || e->method == ST_METHOD_NONE ||
        (m->judged->class != JUDGED_NOISY && m->judged->class != JUDGED_ERRATIC &&
         m->judged->class != JUDGED_UNKNOWN && !has_warning(m->judged)))
        return;
    class = judged_class_name[m->judged->class];
    numfmt_value(value, e, cell.in_base);
    text_confidence(&rest, &cell, true);
    for (size_t i = 0; i < m->judged->n_flags; i++)
        buf_printf(&rest, ", %s", m->judged->flags[i].code);
    grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s: %s, %s %s %s", class, row->name,
                    view_label(m, w->arena), value, rest.text ? rest.text : "");
    lines->failed = lines->failed || !buf_ok(&rest);
    buf_done(&rest);
}

static void add_source(struct classic_work *w, const struct view_row *row,
                       struct grid_lines *lines)
{
    const struct session *s = row->session;
    const struct doc *doc = w->doc;
    const char *result = s->result ? s->result : doc->uuid;

    grid_lines_wrap(
        lines, CLASSIC_LINE, 3, "%s: %s%s%s%s%s%s%s%s", row->name,
        result ? "result " : "no result id", result ? result : "", s->start ? ", " : "",
        s->start ? s->start : "", s->protocol.set ? ", set " : "",
        s->protocol.set ? s->protocol.set : "", doc->completeness ? ", " : "",
        doc->completeness ? doc->completeness : "");
}

static void add_provenance(struct classic_work *w, struct grid_lines *lines)
{
    const char *licence = w->doc->licence;
    bool stated = licence && strcmp(licence, "NONE-STATED") != 0;

    grid_lines_wrap(lines, CLASSIC_LINE, 3,
                    "errbar " ERRBAR_VERSION ", view %s, layout %s%s. MB = 10^6 bytes, "
                    "16K = 16 * 1024 bytes. %s%s.",
                    w->view->name, w->generation->name,
                    w->options->faithful ? ", faithful" : "",
                    stated ? "Licence " : "Licence not stated", stated ? licence : "");
    for (size_t r = 0; r < w->n_rows; r++)
        add_source(w, &w->rows[r], lines);
}

const char *const *classic_after(struct classic_work *w, bool *failed)
{
    struct grid_lines lines = { .arena = w->arena, .ascii = true };

    if (w->options->bare)
        return NULL;
    grid_lines_add(&lines, "");
    for (size_t r = 0; r < w->n_rows; r++)
        add_reasons(w, &w->rows[r], why_missing, &lines);
    for (size_t r = 0; r < w->n_rows; r++) {
        struct view_row *shown = &w->shown[r];

        shown->name = w->rows[r].name;
        add_reasons(w, shown, why_unknown, &lines);
        for (size_t i = 0; i < shown->n; i++)
            add_noisy(w, &w->rows[r], shown->list[i], &lines);
    }
    add_provenance(w, &lines);
    *failed = *failed || lines.failed;
    return grid_lines_end(&lines);
}
