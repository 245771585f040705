/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web.c - pages of tables: columns are systems, rows what was measured
 */
#include "import/web.h"

#include "import/web_page.h"
#include "import/web_value.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

enum { MOST_COLUMNS = 200 };

/* A column head, as one session of the file. */
struct column {
    struct slice head;
    struct session *session;
};

struct reading {
    struct web_page *page;
    struct web_values values;
    const char *version;
    struct column columns[MOST_COLUMNS];
    size_t n_columns;
};

/* ---- rows ---- */

static bool is_number(struct slice cell)
{
    struct web_cell read;

    return import_web_cell(cell, &read) == 0;
}

/* "Creations", "size=16k": nothing stands beside it. */
static bool is_group(const struct web_row *row)
{
    if (row->n == 0 || row->cells[0].length == 0)
        return false;
    for (size_t i = 1; i < row->n; i++) {
        if (row->cells[i].length)
            return false;
    }
    return true;
}

static bool has_number(const struct web_row *row)
{
    for (size_t i = 1; i < row->n; i++) {
        if (is_number(row->cells[i]))
            return true;
    }
    return false;
}

/* Columns of the widest row that has a number. */
static size_t width_of(const struct web_table *t)
{
    size_t width = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (has_number(&t->rows[i]) && t->rows[i].n > width)
            width = t->rows[i].n;
    }
    return width;
}

/* ---- columns ---- */

static struct session *session_of(struct reading *r, struct slice head)
{
    struct arena *arena = import_arena(r->page->in);
    struct import_whose whose = { .version = r->version };
    struct column *c;

    for (size_t i = 0; i < r->n_columns; i++) {
        c = &r->columns[i];
        if (c->head.length == head.length &&
            memcmp(c->head.text, head.text, head.length) == 0)
            return c->session;
    }
    if (r->n_columns == MOST_COLUMNS)
        return NULL;
    whose.label = arena_strndup(arena, head.text, head.length);
    if (!whose.label)
        return NULL;
    c = &r->columns[r->n_columns++];
    *c = (struct column){ head, import_session(r->page->in, &whose) };
    return c->session;
}

/* The heads of the columns with numbers; the first cell of that row may be lost. */
static const struct slice *heads_of(const struct web_row *row, size_t width)
{
    if (row->n == width)
        return row->cells + 1;
    return row->n + 1 == width ? row->cells : NULL;
}

/* ---- tables ---- */

static void take_row(struct reading *r, const struct web_table *t,
                     const struct web_row *row, const struct slice *heads, size_t width,
                     struct slice group)
{
    struct web_meaning meaning;
    struct slice label = row->cells[0];

    if (!import_label_of_row(import_arena(r->page->in), group, label, &meaning)) {
        import_note(r->page->in, IMPORT_SKIPPED, row->line, label.text, label.length,
                    "a row that names nothing of lmbench's");
        return;
    }
    if (!meaning.id) {
        import_note(r->page->in, IMPORT_SKIPPED, row->line, label.text, label.length,
                    "%s", meaning.params);
        return;
    }
    for (size_t i = 1; i < row->n && i < width; i++) {
        struct session *session = heads[i - 1].length && row->cells[i].length
                                      ? session_of(r, heads[i - 1])
                                      : NULL;

        if (session)
            import_web_value(&r->values, session, &meaning, label, row->cells[i],
                             t->caption, row->line);
    }
}

static void skip_table(struct reading *r, const struct web_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct web_row *row = &t->rows[i];

        if (row->n && row->cells)
            import_note(r->page->in, IMPORT_SKIPPED, row->line, row->cells[0].text,
                        row->cells[0].length,
                        "of a table without heads above its numbers");
    }
}

static void take_table(struct reading *r, const struct web_table *t)
{
    struct slice group = import_slice("", 0);
    size_t width = width_of(t), first = 0;
    const struct slice *heads = NULL;

    while (width > 1 && first < t->n && !heads) {
        if (has_number(&t->rows[first]))
            break;
        heads = is_group(&t->rows[first]) ? NULL : heads_of(&t->rows[first], width);
        first++;
    }
    if (!heads) {
        skip_table(r, t);
        return;
    }
    for (size_t i = first; i < t->n && !r->page->failed; i++) {
        const struct web_row *row = &t->rows[i];

        if (is_group(row))
            group = row->cells[0];
        else if (row->n && row->cells[0].length)
            take_row(r, t, row, heads, width, group);
    }
}

/*
 * Only 2.x has fstat and one number for a socket's bandwidth: 1.x has no fstat, 3.0 has
 * a block of messages. Source: spec/lmbench.md 5
 */
static const char *version_of(struct web_page *page)
{
    const struct web_row *fstat = NULL, *socket = NULL;

    for (size_t t = 0; t < page->n; t++) {
        for (size_t i = 0; i < page->tables[t].n; i++) {
            const struct web_row *row = &page->tables[t].rows[i];

            if (!has_number(row))
                continue;
            if (import_same_case(row->cells[0], "Simple fstat"))
                fstat = row;
            if (import_begins(row->cells[0], "Socket bandwidth using "))
                socket = row;
        }
    }
    if (!fstat || !socket)
        return NULL;
    import_note(page->in, IMPORT_DOUBTFUL, socket->line, socket->cells[0].text,
                socket->cells[0].length,
                "taken as lmbench 2.0, which alone prints fstat and one socket "
                "bandwidth");
    return "2.0";
}

int import_page_read(struct web_page *page, struct diag *why)
{
    struct reading *r = arena_alloc(import_arena(page->in), sizeof *r);

    if (!r || page->failed)
        return diag_set(why, -ENOMEM, "no memory for the tables of a page");
    r->page = page;
    r->values.in = page->in;
    r->version = version_of(page);
    for (size_t i = 0; i < page->n; i++)
        take_table(r, &page->tables[i]);
    if (page->text.length)
        import_note(page->in, IMPORT_SKIPPED, page->text_line, page->text.text,
                    page->text.length, "text, and no table below it");
    import_web_doubts(&r->values);
    if (r->values.failed)
        return diag_set(why, -ENOMEM, "no memory for the cells of a page");
    return 0;
}

/* ---- the kind ---- */

static bool contains_tag(const struct import_source *source, const char *tag)
{
    const char *at = source->text, *end = source->text + source->size;
    size_t n = strlen(tag);

    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        if ((size_t)(end - at) > n && strncasecmp(at + 1, tag, n) == 0)
            return true;
        at++;
    }
    return false;
}

static bool is_html(const struct import_source *source)
{
    return source->size && contains_tag(source, "table") && contains_tag(source, "tr");
}

/* Whether a cell of the line is a label: what compilers print has bars as well. */
static bool has_label(struct slice line)
{
    struct web_meaning meaning;

    while (line.length) {
        struct slice cell = import_trim(import_until(&line, '|'));
        bool group = import_begins(cell, "size=") || import_begins(cell, "Creations");

        if (cell.length && (group || import_label_of_raw(NULL, cell, &meaning)))
            return true;
    }
    return false;
}

/* The text of a line of HTML with each tag as a bar. */
static struct slice bars_for_tags(struct slice line, char *out, size_t size)
{
    bool inside = false;
    size_t n = 0;

    for (size_t i = 0; i < line.length && n < size; i++) {
        char c = line.text[i];

        inside = inside || c == '<';
        if (!inside || c == '>')
            out[n++] = (char)(c == '>' ? '|' : c);
        inside = inside && c != '>';
    }
    return import_slice(out, n);
}

enum { MOST_LINE = 16384 }; /* bytes of a line of HTML that are looked at */

size_t import_recognise_web(const struct import_source *source)
{
    struct import_line line = { 0 };
    size_t at = 0, cells = 0;
    bool html = is_html(source), known = false;
    char plain[MOST_LINE];

    while (import_next_line(source, &at, &line)) {
        struct slice text =
            import_trim(import_unquote(import_slice(line.text, line.length)));

        if (html)
            text = bars_for_tags(text, plain, sizeof plain);
        if (text.length == 0 ||
            (!html && text.text[text.length - 1] != '|' && text.text[0] != '|'))
            continue;
        cells++;
        known = known || has_label(text);
    }
    return known ? cells : 0;
}

int import_read_web(struct import *in, struct diag *why)
{
    const struct import_source *source = import_from(in);
    struct web_page page = { .in = in };

    if (!is_html(source))
        import_page_of_text(&page, source);
    else if (import_page_of_html(&page, source) == -EFBIG)
        return diag_set(why, -EFBIG, "%s: too large for a page", source->name);
    return import_page_read(&page, why);
}
