/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * classic_sources.c - at the end of a classic summary: where each row comes from
 */
#include "output/classic_notes.h"

#include <string.h>

/* ": result 7df1..., 2026-12-01, set quick, complete", with the label before it. */
static const char *source_of(struct classic_work *w, const struct view_row *row)
{
    const struct session *s = row->session;
    const struct doc *doc = w->doc;
    const char *result = s->result ? s->result : doc->uuid;
    const char *label = s->system && !row->labelled ? s->system->label : NULL;
    const char *whole = doc->completeness ? doc->completeness : "";
    const struct fact *release = view_fact(s, "kernel.release");
    const struct fact *pooled = view_fact(s, CLASSIC_POOLED);

    if (label && release && release->value && strcmp(label, release->value) == 0)
        label = NULL; /* a label is that by itself, and the rows show it */
    if (strcmp(whole, "full") == 0)
        whole = "complete"; /* beside "set quick" full would be taken for a set */
    return arena_printf(
        w->arena, "%s%s%s: %s%s%s%s%s%s%s%s%s%s", label ? " (" : "", label ? label : "",
        label ? ")" : "", pooled ? pooled->value : "",
        pooled ? " runs, the first " : "", result ? "result " : "no result id",
        result ? result : "", s->start ? ", " : "", s->start ? s->start : "",
        s->protocol.set ? ", set " : "", s->protocol.set ? s->protocol.set : "",
        *whole ? ", " : "", whole);
}

/* Where the number of a row begins in its name, 0 where the name has none. */
static size_t number_at(const char *name)
{
    static const char row[] = " (row ";
    const char *at = strstr(name, row);

    return at ? (size_t)(at - name) + strlen(row) : 0;
}

static bool same_host(const char *a, const char *b)
{
    return number_at(a) && number_at(a) == number_at(b) &&
           strncmp(a, b, number_at(a)) == 0;
}

/* "cobalt, vega (rows 1, 2, 4)" of n names. */
static void join_names(const char *const *names, size_t n, struct buf *buf)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = names[i];
        size_t at = number_at(name);
        bool again = i > 0 && same_host(names[i - 1], name);
        bool more = i + 1 < n && same_host(name, names[i + 1]);
        int length = (int)strlen(name + at) - (at && more);

        buf_text(buf, i ? ", " : "");
        if (at && !again)
            buf_printf(buf, "%.*s%s ", (int)at - 1, name, more ? "s" : "");
        buf_printf(buf, "%.*s", length, name + at);
    }
}

/* Rows of one source are told together. */
static void add_sources(struct classic_work *w, struct grid_lines *lines)
{
    size_t n = w->n_rows;
    const char **sources = arena_alloc(w->arena, (n + 1) * sizeof *sources);
    const char **names = arena_alloc(w->arena, (n + 1) * sizeof *names);

    lines->failed = lines->failed || !sources || !names;
    for (size_t r = 0; !lines->failed && r < n; r++) {
        sources[r] = classic_is_spread(w, &w->rows[r]) ? "" : source_of(w, &w->rows[r]);
        lines->failed = !sources[r];
    }
    for (size_t r = 0; !lines->failed && r < n; r++) {
        const char *one = sources[r];
        struct buf buf = { 0 };
        size_t n_names = 0;

        for (size_t k = r; *one && k < n; k++) {
            if (strcmp(sources[k], one) != 0)
                continue;
            names[n_names++] = w->rows[k].name;
            sources[k] = "";
        }
        join_names(names, n_names, &buf);
        if (n_names)
            grid_lines_wrap(lines, CLASSIC_LINE, 3, "%s%s", buf.text, one);
        lines->failed = lines->failed || !buf_ok(&buf);
        buf_done(&buf);
    }
}

void classic_sources(struct classic_work *w, struct grid_lines *lines)
{
    const char *licence = w->doc->licence;
    bool stated = licence && strcmp(licence, "NONE-STATED") != 0;

    grid_lines_wrap(lines, CLASSIC_LINE, 3,
                    "errbar " ERRBAR_VERSION ", view %s, layout %s%s%s. MB = 10^6 "
                    "bytes, 16K = 16 * 1024 bytes. %s%s.",
                    w->view->name, w->generation->name,
                    w->options->faithful ? ", faithful" : "",
                    w->options->by_system ? ", one row per system" : "",
                    stated ? "Licence " : "Licence not stated", stated ? licence : "");
    add_sources(w, lines);
}
