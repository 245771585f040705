/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary.c - pasted summaries of lmbench, of all generations, into a document
 */
#include "import/summary.h"

#include "import/readers.h"

#include <errno.h>
#include <string.h>

/* ---- is it one? ---- */

enum { LOOK = 80 };

/* A line's beginning without quoting marks, tags and odd blanks. */
static void begin_of(const struct import_line *line, char text[LOOK])
{
    size_t n = 0, i = 0;

    for (; i < line->length && n + 1 < LOOK; i++) {
        const char *at = line->text + i;
        size_t left = line->length - i;

        if (*at == '<' && memchr(at, '>', left))
            i += (size_t)((const char *)memchr(at, '>', left) - at);
        else if (left > 3 && memcmp(at, "&gt;", 4) == 0)
            i += 3;
        else if (n > 0 || !strchr(" \t>\xc2\xa0", *at)) {
            bool blank = strchr("\t\xc2\xa0", *at) != NULL;

            text[n++] = *at;
            if (blank)
                text[n - 1] = ' ';
        }
    }
    while (n > 0 && strchr(" \r", text[n - 1]))
        n--;
    text[n] = '\0';
}

/* "--------- ------------- ----" */
static bool looks_dashed(const char *text)
{
    size_t groups = 0;

    if (text[strspn(text, "- ")])
        return false;
    for (size_t i = 0; text[i]; i++)
        groups += text[i] == '-' && (i == 0 || text[i - 1] == ' ');
    return groups > 2;
}

static bool looks_headed(const char *text)
{
    return strncmp(text, "Host ", 5) == 0 &&
           strncmp(text + 5 + strspn(text + 5, " "), "OS ", 3) == 0;
}

static bool looks_like_banner(const char *text)
{
    return strncmp(text, "L M B E N C H", 13) == 0 ||
           strncmp(text, "E R R B A R   S U", 17) == 0;
}

size_t import_recognise_summary(const struct import_source *source)
{
    static const char openings[] = "HLE- \t><&\xc2\xa0";
    struct import_line line = { 0 };
    size_t n = 0;
    bool inside = false;

    for (size_t at = 0; import_next_line(source, &at, &line);) {
        char text[LOOK] = "";

        if (line.length == 0)
            inside = false;
        else if (line.text[0] && strchr(openings, line.text[0]))
            begin_of(&line, text);
        inside = inside || (*text && (looks_dashed(text) || looks_headed(text)));
        n += inside || (*text && looks_like_banner(text));
    }
    return n;
}

/* ---- all ---- */

static void place(struct summary *s)
{
    for (size_t t = 0; t < s->n_tables; t++) {
        struct summary_table *table = &s->tables[t];

        for (size_t i = 0; i < table->n; i++) {
            if (table->fit.n)
                import_summary_place(table, &table->fit, &table->rows[i]);
            else
                import_note(s->in, IMPORT_AMBIGUOUS, table->rows[i].line,
                            table->rows[i].text, strlen(table->rows[i].text),
                            "the columns of its table are not known");
        }
    }
}

static void tell_versions(struct summary *s)
{
    for (size_t b = 0; b < s->n_blocks; b++) {
        const struct summary_block *block = &s->blocks[b];
        bool used = false;

        for (size_t i = 0; i < s->n_sessions; i++)
            used = used || s->sessions[i].block == b;
        if (used && block->ours)
            import_note(s->in, IMPORT_DOUBTFUL, block->line, "", 0,
                        "errbar printed its own numbers: its results file says more");
        else if (used && !block->version)
            import_note(s->in, IMPORT_DOUBTFUL, block->line, "", 0,
                        "no version is named: taken for %s by its columns",
                        block->generation->made_by);
    }
}

static int read_all(struct summary *s)
{
    import_summary_split(&s->text, import_from(s->in));
    if (s->text.failed || import_summary_find(s) < 0)
        return -ENOMEM;
    import_summary_fit(s);
    if (s->text.failed)
        return -ENOMEM;
    import_summary_tear(s);
    place(s);
    if (import_summary_runs(s) < 0)
        return -ENOMEM;
    import_summary_infer(s);
    tell_versions(s);
    for (size_t i = 0; i < s->n_sessions; i++)
        import_summary_session(s, &s->sessions[i]);
    return 0;
}

int import_read_summary(struct import *in, struct diag *why)
{
    struct summary s = { .in = in, .text.arena = arena_new() };
    int rc = s.text.arena ? read_all(&s) : -ENOMEM;

    (void)why;
    arena_free(s.text.arena);
    return rc;
}
