/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text.c - grids drawn as plain text, and text from strangers made safe to draw
 */
#include "output/text.h"

#include "output/numfmt.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct range {
    uint32_t from, to;
};

/* Takes a character of UTF-8 off *text; 0 at the end, UINT32_MAX where it is none. */
static uint32_t next_character(const unsigned char **text)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = { { 0x80, 0x00, 0 },
                  { 0xe0, 0xc0, 0x80 },
                  { 0xf0, 0xe0, 0x800 },
                  { 0xf8, 0xf0, 0x10000 } };
    const unsigned char *p = *text;
    uint32_t c = UINT32_MAX;
    size_t form = 0;

    if (!*p)
        return 0;
    while (form < 4 && (*p & forms[form].mask) != forms[form].lead)
        form++;
    *text = p + 1;
    if (form == 4)
        return c;
    c = *p & (unsigned char)~forms[form].mask;
    for (size_t i = 1; i <= form; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return UINT32_MAX;
        c = c << 6 | (p[i] & 0x3f);
    }
    if (c < forms[form].least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return UINT32_MAX;
    *text = p + form + 1;
    return c;
}

static bool is_in(const struct range *ranges, uint32_t c)
{
    for (; ranges->to; ranges++) {
        if (c >= ranges->from && c <= ranges->to)
            return true;
    }
    return false;
}

/* Controls, separators, marks of direction, tags: they draw nothing and change much. */
static bool is_unsafe(uint32_t c)
{
    static const struct range unsafe[] = { { 0, 0x1f },
                                           { 0x7f, 0x9f },
                                           { 0xad, 0xad },
                                           { 0x61c, 0x61c },
                                           { 0x180e, 0x180e },
                                           { 0x200b, 0x200f },
                                           { 0x2028, 0x202e },
                                           { 0x2060, 0x206f },
                                           { 0xfeff, 0xfeff },
                                           { 0xfff9, 0xfffb },
                                           { 0xe000, 0xf8ff },
                                           { 0xe0000, 0xe0fff },
                                           { 0xf0000, UINT32_MAX },
                                           { 0, 0 } };

    return is_in(unsafe, c);
}

/* East Asian wide ones take two columns, combining ones none. */
static int columns_of(uint32_t c)
{
    static const struct range none[] = { { 0x300, 0x36f },
                                         { 0x483, 0x489 },
                                         { 0x591, 0x5bd },
                                         { 0x610, 0x61a },
                                         { 0x64b, 0x65f },
                                         { 0x1ab0, 0x1aff },
                                         { 0x1dc0, 0x1dff },
                                         { 0x20d0, 0x20ff },
                                         { 0xfe00, 0xfe0f },
                                         { 0xfe20, 0xfe2f },
                                         { 0, 0 } };
    static const struct range two[] = { { 0x1100, 0x115f },   { 0x2e80, 0xa4cf },
                                        { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
                                        { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },
                                        { 0xffe0, 0xffe6 },   { 0x1f300, 0x1faff },
                                        { 0x20000, 0x3fffd }, { 0, 0 } };

    return is_in(none, c) ? 0 : is_in(two, c) ? 2 : 1;
}

void text_clean(struct buf *buf, const char *text, bool ascii)
{
    const unsigned char *p = (const unsigned char *)(text ? text : ""), *before = p;
    uint32_t c;

    while ((c = next_character(&p)) != 0) {
        if (c == UINT32_MAX || is_unsafe(c) || (ascii && c > 0x7e))
            buf_text(buf, "?");
        else
            buf_add(buf, before, (size_t)(p - before));
        before = p;
    }
}

size_t text_bytes(const char *text, int columns)
{
    const unsigned char *start = (const unsigned char *)text, *p = start, *fits = p;
    uint32_t c;

    while ((c = next_character(&p)) != 0) {
        columns -= columns_of(c);
        if (columns < 0)
            break;
        fits = p;
    }
    return (size_t)(fits - start);
}

int text_columns(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    int columns = 0;
    uint32_t c;

    while ((c = next_character(&p)) != 0)
        columns += columns_of(c);
    return columns;
}

/* "(K = 15 over 92 s)", what every percentage stands beside. */
static void add_invocations(struct buf *buf, const struct cell *cell)
{
    char span[NUMFMT_TEXT] = "";

    if (cell->judged && cell->judged->span_s > 0)
        numfmt_seconds(span, cell->judged->span_s);
    buf_printf(buf, " (K = %zu%s%s)", cell->estimate->n, *span ? " over " : "", span);
}

void text_confidence(struct buf *buf, const struct cell *cell, bool ascii)
{
    const struct judged *j = cell->judged;
    char text[NUMFMT_TEXT];

    buf_text(buf, cell->unit);
    numfmt_percent(text, cell->estimate, ascii);
    if (*text) {
        buf_printf(buf, "%s%s", buf->length ? " " : "", text);
    } else {
        numfmt_interval(text, cell->estimate, cell->in_base);
        if (*text)
            buf_printf(buf, " %s contains 0", text);
        else
            buf_text(buf, ", no interval");
    }
    add_invocations(buf, cell);
    if (j && j->has_rerun) {
        numfmt_around(text, cell->estimate->value, j->rerun_lo, j->rerun_hi, ascii);
        if (*text)
            buf_printf(buf, ", rerun %s", text);
    }
}

/* "131.2 us", "2.11 [2.08, 2.14]" */
static void add_measure(struct buf *buf, const struct cell *cell, bool interval)
{
    char text[NUMFMT_TEXT];

    numfmt_value(text, cell->estimate, cell->in_base);
    buf_text(buf, text);
    if (interval)
        numfmt_interval(text, cell->estimate, cell->in_base);
    if (interval && *text)
        buf_printf(buf, " %s", text);
    if (cell->unit && *cell->unit)
        buf_printf(buf, " %s", cell->unit);
}

void text_of_cell(struct buf *buf, const struct grid_column *column,
                  const struct cell *cell, const struct view_options *options)
{
    char text[NUMFMT_TEXT];

    if (cell->kind == CELL_TEXT || cell->kind == CELL_VERBATIM) {
        text_clean(buf, cell->text, options->ascii);
    } else if (cell->kind == CELL_ESTIMATE && column->number == GRID_CONFIDENCE) {
        text_confidence(buf, cell, options->ascii);
    } else if (cell->kind == CELL_ESTIMATE && column->number == GRID_VALUE) {
        numfmt_value(text, cell->estimate, cell->in_base);
        buf_text(buf, text);
    } else if (cell->kind == CELL_ESTIMATE &&
               (column->number == GRID_MEASURE || column->number == GRID_INTERVAL)) {
        add_measure(buf, cell, column->number == GRID_INTERVAL);
    } else if (cell->kind == CELL_ESTIMATE) {
        numfmt_field(text, cell->estimate->value / cell->in_base, column->field,
                     options->faithful);
        buf_text(buf, text);
    }
}

/* The text in exactly `width` columns: cut, or with blanks before or behind. */
static void add_fitted(struct buf *buf, const char *text, int width, bool left)
{
    int bytes = (int)text_bytes(text, width);
    int blanks = width - text_columns(text) > 0 ? width - text_columns(text) : 0;

    buf_printf(buf, "%*s%.*s%*s", left ? 0 : blanks, "", bytes, text, left ? blanks : 0,
               "");
}

enum { CONTINUED = 4 }; /* blanks before what goes on from the line above */

struct drawing {
    struct sink *sink;
    const struct view_options *options;
    int limit; /* columns of a line */
    struct buf line, cell;
    int *widths; /* [n_columns] of the grid being drawn */
};

static void put_line(struct drawing *d, const char *line)
{
    size_t n = strlen(line);

    while (!d->options->faithful && n && (line[n - 1] == ' ' || line[n - 1] == '\t'))
        n--;
    sink_write(d->sink, line, n);
    sink_text(d->sink, "\n");
}

static void put_lines(struct drawing *d, const char *const *lines)
{
    for (; lines && *lines; lines++)
        put_line(d, *lines);
}

/* Headings are drawn by column where the table has no lines of its own for them. */
static bool has_head(const struct grid *g, size_t line)
{
    bool any = false;

    for (size_t c = 0; c < g->n_columns; c++)
        any = any || (!g->headings && g->columns[c].head[line]);
    return any;
}

static struct cell head_cell(const struct grid_column *column, size_t line)
{
    return (struct cell){ .kind = CELL_TEXT, .text = column->head[line] };
}

/* The text of a cell, valid until the next one's. */
static const char *text_of(struct drawing *d, const struct grid_column *column,
                           const struct cell *cell)
{
    buf_clear(&d->cell);
    text_of_cell(&d->cell, column, cell, d->options);
    return d->cell.text ? d->cell.text : "";
}

static void widen(struct drawing *d, const struct grid *g, size_t c,
                  const struct cell *cell)
{
    const struct grid_column *column = &g->columns[c];
    int columns = text_columns(text_of(d, column, cell));

    if (column->most && columns > column->most)
        columns = column->most;
    if (columns > d->widths[c])
        d->widths[c] = columns;
}

static void find_widths(struct drawing *d, const struct grid *g)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        d->widths[c] = g->columns[c].width;
        if (d->widths[c])
            continue;
        for (size_t line = 0; line < GRID_HEADS && !g->headings; line++) {
            const struct cell head = head_cell(&g->columns[c], line);

            widen(d, g, c, &head);
        }
        for (size_t r = 0; r < g->n_rows; r++) {
            const struct cell *cell = &g->cells[r * g->n_columns + c];

            if (cell->kind != CELL_VERBATIM)
                widen(d, g, c, cell);
        }
    }
}

static int line_columns(const struct drawing *d)
{
    return d->line.text ? text_columns(d->line.text) : 0;
}

/* The last text of a row, continued on lines of its own where it is too long. */
static void add_last(struct drawing *d, const char *text)
{
    int start = line_columns(d);
    int indent = start > d->limit - 20 ? CONTINUED : start;

    for (;;) {
        const char *word = text + strspn(text, " ");
        size_t n = strcspn(word, " ");
        int now = line_columns(d);

        if (!*word)
            return;
        n += (size_t)(word - text);
        if (now > indent && now + (int)n > d->limit) {
            put_line(d, d->line.text);
            buf_clear(&d->line);
            buf_printf(&d->line, "%*s", indent, "");
            n -= (size_t)(word - text);
            text = word;
        }
        buf_add(&d->line, text, n);
        text += n;
    }
}

/* A text that does not fit any more goes to a line of its own. `mark` belongs to the
 * column before and stands in the gap. */
static void add_column(struct drawing *d, const struct grid_column *column,
                       const char *text, int width, char mark)
{
    bool pushes = column->pushes && text_columns(text) > width;
    int columns = column->left || pushes ? text_columns(text) : width;

    if (column->left && *text && d->line.length &&
        line_columns(d) + column->gap + columns > d->limit) {
        put_line(d, d->line.text);
        buf_clear(&d->line);
        buf_printf(&d->line, "%*s", CONTINUED, "");
    } else {
        if (mark)
            buf_add(&d->line, &mark, 1);
        buf_printf(&d->line, "%*s", column->gap - (mark != '\0'), "");
    }
    if (pushes)
        buf_text(&d->line, text);
    else
        add_fitted(&d->line, text, width, column->left);
}

static void draw_row(struct drawing *d, const struct grid *g, const struct cell *cells)
{
    char mark = '\0';

    buf_clear(&d->line);
    for (size_t c = 0; c < g->n_columns; mark = cells[c++].mark) {
        const struct grid_column *column = &g->columns[c];
        const char *text = text_of(d, column, &cells[c]);

        if (cells[c].kind == CELL_VERBATIM) {
            buf_text(&d->line, text);
        } else if (column->width == 0 && c + 1 == g->n_columns && column->left) {
            buf_printf(&d->line, "%*s", *text ? column->gap : 0, "");
            add_last(d, text);
        } else {
            add_column(d, column, text, d->widths[c], mark);
        }
    }
    if (mark)
        buf_add(&d->line, &mark, 1);
    put_line(d, d->line.text ? d->line.text : "");
}

static int draw_heads(struct drawing *d, const struct grid *g)
{
    struct cell *cells = calloc(g->n_columns + 1, sizeof *cells);

    if (!cells)
        return -ENOMEM;
    for (size_t line = 0; line < GRID_HEADS; line++) {
        for (size_t c = 0; c < g->n_columns; c++)
            cells[c] = head_cell(&g->columns[c], line);
        if (has_head(g, line))
            draw_row(d, g, cells);
    }
    free(cells);
    return 0;
}

static int draw_grid(struct drawing *d, const struct grid *g)
{
    const char *const lines[] = { g->title, g->subtitle, g->rule };
    int rc;

    d->widths = calloc(g->n_columns + 1, sizeof *d->widths);
    if (!d->widths)
        return -ENOMEM;
    find_widths(d, g);
    if (!g->joined)
        put_line(d, "");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i])
            put_line(d, lines[i]);
    }
    put_lines(d, g->headings);
    rc = draw_heads(d, g);
    if (g->dashes)
        put_line(d, g->dashes);
    for (size_t r = 0; r < g->n_rows; r++)
        draw_row(d, g, &g->cells[r * g->n_columns]);
    put_lines(d, g->notes);
    free(d->widths);
    return rc;
}

int text_draw(struct sink *sink, const struct grid_list *grids,
              const struct view_options *options)
{
    struct drawing d = { .sink = sink,
                         .options = options,
                         .limit = options->width > grids->width ? options->width
                                                                : grids->width };
    int rc = 0;

    put_lines(&d, grids->before);
    for (size_t i = 0; rc == 0 && i < grids->n; i++)
        rc = draw_grid(&d, &grids->grids[i]);
    put_lines(&d, grids->after);
    if (rc == 0 && (!buf_ok(&d.line) || !buf_ok(&d.cell)))
        rc = -ENOMEM;
    buf_done(&d.line);
    buf_done(&d.cell);
    return rc < 0 ? rc : sink->error;
}
