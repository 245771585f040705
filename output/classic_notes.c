/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_notes.c - above and after the classic tables: banner, reasons, noise, sources
 */
#include "output/classic_notes.h"

#include "output/numfmt.h"
#include "output/text.h"

#include "base/num.h"

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
    const struct layout_generation *g = w->generation;
    struct grid_lines lines = { .arena = w->arena, .ascii = true };
    bool old = !w->view->needs && (w->options->faithful || !w->ours), draft = false;
    const char *below = NULL;

    if (w->view->needs)
        below = arena_printf(w->arena, "%*s(%s; lmbench %s layout)", BANNER_INDENT, "",
                             w->view->help, g->version);
    else if (!old)
        below = arena_printf(w->arena, "%*s(lmbench %s layout)", BANNER_INDENT, "",
                             g->version);
    else if (g->alpha)
        below = w->options->faithful
                    ? arena_printf(w->arena, "\t\t %s", alpha)
                    : arena_printf(w->arena, "%*s%s", BANNER_INDENT, "", alpha);
    else if (g->gap)
        below = "";
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

/* The table in which a definition stands first. */
static const struct layout_table *table_of(const struct classic_work *w,
                                           const struct measurement *m)
{
    const struct layout_table *const *t = w->generation->tables;

    for (; t[1]; t++) {
        for (const struct layout_column *c = (*t)->columns; c->shows; c++) {
            if (strcmp(c->shows, m->definition->id) == 0)
                return *t;
        }
    }
    return *t;
}

static bool is_noisy(const struct measurement *m)
{
    enum judged_class class = m->judged->class;

    return m->judged->estimate.method != ST_METHOD_NONE &&
           (class == JUDGED_NOISY || class == JUDGED_ERRATIC ||
            class == JUDGED_UNKNOWN);
}

/* The warnings that all shown values have, "" where there are none. */
static void add_common(const struct view_common *common, struct buf *buf)
{
    for (size_t k = 0; k < common->n; k++) {
        if (common->flags[k]->severity == JUDGED_WARNING)
            buf_printf(buf, "%s%s", buf->length ? " " : "all rows (",
                       common->flags[k]->code);
    }
    buf_text(buf, buf->length ? ")" : "");
}

/*
 * Values that look well and carry a warning: "boxa, warnings: all rows (second-run),
 * lat_pipe (load)".
 */
static void add_warned(struct classic_work *w, const struct view_row *shown,
                       const struct view_common *common, struct grid_lines *lines)
{
    struct buf buf = { 0 };

    add_common(common, &buf);
    for (size_t i = 0; i < shown->n; i++) {
        const struct measurement *m = shown->list[i];
        size_t n = 0;

        if (!view_estimate(m) || is_noisy(m))
            continue;
        for (size_t k = 0; k < m->judged->n_flags; k++) {
            const struct flag *f = &m->judged->flags[k];

            if (f->severity != JUDGED_WARNING || view_is_common(common, f->code))
                continue;
            if (n++ == 0)
                buf_printf(&buf, "%s%s (%s", buf.length ? ", " : "",
                           view_label(m, w->arena), f->code);
            else
                buf_printf(&buf, " %s", f->code);
        }
        buf_text(&buf, n ? ")" : "");
    }
    if (buf.length)
        grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s, warnings: %s", shown->name,
                        buf.text);
    lines->failed = lines->failed || !buf_ok(&buf);
    buf_done(&buf);
}

/* Without the warnings of all rows, and what another flag says as well. */
static void add_flags(const struct view_common *common, const struct judged *j,
                      struct buf *buf)
{
    for (size_t i = 0; i < j->n_flags; i++) {
        const struct flag *f = &j->flags[i];

        if (f->severity == JUDGED_WARNING && view_is_common(common, f->code))
            continue;
        if (strcmp(f->code, "tail") != 0 || !view_has_flag(j, "tail5"))
            buf_printf(buf, ", %s", f->code);
    }
}

/* A shown value that is to be read with care: its interval, class and flags. */
static void add_noisy(struct classic_work *w, const struct view_row *shown,
                      const struct view_common *common, const struct measurement *m,
                      struct grid_lines *lines)
{
    const struct layout_table *table = table_of(w, m);
    const struct st_estimate *e = view_estimate(m);
    struct cell cell = { .estimate = e,
                         .judged = m->judged,
                         .unit = table->unit,
                         .in_base = table->in_base };
    struct buf rest = { 0 };
    char value[NUMFMT_TEXT];
    const char *class;

    if (!e || !is_noisy(m))
        return;
    class = judged_class_name[m->judged->class];
    numfmt_value(value, e, cell.in_base);
    text_confidence(&rest, &cell, true);
    add_flags(common, m->judged, &rest);
    grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s: %s, %s %s %s", class, shown->name,
                    view_label(m, w->arena), value, rest.text ? rest.text : "");
    lines->failed = lines->failed || !buf_ok(&rest);
    buf_done(&rest);
}

/* Below shares and spreads: what they are, and where there are none. */
static void add_companion(struct classic_work *w, struct grid_lines *lines)
{
    if (w->view->needs == VIEW_NEEDS_SPREAD) {
        grid_lines_wrap(lines, CLASSIC_LINE, 3,
                        "A row of spreads has 100 times the standard deviation of the "
                        "logarithm of the value over the n runs of the system, so "
                        "about per cent of the value; of two or three runs it is a "
                        "rough guess.");
        return;
    }
    grid_lines_wrap(
        lines, CLASSIC_LINE, 3,
        "100 is the best of equal definition and parameters, which may stand in "
        "no column: best / value of a time, value / best of a rate. Which "
        "differences are any, errbar compare tells.");
    for (size_t r = 0; r < w->n_rows; r++) {
        w->shown[r].name = w->rows[r].name;
        add_reasons(w, &w->shown[r], why_missing, lines);
    }
}

/* The numbers of a published row whose columns could not be told. */
static void add_unplaced(struct classic_work *w, const struct view_row *row,
                         const struct layout_table *table, struct grid_lines *lines)
{
    const char *key = arena_printf(w->arena, "import.cells.%s", table->topic);
    const struct fact *kept = key ? view_fact(row->session, key) : NULL;
    const char *at = kept && kept->value ? kept->value : "";
    const char *dash = strstr(table->title, " - ");
    struct buf list = { 0 };
    double number;

    for (size_t n; *at; at += n + strspn(at + n, " ")) {
        char text[32];

        n = strcspn(at, " ");
        snprintf(text, sizeof text, "%.*s",
                 (int)(n && strchr("KM", at[n - 1]) ? n - 1 : n), at);
        if (num_to_double(text, &number) == 0 && number > 0)
            buf_printf(&list, "%s%.*s", list.length ? ", " : "", (int)n, at);
    }
    if (list.length)
        grid_lines_wrap(lines, CLASSIC_LINE, 3,
                        "%s: in which columns of '%.*s' these stood cannot be told: %s",
                        row->name,
                        (int)(dash ? dash - table->title : (long)strlen(table->title)),
                        table->title, list.text);
    lines->failed = lines->failed || !key || !buf_ok(&list);
    buf_done(&list);
}

/* Rows without a value, or with none to rely on. */
static void add_remarks(struct classic_work *w, struct grid_lines *lines)
{
    for (size_t r = 0; r < w->n_rows; r++)
        add_reasons(w, &w->rows[r], why_missing, lines);
    for (size_t r = 0; r < w->n_rows; r++) {
        struct view_row *shown = &w->shown[r];
        struct view_common common = view_common_flags(shown);

        shown->name = w->rows[r].name;
        add_reasons(w, shown, why_unknown, lines);
        for (size_t i = 0; i < shown->n; i++)
            add_noisy(w, shown, &common, shown->list[i], lines);
        add_warned(w, shown, &common, lines);
    }
}

const char *const *classic_after(struct classic_work *w, bool *failed)
{
    struct grid_lines lines = { .arena = w->arena, .ascii = true };

    if (w->options->bare || (w->options->faithful && !w->ours))
        return NULL;
    grid_lines_add(&lines, "");
    if (w->view->needs)
        add_companion(w, &lines);
    else
        add_remarks(w, &lines);
    for (size_t r = 0; !w->view->needs && r < w->n_rows; r++) {
        for (size_t t = 0; w->generation->tables[t]; t++)
            add_unplaced(w, &w->rows[r], w->generation->tables[t], &lines);
    }
    classic_sources(w, &lines);
    *failed = *failed || lines.failed;
    return grid_lines_end(&lines);
}
