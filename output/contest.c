/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest.c - reports in the formats of contest, one table for each load
 *
 * Layouts are rows of constant data: where a column begins, and how its number is
 * printed. Source: spec/contest.md 4.1 and 4.3.
 */
#include "output/contest.h"

#include "base/buf.h"
#include "base/num.h"
#include "output/text.h"
#include "output/view_pick.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define TIME(at)                                                \
    {                                                           \
        .shows = CONTEST_SHOWS_TIME, .head = "Time", .stop = at \
    }
#define COUNT(head_, count_, format_, at)                             \
    {                                                                 \
        .shows = CONTEST_SHOWS_COUNT, .head = head_, .count = count_, \
        .format = format_, .stop = at                                 \
    }
#define LAST                           \
    {                                  \
        .shows = CONTEST_SHOWS_NOTHING \
    }

static const struct contest_column_layout v034[] = {
    TIME(24),
    COUNT("CPU", "cpu", "%.0f%%", 40),
    LAST,
};
static const struct contest_column_layout v037[] = {
    TIME(24),
    COUNT("CPU", "cpu", "%.0f%%", 40),
    COUNT("Ratio", "ratio", "%.2f", 56),
    LAST,
};
static const struct contest_column_layout v050[] = {
    { .shows = CONTEST_SHOWS_RUNS, .head = "[runs]", .before = "[", .behind = "]" },
    TIME(24),
    COUNT("CPU%", "cpu", "%.0f", 32),
    COUNT("Loads", "loads", "%.0f", 40),
    COUNT("LCPU%", "load_cpu", "%.0f", 48),
    COUNT("Ratio", "ratio", "%.2f", 56),
    LAST,
};
static const struct contest_column_layout v060[] = {
    { .shows = CONTEST_SHOWS_RUNS, .head = "[runs]", .right = 6 },
    TIME(24),
    COUNT("CPU%", "cpu", "%.1f", 32),
    COUNT("Loads", "loads", "%.0f", 40),
    COUNT("LCPU%", "load_cpu", "%.1f", 48),
    COUNT("Ratio", "ratio", "%.2f", 56),
    LAST,
};
static const struct contest_column_layout v061[] = {
    { .shows = CONTEST_SHOWS_RUNS, .head = "[runs]", .right = 6 },
    TIME(24),
    COUNT("CPU%", "cpu", "%.1f", 32),
    COUNT("Loads", "loads", "%.1f", 40),
    COUNT("LCPU%", "load_cpu", "%.1f", 48),
    COUNT("Ratio", "ratio", "%.2f", 56),
    LAST,
};

const struct contest_layout contest_layouts[] = {
    { "contest-0.34", "noload", "*", true, false, v034 },
    { "contest-0.37", "noload", "*", true, false, v037 },
    { "contest-0.50", "noload", " *", true, false, v050 },
    { "contest-0.60", "no_load", " *", false, true, v060 },
    { "contest-0.61", "no_load", " *", false, true, v061 },
    { NULL, NULL, NULL, false, false, NULL },
};

enum { TAB = 8 };

static const struct contest_layout *layout_of(const struct definition *d)
{
    const struct contest_layout *l = contest_layouts;

    while (l->revision && strcmp(l->revision, d->revision ? d->revision : "") != 0)
        l++;
    return l->revision ? l : NULL;
}

static bool is_contest(const struct definition *d)
{
    return d->suite && strcmp(d->suite, "contest") == 0;
}

/* ---- lines ---- */

/* One table being made. */
struct table {
    struct arena *arena;
    const struct contest_layout *layout;
    const struct measurement **rows;
    size_t n_rows;
    struct cell *cells;
    size_t n_cells, capacity;
    int first; /* width of the kernel's column, with the blank behind it */
    bool single;
};

static const char *kernel_of(const struct measurement *m)
{
    const struct doc_system *system = m->session->system;
    const struct fact *release = view_fact(m->session, "kernel.release");

    if (system && system->label && *system->label)
        return system->label;
    if (release && release->value && *release->value)
        return release->value;
    return system && system->name && *system->name ? system->name : "unnamed";
}

static int columns_of(const struct buf *line)
{
    return line->text ? text_columns(line->text) : 0;
}

/* As by tabs: to the next stop that is free, and to the column's own at least. */
static void go_to(struct buf *line, int stop, bool single)
{
    int now = columns_of(line), then = now + 1;

    if (!single && stop)
        then = stop > now ? stop : (now / TAB + 1) * TAB;
    buf_printf(line, "%*s", then - now, "");
}

static void add_column(const struct table *t, struct buf *line,
                       const struct contest_column_layout *c, const char *text)
{
    if (c->right && !t->single) {
        int blanks = t->first + c->right - columns_of(line) - text_columns(text);

        buf_printf(line, "%*s", blanks > 1 ? blanks : 1, "");
    } else {
        go_to(line, c->stop, t->single);
    }
    buf_text(line, text);
}

static const char *heading_of(const struct table *t)
{
    struct buf line = { 0 };
    const char *copy;

    buf_text(&line, "Kernel");
    for (const struct contest_column_layout *c = t->layout->columns; c->shows; c++)
        add_column(t, &line, c, c->head);
    copy = buf_ok(&line) ? arena_strdup(t->arena, line.text) : NULL;
    buf_done(&line);
    return copy;
}

static const struct count *count_of(const struct invocation *i, const char *name)
{
    for (size_t k = 0; k < i->n_counts; k++) {
        if (strcmp(i->counts[k].name, name) == 0)
            return &i->counts[k];
    }
    return NULL;
}

__attribute__((format(printf, 2, 3))) static void add_number(struct buf *buf,
                                                             const char *format, ...)
{
    char text[NUM_TEXT * 2];
    va_list args;

    va_start(args, format);
    num_vprintf(text, sizeof text, format, args);
    va_end(args);
    buf_text(buf, text);
}

static void show(struct buf *cell, const struct contest_column_layout *c,
                 const struct invocation *i, const struct series *s)
{
    const struct count *count = c->count ? count_of(i, c->count) : NULL;

    buf_clear(cell);
    buf_text(cell, c->before ? c->before : "");
    if (c->shows == CONTEST_SHOWS_RUNS)
        buf_printf(cell, "%u", (unsigned)(s->of ? s->of : 1));
    else if (c->shows == CONTEST_SHOWS_TIME)
        text_clean(cell, s->printed[0], true);
    else if (count)
        add_number(cell, c->format, count->value);
    else
        buf_text(cell, "-");
    buf_text(cell, c->behind ? c->behind : "");
}

static int add_row(struct table *t, const struct measurement *m,
                   const struct invocation *i, const struct series *s)
{
    struct cell *more =
        arena_grow(t->arena, t->cells, &t->capacity, t->n_cells + 1, sizeof *more);
    struct buf line = { 0 }, cell = { 0 };
    const char *text;

    if (!more)
        return -ENOMEM;
    t->cells = more;
    text_clean(&line, kernel_of(m), false);
    for (const struct contest_column_layout *c = t->layout->columns; c->shows; c++) {
        show(&cell, c, i, s);
        add_column(t, &line, c, cell.text ? cell.text : "");
    }
    if (count_of(i, "marked"))
        buf_text(&line, t->layout->mark);
    text = buf_ok(&line) && buf_ok(&cell) ? arena_strdup(t->arena, line.text) : NULL;
    buf_done(&line);
    buf_done(&cell);
    t->cells[t->n_cells++] = (struct cell){ .kind = CELL_VERBATIM, .text = text };
    return text ? 0 : -ENOMEM;
}

/* A kernel that stands there twice has two rows. */
static int add_rows(struct table *t, const struct measurement *m)
{
    int rc = 0;

    for (size_t k = 0; rc == 0 && k < m->session->n_invocations; k++) {
        const struct invocation *i = m->session->invocations[k];

        for (size_t s = 0; rc == 0 && s < i->n_series; s++) {
            if (i->series[s].measurement == m && i->series[s].printed &&
                i->series[s].n > 0)
                rc = add_row(t, m, i, &i->series[s]);
        }
    }
    return rc;
}

/* ---- tables ---- */

static bool same_load(const struct measurement *a, const struct measurement *b)
{
    const char *differs;

    return strcmp(a->definition->id, b->definition->id) == 0 &&
           measurement_comparable(a, b, &differs);
}

static const char *title_of(struct arena *arena, const struct contest_layout *layout,
                            const struct measurement *m)
{
    const char *load = measurement_param(m, "load");
    struct buf title = { 0 };
    const char *copy;

    if (!load)
        load = strncmp(m->definition->id, "contest.", 8) == 0 ? m->definition->id + 8
                                                              : m->definition->id;
    text_clean(&title, strcmp(load, "no_load") == 0 ? layout->idle : load, true);
    buf_text(&title, ":");
    copy = buf_ok(&title) ? arena_strdup(arena, title.text) : NULL;
    buf_done(&title);
    return copy;
}

static int make_table(struct table *t, struct grid *grid, bool first)
{
    const char **headings = arena_alloc(t->arena, 2 * sizeof *headings);
    struct grid_column *column = arena_alloc(t->arena, sizeof *column);
    int rc = 0;

    t->first = 0;
    t->single = false;
    for (size_t i = 0; i < t->n_rows; i++) {
        const struct fact *spacing = view_fact(t->rows[i]->session, "contest.spacing");
        int columns = text_columns(kernel_of(t->rows[i])) + 1;

        t->single = t->single || (spacing && spacing->value &&
                                  strcmp(spacing->value, "single") == 0);
        t->first = columns > t->first ? columns : t->first;
    }
    if (t->first < (int)sizeof "Kernel")
        t->first = (int)sizeof "Kernel";
    for (size_t i = 0; rc == 0 && i < t->n_rows; i++)
        rc = add_rows(t, t->rows[i]);
    if (rc < 0 || !headings || !column)
        return -ENOMEM;
    headings[0] = heading_of(t);
    column->left = true;
    *grid = (struct grid){ .title = title_of(t->arena, t->layout, t->rows[0]),
                           .headings = headings,
                           .columns = column,
                           .n_columns = 1,
                           .cells = t->cells,
                           .n_rows = t->n_cells,
                           .joined = first || t->single || !t->layout->apart };
    return headings[0] && grid->title ? 0 : -ENOMEM;
}

/* The rows of one load, taken off the list. */
static void take_rows(struct table *t, const struct measurement **list, size_t n,
                      size_t from)
{
    const struct measurement *first = list[from];

    t->n_rows = 0;
    for (size_t i = from; i < n; i++) {
        if (!list[i] || !same_load(first, list[i]))
            continue;
        t->rows[t->n_rows++] = list[i];
        list[i] = NULL;
    }
}

/* What has a layout here; *ours counts what was measured by us. */
static size_t find_rows(const struct doc *doc, const struct measurement **list,
                        size_t *ours)
{
    size_t n = 0;

    *ours = 0;
    for (size_t i = 0; i < doc->n_measurements; i++) {
        const struct measurement *m = doc->measurements[i];

        if (!is_contest(m->definition))
            continue;
        *ours += m->origin == DOC_ORIGIN_MEASURED;
        if (m->origin == DOC_ORIGIN_IMPORTED && layout_of(m->definition))
            list[n++] = m;
    }
    return n;
}

static const char *const *after(const struct view *view, const struct doc *doc,
                                const struct measurement *const *list, size_t n,
                                struct arena *arena, bool *failed)
{
    struct grid_lines lines = { .arena = arena };

    grid_lines_add(&lines, "");
    for (size_t i = 0; i < n; i++) {
        const struct measurement *m = list[i];
        struct buf text = { 0 };

        if (m->status == DOC_STATUS_OK)
            continue;
        text_clean(&text, kernel_of(m), false);
        buf_printf(&text, ", %s: %s", m->definition->id, doc_status_name[m->status]);
        text_clean(&text, m->reason ? " (" : "", false);
        text_clean(&text, m->reason, false);
        text_clean(&text, m->reason ? ")" : "", false);
        grid_lines_wrap(&lines, 80, 3, "%s", text.text ? text.text : "");
        *failed = *failed || !buf_ok(&text);
        buf_done(&text);
    }
    grid_lines_wrap(&lines, 80, 3,
                    "errbar " ERRBAR_VERSION ", view %s, classic, result %s. No spread "
                    "was printed: nothing here shows a difference. Ratio is Time over "
                    "the kernel's own idle time from 0.60 on, before that over a fixed "
                    "reference's.",
                    view->name, doc->uuid ? doc->uuid : "without id");
    *failed = *failed || lines.failed;
    return grid_lines_end(&lines);
}

static int make_tables(const struct measurement **list, size_t n, struct grid_list *out)
{
    struct table t = { .arena = out->arena,
                       .rows = arena_alloc(out->arena, (n + 1) * sizeof *t.rows) };
    int rc = t.rows ? 0 : -ENOMEM;

    out->grids = arena_alloc(out->arena, (n + 1) * sizeof *out->grids);
    rc = out->grids ? rc : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        if (!list[i])
            continue;
        t.layout = layout_of(list[i]->definition);
        t.cells = NULL;
        t.n_cells = t.capacity = 0;
        take_rows(&t, list, n, i);
        rc = make_table(&t, &out->grids[out->n], out->n == 0);
        out->n += t.n_cells > 0;
    }
    return rc;
}

int contest_resolve(const struct view *view, const struct doc *doc,
                    const struct view_options *options, struct grid_list *out,
                    struct diag *why)
{
    size_t bytes = (doc->n_measurements + 1) * sizeof(struct measurement *);
    const struct measurement **list = arena_alloc(out->arena, bytes);
    const struct measurement **all = arena_alloc(out->arena, bytes);
    bool failed = false;
    size_t n, ours;
    int rc;

    if (!list || !all)
        return -ENOMEM;
    if (!options->classic)
        return diag_set(why, -ENOTSUP,
                        "view %s prints what was imported from contest in its old "
                        "formats: add --classic",
                        view->name);
    n = find_rows(doc, list, &ours);
    if (n == 0)
        return diag_set(why, -ENOENT,
                        ours ? "rows of contest that errbar measured have no classic "
                               "format"
                             : "there is no row of contest's in it");
    memcpy(all, list, n * sizeof *all);
    out->width = 80;
    rc = make_tables(list, n, out);
    if (rc == 0 && !options->bare)
        out->after = after(view, doc, all, n, out->arena, &failed);
    return failed ? -ENOMEM : rc;
}
