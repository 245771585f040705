/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_line.c - words, numbers and units of a line
 */
#include "import/raw.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0';
}

struct raw_slice import_raw_trim(struct raw_slice s)
{
    while (s.length && is_blank(s.text[0])) {
        s.text++;
        s.length--;
    }
    while (s.length && is_blank(s.text[s.length - 1]))
        s.length--;
    return s;
}

bool import_raw_starts(struct raw_slice s, const char *word)
{
    size_t n = strlen(word);

    return s.length >= n && strncasecmp(s.text, word, n) == 0;
}

static struct raw_slice cut(struct raw_slice *rest, size_t n)
{
    struct raw_slice front = { rest->text, n };

    rest->text += n;
    rest->length -= n;
    return front;
}

static void skip_blanks(struct raw_slice *rest)
{
    while (rest->length && is_blank(rest->text[0]))
        cut(rest, 1);
}

struct raw_slice import_raw_word(struct raw_slice *rest)
{
    size_t n = 0;

    skip_blanks(rest);
    while (n < rest->length && !is_blank(rest->text[n]))
        n++;
    return cut(rest, n);
}

static size_t digits(struct raw_slice s, size_t at)
{
    size_t n = 0;

    while (at + n < s.length && isdigit((unsigned char)s.text[at + n]))
        n++;
    return n;
}

/* "inf", "nan", "-nan" */
static size_t no_number(struct raw_slice s, size_t at)
{
    static const char *const words[] = { "infinity", "inf", "nan" };

    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);

        if (s.length - at >= n && strncasecmp(s.text + at, words[i], n) == 0 &&
            (at + n == s.length || !isalpha((unsigned char)s.text[at + n])))
            return at + n;
    }
    return 0;
}

/* "1.2" of "1.2.3", "1" of "1,5" and of "1e400": a piece of something else. */
static bool goes_on(struct raw_slice s, size_t at)
{
    if (at == s.length)
        return false;
    return digits(s, at) ||
           ((s.text[at] == '.' || s.text[at] == ',') && digits(s, at + 1)) ||
           (tolower((unsigned char)s.text[at]) == 'e' &&
            (at + 1 == s.length || is_blank(s.text[at + 1]) || digits(s, at + 1)));
}

struct raw_slice import_raw_number(struct raw_slice *rest)
{
    size_t at, whole, parts;

    skip_blanks(rest);
    at = rest->length && (rest->text[0] == '-' || rest->text[0] == '+');
    if (at < rest->length && isalpha((unsigned char)rest->text[at]))
        return cut(rest, no_number(*rest, at));
    whole = digits(*rest, at);
    at += whole;
    parts = at < rest->length && rest->text[at] == '.' ? digits(*rest, at + 1) : 0;
    if (whole + parts == 0)
        return cut(rest, 0);
    at += parts ? parts + 1 : 0;
    if (at + 2 < rest->length && tolower((unsigned char)rest->text[at]) == 'e' &&
        (rest->text[at + 1] == '+' || rest->text[at + 1] == '-') &&
        digits(*rest, at + 2))
        at += 2 + digits(*rest, at + 2);
    return cut(rest, goes_on(*rest, at) ? 0 : at);
}

void import_raw_text(struct raw_slice s, char *text, size_t size)
{
    size_t n = 0;

    for (; n < s.length && n + 1 < size; n++) {
        bool fine = s.text[n] > ' ' && s.text[n] <= '~' && s.text[n] != '=';

        text[n] = s.text[n];
        if (!fine)
            text[n] = '?';
    }
    text[n] = '\0';
}

bool import_raw_whole(struct raw_slice s, uint64_t *value)
{
    if (s.length == 0 || s.length > 18 || digits(s, 0) != s.length)
        return false;
    *value = 0;
    for (size_t i = 0; i < s.length; i++)
        *value = *value * 10 + (uint64_t)(s.text[i] - '0');
    return true;
}

/* Longer ones of the same beginning stand first. */
static const struct {
    const char *name, *unit;
    double in_base; /* negative: one divided by that */
} units[] = {
    { "microseconds", "s", -1e6 }, { "microsecond", "s", -1e6 },
    { "usecs", "s", -1e6 },        { "usec", "s", -1e6 },
    { "us", "s", -1e6 },           { "nanoseconds", "s", -1e9 },
    { "nanosecond", "s", -1e9 },   { "nanosecs", "s", -1e9 },
    { "nsecs", "s", -1e9 },        { "ns", "s", -1e9 },
    { "milliseconds", "s", -1e3 }, { "millisecs", "s", -1e3 },
    { "msecs", "s", -1e3 },        { "ms", "s", -1e3 },
    { "MB/sec", "B/s", 1e6 },      { "MB/s", "B/s", 1e6 },
    { "KB/sec", "B/s", 1e3 },      { "KB/s", "B/s", 1e3 },
    { "GB/sec", "B/s", 1e9 },
};

bool import_raw_unit(struct raw_slice *rest, const char *unit, double *in_base)
{
    skip_blanks(rest);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t n = strlen(units[i].name);
        bool cut_short = rest->length >= 3 && rest->length < n &&
                         strncasecmp(units[i].name, rest->text, rest->length) == 0;

        bool part_of_word = n == 2 && rest->length > n &&
                            isalnum((unsigned char)rest->text[n]); /* "used" */

        if (strcmp(units[i].unit, unit) != 0 || part_of_word ||
            (!cut_short && !import_raw_starts(*rest, units[i].name)))
            continue;
        cut(rest, cut_short ? rest->length : n);
        *in_base = units[i].in_base;
        return true;
    }
    return false;
}
