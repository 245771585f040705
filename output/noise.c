/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise.c - the report of what cannot be trusted, worst intervals first
 *
 * What is told was found by judge_noise(); nothing is computed here.
 */
#include "output/noise.h"

#include "judge/noise.h"
#include "model/unit.h"
#include "output/numfmt.h"
#include "output/view_pick.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { LABEL, VALUE, CLASS, FACTOR, FOUND, COLUMNS };
enum { WIDTH = 100, INDENT = 3, LONGEST_LABEL = 44, MANY_VALUES = 10 };

static const struct grid_column columns[COLUMNS] = {
    [LABEL] = { .head = { "row" }, .left = true, .most = LONGEST_LABEL },
    [VALUE] = { .head = { "value [interval]" },
                .number = GRID_INTERVAL,
                .gap = 2,
                .left = true },
    [CLASS] = { .head = { "class" }, .left = true, .gap = 2 },
    [FACTOR] = { .head = { "max/min" }, .gap = 2 },
    [FOUND] = { .head = { "values; warnings" }, .left = true, .gap = 2 },
};

#define SAY(...) grid_lines_wrap(lines, WIDTH, INDENT, __VA_ARGS__)

static struct cell text_cell(const char *text)
{
    return (struct cell){ .kind = CELL_TEXT, .text = text };
}

/* A p can be very small, and then it matters no more how small. */
static void add_figure(struct buf *buf, double figure)
{
    char text[NUMFMT_TEXT];

    numfmt_plain(text, figure, 3);
    buf_text(buf, isinf(figure)                   ? "infinite"
                  : figure > 0 && figure < 0.0001 ? "below 0.0001"
                                                  : text);
}

static void add_flag(struct buf *buf, const struct flag *flag)
{
    buf_printf(buf, "%s ", flag->code);
    add_figure(buf, flag->statistic);
    buf_text(buf, " (limit ");
    add_figure(buf, flag->limit);
    buf_text(buf, ")");
    if (flag->text)
        buf_printf(buf, ": %s", flag->text);
}

/* "178.4, 168.5, 50.40 us; implausible 7.91 (limit 4.00)" */
static const char *found_of(struct arena *arena, const struct judge_noise_row *row,
                            const char *unit, double in_base)
{
    struct buf buf = { 0 };
    const char *text;

    for (size_t i = 0; row->n_values > 1 && i < row->n_values; i++) {
        char value[NUMFMT_TEXT];

        if (i == MANY_VALUES) {
            buf_printf(&buf, ", ... (%zu values)", row->n_values);
            break;
        }
        numfmt_plain(value, row->values[i] / in_base, 4);
        buf_printf(&buf, "%s%s", i ? ", " : "", value);
    }
    if (buf.length && unit && *unit)
        buf_printf(&buf, " %s", unit);
    for (size_t f = 0; f < row->n_flags; f++) {
        buf_text(&buf, buf.length ? "; " : "");
        add_flag(&buf, row->flags[f]);
    }
    text = buf_ok(&buf) ? arena_strdup(arena, buf.text ? buf.text : "") : NULL;
    buf_done(&buf);
    return text;
}

/* The unit in which the smallest of the values reads well: they stand side by side. */
static double smallest_of(const struct judge_noise_row *row)
{
    double least = row->judged->estimate.value;

    for (size_t i = 0; i < row->n_values; i++)
        least = row->values[i] < least ? row->values[i] : least;
    return least;
}

/* An interval of which the ends are so far apart leaves the value no digit. */
static const char *wide_value(struct arena *arena, const struct st_estimate *e,
                              const char *unit, double in_base)
{
    char value[NUMFMT_TEXT], lo[NUMFMT_TEXT], hi[NUMFMT_TEXT];

    numfmt_plain(value, e->value / in_base, 3);
    numfmt_plain(lo, e->lo / in_base, 3);
    numfmt_plain(hi, e->hi / in_base, 3);
    return arena_printf(arena, "%s [%s, %s] %s", value, lo, hi, unit ? unit : "");
}

static int fill_row(struct arena *arena, const struct judge_noise_row *row,
                    struct cell *cells)
{
    const struct unit *unit = unit_find(row->m->definition->unit);
    double in_base = 1;
    const char *name = unit ? unit_display(unit, smallest_of(row), &in_base)
                            : row->m->definition->unit;
    const struct st_estimate *e = &row->judged->estimate;
    char factor[NUMFMT_TEXT] = "";

    if (isfinite(row->factor))
        numfmt_plain(factor, row->factor, 3);
    cells[LABEL] = text_cell(view_label(row->m, arena));
    cells[VALUE] = (struct cell){ .kind = CELL_ESTIMATE,
                                  .estimate = e,
                                  .judged = row->judged,
                                  .unit = name,
                                  .in_base = in_base };
    if (e->method != ST_METHOD_NONE && e->hi >= 2 * e->lo)
        cells[VALUE] = text_cell(wide_value(arena, e, name, in_base));
    cells[CLASS] = text_cell(judged_class_name[row->judged->class]);
    cells[FACTOR] = text_cell(arena_strdup(arena, factor));
    cells[FOUND] = text_cell(found_of(arena, row, name, in_base));
    return (cells[VALUE].kind == CELL_ESTIMATE || cells[VALUE].text) &&
                   cells[FACTOR].text && cells[FOUND].text
               ? 0
               : -ENOMEM;
}

/* ---- below the rows of a block ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void add_common(const struct judge_noise_block *b, struct grid_lines *lines)
{
    for (size_t c = 0; c < b->n_common; c++) {
        const struct judge_noise_flag *common = &b->common[c];
        struct buf buf = { 0 };

        add_flag(&buf, common->flag);
        if (common->family)
            SAY("The %zu rows of family %s together: %s.", common->rows, common->family,
                buf.text ? buf.text : "");
        else
            SAY("All %zu rows: %s.", common->rows, buf.text ? buf.text : "");
        lines->failed = lines->failed || !buf_ok(&buf);
        buf_done(&buf);
    }
}

static void add_counts(const struct judge_noise_block *b, struct grid_lines *lines)
{
    size_t known = 0;

    for (int c = JUDGED_SHARP; c < JUDGED_CLASSES; c++)
        known += b->class[c];
    if (known == 0)
        return;
    SAY("%zu row%s of known spread: %zu erratic, %zu noisy, %zu fair, %zu stable, %zu "
        "sharp.",
        known, plural(known), b->class[JUDGED_ERRATIC], b -> class[JUDGED_NOISY],
        b -> class[JUDGED_FAIR], b -> class[JUDGED_STABLE], b -> class[JUDGED_SHARP]);
}

static const char *fact_of(const struct session *s, const char *key)
{
    const struct fact *fact = view_fact(s, key);

    return fact && fact->value ? fact->value : "";
}

/* "vega, HP-UX B.10.20" */
static const char *name_of(const struct judge_noise_block *b, struct arena *arena)
{
    const struct session *s = b->session;
    const char *name = s->system && s->system->name ? s->system->name : "";
    const char *label = s->system && s->system->label ? s->system->label : "";
    const char *kernel = fact_of(s, "kernel.sysname");
    const char *release = fact_of(s, "kernel.release");

    if (strcmp(label, release) == 0)
        label = ""; /* what follows says it */
    if (!*name && !*label && !*kernel && !*release)
        name = s->id ? s->id : "unnamed";
    return arena_printf(arena, "%s%s%s%s%s%s%s%s", name, *name && *label ? " (" : "",
                        label, *name && *label ? ")" : "",
                        (*name || *label) && (*kernel || *release) ? ", " : "", kernel,
                        *kernel && *release ? " " : "", release);
}

/* "vega, HP-UX B.10.20: 3 runs, 42 rows" */
static void add_title(const struct judge_noise_block *b, struct grid_lines *lines)
{
    const char *name = name_of(b, lines->arena);
    bool dated = !b->imported && b->session->start;

    SAY("%s%s%s: %zu run%s, %zu row%s", name ? name : "", dated ? ", " : "",
        dated ? b->session->start : "", b->sessions, plural(b->sessions), b->all,
        plural(b->all));
    lines->failed = lines->failed || !name;
}

/* No headings over nothing. */
static void settle_columns(const struct judge_noise_block *b, struct grid *grid)
{
    bool printed = false;

    for (size_t i = 0; i < b->n_rows; i++)
        printed = printed || isfinite(b->rows[i].factor);
    if (!printed) {
        grid->columns[FACTOR].head[0] = NULL;
        grid->columns[FACTOR].gap = 0;
        grid->columns[FOUND].head[0] = "warnings";
    }
    if (b->n_rows == 0)
        grid->n_columns = 0;
}

static int resolve_block(struct arena *arena, const struct judge_noise_block *b,
                         bool ascii, struct grid *grid)
{
    struct grid_lines title = { .arena = arena, .ascii = ascii };
    struct grid_lines notes = title;
    int rc = 0;

    add_title(b, &title);
    *grid = (struct grid){ .title = title.n ? title.items[0] : NULL,
                           .rule = "",
                           .columns = arena_alloc(arena, sizeof columns),
                           .n_columns = COLUMNS,
                           .cells = arena_alloc(arena, (b->n_rows + 1) * COLUMNS *
                                                           sizeof *grid->cells) };
    if (!grid->title || !grid->columns || !grid->cells)
        return -ENOMEM;
    memcpy(grid->columns, columns, sizeof columns);
    for (size_t i = 0; rc == 0 && i < b->n_rows; i++)
        rc = fill_row(arena, &b->rows[i], &grid->cells[grid->n_rows++ * COLUMNS]);
    settle_columns(b, grid);
    if (b->n_rows && (b->n_common || b->class[JUDGED_UNKNOWN] < b -> all))
        grid_lines_add(&notes, "");
    add_common(b, &notes);
    add_counts(b, &notes);
    grid->notes = grid_lines_end(&notes);
    return rc < 0 || title.failed || notes.failed ? -ENOMEM : 0;
}

/* ---- below all ---- */

/* What nothing is known of has no table of its own. */
static bool is_shown(const struct judge_noise_block *b)
{
    return b->n_rows || b->n_common || b->class[JUDGED_UNKNOWN] < b->all;
}

/* Once for all rows of all systems. */
static void add_unknown(const struct judge_noise *noise, struct grid_lines *lines)
{
    size_t single = 0, pair = 0, all = 0;
    const struct measurement *first = NULL;
    bool imported = false;

    for (size_t b = 0; b < noise->n_blocks; b++) {
        const struct judge_noise_block *block = &noise->blocks[b];

        single += block->single;
        pair += block->pair;
        all += block->all;
        first = first ? first : block->first_pair;
        imported = imported || (block->imported && block->single + block->pair);
    }
    if (single)
        SAY("unknown: %zu of %zu rows have one value: the spread cannot be known from "
            "one value.",
            single, all);
    if (pair)
        SAY("unknown: %zu of %zu rows have two values (%s%s), too few to know the "
            "spread.",
            pair, all, view_label(first, lines->arena), pair > 1 ? " ..." : "");
    if (single + pair)
        SAY("To know it, %s",
            imported ? "run all of it three times or more and import the results "
                       "together."
                     : "measure them again: errbar run --invocations 10.");
}

static void add_hidden(const struct judge_noise *noise, struct grid_lines *lines)
{
    struct buf names = { 0 };
    size_t n = 0;

    for (size_t b = 0; b < noise->n_blocks; b++) {
        const char *name = name_of(&noise->blocks[b], lines->arena);

        if (is_shown(&noise->blocks[b]))
            continue;
        buf_printf(&names, "%s%s", n++ ? "; " : "", name ? name : "");
        lines->failed = lines->failed || !name;
    }
    if (n)
        SAY("No warning in, and no spread known of: %s.", names.text ? names.text : "");
    lines->failed = lines->failed || !buf_ok(&names);
    buf_done(&names);
}

/* Whether there is a row of which the spread is known. */
static bool is_known(const struct judge_noise *noise)
{
    bool known = false;

    for (size_t b = 0; b < noise->n_blocks; b++)
        known = known || noise->blocks[b].class[JUDGED_UNKNOWN] < noise->blocks[b].all;
    return known;
}

static void add_meaning(const struct judge_noise *noise, struct grid_lines *lines)
{
    if (noise->erratic)
        SAY("erratic: the upper end of the interval is at least twice the lower one; "
            "of "
            "three to five values, the largest is at least twice the smallest, or the "
            "half-width of Student's t reaches their mean. No single one of them says "
            "anything: measure again, on an idle machine and over more time.");
    if (noise->noisy)
        SAY("noisy: the interval is wider than +-10 %%; of three to five values, their "
            "standard deviation is 10 %% of the mean or more. More runs narrow it.");
    for (size_t c = 0; c < noise->n_codes; c++) {
        const struct judge_noise_flag *code = &noise->codes[c];

        SAY("%s (%s): %s %s", code->flag->code, code->statistic, code->meaning,
            code->hint);
    }
    if (noise->n_codes == 0 && noise->erratic + noise->noisy == 0)
        SAY("%s", is_known(noise)
                      ? "No row is noisy or erratic, and none has a warning."
                      : "No row has a warning.");
}

static bool is_draft(const struct judge_noise *noise)
{
    for (size_t b = 0; b < noise->n_blocks; b++) {
        if (noise->blocks[b].session->protocol.draft)
            return true;
    }
    return false;
}

int noise_resolve(const struct view *view, const struct doc *doc,
                  const struct view_options *options, struct grid_list *out,
                  struct diag *why)
{
    const struct judge_noise *noise = options->noise;
    struct grid_lines before = { .arena = out->arena, .ascii = options->ascii };
    struct grid_lines after = before;
    bool draft = is_draft(noise);
    int rc = 0;

    out->width = WIDTH;
    out->grids = arena_alloc(out->arena, (noise->n_blocks + 1) * sizeof *out->grids);
    if (!out->grids)
        return -ENOMEM;
    if (noise->n_blocks == 0)
        return diag_set(why, -ENOENT, "no row of these results has a value");
    for (size_t b = 0; rc == 0 && b < noise->n_blocks; b++) {
        if (is_shown(&noise->blocks[b]))
            rc = resolve_block(out->arena, &noise->blocks[b], options->ascii,
                               &out->grids[out->n++]);
    }
    if (rc < 0)
        return rc;
    out->grids[0].joined = !draft;
    if (draft)
        grid_lines_add(&before, VIEW_DRAFT);
    out->before = grid_lines_end(&before);
    if (out->n || draft)
        grid_lines_add(&after, "");
    add_hidden(noise, &after);
    add_unknown(noise, &after);
    add_meaning(noise, &after);
    if (!options->bare)
        grid_lines_wrap(&after, WIDTH, INDENT,
                        "errbar " ERRBAR_VERSION
                        ", view %s, result %s. errbar-noise(7) "
                        "tells more.",
                        view->name, doc->uuid ? doc->uuid : "without id");
    if (draft)
        grid_lines_add(&after, VIEW_DRAFT);
    out->after = grid_lines_end(&after);
    return before.failed || after.failed ? -ENOMEM : 0;
}
