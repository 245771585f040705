/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slice.c - a piece of a stranger's text, not ended by a NUL
 */
#include "import/slice.h"

#include "base/num.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static const char no_break[] = "\xc2\xa0"; /* U+00A0, what &nbsp; becomes */

struct slice import_slice(const char *text, size_t length)
{
    return (struct slice){ text, length };
}

struct slice import_slice_of(const char *text)
{
    return import_slice(text, strlen(text));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

struct slice import_trim(struct slice s)
{
    for (;;) {
        if (s.length && is_blank(s.text[0])) {
            s.text++;
            s.length--;
        } else if (import_begins(s, no_break)) {
            s.text += 2;
            s.length -= 2;
        } else {
            break;
        }
    }
    for (;;) {
        if (s.length && is_blank(s.text[s.length - 1]))
            s.length--;
        else if (import_ends(s, no_break))
            s.length -= 2;
        else
            break;
    }
    return s;
}

struct slice import_unquote(struct slice s)
{
    size_t at = 0, end = 0;

    for (; at < s.length && (is_blank(s.text[at]) || s.text[at] == '>'); at++) {
        if (s.text[at] == '>')
            end = at + 1;
    }
    return import_slice(s.text + end, s.length - end);
}

bool import_word(struct slice *rest, struct slice *word)
{
    struct slice s = import_trim(*rest);
    size_t end = 0;

    while (end < s.length && !is_blank(s.text[end]))
        end++;
    *word = import_slice(s.text, end);
    *rest = import_slice(s.text + end, s.length - end);
    return end > 0;
}

struct slice import_until(struct slice *rest, char end)
{
    const char *found = rest->length ? memchr(rest->text, end, rest->length) : NULL;
    size_t length = found ? (size_t)(found - rest->text) : rest->length;
    struct slice part = import_slice(rest->text, length);

    length += found != NULL;
    *rest = import_slice(rest->text + length, rest->length - length);
    return part;
}

bool import_same(struct slice s, const char *text)
{
    return s.length == strlen(text) && memcmp(s.text, text, s.length) == 0;
}

bool import_same_case(struct slice s, const char *text)
{
    return s.length == strlen(text) && strncasecmp(s.text, text, s.length) == 0;
}

bool import_begins(struct slice s, const char *text)
{
    size_t length = strlen(text);

    return s.length >= length && memcmp(s.text, text, length) == 0;
}

bool import_ends(struct slice s, const char *text)
{
    size_t length = strlen(text);

    return s.length >= length && memcmp(s.text + s.length - length, text, length) == 0;
}

bool import_contains(struct slice s, const char *text)
{
    return s.length && memmem(s.text, s.length, text, strlen(text)) != NULL;
}

int import_decimal(struct slice s, double *value)
{
    char text[NUM_TEXT];
    size_t points = 0, digits = 0;

    for (size_t i = 0; i < s.length; i++) {
        points += s.text[i] == '.';
        digits += s.text[i] >= '0' && s.text[i] <= '9';
    }
    if (s.length >= sizeof text || !digits || points > 1 || points + digits != s.length)
        return -EINVAL;
    memcpy(text, s.text, s.length);
    text[s.length] = '\0';
    return num_to_double(text, value) < 0 ? -EINVAL : 0;
}
