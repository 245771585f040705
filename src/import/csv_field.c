/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv_field.c - the fields of a line of comma-separated values
 */
#include "import/csv_field.h"

#include <string.h>

/* Behind the quote that ends the field that begins with one. */
static size_t quoted(struct slice s)
{
    for (size_t i = 1; i < s.length; i++) {
        if (s.text[i] != '"')
            continue;
        if (i + 1 < s.length && s.text[i + 1] == '"')
            i++;
        else
            return i + 1;
    }
    return 0;
}

/* Doubled quotes are one, and a line's end is a blank. */
static struct slice plain(struct arena *arena, struct slice s)
{
    char *copy;
    size_t n = 0;

    if (!arena || !s.length ||
        (!memchr(s.text, '"', s.length) && !memchr(s.text, '\n', s.length)))
        return s;
    copy = arena_alloc(arena, s.length);
    for (size_t i = 0; copy && i < s.length; i++) {
        if (s.text[i] == '\r')
            continue;
        copy[n++] = (char)(s.text[i] == '\n' ? ' ' : s.text[i]);
        i += s.text[i] == '"' && i + 1 < s.length && s.text[i + 1] == '"';
    }
    return copy ? import_slice(copy, n) : s;
}

enum { MOST_LINES = 20 }; /* of a record */

static size_t quotes(struct slice s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.length; i++)
        n += s.text[i] == '"';
    return n;
}

bool import_csv_record(const struct import_source *source, size_t *at,
                       struct import_line *line, struct csv_record *record)
{
    struct import_line last;
    size_t end, n;

    if (!import_next_line(source, at, line))
        return false;
    *record =
        (struct csv_record){ import_slice(line->text, line->length), line->number };
    n = quotes(record->text);
    last = *line;
    end = *at;
    for (int i = 1; n % 2 && i < MOST_LINES && import_next_line(source, &end, &last);
         i++) {
        n += quotes(import_slice(last.text, last.length));
        if (n % 2)
            continue; /* and if it never ends, it is a line after all */
        record->text = import_slice(
            record->text.text, (size_t)(last.text + last.length - record->text.text));
        *line = last;
        *at = end;
    }
    return true;
}

bool import_csv_field(struct arena *arena, char mark, struct slice *rest, bool *more,
                      struct slice *field)
{
    struct slice s = mark == '\t' ? *rest : import_trim(*rest), behind;
    size_t n;

    if (!*more)
        return false;
    n = s.length && s.text[0] == '"' ? quoted(s) : 0;
    behind = import_slice(s.text + n, s.length - n);
    *more = behind.length && memchr(behind.text, mark, behind.length);
    if (n) {
        *field = plain(arena, import_slice(s.text + 1, n - 2));
        import_until(&behind, mark); /* what is no field of its own */
    } else {
        *field = import_until(&behind, mark);
    }
    *field = import_trim(*field);
    *rest = behind;
    return true;
}
