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

bool import_csv_field(struct slice *rest, bool *more, struct slice *field)
{
    struct slice s = import_trim(*rest), behind;
    size_t n;

    if (!*more)
        return false;
    n = s.length && s.text[0] == '"' ? quoted(s) : 0;
    behind = import_slice(s.text + n, s.length - n);
    *more = behind.length && memchr(behind.text, ',', behind.length);
    if (n) {
        *field = import_slice(s.text + 1, n - 2);
        import_until(&behind, ','); /* what is no field of its own */
    } else {
        *field = import_until(&behind, ',');
    }
    *field = import_trim(*field);
    *rest = behind;
    return true;
}
