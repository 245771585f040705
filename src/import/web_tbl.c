/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_tbl.c - tables for troff's tbl: a row is a system
 *
 * A column is what its heads say together, "2 processes" over "32KB". Source of the
 * grammar: tbl(1).
 */
#include "import/web.h"

#include "base/buf.h"
#include "import/web_value.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 64, MOST_HEADS = 256 };

struct table {
    struct import *in;
    struct web_values values;
    char tab;
    bool spans[MOST_COLUMNS]; /* of the first format line: goes on from its left */
    size_t n_spans, formats;
    char heads[MOST_COLUMNS][MOST_HEADS];
    struct web_meaning columns[MOST_COLUMNS];
    size_t n_columns;
    bool formatted, ruled; /* which parts are behind us */
    struct slice *names;   /* of the rows so far */
    size_t n_names, names_capacity;
    bool failed;
};

size_t import_recognise_tbl(const struct import_source *source)
{
    struct import_line line = { 0 };
    size_t at = 0, n = 0;
    bool inside = false;

    while (import_next_line(source, &at, &line)) {
        struct slice text = import_slice(line.text, line.length);

        inside = import_begins(text, ".TS") || (inside && !import_begins(text, ".TE"));
        n += inside;
    }
    return n;
}

/* Without fonts, "\fB", and other escapes of one character, "\ ". */
static void plain(struct slice text, char *out, size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < text.length && n + 1 < size; i++) {
        if (text.text[i] != '\\') {
            out[n++] = text.text[i];
        } else {
            i += i + 1 < text.length && text.text[i + 1] == 'f' ? 2 : 1;
        }
    }
    out[n] = '\0';
}

/* "c|c s|c s": which columns go on from their left. */
static void take_format(struct table *t, struct slice text)
{
    for (size_t i = 0; t->formats == 0 && i < text.length; i++) {
        char key = (char)tolower((unsigned char)text.text[i]);

        if (t->n_spans < MOST_COLUMNS && strchr("clrnas^", key))
            t->spans[t->n_spans++] = key == 's';
    }
    t->formats++;
    t->formatted = import_ends(text, ".");
}

static void take_options(struct table *t, struct slice text)
{
    const char *tab = memmem(text.text, text.length, "tab", 3);
    const char *open = tab ? strchr(tab, '(') : NULL;

    if (open && open + 2 < text.text + text.length && open[2] == ')')
        t->tab = open[1];
}

/* The cells of a line of heads; those of the first line reach over what they span. */
static void take_heads(struct table *t, struct slice text, bool spanning)
{
    size_t column = 0;

    while (text.length && column < MOST_COLUMNS) {
        struct slice cell = import_until(&text, t->tab);
        char head[64];
        size_t from = column++;

        plain(import_trim(cell), head, sizeof head);
        while (spanning && column < t->n_spans && t->spans[column])
            column++;
        for (size_t c = from; c < column; c++) {
            strncat(t->heads[c], *t->heads[c] ? " " : "",
                    MOST_HEADS - 1 - strlen(t->heads[c]));
            strncat(t->heads[c], head, MOST_HEADS - 1 - strlen(t->heads[c]));
        }
    }
    t->n_columns = column > t->n_columns ? column : t->n_columns;
}

/* The whole number before a word: "2 processes"; or "32KB". */
static bool number_before(struct slice head, const char *word, double *value)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= head.length; i++) {
        size_t end = i, start;

        if (strncasecmp(head.text + i, word, n) != 0)
            continue;
        while (end > 0 && head.text[end - 1] == ' ')
            end--;
        for (start = end; start > 0 && isdigit((unsigned char)head.text[start - 1]);)
            start--;
        if (import_decimal(import_slice(head.text + start, end - start), value) == 0 &&
            *value < 1e9)
            return true;
    }
    return false;
}

/* "2 processes 32KB": a context switch. Other heads are labels as rows have them. */
static bool meaning_of(struct table *t, const char *text, struct web_meaning *out)
{
    struct slice head = import_slice_of(text);
    double procs, size;

    *out = (struct web_meaning){ 0 };
    if (number_before(head, "proc", &procs) && number_before(head, "K", &size)) {
        out->id = "lat_ctx";
        out->params = arena_printf(import_arena(t->in), "size=%.0f procs=%.0f",
                                   size * 1024, procs);
        t->failed = t->failed || !out->params;
        return out->params != NULL;
    }
    return import_label_of_row(import_arena(t->in), import_slice_of(""), head, out);
}

static void end_heads(struct table *t, uint32_t line)
{
    for (size_t c = 1; c < t->n_columns; c++) {
        if (!meaning_of(t, t->heads[c], &t->columns[c]))
            import_note(t->in, IMPORT_SKIPPED, line, t->heads[c], strlen(t->heads[c]),
                        "a column that names nothing of lmbench's");
    }
    t->ruled = true;
}

/* Rows of one name are other machines: "DEC Alpha, row 8". */
static struct session *session_of(struct table *t, struct slice name)
{
    struct arena *arena = import_arena(t->in);
    struct import_whose whose = { 0 };
    struct slice *more =
        arena_grow(arena, t->names, &t->names_capacity, t->n_names + 1, sizeof *more);
    bool again = false;

    if (!more)
        return NULL;
    t->names = more;
    for (size_t i = 0; i < t->n_names && i < 1000; i++)
        again = again || (t->names[i].length == name.length &&
                          memcmp(t->names[i].text, name.text, name.length) == 0);
    t->names[t->n_names++] = name;
    whose.label = again ? arena_printf(arena, "%.*s, row %zu", (int)name.length,
                                       name.text, t->n_names)
                        : arena_strndup(arena, name.text, name.length);
    return whose.label ? import_session(t->in, &whose) : NULL;
}

static void take_row(struct table *t, struct slice text, uint32_t line)
{
    bool single = !text.length || !memchr(text.text, t->tab, text.length);
    struct slice name = import_trim(import_until(&text, t->tab));
    struct session *session;

    if (single) { /* a text block's line, "T}" */
        import_note(t->in, IMPORT_SKIPPED, line, name.text, name.length,
                    "a row without numbers");
        return;
    }
    session = name.length ? session_of(t, name) : NULL;

    for (size_t c = 1; session && c < t->n_columns && text.length; c++) {
        struct slice cell = import_until(&text, t->tab);
        char *copy = arena_alloc(import_arena(t->in), cell.length + 1);

        t->failed = t->failed || !copy;
        if (!copy)
            return;
        plain(cell, copy, cell.length + 1);
        if (t->columns[c].id)
            import_web_value(&t->values, session, &t->columns[c],
                             import_slice_of(t->heads[c]), import_slice_of(copy),
                             import_slice_of(t->heads[c]), line);
    }
    t->failed = t->failed || (name.length && !session);
}

static void take_line(struct table *t, struct slice text, uint32_t line)
{
    struct slice bare = import_trim(text);

    if (!t->formatted && import_ends(bare, ";"))
        take_options(t, bare);
    else if (!t->formatted)
        take_format(t, bare);
    else if (import_same(bare, "=") || import_same(bare, "_"))
        t->ruled ? (void)0 : end_heads(t, line);
    else if (!t->ruled)
        take_heads(t, text, t->n_columns == 0);
    else if (bare.length && bare.text[0] != '.')
        take_row(t, text, line);
}

int import_read_tbl(struct import *in, struct diag *why)
{
    struct table *t = arena_alloc(import_arena(in), sizeof *t);
    struct web_values values = { .in = in };
    struct import_line line = { 0 };
    bool inside = false;
    size_t at = 0;

    while (t && !t->failed && import_next_line(import_from(in), &at, &line)) {
        struct slice text = import_slice(line.text, line.length);

        if (import_begins(text, ".TS")) {
            *t = (struct table){ .in = in, .values = values, .tab = '\t' };
            inside = true;
        } else if (import_begins(text, ".TE")) {
            values = t->values;
            inside = false;
        } else if (inside) {
            take_line(t, text, line.number);
        } else if (import_trim(text).length && text.text[0] != '.') {
            import_note(in, IMPORT_SKIPPED, line.number, text.text, text.length,
                        "text outside of a table");
        }
    }
    if (!t || t->failed || t->values.failed)
        return diag_set(why, -ENOMEM, "no memory for a table of troff");
    return 0;
}
