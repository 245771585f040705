/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_words.c - what a line of a pasted summary is: banner, title, heading, row
 */
#include "import/summary.h"

#include "import/number.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* What titles begin with, letters and digits alone. */
static const struct title {
    const char *squeezed;
    enum summary_topic topic;
} titles[] = {
    { "basicsystemparameters", SUMMARY_BASIC },
    { "processorprocesses", SUMMARY_PROCESSOR },
    { "basicintegeroperations", SUMMARY_INTEGER },
    { "basicuint64operations", SUMMARY_UINT64 },
    { "basicint64operations", SUMMARY_UINT64 },
    { "basicfloatoperations", SUMMARY_FLOAT },
    { "basicdoubleoperations", SUMMARY_DOUBLE },
    { "contextswitching", SUMMARY_CONTEXT },
    { "localcommunicationlatencies", SUMMARY_LOCAL },
    { "remotecommunicationlatencies", SUMMARY_REMOTE },
    { "filevmsystemlatencies", SUMMARY_FILES },
    { "fileampvmsystemlatencies", SUMMARY_FILES },
    { "localcommunicationbandwidths", SUMMARY_BANDWIDTH },
    { "memorylatencies", SUMMARY_MEMORY },
};

const char *const import_summary_topic_name[SUMMARY_TOPICS] = {
    "basic",   "processor", "integer", "uint64", "float",     "double",
    "context", "local",     "remote",  "files",  "bandwidth", "memory"
};

bool import_summary_is(const struct summary_word *word, const char *text)
{
    return (size_t)word->length == strlen(text) &&
           memcmp(word->text, text, (size_t)word->length) == 0;
}

enum { SQUEEZED = 48 };

static void squeeze(const char *text, char out[SQUEEZED])
{
    size_t n = 0;

    for (; *text && n + 1 < SQUEEZED; text++) {
        if (isalnum((unsigned char)*text))
            out[n++] = (char)tolower((unsigned char)*text);
    }
    out[n] = '\0';
}

const char *import_summary_banner(struct arena *arena, const struct summary_line *line)
{
    static const char name[] = "lmbench", rest[] = "summary";
    char text[SQUEEZED];
    const char *at;

    if (!memchr(line->text, 'L', line->length))
        return NULL;
    squeeze(line->text, text);
    at = strstr(text, name);
    if (!at)
        return NULL;
    at += strlen(name);
    if (!isdigit((unsigned char)at[0]) || !isdigit((unsigned char)at[1]) ||
        strncmp(at + 2, rest, strlen(rest)) != 0)
        return NULL;
    return arena_printf(arena, "%c.%c", at[0], at[1]);
}

bool import_summary_own_banner(const struct summary_line *line)
{
    char text[SQUEEZED];

    squeeze(line->text, text);
    return strcmp(text, "errbarsummary") == 0;
}

const char *import_summary_layout(struct arena *arena, const struct summary_line *line)
{
    static const char opening[] = "(lmbench ";
    const char *at = strstr(line->text, opening);

    if (!at || !strstr(at, " layout)"))
        return NULL;
    at += strlen(opening);
    return arena_strndup(arena, at, strcspn(at, " "));
}

int import_summary_title(const struct summary_line *line)
{
    char text[SQUEEZED];

    if (line->n < 2)
        return -1;
    squeeze(line->text, text);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        if (strncmp(text, titles[i].squeezed, strlen(titles[i].squeezed)) == 0)
            return (int)titles[i].topic;
    }
    return -1;
}

bool import_summary_heading(const struct summary_line *line)
{
    return line->n >= 3 && import_summary_is(&line->words[0], "Host") &&
           import_summary_is(&line->words[1], "OS");
}

static bool is_dashes(const struct summary_word *word)
{
    for (int i = 0; i < word->length; i++) {
        if (word->text[i] != '-')
            return false;
    }
    return true;
}

int import_summary_rule(const struct summary_line *line)
{
    return line->n == 1 && line->words[0].length > 9 && is_dashes(&line->words[0])
               ? line->words[0].length
               : 0;
}

size_t import_summary_dashes(const struct summary_line *line,
                             struct summary_group groups[SUMMARY_CELLS])
{
    bool long_one = false;

    if (line->n < 3 || line->n > SUMMARY_CELLS)
        return 0;
    for (size_t i = 0; i < line->n; i++) {
        if (!is_dashes(&line->words[i]))
            return 0;
        long_one = long_one || line->words[i].length > 2;
        groups[i] = (struct summary_group){ line->words[i].first, line->words[i].last };
    }
    return long_one ? line->n : 0;
}

/* ---- rows ---- */

static bool has_digit(const struct summary_word *word)
{
    for (int i = 0; i < word->length; i++) {
        if (isdigit((unsigned char)word->text[i]))
            return true;
    }
    return false;
}

static bool has(const struct summary_word *word, char c)
{
    return memchr(word->text, c, (size_t)word->length) != NULL;
}

bool import_summary_cell(const struct summary_word *word)
{
    struct import_number number;
    int rc = import_parse_number(word->text, (size_t)word->length, IMPORT_CUT, &number);

    if (rc == 0 || rc == -EDOM || import_summary_is(word, "K"))
        return true;
    /* the old program's own formats, where its number rule had none (4.1) */
    if (word->text[0] == '%')
        return word->length > 2 && isdigit((unsigned char)word->text[1]);
    /* marked by a hand: whatever it says, it fills its place */
    for (int i = 0; i < word->length; i++) {
        if (!isdigit((unsigned char)word->text[i]) &&
            !strchr(".KM*?!+~^#<>()[]_", word->text[i]))
            return false;
    }
    return has_digit(word);
}

static bool is_guess(const struct summary_word *word)
{
    return import_summary_is(word, "No") || import_summary_is(word, "Bad");
}

/* How the old program's guesses end, on the next line perhaps. */
static bool ends_guess(const struct summary_word *word)
{
    static const char *const words[] = { "cache?", "L1", "L2", "L3", "mhz?", "TLB?" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (import_summary_is(word, words[i]))
            return true;
    }
    return false;
}

/* "303a": lettered, with more behind it that goes on in the row. */
static bool is_lettered(const struct summary_line *line, size_t at)
{
    const struct summary_word *word = &line->words[at];
    struct summary_word number = *word;

    number.length--;
    return number.length > 0 && at + 1 < line->n &&
           isalpha((unsigned char)word->text[number.length]) &&
           import_summary_cell(&number) && import_summary_cell(&line->words[at + 1]);
}

/* The first word behind the OS may be text: "i686-pc-linux-gnu". */
static bool is_description(const struct summary_line *line, size_t at)
{
    const struct summary_word *word = &line->words[at];

    return isalpha((unsigned char)word->text[0]) &&
           (has(word, '-') ||
            (at + 1 < line->n && import_summary_cell(&line->words[at + 1])));
}

/* "Linux 2.6.0-p": how many words the OS has; 0: it is none. */
static size_t os_words(const struct summary_line *line, size_t at)
{
    const struct summary_word *name = &line->words[at];

    if (at >= line->n || !isalpha((unsigned char)name->text[0]))
        return 0;
    for (int i = 0; i < name->length; i++) {
        if (!isalnum((unsigned char)name->text[i]) && !strchr("-_./", name->text[i]))
            return 0;
    }
    /* cut to 13 characters: of a name of 12 no release is left */
    if (name->length >= 12)
        return has_digit(name) || has(name, '_') ? 1 : 0;
    if (at + 1 >= line->n || !has_digit(&line->words[at + 1]))
        return 0;
    return 2;
}

static bool take_cells(const struct summary_line *line, size_t from,
                       struct summary_row *row)
{
    size_t i = from;

    row->n = 0;
    for (; i < line->n && row->n < SUMMARY_CELLS; i++) {
        const struct summary_word *word = &line->words[i];

        if (!import_summary_cell(word) && !is_lettered(line, i) &&
            !(i == from && is_description(line, i)))
            break;
        if (row->n > 0 && word->first > line->words[i - 1].last + 2)
            row->spaced = true;
        row->cells[row->n++] = *word;
    }
    row->own = row->n;
    /* what stands behind the cells: the guess, or a person's remark */
    if (i < line->n && !is_guess(&line->words[i]))
        row->rest = line->words[i].text;
    return !row->rest || row->n >= 3;
}

static bool is_percentages(const struct summary_line *line)
{
    size_t n = 0;

    for (size_t i = 0; i < line->n; i++)
        n += line->words[i].text[line->words[i].length - 1] == '%' &&
             has_digit(&line->words[i]);
    return n > 1;
}

/* Systems that are known wherever they stand: behind a host of two words, or none. */
static bool is_system(const struct summary_word *word)
{
    static const char *const names[] = {
        "Linux",   "HP-UX",  "SunOS",   "IRIX",   "IRIX64", "AIX",       "OSF1",
        "FreeBSD", "NetBSD", "OpenBSD", "Darwin", "BSD/OS", "DragonFly", "GNU",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (import_summary_is(word, names[i]))
            return true;
    }
    return false;
}

/* The first word of the OS. */
static bool find_os(const struct summary_line *line, size_t *at)
{
    for (*at = 0; *at < 4 && *at < line->n; ++*at) {
        if (is_system(&line->words[*at]) && os_words(line, *at) &&
            !(*at + 1 < line->n && is_system(&line->words[*at + 1])))
            return true;
    }
    *at = 1;
    return os_words(line, 1) > 0;
}

bool import_summary_row(struct arena *arena, const struct summary_line *line,
                        struct summary_row *row)
{
    size_t os, n;
    const struct summary_word *first, *last;

    if (line->n < 2 || !find_os(line, &os) || is_percentages(line))
        return false;
    n = os_words(line, os);
    *row = (struct summary_row){ .line = line->number, .text = line->text };
    if (!take_cells(line, os + n, row) || (row->n == 0 && line->n > os + n))
        return false;
    first = &line->words[os];
    last = &line->words[os + n - 1];
    row->os_last = last->last;
    row->width = line->width;
    row->host = os == 0 ? ""
                        : arena_strndup(arena, line->words[0].text,
                                        (size_t)line->words[os - 1].last + 1 -
                                            (size_t)line->words[0].first);
    row->os = n == 1 ? arena_strndup(arena, first->text, (size_t)first->length)
                     : arena_printf(arena, "%.*s %.*s", first->length, first->text,
                                    last->length, last->text);
    return row->host && row->os;
}

size_t import_summary_more(const struct summary_line *line)
{
    size_t n = 0;

    while (n < line->n && import_summary_cell(&line->words[n]))
        n++;
    for (size_t i = n; i < line->n; i++) {
        if (!is_guess(&line->words[i]) && !ends_guess(&line->words[i]))
            return 0;
    }
    return n;
}
