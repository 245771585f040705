/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw.c - raw result files of lmbench, and pieces of them in logs and mails
 *
 * Labels decide, wherever they stand; what follows a heading is read as long as it
 * looks like a block, and what is between is skipped, not an end. spec/lmbench.md 3.
 */
#include "import/raw.h"

#include "import/raw_parse.h"
#include "import/readers.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_COLOURED = 1024 }; /* bytes of a line that is looked at */

size_t import_recognise_raw(const struct import_source *source)
{
    struct import_line line = { 0 };
    struct raw_command command;
    struct raw_labels labels;
    struct raw_match match;
    struct raw_wrap wrap;
    size_t at = 0, n = 0;
    bool first = true;
    char plain[LONGEST_COLOURED];

    import_raw_labels(&labels);
    while (import_next_line(source, &at, &line)) {
        struct raw_slice s = import_raw_unwrap(
            (struct raw_slice){ line.text, line.length }, plain, sizeof plain, &wrap);

        if (s.length == 0 || isdigit((unsigned char)s.text[0]))
            continue;
        if (first && import_raw_is_header(s))
            return SIZE_MAX;
        first = false;
        n += import_raw_is_header(s) || import_raw_find(&labels, s, &match) ||
             import_raw_command(s, &command);
    }
    return n;
}

/* ---- lines that are no results ---- */

static bool is_rule(char c)
{
    return c && strchr("*=#-+~_", c) != NULL;
}

/* "*** two copies ***" */
static struct raw_slice banner_of(struct raw_slice s)
{
    size_t rule = 0;

    while (rule < s.length && is_rule(s.text[rule]))
        rule++;
    if (rule < 3)
        return (struct raw_slice){ s.text, 0 };
    while (s.length && (is_rule(s.text[0]) || isspace((unsigned char)s.text[0]))) {
        s.text++;
        s.length--;
    }
    while (s.length && (is_rule(s.text[s.length - 1]) ||
                        isspace((unsigned char)s.text[s.length - 1])))
        s.length--;
    return s;
}

/* "After:", but no "somebody wrote:" */
static struct raw_slice heading_of(struct raw_slice s)
{
    enum { LONGEST = 60 };
    struct raw_slice none = { s.text, 0 };

    if (s.length < 3 || s.length > LONGEST || s.text[s.length - 1] != ':' ||
        !isalpha((unsigned char)s.text[0]) || memchr(s.text, '@', s.length) ||
        memchr(s.text, '/', s.length))
        return none;
    if (s.length > 7 && memcmp(s.text + s.length - 6, "wrote:", 6) == 0)
        return none;
    s.length--;
    return s;
}

static bool is_bare_rule(struct raw_slice s)
{
    for (size_t i = 0; i < s.length; i++) {
        if (!is_rule(s.text[i]))
            return false;
    }
    return true;
}

static void take_prose(struct raw *raw, struct raw_slice s)
{
    struct raw_slice title = banner_of(s);

    if (is_bare_rule(s))
        return;
    if (title.length == 0)
        title = heading_of(s);
    if (title.length && !raw->now->header) {
        import_raw_title(raw, title);
        return;
    }
    if (import_raw_is_uname(s) && !raw->now->header) {
        import_raw_new_machine(raw, s);
        return;
    }
    if (!raw->now->header && import_raw_command(s, &raw->command)) {
        raw->commanded = true;
        raw->block = NULL;
        return;
    }
    import_note(raw->in, IMPORT_SKIPPED, raw->line.number, s.text, s.length,
                "no line of lmbench's results");
    /* the heading of a block that we do not know */
    if (s.text[0] == '"' && !memchr(s.text + 1, '"', s.length - 1))
        raw->block = NULL;
    raw->blank =
        true; /* a heading that was mangled parts blocks as an empty line does */
}

/* ---- one line after the other ---- */

static bool next_line(struct raw *raw, struct raw_slice *s, struct raw_wrap *wrap)
{
    char *copy = NULL;

    if (!import_next_line(import_from(raw->in), &raw->at, &raw->line))
        return false;
    *s = (struct raw_slice){ raw->line.text, raw->line.length };
    if (s->length && memchr(s->text, '\033', s->length))
        copy = arena_alloc(import_arena(raw->in), s->length);
    *s = import_raw_unwrap(*s, copy, copy ? s->length : 0, wrap);
    raw->stamped = wrap->stamped;
    return true;
}

/* A line that mail broke: with the next one it is whole. */
static bool take_joined(struct raw *raw, struct raw_slice s)
{
    const struct raw before = *raw;
    struct raw_slice next;
    struct raw_match match;
    const char *joined;
    struct raw_wrap wrap;

    if (!next_line(raw, &next, &wrap) || next.length == 0 || next.length > 40)
        goto back;
    joined = arena_printf(import_arena(raw->in), "%.*s %.*s", (int)s.length, s.text,
                          (int)next.length, next.text);
    if (!joined)
        goto back;
    s = (struct raw_slice){ joined, strlen(joined) };
    raw->line.number = before.line.number;
    if (import_raw_find(&raw->labels, s, &match) &&
        import_raw_result(raw, &match, false)) {
        raw->line.number++;
        return true;
    }
back:
    raw->at = before.at;
    raw->line = before.line;
    raw->stamped = before.stamped;
    return false;
}

/* A line may hold several results, where a newline was lost. */
static bool take_results(struct raw *raw, struct raw_slice s)
{
    struct raw_match match;
    struct raw_slice rest = s;
    bool some = false;

    while (rest.length && import_raw_find(&raw->labels, rest, &match)) {
        if (!import_raw_result(raw, &match, true)) {
            if (!some && rest.length < 160 && take_joined(raw, rest))
                return true;
            import_raw_result(raw, &match, false);
        }
        some = true;
        rest = match.rest;
    }
    return some;
}

/* Where a header stands behind something else, since a newline was lost; or the end. */
static size_t glued_header(struct raw_slice s)
{
    for (size_t i = 1; i + 16 < s.length; i++) {
        const char *next = memchr(s.text + i, '[', s.length - i);

        if (!next)
            break;
        i = (size_t)(next - s.text);
        if (import_raw_is_header((struct raw_slice){ next, s.length - i }))
            return i;
    }
    return s.length;
}

/* "0.524288 15208.02"mappings": numbers, and a heading that was glued to them. */
static bool take_numbers(struct raw *raw, struct raw_slice s)
{
    struct raw_match match;
    size_t n = 0;

    if (import_raw_numbers(raw, s))
        return true;
    while (n < s.length && strchr("0123456789. \t", s.text[n]))
        n++;
    return n > 2 && n < s.length && !isspace((unsigned char)s.text[n - 1]) &&
           import_raw_find(&raw->labels, (struct raw_slice){ s.text + n, s.length - n },
                           &match) &&
           match.before.length == 0 &&
           import_raw_numbers(raw, (struct raw_slice){ s.text, n }) &&
           take_results(raw, (struct raw_slice){ s.text + n, s.length - n });
}

static void take_line(struct raw *raw, struct raw_slice s, int depth)
{
    size_t glued = glued_header(s);

    if (s.length == 0) {
        raw->blank = true;
        return;
    }
    if (glued < s.length) {
        take_line(raw, (struct raw_slice){ s.text, glued }, depth);
        s = (struct raw_slice){ s.text + glued, s.length - glued };
    }
    if (import_raw_is_header(s)) {
        import_raw_new_header(raw, s);
        return;
    }
    if (s.text[0] == '[' && import_raw_bracket(raw->in, raw->now, s, raw->line.number))
        return;
    if (depth != raw->depth && !raw->now->header) {
        raw->depth = depth;
        import_raw_new_depth(raw);
    }
    if (take_numbers(raw, s) || take_results(raw, s))
        raw->blank = false;
    else
        take_prose(raw, s);
}

int import_read_raw(struct import *in, struct diag *why)
{
    struct raw raw = { .in = in };
    struct raw_slice s;
    struct raw_wrap wrap;

    (void)why;
    import_raw_labels(&raw.labels);
    import_raw_begin(&raw);
    while (raw.now && next_line(&raw, &s, &wrap))
        take_line(&raw, s, wrap.depth);
    import_raw_end(&raw);
    return 0;
}
