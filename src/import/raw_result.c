/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_result.c - results that are one line: a label, a number and a unit
 */
#include "import/raw_parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* "fds=100", "host=localhost": from what the label's pattern took. */
static void params_of(const struct raw_match *match, char *params, size_t size)
{
    char value[100];

    params[0] = '\0';
    if (match->label->params && match->captured[0].length) {
        import_raw_text(match->captured[0], value, sizeof value);
        snprintf(params, size, "%s=%s", match->label->params, value);
    }
}

/* Whether there is a unit; numbers that are neither time nor rate need none. */
static bool unit_of(const char *id, struct raw_slice *rest, double *in_base)
{
    const struct foreign *f = foreign_find(id, NULL);
    const char *unit = f ? f->definition.unit : "1";

    *in_base = 1;
    return (strcmp(unit, "s") != 0 && strcmp(unit, "B/s") != 0) ||
           import_raw_unit(rest, unit, in_base);
}

static void note_rest(struct raw *raw, const char *why)
{
    import_note(raw->in, IMPORT_SKIPPED, raw->line.number, raw->line.text,
                raw->line.length, "%s", why);
}

/* Where no unit says that the number ends: a blank, or a line that was glued to it. */
static bool is_end(struct raw *raw, struct raw_slice rest)
{
    struct raw_match next;

    return rest.length == 0 || isspace((unsigned char)rest.text[0]) ||
           rest.text[0] == '\0' ||
           (import_raw_find(&raw->labels, rest, &next) && next.before.length == 0);
}

static bool take_scalar(struct raw *raw, struct raw_match *match, bool strict)
{
    struct raw_slice rest = match->rest;
    struct raw_printed printed = { .text = import_raw_number(&rest),
                                   .prefix = match->before };
    struct import_number number;
    char params[160];
    const char *end = rest.text;
    bool has_unit = unit_of(match->label->id, &rest, &printed.in_base) &&
                    (rest.text > end || is_end(raw, rest));

    /* of what has no unit, nothing says that all digits are there */
    if (has_unit && rest.text == end && rest.length == 0 &&
        import_raw_is_last_line(raw) && import_raw_decimals(printed.text) < 2)
        has_unit = false;

    if (rest.text >= match->rest.text + 5 && memcmp(rest.text - 5, "usecs", 5) == 0)
        printed.rounding = IMPORT_WHOLE;
    /* "-1" and "inf" have none */
    if (printed.text.length == 0 ||
        (!has_unit && import_parse_number(printed.text.text, printed.text.length,
                                          IMPORT_ROUNDED, &number) == 0)) {
        if (!strict)
            note_rest(raw, printed.text.length ? "the unit is not there"
                                               : "no number behind the label");
        return false;
    }
    params_of(match, params, sizeof params);
    import_raw_cell(raw, match->label->id, params, &printed);
    match->rest = rest;
    return true;
}

/* "3.2KB, 41.8KB in 1.7330 millisecs, 24.10 MB/sec" */
static bool take_transfer(struct raw *raw, struct raw_match *match, bool strict)
{
    struct raw_printed time = { .prefix = match->before }, rate = time;
    struct raw_slice rest = match->rest, word = import_raw_word(&rest);
    bool some;

    while (word.length && (word.length != 2 || memcmp(word.text, "in", 2) != 0))
        word = import_raw_word(&rest);
    time.text = import_raw_number(&rest);
    some = import_raw_unit(&rest, "s", &time.in_base);
    if (rest.length && rest.text[0] == ',') {
        rest.text++;
        rest.length--;
    }
    rate.text = import_raw_number(&rest);
    some = some && import_raw_unit(&rest, "B/s", &rate.in_base);
    if (!some) {
        if (!strict)
            note_rest(raw, "time and rate are not there");
        return false;
    }
    import_raw_cell(raw, "lat_http.time", NULL, &time);
    import_raw_cell(raw, "lat_http.rate", NULL, &rate);
    match->rest = rest;
    return true;
}

/* "Context switch of 8 4k processes: 64.17 (60.02 overhead)", in microseconds */
static bool take_old_context(struct raw *raw, struct raw_match *match, bool strict)
{
    struct raw_printed printed = { .in_base = -1e6, .prefix = match->before };
    struct raw_slice rest = match->rest;
    uint64_t procs, size;
    char params[80];

    printed.text = import_raw_number(&rest);
    if (printed.text.length == 0 || !import_raw_whole(match->captured[0], &procs) ||
        !import_raw_whole(match->captured[1], &size) || size > 1u << 30) {
        if (!strict)
            note_rest(raw, "no number behind the label");
        return false;
    }
    snprintf(params, sizeof params, "size=%llu procs=%llu",
             (unsigned long long)size * 1024, (unsigned long long)procs);
    import_raw_cell(raw, "lat_ctx", params, &printed);
    rest = import_raw_trim(rest);
    if (rest.length && rest.text[0] == '(') {
        rest.text++;
        rest.length--;
        printed.text = import_raw_number(&rest);
        snprintf(params, sizeof params, "size=%llu", (unsigned long long)size * 1024);
        if (printed.text.length)
            import_raw_cell(raw, "lat_ctx.overhead", params, &printed);
    }
    match->rest = rest;
    return true;
}

bool import_raw_result(struct raw *raw, struct raw_match *match, bool strict)
{
    raw->commanded = false;
    switch (match->label->kind) {
    case RAW_SCALAR:
        raw->block = NULL;
        return take_scalar(raw, match, strict);
    case RAW_TRANSFER:
        raw->block = NULL;
        return take_transfer(raw, match, strict);
    case RAW_OLD_CONTEXT:
        raw->block = NULL;
        return take_old_context(raw, match, strict);
    default:
        import_raw_open(raw, match);
        return true;
    }
}
