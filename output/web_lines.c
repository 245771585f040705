/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_lines.c - what stands around the tables of the page that compares kernels
 */
#include "base/buf.h"
#include "output/text.h"
#include "output/web_parts.h"

#include <string.h>

enum { LINE = 100 };

/* Facts that tell kernels and machines apart, as people look for them. */
static const struct {
    const char *key, *name;
} environment[] = {
    { "kernel.sysname", "system" },      { "kernel.release", "kernel" },
    { "kernel.machine", "machine" },     { "cpu.model", "processor" },
    { "cpu.threads", "processors" },     { "cpu.mhz", "MHz" },
    { "memory.total", "memory" },        { "cpu.governor", "governor" },
    { "virt.hypervisor", "hypervisor" }, { "toolchain.compiler", "compiler" },
};

static void add_heading(struct grid_lines *lines, const char *heading)
{
    grid_lines_add(lines, "");
    grid_lines_add(lines, heading);
}

static void add_introduction(struct web_work *w, struct grid_lines *lines)
{
    struct buf text = { 0 };

    for (size_t c = 0; c < w->n; c++) {
        buf_text(&text, c == 0 ? "" : c + 1 < w->n ? ", " : " and ");
        text_clean(&text, w->names[c], w->options->ascii);
    }
    grid_lines_add(lines, WEB_INTRODUCTION);
    grid_lines_wrap(lines, LINE, 3,
                    "What %s take%s for system calls, signals, "
                    "processes, files, communication and context switches.",
                    text.text ? text.text : "", w->n == 1 ? "s" : "");
    add_heading(lines, WEB_RESULTS);
    w->failed = w->failed || !buf_ok(&text);
    buf_done(&text);
}

static void add_environment(struct web_work *w, struct grid_lines *lines)
{
    size_t before = lines->n;

    for (size_t c = 0; c < w->n; c++) {
        struct buf text = { 0 };

        for (size_t k = 0; k < sizeof environment / sizeof *environment; k++) {
            const struct fact *fact = view_fact(w->rows[c].session, environment[k].key);

            if (!fact)
                continue;
            buf_printf(&text, "%s%s ", text.length ? ", " : "", environment[k].name);
            text_clean(&text, fact->value, w->options->ascii);
            if (fact->unit && strcmp(environment[k].name, fact->unit) != 0)
                buf_printf(&text, " %s", fact->unit);
        }
        if (text.length) {
            struct buf name = { 0 };

            text_clean(&name, w->names[c], w->options->ascii);
            grid_lines_wrap(lines, LINE, 3, "%s: %s.", name.text ? name.text : "",
                            text.text);
            w->failed = w->failed || !buf_ok(&name);
            buf_done(&name);
        }
        w->failed = w->failed || !buf_ok(&text);
        buf_done(&text);
    }
    if (lines->n == before)
        grid_lines_add(lines, "Nothing is known of it.");
}

static const char *result_of(const struct web_work *w, size_t column)
{
    const struct session *s = w->rows[column].session;
    const char *result = s->result ? s->result : w->doc->uuid;

    return result ? result : "without id";
}

/* The columns of one result, from the first of them on. */
static void add_source(struct web_work *w, size_t first, struct grid_lines *lines)
{
    const struct session *s = w->rows[first].session;
    struct buf text = { 0 };

    for (size_t c = first; c < w->n; c++) {
        if (strcmp(result_of(w, c), result_of(w, first)) != 0)
            continue;
        buf_text(&text, c > first ? ", " : "");
        text_clean(&text, w->names[c], w->options->ascii);
    }
    buf_text(&text, ": result ");
    text_clean(&text, result_of(w, first), w->options->ascii);
    if (s->start) {
        buf_text(&text, ", ");
        text_clean(&text, s->start, w->options->ascii);
    }
    grid_lines_wrap(lines, LINE, 3, "%s.", text.text ? text.text : "");
    w->failed = w->failed || !buf_ok(&text);
    buf_done(&text);
}

static void add_sources(struct web_work *w, struct grid_lines *lines)
{
    const char *last = NULL, *licence = w->doc->licence;
    bool stated = licence && strcmp(licence, "NONE-STATED") != 0;
    struct buf text = { 0 };

    for (size_t c = 0; c < w->n; c++) {
        const char *end = w->rows[c].session->end;
        bool again = false;

        for (size_t b = 0; b < c && !again; b++)
            again = strcmp(result_of(w, b), result_of(w, c)) == 0;
        if (!again)
            add_source(w, c, lines);
        if (end && (!last || strcmp(end, last) > 0))
            last = end;
    }
    buf_text(&text, stated ? "Licence " : "Licence not stated");
    text_clean(&text, stated ? licence : "", w->options->ascii);
    grid_lines_wrap(lines, LINE, 3,
                    "errbar " ERRBAR_VERSION ", view %s. MB = 10^6 bytes, 16k = 16 * "
                    "1024 bytes. %s.",
                    w->view->name, text.text ? text.text : "");
    buf_clear(&text);
    text_clean(&text, last, w->options->ascii);
    if (last)
        grid_lines_wrap(lines, LINE, 3, "Last updated: %s", text.text ? text.text : "");
    w->failed = w->failed || !buf_ok(&text);
    buf_done(&text);
}

/* What the numbers are, and what the letters behind some of them mean. */
static void add_meaning(struct web_work *w, struct grid_lines *lines)
{
    bool imported = false;

    for (size_t c = 0; c < w->n; c++)
        imported = imported || !w->rows[c].ours;
    if (w->intervals)
        grid_lines_wrap(lines, LINE, 3,
                        "Behind a value stands half its interval's width at %g %%, in "
                        "per cent of it.",
                        100 * (w->rows[0].session->protocol.level > 0
                                   ? w->rows[0].session->protocol.level
                                   : 0.95));
    if (imported)
        grid_lines_wrap(lines, LINE, 3,
                        "Imported values are as they were printed; of their spread "
                        "nothing is known.");
    if (w->marked)
        grid_lines_wrap(
            lines, LINE, 3,
            "n: noisy, e: erratic, u: unknown, of too few processes or perhaps 0.");
}

/* Values that the judge takes for impossible, and rows without one: named in full. */
static void add_doubts(struct web_work *w, struct grid_lines *lines)
{
    for (size_t c = 0; c < w->n; c++) {
        for (size_t i = 0; i < w->rows[c].n; i++) {
            const struct measurement *m = w->rows[c].list[i];
            bool value = view_estimate(m) != NULL;
            struct buf text = { 0 };

            if (value && !view_has_flag(m->judged, "implausible"))
                continue;
            text_clean(&text, w->names[c], w->options->ascii);
            buf_text(&text, ", ");
            text_clean(&text, view_label(m, w->arena), w->options->ascii);
            buf_printf(&text, ": %s",
                       value ? "implausible beside the others"
                             : doc_status_name[m->status]);
            if (!value && m->reason) {
                buf_text(&text, " (");
                text_clean(&text, m->reason, w->options->ascii);
                buf_text(&text, ")");
            }
            grid_lines_wrap(lines, LINE, 3, "%s.", text.text ? text.text : "");
            w->failed = w->failed || !buf_ok(&text);
            buf_done(&text);
        }
    }
}

void web_fill_lines(struct web_work *w, struct grid_list *out)
{
    struct grid_lines before = { .arena = w->arena, .ascii = w->options->ascii };
    struct grid_lines after = before;

    for (size_t c = 0; c < w->n; c++) {
        if (w->rows[c].session->protocol.draft && before.n == 0)
            grid_lines_add(&before, VIEW_DRAFT);
    }
    if (!w->options->bare) {
        add_introduction(w, &before);
        grid_lines_add(&after, "");
        add_meaning(w, &after);
        add_doubts(w, &after);
        add_heading(&after, WEB_ENVIRONMENT);
        add_environment(w, &after);
        add_heading(&after, WEB_RESOURCES);
        add_sources(w, &after);
    }
    out->before = grid_lines_end(&before);
    out->after = grid_lines_end(&after);
    w->failed = w->failed || before.failed || after.failed;
}
