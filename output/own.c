/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * own.c - the summary of a run: one line a row, with all that belongs to its number
 */
#include "output/own.h"

#include "model/alike.h"
#include "model/unit.h"
#include "output/numfmt.h"
#include "output/text.h"
#include "output/view_pick.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>

enum { LABEL, VALUE, CONFIDENCE, CLASS, FLAGS, COLUMNS };
enum {
    WIDTH = 100,
    LONGEST_LABEL = 44,
    CONFIDENT = 31, /* "MB/s ±0.4 % (K = 15 over 92 s)" */
    RERUN = 16      /* ", rerun ±3.1 %" */
};

static const struct grid_column columns[COLUMNS] = {
    [LABEL] = { .left = true, .most = LONGEST_LABEL },
    [VALUE] = { .number = GRID_VALUE, .gap = 2 },
    [CONFIDENCE] = { .number = GRID_CONFIDENCE,
                     .gap = 1,
                     .left = true,
                     .most = CONFIDENT,
                     .pushes = true },
    [CLASS] = { .left = true, .gap = 2 },
    [FLAGS] = { .left = true, .gap = 2 },
};

/* What the footer tells of all rows. */
struct tally {
    size_t status[DOC_STATUS_COUNT], class[JUDGED_CLASSES];
    size_t warned, cut, intervals, rerun, untold;
    const char *difference; /* the definition of the first that is one */
    bool same;              /* a row's placement was left out of its label */
};

static struct cell text_cell(const char *text)
{
    return (struct cell){ .kind = CELL_TEXT, .text = text };
}

static const char *join(struct arena *arena, const char *text, const char *code)
{
    return text ? arena_printf(arena, "%s%s%s", text, *text ? " " : "", code) : NULL;
}

/*
 * A line has room for what bears on the value. How the observations of one process
 * hang together does not, since the interval is over processes; show tells it. tail5
 * says all that tail does.
 */
static bool is_told(const char *code, bool tail5)
{
    return strcmp(code, "between") != 0 && strcmp(code, "autocorr") != 0 &&
           !(tail5 && strcmp(code, "tail") == 0);
}

/* Without those of all rows. */
static const char *flags_of(struct arena *arena, const struct view_common *common,
                            const struct judged *j)
{
    bool tail5 = view_has_flag(j, "tail5");
    const char *text = "";

    for (size_t i = 0; i < j->n_flags; i++) {
        const char *code = j->flags[i].code;

        if (is_told(code, tail5) && !view_is_common(common, code))
            text = join(arena, text, code);
    }
    return text;
}

static int add_common(struct arena *arena, const struct view_common *common,
                      struct grid *grid)
{
    const char **notes = arena_alloc(arena, 3 * sizeof *notes);
    const char *text = "";

    for (size_t i = 0; i < common->n; i++) {
        if (is_told(common->flags[i]->code, view_is_common(common, "tail5")))
            text = join(arena, text, common->flags[i]->code);
    }
    if (!notes || !text)
        return -ENOMEM;
    if (!*text)
        return 0;
    notes[0] = "";
    notes[1] = arena_printf(arena, "All rows: %s", text);
    grid->notes = notes;
    return notes[1] ? 0 : -ENOMEM;
}

static void count(struct tally *tally, const struct measurement *m)
{
    const struct judged *j = m->judged;
    const char *placement = measurement_param(m, "placement");
    bool warned = false;

    tally->status[m->status]++;
    tally->cut += m->status == DOC_STATUS_OK && m->stop == DOC_STOP_INTERRUPTED;
    tally->same = tally->same || (placement && strcmp(placement, "same") == 0);
    if (!view_estimate(m))
        return;
    tally->class[j->class]++;
    tally->intervals += j->estimate.method != ST_METHOD_NONE;
    tally->rerun += j->has_rerun;
    if (j->base > 0 && !tally->difference)
        tally->difference = m->definition->id;
    for (size_t i = 0; i < j->n_flags; i++) {
        warned = warned || j->flags[i].severity == JUDGED_WARNING;
        tally->untold += !is_told(j->flags[i].code, false);
    }
    tally->warned += warned;
}

static int fill_row(struct arena *arena, const struct view_common *common,
                    const struct measurement *m, struct cell *cells)
{
    const struct unit *unit = unit_find(m->definition->unit);
    const struct st_estimate *e = view_estimate(m);
    struct cell number = { .kind = CELL_ESTIMATE, .estimate = e, .judged = m->judged };

    cells[LABEL] = text_cell(view_label(m, arena));
    if (e && unit) {
        number.unit = unit_display(unit, e->value, &number.in_base);
        cells[VALUE] = cells[CONFIDENCE] = number;
        cells[CLASS] = text_cell(judged_class_name[m->judged->class]);
        cells[FLAGS] = text_cell(flags_of(arena, common, m->judged));
    } else {
        cells[CONFIDENCE] =
            text_cell(arena_printf(arena, "%s%s%s", doc_status_name[m->status],
                                   m->reason ? ": " : "", m->reason ? m->reason : ""));
    }
    return cells[CONFIDENCE].kind == CELL_TEXT && !cells[CONFIDENCE].text ? -ENOMEM : 0;
}

/* "boxa (6.1-A), Linux 6.1.0, 2026-03-02T08:02:40Z, set quick" */
static const char *title_of(struct arena *arena, const struct view_row *row)
{
    const struct session *s = row->session;
    const struct fact *name = view_fact(s, "kernel.sysname");
    const struct fact *release = view_fact(s, "kernel.release");
    const char *label = s->system && !row->labelled ? s->system->label : NULL;

    struct grid_lines lines = { .arena = arena };

    if (label && release && strcmp(label, release->value) == 0)
        label = NULL; /* what follows says it */
    grid_lines_wrap(&lines, WIDTH, 3, "%s%s%s%s%s%s%s%s%s%s%s%s", row->name,
                    label ? " (" : "", label ? label : "", label ? ")" : "",
                    name ? ", " : "", name ? name->value : "", release ? " " : "",
                    release ? release->value : "", s->start ? ", " : "",
                    s->start ? s->start : "", s->protocol.set ? ", set " : "",
                    s->protocol.set ? s->protocol.set : "");
    return lines.n ? lines.items[0] : NULL;
}

static int resolve_row(struct arena *arena, const struct view_row *row,
                       struct grid *grid, struct tally *tally)
{
    struct view_common common = view_common_flags(row);
    /* measured once more, for another attempt that stands below */
    bool *superseded = arena_alloc(arena, (row->n + 1) * sizeof *superseded);
    int rc;

    *grid = (struct grid){ .title = title_of(arena, row),
                           .rule = "",
                           .columns = arena_alloc(arena, sizeof columns),
                           .n_columns = COLUMNS,
                           .cells = arena_alloc(arena, (row->n + 1) * COLUMNS *
                                                           sizeof *grid->cells) };
    if (!grid->title || !grid->columns || !grid->cells || !superseded)
        return -ENOMEM;
    memcpy(grid->columns, columns, sizeof columns);
    rc = measurement_find_superseded(row->list, row->n, superseded);
    for (size_t i = 0; rc == 0 && i < row->n; i++) {
        if (superseded[i])
            continue;
        count(tally, row->list[i]);
        rc = fill_row(arena, &common, row->list[i],
                      &grid->cells[grid->n_rows++ * COLUMNS]);
    }
    if (rc == 0)
        rc = add_common(arena, &common, grid);
    if (tally->rerun)
        grid->columns[CONFIDENCE].most += RERUN;
    return rc;
}

/* "23 ok, 1 failed; 2 noisy, 1 erratic, 3 with warnings" */
static void add_counts(const struct tally *tally, struct grid_lines *lines)
{
    struct buf buf = { 0 };
    const char *comma = "";

    for (int i = 0; i < DOC_STATUS_COUNT; i++) {
        if (tally->status[i] || i == DOC_STATUS_OK) {
            buf_printf(&buf, "%s%zu %s", comma, tally->status[i], doc_status_name[i]);
            comma = ", ";
        }
    }
    comma = "; ";
    for (int i = JUDGED_CLASSES; i-- > 0;) {
        if (tally->class[i] && (i >= JUDGED_NOISY || i == JUDGED_UNKNOWN)) {
            buf_printf(&buf, "%s%zu %s", comma, tally->class[i], judged_class_name[i]);
            comma = ", ";
        }
    }
    if (tally->warned) {
        buf_printf(&buf, "%s%zu with warnings", comma, tally->warned);
        comma = ", ";
    }
    if (tally->cut)
        buf_printf(&buf, "%s%zu cut short by an interruption", comma, tally->cut);
    grid_lines_wrap(lines, WIDTH, 3, "%s.", buf.text ? buf.text : "");
    lines->failed = lines->failed || !buf_ok(&buf);
    buf_done(&buf);
}

static void add_meaning(const struct tally *tally, double level,
                        struct grid_lines *lines)
{
    char percent[NUMFMT_TEXT], every[NUMFMT_TEXT], expected[NUMFMT_TEXT];

    if (tally->intervals == 0 || !(level > 0 && level < 1))
        return;
    numfmt_level(percent, level);
    numfmt_plain(every, 1 / (1 - level), 2);
    numfmt_plain(expected, round((1 - level) * (double)tally->intervals), 1);
    if (strcmp(expected, "0") == 0)
        strcpy(expected, "less than one");
    if (strcmp(every, "20") == 0)
        strcpy(every, "twenty");
    grid_lines_wrap(lines, WIDTH, 3,
                    "A %s %% interval misses one row in %s by construction: of these "
                    "%zu expect %s%s.",
                    percent, every, tally->intervals,
                    isdigit((unsigned char)*expected) ? "about " : "", expected);
    if (tally->rerun == 0)
        grid_lines_wrap(lines, WIDTH, 3,
                        "Rerun spread never measured: another day may lie further off "
                        "than these intervals say.");
}

static bool is_draft(const struct view_row *rows, size_t n)
{
    for (size_t r = 0; r < n; r++) {
        if (rows[r].session->protocol.draft)
            return true;
    }
    return false;
}

/* Whether two rows are of one system, which only pooling would make one. */
static bool is_divided(const struct view_row *rows, size_t n)
{
    for (size_t r = 1; r < n; r++) {
        for (size_t b = 0; b < r; b++) {
            if (rows[b].session->system == rows[r].session->system)
                return true;
        }
    }
    return false;
}

static void add_footer(const struct view_row *rows, size_t n, const struct tally *tally,
                       const struct view_options *options, struct grid_lines *lines)
{
    double level = n ? rows[0].session->protocol.level : 0;

    grid_lines_add(lines, "");
    add_counts(tally, lines);
    add_meaning(tally, level > 0 ? level : 0.95, lines);
    if (tally->untold)
        grid_lines_wrap(lines, WIDTH, 3,
                        "The flags between and autocorr are left to errbar show.");
    if (tally->difference)
        grid_lines_wrap(lines, WIDTH, 3,
                        "Precision and class of a difference (%s) are those of the "
                        "whole before the subtraction.",
                        tally->difference);
    if (tally->same)
        grid_lines_wrap(lines, WIDTH, 3,
                        "Where no placement is named, all processes "
                        "of a row ran on one processor.");
    if (options->by_system && is_divided(rows, n))
        grid_lines_wrap(lines, WIDTH, 3,
                        "Sessions of one system stand apart; they are not pooled.");
    if (is_draft(rows, n))
        grid_lines_add(lines, VIEW_DRAFT);
}

int own_resolve(const struct view *view, const struct doc *doc,
                const struct view_options *options, struct grid_list *out,
                struct diag *why)
{
    struct grid_lines before = { .arena = out->arena, .ascii = options->ascii };
    struct grid_lines after = before;
    struct tally tally = { .same = false };
    struct view_row *rows;
    size_t n;
    int rc = view_rows(doc, out->arena, &rows, &n);

    out->width = WIDTH;
    if (rc == 0)
        out->grids = arena_alloc(out->arena, (n + 1) * sizeof *out->grids);
    if (rc < 0 || !out->grids)
        return -ENOMEM;
    for (size_t r = 0; rc == 0 && r < n; r++) {
        if (rows[r].n)
            rc = resolve_row(out->arena, &rows[r], &out->grids[out->n++], &tally);
    }
    if (rc < 0)
        return rc;
    if (out->n == 0)
        return diag_set(why, -ENOENT, "nothing of these results has a place in %s",
                        view->name);
    out->grids[0].joined = true;
    if (is_draft(rows, n)) {
        grid_lines_add(&before, VIEW_DRAFT);
        out->grids[0].joined = false;
    }
    out->before = grid_lines_end(&before);
    if (!options->bare)
        add_footer(rows, n, &tally, options, &after);
    else if (is_draft(rows, n))
        grid_lines_add(&after, VIEW_DRAFT);
    out->after = grid_lines_end(&after);
    return before.failed || after.failed ? -ENOMEM : 0;
}
