/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web.c - the page that compares kernels, filled from a document
 */
#include "output/web.h"

#include "base/buf.h"
#include "base/num.h"
#include "model/unit.h"
#include "output/numfmt.h"
#include "output/text.h"
#include "output/view_pick.h"
#include "output/web_parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static bool is_one(const struct measurement *m)
{
    return m && (view_estimate(m) || m->status != DOC_STATUS_OK);
}

static const struct measurement *pick(const struct web_work *w, size_t column,
                                      const struct web_row_layout *row)
{
    return view_pick(&w->rows[column], row->shows, row->where, NULL);
}

static bool is_shown(const struct web_work *w, const struct web_row_layout *row)
{
    for (size_t c = 0; c < w->n; c++) {
        if (is_one(pick(w, c, row)))
            return true;
    }
    return false;
}

/* ---- numbers ---- */

/* The first printed text of an imported measurement, or NULL. */
static const char *printed_of(const struct measurement *m)
{
    for (size_t k = 0; k < m->session->n_invocations; k++) {
        const struct invocation *i = m->session->invocations[k];

        for (size_t s = 0; s < i->n_series; s++) {
            if (i->series[s].measurement == m && i->series[s].printed && i->series[s].n)
                return i->series[s].printed[0];
        }
    }
    return NULL;
}

/* What was printed, where it is a number in the unit that the row is shown in. */
static const char *as_source(const struct web_work *w, const struct measurement *m,
                             double value)
{
    const char *printed = m->judged->estimate.n == 1 ? printed_of(m) : NULL;
    size_t n = printed ? strspn(printed, "0123456789.") : 0;
    char *number = printed ? arena_strndup(w->arena, printed, n) : NULL;
    double there;

    if (!number || num_to_double(number, &there) < 0 ||
        fabs(there - value) > 1e-6 * fabs(value))
        return NULL;
    return printed;
}

enum { SIGNIFICANT = 2 }; /* digits of what two decimals would make nothing of */

static void number(const struct web_work *w, struct buf *text,
                   const struct web_row_layout *row, const struct measurement *m,
                   const struct st_estimate *e)
{
    double value = e->value / row->in_base;
    const char *source = NULL;
    char plain[NUMFMT_TEXT], fixed[NUM_TEXT * 2 + 400];

    /* what has no interval of its own has no more digits than it was printed with */
    if (w->options->digits == VIEW_DIGITS_SOURCE ||
        (w->options->digits == VIEW_DIGITS_AUTO && e->method == ST_METHOD_NONE))
        source = as_source(w, m, value);
    if (source) {
        buf_text(text, source);
    } else if (w->options->digits == VIEW_DIGITS_AUTO) {
        numfmt_value(plain, e, row->in_base);
        buf_text(text, plain);
    } else if (fabs(value) < 0.095 || fabs(value) >= 1e15) {
        numfmt_plain(plain, value, SIGNIFICANT);
        buf_text(text, plain);
    } else {
        web_printf(fixed, sizeof fixed, "%.*f", row->decimals, value);
        buf_text(text, fixed);
    }
}

/* Seconds a thing as things a second: another unit, and its interval turned round. */
static const struct st_estimate *turned(const struct web_work *w,
                                        const struct st_estimate *e)
{
    struct st_estimate *other = arena_alloc(w->arena, sizeof *other);

    if (!other)
        return NULL;
    *other = *e;
    other->value = 1 / e->value;
    other->lo = 1 / e->hi;
    other->hi = 1 / e->lo;
    return other;
}

/* ---- cells ---- */

static const char *mark_of(const struct measurement *m)
{
    if (m->judged->estimate.method == ST_METHOD_NONE)
        return m->origin == DOC_ORIGIN_MEASURED ? "u" : NULL;
    switch (m->judged->class) {
    case JUDGED_NOISY:
        return "n";
    case JUDGED_ERRATIC:
        return "e";
    case JUDGED_UNKNOWN:
        return "u";
    default:
        return NULL;
    }
}

static const char *keep(struct web_work *w, struct buf *text)
{
    const char *copy =
        buf_ok(text)
            ? arena_strndup(w->arena, text->text ? text->text : "", text->length)
            : NULL;

    w->failed = w->failed || !copy;
    buf_done(text);
    return copy ? copy : "";
}

struct cell web_cell(struct web_work *w, const struct web_row_layout *row,
                     const struct measurement *m)
{
    const struct st_estimate *e = view_estimate(m);
    struct cell cell = { .kind = CELL_TEXT, .in_base = row->in_base };
    char percent[NUMFMT_TEXT];
    struct buf text = { 0 };

    if (!is_one(m))
        return (struct cell){ .kind = CELL_BLANK };
    if (!e) {
        cell.text =
            doc_status_name[m->status == DOC_STATUS_OK ? DOC_STATUS_FAILED : m->status];
        cell.note = m->reason;
        return cell;
    }
    e = row->inverse ? turned(w, e) : e;
    w->failed = w->failed || !e;
    if (!e)
        return cell;
    number(w, &text, row, m, e);
    cell.estimate = e;
    cell.judged = m->judged;
    cell.note = mark_of(m);
    if (w->options->format == VIEW_FORMAT_TEXT) {
        numfmt_percent(percent, e, w->options->ascii);
        if (e->method != ST_METHOD_NONE && *percent)
            buf_printf(&text, " %s", percent);
        if (cell.note)
            buf_printf(&text, " %s", cell.note);
    }
    w->marked = w->marked || cell.note;
    w->intervals = w->intervals || e->method != ST_METHOD_NONE;
    cell.text = keep(w, &text);
    return cell;
}

/* ---- tables ---- */

struct grid_column *web_columns(struct web_work *w, const char *corner)
{
    struct grid_column *columns = arena_alloc(w->arena, (w->n + 1) * sizeof *columns);

    if (!columns) {
        w->failed = true;
        return NULL;
    }
    columns[0] = (struct grid_column){ .head = { corner }, .left = true };
    for (size_t c = 0; c < w->n; c++)
        columns[c + 1] = (struct grid_column){ .head = { w->names[c] }, .gap = 2 };
    return columns;
}

/* Whether any row from there to the next group or note, up or down, is shown. */
static bool has_rows(const struct web_work *w, const struct web_row_layout *first,
                     const struct web_row_layout *row)
{
    if (row->kind == WEB_GROUP) {
        for (row++; row->kind == WEB_VALUE; row++) {
            if (is_shown(w, row))
                return true;
        }
        return false;
    }
    while (row-- > first && row->kind == WEB_VALUE) {
        if (is_shown(w, row))
            return true;
    }
    return false;
}

static void fill_row(struct web_work *w, const struct web_row_layout *row,
                     struct cell *cells)
{
    cells[0] = (struct cell){ .kind = row->kind == WEB_NOTE ? CELL_VERBATIM : CELL_TEXT,
                              .text = row->label };
    for (size_t c = 0; c < w->n && row->kind == WEB_VALUE; c++)
        cells[c + 1] = web_cell(w, row, pick(w, c, row));
}

static void fill_section(struct web_work *w, const struct web_section *section,
                         struct grid *grid)
{
    const struct web_row_layout *row = section->rows;
    size_t rows = 0;

    while (row[rows].kind != WEB_END)
        rows++;
    *grid = (struct grid){ .title = section->caption,
                           .columns = web_columns(w, section->corner),
                           .n_columns = w->n + 1 };
    grid->cells = arena_alloc(w->arena, (rows + 1) * (w->n + 1) * sizeof *grid->cells);
    if (!grid->cells) {
        w->failed = true;
        return;
    }
    for (; row->kind != WEB_END; row++) {
        if (row->kind == WEB_VALUE ? is_shown(w, row) : has_rows(w, section->rows, row))
            fill_row(w, row, grid->cells + grid->n_rows++ * (w->n + 1));
    }
}

/* ---- columns ---- */

/* What stands above a column: the label, the kernel, or the system's name. */
static const char *name_of(const struct view_row *row)
{
    const struct doc_system *system = row->session->system;
    const struct fact *release = view_fact(row->session, "kernel.release");

    if (system && system->label && *system->label && !row->labelled)
        return system->label;
    if (release && system && (!system->name || !*system->name))
        return release->value;
    return row->name;
}

static void name_columns(struct web_work *w)
{
    w->names = arena_alloc(w->arena, (w->n + 1) * sizeof *w->names);
    w->failed = w->failed || !w->names;
    for (size_t c = 0; w->names && c < w->n; c++)
        w->names[c] = name_of(&w->rows[c]);
    for (size_t c = 1; w->names && c < w->n; c++) {
        size_t same = 0;

        for (size_t b = 0; b < c; b++)
            same += strcmp(name_of(&w->rows[b]), name_of(&w->rows[c])) == 0;
        if (same)
            w->names[c] = arena_printf(w->arena, "%s (%zu)", w->names[c], same + 1);
        w->failed = w->failed || !w->names[c];
    }
}

/* Sessions with nothing to show have no column. */
static void drop_empty(struct web_work *w)
{
    size_t left = 0;

    for (size_t c = 0; c < w->n; c++) {
        bool any = false;

        for (size_t i = 0; i < w->rows[c].n; i++)
            any = any || is_one(w->rows[c].list[i]);
        if (any)
            w->rows[left++] = w->rows[c];
    }
    w->n = left;
}

/* ---- the view ---- */

int web_resolve(const struct view *view, const struct doc *doc,
                const struct view_options *options, struct grid_list *out,
                struct diag *why)
{
    struct web_work w = {
        .arena = out->arena, .view = view, .doc = doc, .options = options
    };
    int rc = view_rows(doc, out->arena, &w.rows, &w.n);

    out->width = 1000; /* tables are as wide as their kernels */
    out->grids = arena_alloc(out->arena, 8 * sizeof *out->grids);
    if (rc < 0 || !out->grids)
        return -ENOMEM;
    drop_empty(&w);
    name_columns(&w);
    for (const struct web_section *s = web_sections; s->caption && !w.failed; s++) {
        fill_section(&w, s, &out->grids[out->n]);
        out->n += out->grids[out->n].n_rows > 0;
    }
    if (!w.failed)
        web_fill_further(&w, &out->grids[out->n]);
    out->n += out->grids[out->n].n_rows > 0;
    if (!w.failed && out->n == 0)
        return diag_set(why, -ENOENT, "there is nothing in it that view %s shows",
                        view->name);
    if (!w.failed)
        web_fill_lines(&w, out);
    return w.failed ? -ENOMEM : 0;
}

int web_draw(struct sink *sink, const struct grid_list *grids,
             const struct view_options *options)
{
    if (options->format == VIEW_FORMAT_TEXT)
        return text_draw(sink, grids, options);
    return web_draw_page(sink, grids, options);
}

int web_each(int (*see)(void *self, const char *table, const char *shows,
                        const char *filter, int width, const char *const *head),
             void *self)
{
    int rc = 0;

    for (const struct web_section *s = web_sections; s->caption; s++) {
        for (const struct web_row_layout *r = s->rows; r->kind != WEB_END; r++) {
            const char *const head[GRID_HEADS] = { r->label };

            if (rc == 0 && r->kind == WEB_VALUE)
                rc = see(self, s->caption, r->shows, r->where, (int)strlen(r->label),
                         head);
        }
    }
    return rc;
}
