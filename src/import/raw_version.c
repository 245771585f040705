/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_version.c - which version of lmbench made a raw result file
 */
#include "import/raw.h"

#include <ctype.h>
#include <string.h>

static bool is(struct raw_slice s, const char *text)
{
    return s.length == strlen(text) && memcmp(s.text, text, s.length) == 0;
}

/* Behind "lmbench" and what may stand between: "3alpha4", "3.0-a9", "2alpha11". */
const char *import_raw_version(struct arena *arena, struct raw_slice text)
{
    unsigned major, minor = 0, alpha = 0;
    size_t at = 0;

    if (import_raw_starts(text, "lmbench"))
        at = 7;
    at += at < text.length && strchr("-_ ", text.text[at]) != NULL;
    if (at == text.length || text.text[at] < '1' || text.text[at] > '3')
        return NULL;
    major = (unsigned)(text.text[at++] - '0');
    if (at + 1 < text.length && text.text[at] == '.' &&
        isdigit((unsigned char)text.text[at + 1])) {
        minor = (unsigned)(text.text[at + 1] - '0');
        at += 2;
    }
    if (at < text.length && isdigit((unsigned char)text.text[at]))
        return NULL; /* "20010502", "12.5" */
    at += at < text.length && (text.text[at] == '-' || text.text[at] == '.');
    text.text += at;
    text.length -= at;
    at = import_raw_starts(text, "alpha") ? 5 : import_raw_starts(text, "a") ? 1 : 0;
    for (;
         at && at < text.length && isdigit((unsigned char)text.text[at]) && alpha < 99;
         at++)
        alpha = alpha * 10 + (unsigned)(text.text[at] - '0');
    return alpha ? arena_printf(arena, "%u.%ua%u", major, minor, alpha)
                 : arena_printf(arena, "%u.%u", major, minor);
}

/* Signs of a version in lines whose form changed (spec/lmbench.md 1.1, 1.6, 3.3). */
struct signs {
    bool a9, a4, v2, v3;
};

/* Only the commands of 3.0 know of copies. */
static bool has_copies(struct raw_slice line)
{
    return memmem(line.text, line.length, " -P ", 4) &&
           (memmem(line.text, line.length, "lat_", 4) ||
            memmem(line.text, line.length, "bw_", 3));
}

static void see_sign(struct signs *signs, struct raw_slice line)
{
    struct raw_slice rest = line, number, second;

    if (import_raw_starts(line, "uint64 add:"))
        signs->a9 = true;
    else if (import_raw_starts(line, "Signal handler ")) {
        const char *point = memchr(line.text, '.', line.length);
        size_t decimals = 0;

        while (point && point + 1 + decimals < line.text + line.length &&
               isdigit((unsigned char)point[1 + decimals]))
            decimals++;
        signs->v2 = signs->v2 || decimals == 3;
        signs->v3 = signs->v3 || decimals == 4;
    } else if (line.length && isdigit((unsigned char)line.text[0])) {
        number = import_raw_number(&rest);
        second = import_raw_number(&rest);
        if (second.length && import_raw_starts(import_raw_trim(rest), "MB/sec")) {
            signs->a9 = signs->a9 || is(number, "10.000000");
            signs->a4 = signs->a4 || is(number, "10.485760");
        }
    } else if (has_copies(line)) {
        signs->v3 = true;
    } else if (import_raw_starts(line, "Socket bandwidth using") ||
               import_raw_starts(line, "Pagefaults on ")) {
        /* one line for all sizes; whole microseconds */
        signs->v2 = signs->v2 || memmem(line.text, line.length, "MB/sec", 6) ||
                    memmem(line.text, line.length, "usecs", 5);
    }
}

/* "lmbench-2alpha9" in a path or a prompt. */
static const char *mentioned(struct arena *arena, const struct import_source *source)
{
    struct raw_slice s = { source->text, source->size };

    for (size_t i = 0; i + 8 < source->size; i++) {
        const char *version;

        if ((source->text[i] != 'l' && source->text[i] != 'L') ||
            !import_raw_starts((struct raw_slice){ s.text + i, s.length - i },
                               "lmbench"))
            continue;
        version = import_raw_version(
            arena,
            (struct raw_slice){ s.text + i, s.length - i > 24 ? 24 : s.length - i });
        if (version)
            return version;
    }
    return NULL;
}

const char *import_raw_guess_version(struct import *in, const char *said)
{
    const struct import_source *source = import_from(in);
    int known = foreign_version(said);
    struct import_line line = { 0 };
    struct signs signs = { 0 };
    size_t at = 0;

    if (known % 1000 || (known && known < 30000)) /* all is said */
        return said;
    if (!known) {
        said = mentioned(import_arena(in), source);
        known = foreign_version(said);
    }
    while ((known == 0 || known == 30000) && import_next_line(source, &at, &line))
        see_sign(&signs, import_raw_trim((struct raw_slice){ line.text, line.length }));
    if (signs.a9 != signs.a4 && !signs.v2)
        return signs.a9 ? "3.0a9" : "3.0a4";
    if (!known && signs.v2 != signs.v3)
        return signs.v2 ? "2.0" : "3.0";
    return said;
}
