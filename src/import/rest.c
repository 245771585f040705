/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rest.c - what else is in a file: the lines that one kind skipped are another's
 *
 * A mail that holds a summary and a raw result, or a report of contest besides, is read
 * part by part. Each later reader gets only what those before it did not understand, on
 * the lines where it stands.
 */
#include "import/rest.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

/* Of kinds whose lines are told apart from each other's, and from prose. */
bool import_rest_may(const struct import_kind *kind)
{
    static const char *const names[] = { "lmbench", "lmbench-summary", "contest" };

    for (size_t i = 0; kind && i < sizeof names / sizeof *names; i++) {
        if (strcmp(kind->name, names[i]) == 0)
            return true;
    }
    return false;
}

static int by_line(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The lines with such notes, as bits, sorted; NULL where memory is wanting. */
static uint32_t *noted(const struct import_log *log, unsigned kinds, size_t *n)
{
    uint32_t *lines = malloc((log->n_notes + 1) * sizeof *lines);

    *n = 0;
    for (size_t i = 0; lines && i < log->n_notes; i++) {
        if (kinds >> log->notes[i].kind & 1)
            lines[(*n)++] = log->notes[i].line;
    }
    if (lines)
        qsort(lines, *n, sizeof *lines, by_line);
    return lines;
}

static bool is_in(const uint32_t *lines, size_t n, uint32_t line)
{
    return n && bsearch(&line, lines, n, sizeof *lines, by_line);
}

/* "io_load:" is a heading to more than one kind. */
static bool is_heading(const struct import_line *line)
{
    enum { LONGEST = 40 };

    return line->length > 1 && line->length < LONGEST &&
           line->text[line->length - 1] == ':' &&
           !memchr(line->text, ' ', line->length);
}

int import_rest(const struct import_source *source, const struct import_log *log,
                struct buf *rest)
{
    struct import_line line = { 0 };
    size_t n, at = 0;
    uint32_t *lines = noted(log, 1u << IMPORT_SKIPPED, &n);

    buf_text(rest, "");
    while (lines && import_next_line(source, &at, &line)) {
        if (is_in(lines, n, line.number) || is_heading(&line))
            buf_add(rest, line.text, line.length);
        buf_text(rest, "\n");
    }
    free(lines);
    return lines && buf_ok(rest) ? 0 : -1;
}

/* Counts what a later reader understood as no longer skipped. */
int import_rest_join(struct arena *arena, struct import_log *log,
                     const struct import_log *more)
{
    struct import_note *notes =
        arena_alloc(arena, (log->n_notes + more->n_notes + 1) * sizeof *notes);
    struct import_note also = { .kind = IMPORT_DOUBTFUL, .text = "" };
    size_t n = 0, n_still;
    uint32_t *still =
        noted(more, 1u << IMPORT_SKIPPED | 1u << IMPORT_AMBIGUOUS, &n_still);

    also.why = arena_printf(arena, "results of another kind begin here, read as %s",
                            more->kind->name);
    if (!notes || !still || !also.why) {
        free(still);
        return -1;
    }
    for (size_t i = 0; i < log->n_notes; i++) {
        const struct import_note *note = &log->notes[i];

        if (note->kind != IMPORT_SKIPPED || is_in(still, n_still, note->line))
            notes[n++] = *note;
        else if (!also.line || note->line < also.line)
            also.line = note->line;
    }
    for (size_t i = 0; i < more->n_notes; i++) {
        if (more->notes[i].kind != IMPORT_SKIPPED)
            notes[n++] = more->notes[i];
    }
    notes[n++] = also;
    for (size_t i = 0; i < n; i++)
        notes[i].seq = (uint32_t)i;
    free(still);
    log->notes = notes;
    log->n_notes = n;
    log->values += more->values;
    log->sessions += more->sessions;
    return 0;
}
