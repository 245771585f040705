/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_head.c - whose results they are: header lines in brackets, and uname's own line
 *
 * What says something of the machine or of how it was measured is kept; the user, the
 * networks, mounts and paths are not.
 */
#include "import/raw.h"

#include "base/num.h"

#include <ctype.h>
#include <string.h>

/* "lmbench." and these are facts of how it was run; others of the system. */
static const struct {
    const char *key, *fact, *unit;
    bool of_system;
} kept[] = {
    { "OS", "toolchain.target", NULL, true },
    { "MACHINE", "kernel.machine", NULL, true },
    { "VERSION", "kernel.version", NULL, true },
    { "PROCESSORS", "cpu.threads", NULL, true },
    { "PROCESSOR", "lmbench.processor", NULL, true },
    { "MOTHERBOARD", "lmbench.motherboard", NULL, true },
    { "DISK_DESC", "lmbench.disk_desc", NULL, true },
    { "SYNC_MAX", "run.copies", NULL, false },
    { "LMBENCH_SCHED", "lmbench.sched", NULL, false },
    { "LMBENCH_VER", "lmbench.ver", NULL, false },
    { "LMBENCH VERSION", "lmbench.version", NULL, false },
    { "BENCHMARK_HARDWARE", "lmbench.benchmark_hardware", NULL, false },
    { "BENCHMARK_OS", "lmbench.benchmark_os", NULL, false },
    { "ALL", "lmbench.all", NULL, false },
    { "HALF", "lmbench.half", NULL, false },
    { "ENOUGH", "lmbench.enough", "us", false },
    { "FAST", "lmbench.fast", NULL, false },
    { "FASTMEM", "lmbench.fastmem", NULL, false },
    { "LINE_SIZE", "lmbench.line_size", "B", false },
    { "LOOP_O", "lmbench.loop_o", "us", false },
    { "MB", "lmbench.mb", NULL, false },
    { "SLOWFS", "lmbench.slowfs", NULL, false },
    { "TIMING_O", "lmbench.timing_o", "us", false },
};
static const char *const left_out[] = { "DISKS",
                                        "FILE",
                                        "FSDIR",
                                        "INFO",
                                        "NETWORKS",
                                        "REMOTE",
                                        "USER",
                                        "net",
                                        "if",
                                        "mount",
                                        " Networking remote to",
                                        NULL };

static bool is(struct raw_slice s, const char *text)
{
    return s.length == strlen(text) && memcmp(s.text, text, s.length) == 0;
}

static const char *copy(struct import *in, struct raw_slice s)
{
    return arena_strndup(import_arena(in), s.text, s.length);
}

static void add_fact(struct import *in, struct raw_section *section, const char *key,
                     struct raw_slice value, const char *unit, bool of_system,
                     uint32_t line)
{
    struct raw_fact *fact = arena_alloc(import_arena(in), sizeof *fact);

    if (!fact || value.length == 0)
        return;
    *fact = (struct raw_fact){ .key = key,
                               .value = copy(in, value),
                               .unit = unit,
                               .line = line,
                               .of_system = of_system };
    if (!fact->value)
        return;
    *section->last_fact = fact;
    section->last_fact = &fact->next;
}

/* A version that says more: "3.0a9" than "3.0". */
static void refine(struct import *in, struct raw_section *section,
                   struct raw_slice text)
{
    const char *version = import_raw_version(import_arena(in), text);
    int old = foreign_version(section->version), new = foreign_version(version);

    if (new && (!old || (new / 1000 == old / 1000 && new > old)))
        section->version = version;
}

/*
 * What stands behind "[lmbench3.0 results for"; *version: "lmbench3.0", "lmbench 3.0".
 * The bracket may be lost, and the version.
 */
static bool behind_header(struct raw_slice line, struct raw_slice *version,
                          struct raw_slice *rest)
{
    static const char words[] = " results for";
    size_t bracket = line.length && line.text[0] == '[', longest = 40;

    *rest = (struct raw_slice){ line.text + bracket, line.length - bracket };
    if (!import_raw_starts(*rest, "lmbench"))
        return false;
    for (size_t i = 7; i + sizeof words <= rest->length && i < longest; i++) {
        struct raw_slice end = { rest->text + i, rest->length - i };

        if (!import_raw_starts(end, words))
            continue;
        *version = (struct raw_slice){ rest->text, i };
        *rest = (struct raw_slice){ end.text + sizeof words - 1,
                                    end.length + 1 - sizeof words };
        if (rest->length && rest->text[rest->length - 1] == ']')
            rest->length--;
        /* prose may begin so, too, but for a bracket or a version */
        return bracket || isdigit((unsigned char)version->text[7]);
    }
    return false;
}

bool import_raw_is_header(struct raw_slice line)
{
    struct raw_slice version, rest;

    return behind_header(line, &version, &rest);
}

/* "5.4.0", "B.10.20" */
static bool is_release(struct raw_slice s)
{
    size_t at = 0;

    while (at < s.length && !isdigit((unsigned char)s.text[at]))
        at++;
    return at < s.length && at < 3;
}

/* What uname -a prints: name, host, release, and the rest. */
static void take_uname(struct import *in, struct raw_section *section,
                       struct raw_slice text)
{
    struct raw_slice name = import_raw_word(&text), host = import_raw_word(&text);
    struct raw_slice release = import_raw_word(&text), next = release, more = text;

    /* a host's name of two or three words: no release is without a digit */
    for (int i = 0; i < 3 && next.length && !is_release(next); i++)
        next = import_raw_word(&more);
    if (release.length && is_release(next) && next.text != release.text) {
        host.length =
            (size_t)(import_raw_trim((struct raw_slice){
                                         host.text, (size_t)(next.text - host.text) })
                         .length);
        release = next;
    }
    while (release.length && release.text[release.length - 1] == ']')
        release.length--;
    if (host.length)
        section->host = copy(in, host);
    if (name.length)
        section->os =
            arena_printf(import_arena(in), "%.*s%s%.*s", (int)name.length, name.text,
                         release.length ? " " : "", (int)release.length, release.text);
}

void import_raw_header(struct import *in, struct raw_section *section,
                       struct raw_slice line)
{
    struct raw_slice rest, version;

    section->header = true;
    if (!behind_header(line, &version, &rest))
        return;
    section->version = import_raw_version(import_arena(in), version);
    take_uname(in, section, rest);
}

bool import_raw_is_uname(struct raw_slice line)
{
    static const char *const names[] = { "Linux",  "FreeBSD", "NetBSD", "OpenBSD",
                                         "Darwin", "SunOS",   "HP-UX",  "AIX",
                                         "IRIX",   "IRIX64",  "OSF1",   NULL };
    struct raw_slice name = import_raw_word(&line), release;
    bool found = false;

    for (int i = 0; names[i] && !found; i++)
        found = is(name, names[i]);
    import_raw_word(&line);
    release = import_raw_word(&line);
    /* a release, and something behind it: prose has neither */
    return found && release.length && line.length > 1 &&
           strcspn(release.text, "0123456789") < 3 &&
           memchr(release.text, '.', release.length) != NULL &&
           (memchr(line.text, '#', line.length) || memchr(line.text, '_', line.length));
}

void import_raw_uname(struct import *in, struct raw_section *section,
                      struct raw_slice line)
{
    take_uname(in, section, line);
}

/* "Sun Apr 30 02:25:31 AM CST 2023": a day, and a time of day. */
static bool is_date(struct raw_slice s)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    char day[4] = "";

    if (s.length < 20)
        return false;
    memcpy(day, s.text, 3);
    return isalpha((unsigned char)day[2]) && strstr(days, day) &&
           memchr(s.text, ':', s.length) != NULL;
}

/* Clocks that were never set show the year that they count from. */
static bool is_of_no_clock(struct raw_slice s)
{
    for (size_t i = 0; i + 4 <= s.length; i++) {
        if (memcmp(s.text + i, "1970", 4) == 0)
            return true;
    }
    return false;
}

static void take_date(struct import *in, struct raw_section *section,
                      struct raw_slice s, uint32_t line)
{
    bool begun = section->cells != NULL;

    add_fact(in, section, begun ? "lmbench.date.end" : "lmbench.date.start", s, NULL,
             false, line);
    if (is_of_no_clock(s))
        import_note(in, IMPORT_DOUBTFUL, line, s.text, s.length,
                    "the machine's clock was not set");
}

/* "998 MHz, 1.0020 nanosec clock", "1000", "-1 System too busy" */
static void take_mhz(struct import *in, struct raw_section *section, struct raw_slice s,
                     uint32_t line)
{
    struct raw_slice rest = s, number = import_raw_number(&rest);
    struct import_number n;

    if (number.length == 0)
        return;
    if (import_parse_number(number.text, number.length, IMPORT_ROUNDED, &n) < 0 ||
        !(n.value > 0)) {
        import_note(in, IMPORT_INVALID, line, s.text, s.length,
                    "the processor's clock was not found");
        return;
    }
    add_fact(in, section, "cpu.mhz", number, "MHz", true, line);
}

/* Where the first line was lost. */
static void take_name(struct import *in, struct raw_section *section,
                      struct raw_slice key, struct raw_slice value)
{
    if (is(key, "NODENAME") && !section->host)
        section->host = copy(in, value);
    else if (is(key, "SYSNAME") && !section->os)
        section->os = copy(in, value);
    else if (is(key, "RELEASE") && section->os && !strchr(section->os, ' '))
        section->os = arena_printf(import_arena(in), "%s %.*s", section->os,
                                   (int)value.length, value.text);
}

static void take_key(struct import *in, struct raw_section *section,
                     struct raw_slice key, struct raw_slice value, uint32_t line)
{
    if (is(key, "MHZ")) {
        take_mhz(in, section, value, line);
        return;
    }
    if (is(key, "LMBENCH_VER") || is(key, "LMBENCH VERSION"))
        refine(in, section, value);
    if (value.length)
        take_name(in, section, key, value);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (is(key, kept[i].key))
            add_fact(in, section, kept[i].fact, value, kept[i].unit, kept[i].of_system,
                     line);
    }
}

static bool is_key(struct raw_slice key)
{
    static const char *const other[] = { "MHZ",     "HOSTNAME", "NODENAME",
                                         "SYSNAME", "RELEASE",  NULL };

    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (is(key, kept[i].key))
            return true;
    }
    for (int i = 0; other[i]; i++) {
        if (is(key, other[i]))
            return true;
    }
    return false;
}

static bool is_left_out(struct raw_slice line)
{
    for (int i = 0; left_out[i]; i++) {
        size_t n = strlen(left_out[i]);

        if (line.length > n && strncmp(line.text, left_out[i], n) == 0 &&
            (line.text[n] == ':' || line.text[n] == ' '))
            return true;
    }
    return false;
}

/* " 02:25:15 up 20 min, 1 user, load average: 0.60, 0.51, 0.51" */
static bool take_uptime(struct import *in, struct raw_section *section,
                        struct raw_slice line, uint32_t number)
{
    static const char word[] = "load average";

    for (size_t i = 0; i + sizeof word < line.length; i++) {
        struct raw_slice rest = { line.text + i, line.length - i };

        if (!import_raw_starts(rest, word))
            continue;
        while (rest.length && !isdigit((unsigned char)rest.text[0])) {
            rest.text++;
            rest.length--;
        }
        add_fact(in, section,
                 section->cells ? "lmbench.load.end" : "lmbench.load.start", rest, NULL,
                 false, number);
        return true;
    }
    return false;
}

bool import_raw_bracket(struct import *in, struct raw_section *section,
                        struct raw_slice line, uint32_t number)
{
    const char *colon;
    struct raw_slice key;

    if (line.length < 2 || line.text[0] != '[')
        return false;
    line.text++;
    line.length--;
    line.length -= line.text[line.length - 1] == ']';
    colon = memchr(line.text, ':', line.length);
    key = (struct raw_slice){ line.text, colon ? (size_t)(colon - line.text) : 0 };
    if (colon && is_key(key)) {
        struct raw_slice value = { colon + 1, line.length - key.length - 1 };

        take_key(in, section, key, import_raw_trim(value), number);
        return true;
    }
    if (is_left_out(line))
        return true;
    if (is_date(line)) {
        take_date(in, section, line, number);
        return true;
    }
    return take_uptime(in, section, line, number);
}
