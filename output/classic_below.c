/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_below.c - below a classic table: what is not lmbench's, and the placements
 *
 * A classic table invites comparison with 25 years of others: where a number of ours
 * is not what lmbench's is, its column says so however bare the summary is.
 */
#include "output/classic_notes.h"

#include "output/numfmt.h"
#include "output/text.h"

#include <errno.h>
#include <string.h>

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
        its = its && inv->valid && inv->phase == DOC_PHASE_RUN;
        for (size_t k = 0; its && k < inv->n_counts; k++) {
            if (strcmp(inv->counts[k].name, "processors") == 0) {
                (*of)++;
                *on_two += inv->counts[k].value > 1.5;
            }
        }
    }
}

/* "cross 43.2 us +-1.8 % (K = 10 over 92 s), 10 of 10 on two processors" */
static void add_placed(struct buf *buf, const struct measurement *m,
                       const char *placement, const struct layout_table *table)
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

/* Whether a column's placements stand below an earlier table; says so from now on. */
static bool is_told(struct classic_work *w, const char *column)
{
    for (size_t i = 0; i < w->placed.n; i++) {
        if (strcmp(w->placed.items[i], column) == 0)
            return true;
    }
    grid_lines_add(&w->placed, column);
    return false;
}

/* All placements a row was measured in, "" where it was no more than one. */
static void add_row_placements(const struct view_row *row,
                               const struct layout_table *table,
                               const struct layout_column *column, struct buf *buf)
{
    static const char *const placements[] = { "same", "sibling", "cross", "free" };
    bool others = false;

    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
        const struct measurement *m =
            view_pick(row, column->shows, column->where, placements[i]);

        if (view_estimate(m)) {
            add_placed(buf, m, placements[i], table);
            others = others || i > 0;
        }
    }
    if (!others)
        buf_clear(buf);
}

/* "bw_tcp message=max": without what its rows need not have. */
static const char *name_of(struct classic_work *w, const struct layout_column *column)
{
    const char *at = column->where, *name = column->shows;

    while (at && *at && name) {
        size_t n = strcspn(at, " ");

        if (at[strcspn(at, "?=")] != '?')
            name = arena_printf(w->arena, "%s %.*s", name, (int)n, at);
        at += n + strspn(at + n, " ");
    }
    return name;
}

/* Where a column was measured in several placements: all of them, one line a row. */
static void add_placements(struct classic_work *w, const struct layout_table *table,
                           const struct layout_column *column, struct grid_lines *lines)
{
    const char *name = name_of(w, column);
    bool told = true;

    for (size_t r = 0; name && r < w->n_rows; r++) {
        struct buf buf = { 0 };

        add_row_placements(&w->rows[r], table, column, &buf);
        if (buf.length && (!told || !is_told(w, name))) {
            told = false;
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s, %s: %s", w->rows[r].name, name,
                            buf.text);
        }
        lines->failed = lines->failed || !buf_ok(&buf);
        buf_done(&buf);
    }
    lines->failed = lines->failed || !name || w->placed.failed;
}

/* "*  vega Linux 2.6.0, lat_ctx size=16K procs=2: erratic, 16.3 to 279 us in 3 runs" */
static void add_noise(struct classic_work *w, const char *name,
                      const struct layout_table *table, const struct measurement *m,
                      struct grid_lines *lines)
{
    const struct judged *j = m ? m->judged : NULL;
    char least[NUMFMT_TEXT], most[NUMFMT_TEXT];

    if (!j || (j->class != JUDGED_NOISY && j->class != JUDGED_ERRATIC))
        return;
    numfmt_plain(least, j->spread.min / table->in_base, 3);
    numfmt_plain(most, j->spread.max / table->in_base, 3);
    grid_lines_wrap(lines, CLASSIC_LINE, 3, "%c  %s, %s: %s, %s to %s %s in %zu runs",
                    CLASSIC_MARK, name, view_label(m, w->arena),
                    judged_class_name[j->class], least, most, table->unit,
                    j->estimate.n);
}

/* What stands behind each mark. */
static void add_marks(struct classic_work *w, const struct layout_table *table,
                      const struct grid *grid,
                      const struct measurement *const *measured,
                      struct grid_lines *lines)
{
    for (size_t i = 0; i < grid->n_rows * grid->n_columns; i++) {
        const struct cell *row = &grid->cells[i - i % grid->n_columns];
        const char *name;

        if (!grid->cells[i].mark)
            continue;
        name = arena_printf(w->arena, "%s %s", row[0].text, row[1].text);
        lines->failed = lines->failed || !name;
        if (name && measured[i])
            add_noise(w, name, table, measured[i], lines);
        for (size_t d = 0; name && !measured[i] && d < w->doc->n_derived; d++) {
            const struct derived *derived = w->doc->derived[d];

            for (size_t k = 0;
                 &derived->estimate == grid->cells[i].estimate && k < derived->n_from;
                 k++)
                add_noise(w, name, table, derived->from[k], lines);
        }
    }
}

/* The revisions of the imported rows of a column, "" where there is no more than one.
 */
static const char *revisions_of(struct classic_work *w, const struct grid *grid,
                                size_t column,
                                const struct measurement *const *measured)
{
    const char *list[8];
    size_t n = 0;
    char *text;

    for (size_t r = 0; r < grid->n_rows && n < sizeof list / sizeof *list; r++) {
        const struct measurement *m = measured[r * grid->n_columns + column];
        size_t i = 0;

        if (!m || m->origin == DOC_ORIGIN_MEASURED || !view_estimate(m))
            continue;
        while (i < n && strcmp(list[i], m->definition->revision) != 0)
            i++;
        if (i == n)
            list[n++] = m->definition->revision;
    }
    text = arena_strdup(w->arena, n > 1 ? list[0] : "");
    for (size_t i = 1; text && i < n; i++)
        text =
            arena_printf(w->arena, "%s%s%s", text, i + 1 < n ? ", " : " and ", list[i]);
    return text;
}

/* Columns in which versions of lmbench that measured different things stand together.
 */
static void add_revisions(struct classic_work *w, const struct layout_table *table,
                          const struct grid *grid,
                          const struct measurement *const *measured,
                          struct grid_lines *lines)
{
    size_t n = grid->n_columns;
    const char **revisions = arena_alloc(w->arena, n * sizeof *revisions);

    lines->failed = lines->failed || !revisions;
    for (size_t c = CLASSIC_PREFIX; revisions && c < n; c++) {
        revisions[c] = revisions_of(w, grid, c, measured);
        lines->failed = lines->failed || !revisions[c];
    }
    for (size_t c = CLASSIC_PREFIX; !lines->failed && c < n; c++) {
        const char *one = revisions[c];
        struct buf names = { 0 };

        for (size_t k = c, before = n; *one && k < n; k++) {
            const char *id = table->columns[k - CLASSIC_PREFIX].shows;

            if (strcmp(revisions[k], one) != 0)
                continue;
            if (before == n ||
                strcmp(table->columns[before - CLASSIC_PREFIX].shows, id) != 0)
                buf_printf(&names, "%s%s", names.length ? ", " : "", id);
            revisions[k] = k == c ? one : "";
            before = k;
        }
        if (names.length)
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s differ in the definition of %s",
                            one, names.text);
        lines->failed = lines->failed || !buf_ok(&names);
        buf_done(&names);
    }
}

int classic_annotate(struct classic_work *w, const struct layout_table *table,
                     struct grid *grid, const struct measurement *const *measured)
{
    struct grid_lines lines = { .arena = w->arena, .ascii = true };

    if (add_letters(w, grid, measured, &lines) < 0)
        return -ENOMEM;
    add_marks(w, table, grid, measured, &lines);
    if (!w->options->faithful && !w->view->needs)
        add_revisions(w, table, grid, measured, &lines);
    for (size_t c = 0;
         !w->options->faithful && !w->view->needs && table->columns[c].shows; c++) {
        if (table->columns[c].old.times > 0) {
            grid_lines_wrap(&lines, CLASSIC_LINE, 3,
                            LAYOUT_MENDED " %s prints a tenth.",
                            w->generation->made_by);
            break;
        }
    }
    for (size_t c = 0; !w->view->needs && table->columns[c].shows; c++) {
        if (table->columns[c].source == LAYOUT_VALUE)
            add_placements(w, table, &table->columns[c], &lines);
    }
    grid->notes = grid_lines_end(&lines);
    return lines.failed ? -ENOMEM : 0;
}
