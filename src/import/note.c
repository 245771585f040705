/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * note.c - lines of a stranger's text, and what is told of those not understood
 */
#include "import/frame.h"

#include "base/buf.h"
#include "base/num.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NOTE_TEXT = 100 }; /* bytes of a line that are shown */

const char *const import_note_name[] = { "skipped", "no value", "ambiguous",
                                         "doubtful" };

bool import_next_line(const struct import_source *source, size_t *at,
                      struct import_line *line)
{
    const char *text = source->text + *at;
    size_t left = source->size - *at, n = 0;

    if (left == 0)
        return false;
    while (n < left && text[n] != '\n' && text[n] != '\r')
        n++;
    *line =
        (struct import_line){ .text = text, .length = n, .number = line->number + 1 };
    *at += n;
    left -= n;
    text += n;
    /* "\r\r\n" is what a file becomes that was converted twice */
    for (n = 0; n < left && text[n] == '\r';)
        n++;
    if (n < left && text[n] == '\n')
        *at += n + 1;
    else if (left)
        *at += 1;
    return true;
}

/*
 * How many bytes the character takes that starts there; 0: it is none. Source: RFC 3629
 */
static size_t character(const unsigned char *s, size_t left)
{
    size_t n = s[0] < 0x80   ? 1
               : s[0] < 0xc2 ? 0
               : s[0] < 0xe0 ? 2
               : s[0] < 0xf0 ? 3
               : s[0] < 0xf5 ? 4
                             : 0;

    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f) ||
        (s[0] == 0xc2 && s[1] < 0xa0)) /* C1 controls, which move a terminal's cursor */
        return 0;
    return n;
}

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < ' ' || text[i] > '~')
            return false;
    }
    return true;
}

const char *import_clean(struct arena *arena, const char *text, size_t length,
                         size_t most)
{
    struct buf buf = { 0 };
    const char *copy;

    if (length < most - 2 && is_plain(text, length))
        return arena_strndup(arena, text, length);
    buf_text(&buf, "");
    for (size_t i = 0, n; i < length; i += n) {
        const unsigned char *s = (const unsigned char *)text + i;

        if (buf.length + 4 > most) {
            buf_text(&buf, "...");
            break;
        }
        n = character(s, length - i);
        if (n == 1 && (*s < ' ' || *s == 0x7f))
            buf_text(&buf, *s == '\t' ? " " : "?");
        else if (n)
            buf_add(&buf, s, n);
        else
            buf_text(&buf, "?");
        n = n ? n : 1;
    }
    copy = buf_ok(&buf) ? arena_strndup(arena, buf.text, buf.length) : NULL;
    buf_done(&buf);
    return copy;
}

void import_note(struct import *in, enum import_note_kind kind, uint32_t line,
                 const char *text, size_t length, const char *why, ...)
{
    struct import_log *log = in->log;
    struct import_note *notes, note = { .kind = kind, .line = line };
    char clause[256];
    va_list args;

    va_start(args, why);
    num_vprintf(clause, sizeof clause, why, args);
    va_end(args);
    if (in->rc < 0)
        return;
    notes = arena_grow(in->doc->arena, log->notes, &in->notes_capacity,
                       log->n_notes + 1, sizeof *notes);
    note.text = import_clean(in->doc->arena, text, length, NOTE_TEXT);
    note.why = import_clean(in->doc->arena, clause, strlen(clause), sizeof clause);
    if (notes)
        log->notes = notes;
    if (!notes || !note.text || !note.why) {
        in->rc = -ENOMEM;
        return;
    }
    note.seq = (uint32_t)log->n_notes;
    notes[log->n_notes++] = note;
}
