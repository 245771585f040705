/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_text.c - a pasted text as lines of words that know where they stand
 *
 * Mail and the web have been at it: quoting marks go, tabs and the many kinds of blanks
 * become blanks, typographic dashes dashes. One character is one column.
 */
#include "import/summary.h"

#include "base/buf.h"

#include <ctype.h>
#include <string.h>

enum { TAB = 8, MOST_COLUMNS = 1000 }; /* what is longer is no table */

/* ---- HTML ---- */

static const struct entity {
    const char *name, *text;
} entities[] = {
    { "&gt;", ">" },   { "&lt;", "<" },   { "&amp;", "&" },
    { "&nbsp;", " " }, { "&#160;", " " }, { "&#62;", ">" },
};

/* "</pre>": how long the tag is; 0: it is none ("<-- look"). */
static size_t tag(const char *text, size_t left)
{
    const char *end = left > 2 ? memchr(text, '>', left) : NULL;

    return end && (isalpha((unsigned char)text[1]) ||
                   (text[1] == '/' && isalpha((unsigned char)text[2])))
               ? (size_t)(end - text) + 1
               : 0;
}

static size_t markup(struct buf *buf, const char *text, size_t left)
{
    if (*text == '<')
        return tag(text, left);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t n = strlen(entities[i].name);

        if (n <= left && memcmp(text, entities[i].name, n) == 0) {
            buf_text(buf, entities[i].text);
            return n;
        }
    }
    return 0;
}

/* A page's tags go, before columns are counted. */
static void unmark(struct buf *buf, const char *text, size_t length)
{
    buf_text(buf, "");
    for (size_t i = 0; i < length && buf->length < MOST_COLUMNS;) {
        size_t n =
            text[i] == '<' || text[i] == '&' ? markup(buf, text + i, length - i) : 0;

        if (n == 0)
            buf_add(buf, text + i, 1);
        i += n ? n : 1;
    }
}

/* ---- blanks ---- */

/* "> ", ">> ", "AB> ": how many bytes; the blank behind the mark is one of them. */
static size_t quoting(const char *text, size_t length)
{
    size_t end = 0;

    for (size_t i = 0, letters = 0; i < length; i++) {
        if (text[i] == '>') {
            end = i + 1;
            letters = 0;
        } else if (isalpha((unsigned char)text[i]) && letters < 4) {
            letters++;
        } else if (text[i] != ' ' || letters || i > end + 1) {
            break;
        }
    }
    return end + (end && end < length && text[end] == ' ');
}

struct unusual {
    const char *bytes;
    char as; /* 0: nothing */
};
static const struct unusual unusuals[] = {
    { "\xc2\xa0", ' ' },     { "\xe2\x80\x82", ' ' }, { "\xe2\x80\x83", ' ' },
    { "\xe2\x80\x87", ' ' }, { "\xe2\x80\x89", ' ' }, { "\xe2\x80\xaf", ' ' },
    { "\xe3\x80\x80", ' ' }, { "\xe2\x80\x8b", 0 },   { "\xef\xbb\xbf", 0 },
    { "\xe2\x80\x90", '-' }, { "\xe2\x80\x91", '-' }, { "\xe2\x80\x92", '-' },
    { "\xe2\x80\x93", '-' }, { "\xe2\x80\x94", '-' }, { "\xe2\x88\x92", '-' },
    { "\xa0", ' ' },
};

/* One character of a line, at least one byte of it. */
static size_t one_character(struct buf *buf, const char *text, size_t left)
{
    unsigned char c = (unsigned char)text[0];
    size_t n = 1;

    for (size_t i = 0; i < sizeof unusuals / sizeof *unusuals; i++) {
        size_t length = strlen(unusuals[i].bytes);

        if (length <= left && memcmp(text, unusuals[i].bytes, length) == 0) {
            buf_add(buf, &unusuals[i].as, unusuals[i].as != 0);
            return length;
        }
    }
    if (c == '\t') {
        buf_add(buf, "        ", TAB - buf->length % TAB);
    } else if (c < ' ' || c == 0x7f) {
        buf_add(buf, " ", 1);
    } else if (c < 0x80) {
        buf_add(buf, text, 1);
    } else {
        while (n < left && n < 4 && ((unsigned char)text[n] & 0xc0) == 0x80)
            n++;
        buf_add(buf, "?", 1);
    }
    return n;
}

static bool add_words(struct arena *arena, struct summary_line *line)
{
    size_t capacity = 0;

    for (size_t i = 0; i < line->length;) {
        size_t n = strcspn(line->text + i, " ");
        struct summary_word *wider;

        if (n == 0) {
            i++;
            continue;
        }
        wider = arena_grow(arena, line->words, &capacity, line->n + 1, sizeof *wider);
        if (!wider)
            return false;
        line->words = wider;
        wider[line->n++] = (struct summary_word){ .text = line->text + i,
                                                  .length = (int)n,
                                                  .first = (int)i,
                                                  .last = (int)(i + n) - 1 };
        i += n;
    }
    return true;
}

bool import_summary_line(struct arena *arena, const struct import_line *from,
                         struct summary_line *to)
{
    struct buf buf = { 0 }, bare = { 0 };
    size_t at;

    unmark(&bare, from->text, from->length);
    if (!buf_ok(&bare)) {
        buf_done(&bare);
        return false;
    }
    at = quoting(bare.text, bare.length);
    buf_text(&buf, "");
    while (at < bare.length && buf.length < MOST_COLUMNS)
        at += one_character(&buf, bare.text + at, bare.length - at);
    buf_done(&bare);
    *to = (struct summary_line){ .number = from->number, .width = buf.length };
    while (buf.length > 0 && buf.text[buf.length - 1] == ' ')
        buf.length--;
    to->length = buf.length;
    to->text = buf_ok(&buf) ? arena_strndup(arena, buf.text, buf.length) : NULL;
    buf_done(&buf);
    return to->text && add_words(arena, to);
}

void import_summary_split(struct summary_text *text, const struct import_source *from)
{
    struct import_line line = { 0 };

    for (size_t at = 0; !text->failed && import_next_line(from, &at, &line);) {
        struct summary_line *wider = arena_grow(
            text->arena, text->lines, &text->capacity, text->n + 1, sizeof *wider);

        text->failed =
            !wider || !import_summary_line(text->arena, &line, &wider[text->n]);
        if (wider)
            text->lines = wider;
        text->n += !text->failed;
    }
}
