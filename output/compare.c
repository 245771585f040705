/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.c - a comparison of runs as tables
 */
#include "output/compare.h"

#include "model/unit.h"
#include "output/compare_parts.h"
#include "output/html.h"
#include "output/markdown.h"
#include "output/numfmt.h"
#include "output/text.h"
#include "output/view_pick.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *const compare_format_name[] = { "table", "markdown", "html",
                                            "csv",   "json",     NULL };

/* The words in which a verdict is told, and its symbol (interface.md 4.12). */
static const struct {
    const char *word, *symbol, *ascii;
} verdicts[JUDGE_VERDICTS] = {
    [JUDGE_NA] = { "n/a", "\342\200\223", "." },
    [JUDGE_FASTER] = { "faster", "\342\226\262", "+" },
    [JUDGE_SLOWER] = { "slower", "\342\226\274", "-" },
    [JUDGE_SAME] = { "same", "=", "=" },
    [JUDGE_INCONCLUSIVE] = { "inconclusive", "?", "?" },
};

const char *compare_word(enum judge_verdict verdict)
{
    return verdicts[verdict].word;
}

enum { LABEL, BASE, OTHER, RATIO, NET, SEEN, SYMBOL, VERDICT, COLUMNS };
enum { KEY, KEY_BASE, KEY_OTHER, KEY_COLUMNS };
enum { LONGEST_LABEL = 44, LONGEST_NAME = 24, LONGEST_FACT = 34 };

struct making {
    const struct compare_page *page;
    const struct judge_column *column;
    const char *name; /* of the column's side */
    const struct view_options *options;
    struct arena *arena;
};

const char *compare_label(const struct judge_compared *row, struct arena *arena)
{
    static const char setting[] = " setting=";
    const char *label = view_label(row->base ? row->base : row->other, arena);
    const char *at = strstr(label, setting);

    if (row->paired && at) {
        const char *rest = at + strlen(setting);

        rest += strcspn(rest, " ");
        label = arena_printf(arena, "%.*s%s", (int)(at - label), label, rest);
    }
    return label ? label : "";
}

static struct cell text_of(const char *text)
{
    return (struct cell){ .kind = text ? CELL_TEXT : CELL_BLANK, .text = text };
}

/* Both sides in one unit, that in which the first of them reads best. */
static void fill_values(const struct judge_compared *row, struct cell *cells)
{
    const struct measurement *m = row->base ? row->base : row->other;
    const struct unit *unit = unit_find(m->definition->unit);
    const struct st_estimate *sides[] = { view_estimate(row->base),
                                          view_estimate(row->other) };
    const struct st_estimate *first = sides[0] ? sides[0] : sides[1];
    struct cell cell = { .kind = CELL_ESTIMATE };

    if (!first || !unit)
        return;
    cell.unit = unit_display(unit, first->value, &cell.in_base);
    for (size_t i = 0; i < 2; i++) {
        cell.estimate = sides[i];
        if (sides[i])
            cells[i ? OTHER : BASE] = cell;
    }
}

/* A ratio, or a difference in the unit of the values. */
static int fill_change(const struct making *m, const struct judge_compared *row,
                       bool net, struct cell *cell)
{
    struct st_estimate *e = arena_alloc(m->arena, sizeof *e);
    const struct unit *unit = NULL;

    if (!e)
        return -ENOMEM;
    e->value = net ? row->net : row->value;
    e->lo = net ? row->net_lo : row->lo;
    e->hi = net ? row->net_hi : row->hi;
    e->level = m->page->comparison->options.level;
    e->method = ST_METHOD_T; /* there is an interval; by which method is not shown */
    if (!isfinite(e->value))
        return 0;
    *cell = (struct cell){ .kind = CELL_ESTIMATE, .estimate = e, .in_base = 1 };
    if (row->shift)
        unit = unit_find(row->base->definition->unit);
    if (unit)
        cell->unit = unit_display(unit, fmax(fabs(e->lo), fabs(e->hi)), &cell->in_base);
    return 0;
}

static const char *seen_of(const struct making *m, const struct judge_compared *row)
{
    char text[NUMFMT_TEXT];

    if (row->verdict == JUDGE_NA)
        return NULL;
    if (isinf(row->smallest))
        return "nothing";
    numfmt_share(text, row->smallest);
    return arena_strdup(m->arena, text);
}

/* "slower?", "(faster) drift", "n/a (definitions differ: revision)" */
static const char *verdict_of(const struct making *m, const struct judge_compared *row)
{
    bool changed = row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
    const char *word = verdicts[row->verdict].word;
    const char *mark = changed && row->confounded ? "?" : "";

    if (row->verdict == JUDGE_NA)
        return arena_printf(m->arena, "%s (%s%s%s)", word,
                            row->reason ? row->reason : "not compared",
                            row->differs ? ": " : "", row->differs ? row->differs : "");
    if (row->bracketed)
        return arena_printf(m->arena, "(%s%s) %s", word, mark, row->bracketed);
    return arena_printf(m->arena, "%s%s%s", word, mark, row->few ? " (few)" : "");
}

static size_t columns_of(const struct making *m)
{
    return m->column->moved ? COLUMNS : COLUMNS - 1;
}

/* The column of what is net of the shift stands only where there is one. */
static void leave_out(const struct making *m, void *items, size_t each)
{
    char *at = (char *)items + NET * each;

    if (!m->column->moved)
        memmove(at, at + each, (COLUMNS - NET - 1) * each);
}

static int fill_row(const struct making *m, const struct judge_compared *row,
                    struct cell *out)
{
    struct cell cells[COLUMNS] = { 0 };
    bool ascii = m->options->ascii;
    int rc = 0;

    cells[LABEL] = text_of(compare_label(row, m->arena));
    fill_values(row, cells);
    if (row->verdict != JUDGE_NA) {
        rc = fill_change(m, row, false, &cells[RATIO]);
        if (rc == 0 && m->column->moved)
            rc = fill_change(m, row, true, &cells[NET]);
    }
    cells[SEEN] = text_of(seen_of(m, row));
    cells[SYMBOL] =
        text_of(ascii ? verdicts[row->verdict].ascii : verdicts[row->verdict].symbol);
    cells[VERDICT] = text_of(verdict_of(m, row));
    if (rc < 0 || !cells[VERDICT].text)
        return -ENOMEM;
    leave_out(m, cells, sizeof *cells);
    memcpy(out, cells, columns_of(m) * sizeof *out);
    return 0;
}

/* How a row is decided that is not: what to type. */
static int add_command(const struct making *m, const struct judge_compared *row,
                       struct grid *grid)
{
    const struct compare_page *page = m->page;
    struct cell *cell = &grid->cells[grid->n_rows * grid->n_columns];

    if (!compare_has_command(page, m->column, row))
        return 0;
    cell->kind = CELL_VERBATIM;
    if (page->again)
        cell->text = arena_printf(m->arena, "    %s --invocations %u %s", page->again,
                                  row->deciding, row->base->definition->id);
    else
        cell->text =
            arena_printf(m->arena, "    errbar run --like %s --invocations %u -o c.xml",
                         page->like, row->deciding);
    grid->n_rows++;
    return cell->text ? 0 : -ENOMEM;
}

static const struct grid_column columns[COLUMNS] = {
    [LABEL] = { .head = { "benchmark" }, .left = true, .most = LONGEST_LABEL },
    [BASE] = { .number = GRID_MEASURE, .gap = 2, .most = LONGEST_NAME },
    [OTHER] = { .number = GRID_MEASURE, .gap = 2, .most = LONGEST_NAME },
    [RATIO] = { .number = GRID_INTERVAL, .gap = 2 },
    [NET] = { .head = { "net of the shift" }, .number = GRID_INTERVAL, .gap = 2 },
    [SEEN] = { .head = { "sees" }, .gap = 2 },
    [SYMBOL] = { .gap = 2, .left = true },
    [VERDICT] = { .head = { "verdict" }, .gap = 1, .left = true },
};

static int make_heads(const struct making *m, struct grid *grid)
{
    char level[NUMFMT_TEXT];

    grid->columns = arena_alloc(m->arena, sizeof columns);
    if (!grid->columns)
        return -ENOMEM;
    memcpy(grid->columns, columns, sizeof columns);
    numfmt_level(level, m->page->comparison->options.level);
    grid->columns[BASE].head[0] = m->page->base;
    grid->columns[OTHER].head[0] = m->name;
    grid->columns[RATIO].head[0] = arena_printf(m->arena, "ratio (%s %%)", level);
    if (!grid->columns[RATIO].head[0])
        return -ENOMEM;
    leave_out(m, grid->columns, sizeof *grid->columns);
    return 0;
}

static int make_table(const struct making *m, struct grid *grid)
{
    struct grid_lines notes = { .arena = m->arena, .ascii = m->options->ascii };
    size_t n = m->column->n_rows;
    int rc;

    grid->n_columns = columns_of(m);
    grid->cells = arena_alloc(m->arena, (2 * n + 1) * COLUMNS * sizeof *grid->cells);
    rc = grid->cells ? make_heads(m, grid) : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct judge_compared *row = &m->column->rows[i];

        rc = fill_row(m, row, &grid->cells[grid->n_rows++ * grid->n_columns]);
        rc = rc < 0 ? rc : add_command(m, row, grid);
    }
    if (!m->options->bare)
        compare_footers(&notes, m->column);
    compare_undecided(&notes, m->column, m->page);
    grid->notes = grid_lines_end(&notes);
    return rc < 0 || notes.failed ? -ENOMEM : 0;
}

/* What differs stands first, and what that and the shift of all rows mean. */
static int make_unlike(const struct making *m, struct grid *grid)
{
    static const struct grid_column of[KEY_COLUMNS] = {
        [KEY] = { .left = true, .most = LONGEST_LABEL },
        [KEY_BASE] = { .gap = 2, .left = true, .most = LONGEST_FACT },
        [KEY_OTHER] = { .gap = 2, .left = true },
    };
    struct grid_lines title = { .arena = m->arena, .ascii = m->options->ascii };
    struct grid_lines notes = title;
    size_t n = m->column->n_unlike;

    grid_lines_wrap(&title, 4 * COMPARE_WIDTH, 0, "%s against %s", m->name,
                    m->page->base);
    grid->n_columns = KEY_COLUMNS;
    grid->columns = arena_alloc(m->arena, sizeof of);
    grid->cells = arena_alloc(m->arena, (n + 1) * KEY_COLUMNS * sizeof *grid->cells);
    if (!grid->columns || !grid->cells || title.failed)
        return -ENOMEM;
    grid->title = title.items[0];
    memcpy(grid->columns, of, sizeof of);
    if (n) {
        grid->columns[KEY].head[0] = "these differ";
        grid->columns[KEY_BASE].head[0] = m->page->base;
        grid->columns[KEY_OTHER].head[0] = m->name;
    }
    for (size_t i = 0; i < n; i++) {
        const struct judge_unlike *u = &m->column->unlike[i];
        struct cell *cells = &grid->cells[grid->n_rows++ * KEY_COLUMNS];

        cells[KEY] = text_of(u->key);
        cells[KEY_BASE] = text_of(u->base ? u->base : "(not known)");
        cells[KEY_OTHER] = text_of(u->other ? u->other : "(not known)");
    }
    compare_headlines(&notes, m->column);
    grid->notes = grid_lines_end(&notes);
    return notes.failed ? -ENOMEM : 0;
}

static int make(const struct compare_page *page, const struct view_options *options,
                struct grid_list *out)
{
    const struct judge_comparison *c = page->comparison;
    struct grid_lines before = { .arena = out->arena, .ascii = options->ascii };
    struct grid_lines after = before;
    int rc = 0;

    out->width = COMPARE_ROW;
    out->grids = arena_alloc(out->arena, (2 * c->n_columns + 1) * sizeof *out->grids);
    if (!out->grids)
        return -ENOMEM;
    for (size_t i = 0; rc == 0 && i < c->n_columns; i++) {
        const struct making m = { .page = page,
                                  .column = &c->columns[i],
                                  .name = page->names[i],
                                  .options = options,
                                  .arena = out->arena };

        rc = make_unlike(&m, &out->grids[out->n++]);
        rc = rc < 0 ? rc : make_table(&m, &out->grids[out->n++]);
    }
    for (const char *const *line = page->about; line && *line; line++)
        grid_lines_wrap(&before, COMPARE_WIDTH, 3, "%s", *line);
    out->before = grid_lines_end(&before);
    if (out->n && !out->before)
        out->grids[0].joined = true;
    compare_closing(&after, c);
    compare_provenance(&after, page);
    out->after = grid_lines_end(&after);
    return rc < 0 || before.failed || after.failed ? -ENOMEM : 0;
}

static int draw(struct sink *sink, const struct compare_page *page,
                enum compare_format format, const struct view_options *options)
{
    struct grid_list grids = { .arena = arena_new() };
    int rc = grids.arena ? make(page, options, &grids) : -ENOMEM;
    const char *title = "errbar compare";

    if (rc == 0 && grids.n)
        title = grids.grids[0].title;
    if (rc == 0)
        rc = format == COMPARE_HTML       ? html_draw(sink, &grids, title, options)
             : format == COMPARE_MARKDOWN ? markdown_draw(sink, &grids, options)
                                          : text_draw(sink, &grids, options);
    arena_free(grids.arena);
    return rc;
}

int compare_print(struct sink *sink, const struct compare_page *page,
                  enum compare_format format, const struct view_options *options,
                  struct diag *why)
{
    int rc;

    switch (format) {
    case COMPARE_CSV:
        rc = compare_write_csv(sink, page);
        break;
    case COMPARE_JSON:
        rc = compare_write_json(sink, page);
        break;
    default:
        rc = draw(sink, page, format, options);
    }
    if (rc < 0 && why && why->rc == 0)
        diag_set(why, rc, "cannot print the comparison: %s", strerror(-rc));
    return rc;
}
