/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_wrap.c - what logs, terminals and mails put around a line: stamps of time,
 * colours and the marks of a quotation
 */
#include "import/raw.h"

#include <ctype.h>
#include <string.h>

/* A terminal's colours are not part of the text. */
static struct raw_slice without_escapes(struct raw_slice s, char *copy)
{
    size_t n = 0;

    for (size_t i = 0; i < s.length; i++) {
        if (s.text[i] == '\033' && i + 1 < s.length && s.text[i + 1] == '[') {
            for (i += 2; i < s.length && (s.text[i] < '@' || s.text[i] > '~');)
                i++;
        } else {
            copy[n++] = s.text[i];
        }
    }
    return (struct raw_slice){ copy, n };
}

/* How many characters are of the form: "0" is a digit, others are themselves. */
static size_t of_form(struct raw_slice s, const char *form)
{
    size_t at = 0;

    for (; form[at]; at++) {
        if (at == s.length || (form[at] == '0' ? !isdigit((unsigned char)s.text[at])
                                               : form[at] != s.text[at]))
            return 0;
    }
    return at;
}

static size_t fraction(struct raw_slice s, size_t at)
{
    size_t end = at;

    if (at < s.length && (s.text[at] == '.' || s.text[at] == ',')) {
        for (end++; end < s.length && isdigit((unsigned char)s.text[end]);)
            end++;
    }
    return end;
}

/* "2024-05-01T12:00:00.123Z", "2024-05-01 12:00:00,123", "12:00:00" */
static size_t clock_stamp(struct raw_slice s)
{
    static const char *const forms[] = { "0000-00-00T00:00:00", "0000-00-00 00:00:00",
                                         "00:00:00" };
    size_t at = 0;

    for (size_t i = 0; at == 0 && i < sizeof forms / sizeof *forms; i++)
        at = of_form(s, forms[i]);
    if (at == 0)
        return 0;
    at = fraction(s, at);
    at += at < s.length && s.text[at] == 'Z';
    return at;
}

/* "[   12.345678]", "[2024-05-01 12:00:00]" */
static size_t bracket_stamp(struct raw_slice s)
{
    struct raw_slice inside = { s.text + 1, s.length - 1 };
    size_t at = 0, whole;

    while (at < inside.length && inside.text[at] == ' ')
        at++;
    inside = (struct raw_slice){ inside.text + at, inside.length - at };
    for (whole = 0;
         whole < inside.length && isdigit((unsigned char)inside.text[whole]);)
        whole++;
    whole = clock_stamp(inside)                   ? clock_stamp(inside)
            : fraction(inside, whole) > whole + 1 ? fraction(inside, whole)
                                                  : 0;
    return whole > 0 && whole < inside.length && inside.text[whole] == ']'
               ? at + whole + 2
               : 0;
}

static bool take_stamp(struct raw_slice *s)
{
    size_t n = 0;

    if (s->length >= 8)
        n = s->text[0] == '[' ? bracket_stamp(*s) : clock_stamp(*s);
    if (n == 0 || (n < s->length && s->text[n] != ' '))
        return false;
    s->text += n;
    s->length -= n;
    return true;
}

struct raw_slice import_raw_unwrap(struct raw_slice s, char *copy, size_t size,
                                   struct raw_wrap *wrap)
{
    *wrap = (struct raw_wrap){ .depth = 0 };
    if (s.length <= size && s.length && memchr(s.text, '\033', s.length))
        s = without_escapes(s, copy);
    s = import_raw_trim(s);
    while (s.length && s.text[0] == '>') {
        s = import_raw_trim((struct raw_slice){ s.text + 1, s.length - 1 });
        wrap->depth++;
    }
    wrap->stamped = take_stamp(&s);
    return wrap->stamped ? import_raw_trim(s) : s;
}
