/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_label.c - which definition a row of a stranger's table means, and in what unit
 */
#include "import/web_label.h"

#include "base/buf.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* ---- units ---- */

/* What people write behind a number or above a column. */
static const struct web_unit unit_words[] = {
    { "microseconds", "s", 1e-6, false },
    { "microsecond", "s", 1e-6, false },
    { "microsecs", "s", 1e-6, false },
    { "microsec", "s", 1e-6, false },
    { "usecs", "s", 1e-6, false },
    { "usec", "s", 1e-6, false },
    { "us", "s", 1e-6, false },
    { "\xc2\xb5s", "s", 1e-6, false }, /* the sign of micro */
    { "\xce\xbcs", "s", 1e-6, false }, /* the letter mu */
    { "\xc2\xb5sec", "s", 1e-6, false },
    { "nanoseconds", "s", 1e-9, false },
    { "nanosecond", "s", 1e-9, false },
    { "nanosec", "s", 1e-9, false },
    { "nsec", "s", 1e-9, false },
    { "ns", "s", 1e-9, false },
    { "milliseconds", "s", 1e-3, false },
    { "msec", "s", 1e-3, false },
    { "ms", "s", 1e-3, false },
    { "ops/s", "s", 1, true },
    { "per second", "s", 1, true },
    { "files/s", "s", 1, true },
    { "mbytes/sec", "B/s", 1e6, false },
    { "megabytes per second", "B/s", 1e6, false },
    { "mb/sec", "B/s", 1e6, false },
    { "mb/s", "B/s", 1e6, false },
    { "mb\\s", "B/s", 1e6, false },
    { "mb per second", "B/s", 1e6, false },
    { "gb/sec", "B/s", 1e9, false },
    { "gb/s", "B/s", 1e9, false },
    { "kb/sec", "B/s", 1e3, false },
    { "kb/s", "B/s", 1e3, false },
    { "pages", "pages", 1, false },
    { "parallel", "1", 1, false },
    { NULL, NULL, 0, false },
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The word stands there, and is no part of another. */
static bool names(struct slice text, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= text.length; i++) {
        if (strncasecmp(text.text + i, word, n) == 0 &&
            (i == 0 || !is_letter(text.text[i - 1])) &&
            (i + n == text.length || !is_letter(text.text[i + n])))
            return true;
    }
    return false;
}

const struct web_unit *import_unit_in(struct slice text, const char *unit)
{
    for (const struct web_unit *u = unit_words; u->word; u++) {
        if ((!unit || strcmp(u->unit, unit) == 0) && names(text, u->word))
            return u;
    }
    return NULL;
}

/* Divided where it can be, so that 0.68 us is the double that people mean. */
double import_unit_scale(const struct web_unit *unit, double value)
{
    return unit->in_base < 1 ? value / round(1 / unit->in_base) : value * unit->in_base;
}

void import_unit_apply(const struct web_unit *unit, struct import_number *number)
{
    double lo = number->lo;

    if (!unit->inverse) {
        number->value = import_unit_scale(unit, number->value);
        number->lo = import_unit_scale(unit, number->lo);
        number->hi = import_unit_scale(unit, number->hi);
        return;
    }
    number->value = 1 / number->value;
    number->lo = 1 / number->hi;
    number->hi = lo > 0 ? 1 / lo : INFINITY;
}

/* ---- labels of lmbench's raw files ---- */

/* Adds "name=value" to the parameters gathered. */
static void add_param(struct buf *params, const char *name, size_t length,
                      struct slice value)
{
    buf_text(params, params->length ? " " : "");
    buf_add(params, name, length);
    buf_text(params, "=");
    buf_add(params, value.text, value.length);
}

/* The n-th name of a list that is not the host's. */
static struct slice numbered(const char *list, size_t n)
{
    struct slice rest = import_slice_of(list), word;

    while (import_word(&rest, &word)) {
        if (!import_same(word, "host") && n-- == 0)
            return word;
    }
    return import_slice("", 0);
}

static size_t digits_of(struct slice text)
{
    size_t n = 0;

    while (n < text.length && isdigit((unsigned char)text.text[n]))
        n++;
    return n;
}

static size_t word_of(struct slice text)
{
    size_t n = 0;

    while (n < text.length && (is_letter(text.text[n]) || text.text[n] == '.' ||
                               text.text[n] == '-' || text.text[n] == '/'))
        n++;
    return n;
}

static const char curly[] = "\xe2\x80\x99"; /* the apostrophe that editors make */

/* Whether the label is of that form; what stands for "%d" and "%s" becomes parameters.
 */
static bool match(struct slice form, struct slice label, const char *list,
                  struct buf *params)
{
    size_t numbers = 0;

    buf_clear(params);
    while (form.length) {
        size_t n = 1;

        if (form.length > 1 && form.text[0] == '%') {
            bool number = form.text[1] == 'd';
            struct slice value;

            n = number ? digits_of(label) : word_of(label);
            value = import_slice(label.text, n);
            if (n == 0 || (number && !list))
                return false;
            if (number) {
                struct slice name = numbered(list, numbers++);

                add_param(params, name.text, name.length, value);
            } else if (list && strstr(list, "host")) {
                add_param(params, "host", 4, value);
            }
            form = import_slice(form.text + 2, form.length - 2);
        } else {
            if (form.text[0] == '\'' && import_begins(label, curly)) {
                n = sizeof curly - 1;
            } else if (label.length == 0 || tolower((unsigned char)form.text[0]) !=
                                                tolower((unsigned char)label.text[0])) {
                return false;
            }
            form = import_slice(form.text + 1, form.length - 1);
        }
        label = import_slice(label.text + n, label.length - n);
    }
    return label.length == 0;
}

static struct slice without_colon(struct slice label)
{
    label = import_trim(label);
    if (label.length && label.text[label.length - 1] == ':')
        label.length--;
    return import_trim(label);
}

/* Labels that open a block of points do not name one number. */
static bool is_of_one(struct slice form)
{
    return !import_begins(form, "\"") && form.length > 0;
}

bool import_label_of_raw(struct arena *arena, struct slice label,
                         struct web_meaning *out)
{
    struct buf params = { 0 };
    bool found = false;

    label = without_colon(label);
    for (const struct foreign *f = foreign_all; !found && f->label; f++) {
        struct slice rest = import_slice_of(f->label);

        while (!found && rest.length) {
            struct slice form = without_colon(import_until(&rest, '|'));

            found = is_of_one(form) && match(form, label, f->params, &params);
        }
        if (found)
            out->id = f->definition.id;
    }
    if (found && arena && params.length)
        out->params = arena_strndup(arena, params.text, params.length);
    found = found && buf_ok(&params) && (!arena || !params.length || out->params);
    buf_done(&params);
    return found;
}

/* ---- rows of a table ---- */

/* "10k" to 10240, "1024" to itself; false where it is no size. */
static bool size_of(struct slice text, double *bytes)
{
    double by = 1;

    text = import_trim(text);
    if (text.length && tolower((unsigned char)text.text[text.length - 1]) == 'b')
        text.length--;
    if (text.length && tolower((unsigned char)text.text[text.length - 1]) == 'k') {
        text = import_trim(import_slice(text.text, text.length - 1));
        by = 1024;
    }
    if (import_decimal(text, bytes) < 0 || *bytes > 1e12)
        return false;
    *bytes = round(*bytes * by);
    return true;
}

static bool contains_case(struct slice text, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= text.length; i++) {
        if (strncasecmp(text.text + i, word, n) == 0)
            return true;
    }
    return false;
}

/* "2" under "size=16k ovr=3.20" */
static bool context_switch(struct arena *arena, struct slice group, struct slice label,
                           struct web_meaning *out)
{
    struct slice rest = import_trim(group), size;
    double bytes, procs;

    if (rest.length && rest.text[0] == '"')
        rest = import_slice(rest.text + 1, rest.length - 1);
    if (!import_begins(rest, "size="))
        return false;
    rest = import_slice(rest.text + 5, rest.length - 5);
    if (!import_word(&rest, &size) || !size_of(size, &bytes) ||
        import_decimal(label, &procs) < 0 || !(procs >= 1 && procs < 1e6))
        return false;
    out->id = "lat_ctx";
    out->params = arena_printf(arena, "size=%.0f procs=%.0f", bytes, floor(procs));
    return out->params != NULL;
}

/* "10k" under "Creations" */
static bool file(struct arena *arena, struct slice group, struct slice label,
                 struct web_meaning *out)
{
    bool creation = contains_case(group, "creat");
    double bytes;

    if ((!creation && !contains_case(group, "remov") &&
         !contains_case(group, "delet")) ||
        !size_of(label, &bytes))
        return false;
    out->id = creation ? "lat_fs.create" : "lat_fs.delete";
    out->params = arena_printf(arena, "size=%.0f", bytes);
    return out->params != NULL;
}

/* The unit at the end, "(us)", is taken off. */
static const struct web_unit *take_unit(struct slice *label)
{
    struct slice inside = *label, before;

    *label = import_trim(*label);
    if (!import_ends(*label, ")"))
        return NULL;
    before = import_until(&inside, '(');
    *label = import_trim(before);
    return import_unit_in(inside, NULL);
}

bool import_label_of_row(struct arena *arena, struct slice group, struct slice label,
                         struct web_meaning *out)
{
    *out = (struct web_meaning){ 0 };
    if (context_switch(arena, group, label, out) || file(arena, group, label, out) ||
        import_label_of_raw(arena, label, out))
        return true;
    out->unit = take_unit(&label);
    return import_label_of_raw(arena, label, out) ||
           import_label_of_name(arena, label, out);
}

bool import_label_of_pair(struct arena *arena, struct slice bench, struct slice variant,
                          struct web_meaning *out)
{
    char name[128];

    *out = (struct web_meaning){ 0 };
    if (bench.length + variant.length + 2 > sizeof name)
        return false;
    memcpy(name, bench.text, bench.length);
    name[bench.length] = '-';
    memcpy(name + bench.length + 1, variant.text, variant.length);
    return import_label_of_name(
        arena, import_slice(name, bench.length + 1 + variant.length), out);
}
