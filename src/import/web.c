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

/* What stands above the columns: in one row, or in several where cells span columns. */
struct heads {
    struct slice cells[MOST_COLUMNS];
    struct slice corner; /* above the labels */
    size_t n;            /* 0: none yet */
};

struct reading {
    struct web_page *page;
    struct web_values values;
    const char *version;
    struct column columns[MOST_COLUMNS];
    size_t n_columns;
    struct heads heads; /* of the table at hand */
};

/* ---- rows ---- */

static bool is_number(struct slice cell)
{
    struct web_cell read;

    return import_web_cell(cell, false, &read) == 0;
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

/* The first cell of the row may be lost. Cells that are blank keep what is above. */
static bool take_heads(struct heads *heads, const struct web_row *row, size_t width)
{
    bool lost = row->n + 1 == width;

    if ((row->n != width && !lost) || width > MOST_COLUMNS)
        return false;
    heads->n = width - 1;
    heads->corner = lost ? import_slice("", 0) : row->cells[0];
    for (size_t i = 0; i + 1 < width; i++) {
        struct slice cell = row->cells[lost ? i : i + 1];

        if (cell.length)
            heads->cells[i] = cell;
    }
    return true;
}

/* ---- tables ---- */

static void skip_row(struct reading *r, const struct web_row *row, const char *why)
{
    struct slice label = row->cells[0];

    import_note(r->page->in, IMPORT_SKIPPED, row->line, label.text, label.length, "%s",
                why);
}

static void take_row(struct reading *r, const struct web_table *t,
                     const struct web_row *row, const struct heads *heads,
                     const struct web_meaning *meaning)
{
    if (!meaning->id) {
        skip_row(r, row, meaning->params);
        return;
    }
    for (size_t i = 1; i < row->n && i <= heads->n; i++) {
        struct session *session = heads->cells[i - 1].length && row->cells[i].length
                                      ? session_of(r, heads->cells[i - 1])
                                      : NULL;

        if (session)
            import_web_value(&r->values, session, meaning, row->cells[0], row->cells[i],
                             t->caption, row->line);
    }
}

/* Whether a row repeats the heads: the same stands above its labels. */
static bool is_again(const struct heads *heads, const struct web_row *row)
{
    return heads->corner.length && heads->corner.length == row->cells[0].length &&
           memcmp(heads->corner.text, row->cells[0].text, heads->corner.length) == 0;
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

/*
 * Rows that name something of lmbench's are results, and what stands above the first of
 * them are heads, also where they look like numbers: "5.4", "5.10".
 */
static void take_table(struct reading *r, const struct web_table *t)
{
    struct slice group = import_slice("", 0);
    size_t width = width_of(t);
    struct heads *heads = &r->heads;
    bool results = false;

    *heads = (struct heads){ .n = 0 };
    for (size_t i = 0; i < t->n && width > 1 && !r->page->failed; i++) {
        const struct web_row *row = &t->rows[i];
        struct web_meaning meaning;

        if (row->n == 0)
            continue;
        if (is_group(row)) {
            group = row->cells[0];
        } else if (import_label_of_row(import_arena(r->page->in), group, row->cells[0],
                                       &meaning)) {
            if (heads->n == 0)
                break;
            take_row(r, t, row, heads, &meaning);
            results = true;
        } else if ((results && !is_again(heads, row)) ||
                   !take_heads(heads, row, width)) {
            if (row->cells[0].length)
                skip_row(r, row, "a row that names nothing of lmbench's");
        }
    }
    if (!results)
        skip_table(r, t);
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

/* The text of a line of HTML with each tag as a bar, and "&nbsp;" as a blank. */
static struct slice bars_for_tags(struct slice line, char *out, size_t size)
{
    static const char no_break[] = "&nbsp;";
    bool inside = false;
    size_t n = 0;

    for (size_t i = 0; i < line.length && n < size; i++) {
        char c = line.text[i];

        if (c == '&' &&
            import_begins(import_slice(line.text + i, line.length - i), no_break)) {
            i += sizeof no_break - 2;
            c = ' ';
        }
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
