/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest_line.c - what one line of a contest report is
 *
 * Source: spec/contest.md 4.1 and 4.3
 */
#include "import/contest_line.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *word;
    enum contest_column column;
} words[] = {
    { "[runs]", CONTEST_RUNS }, { "Time", CONTEST_TIME },
    { "CPU%", CONTEST_CPU },    { "CPU", CONTEST_CPU },
    { "Loads", CONTEST_LOADS }, { "LCPU%", CONTEST_LOAD_CPU },
    { "Ratio", CONTEST_RATIO },
};

bool import_contest_load(struct slice line, struct slice *load)
{
    line = import_trim(line);
    if (line.length < 2 || line.text[line.length - 1] != ':')
        return false;
    *load = import_slice(line.text, line.length - 1);
    for (size_t i = 0; i < load->length; i++) {
        if (!isalnum((unsigned char)load->text[i]) && load->text[i] != '_' &&
            (load->text[i] != '-' || i == 0))
            return false;
    }
    return true;
}

bool import_contest_heading(struct slice line, struct contest_heading *heading)
{
    struct slice rest = import_trim(line), word;

    *heading = (struct contest_heading){ .single = !import_contains(rest, "  ") &&
                                                   !import_contains(rest, "\t") };
    if (!import_word(&rest, &word) || !import_same_case(word, "Kernel"))
        return false;
    while (import_word(&rest, &word)) {
        size_t w = 0;

        while (w < sizeof words / sizeof *words &&
               !import_same_case(word, words[w].word))
            w++;
        if (w == sizeof words / sizeof *words || heading->has[words[w].column])
            return false;
        heading->has[words[w].column] = true;
        heading->columns[heading->n++] = words[w].column;
    }
    return heading->has[CONTEST_TIME];
}

/* "[2]" to "2". */
static bool unbracket(struct slice *cell)
{
    if (cell->length < 3 || cell->text[0] != '[' || cell->text[cell->length - 1] != ']')
        return false;
    *cell = import_slice(cell->text + 1, cell->length - 2);
    return true;
}

/* Takes the asterisks off the end of a cell. */
static bool unmark(struct slice *cell)
{
    bool marked = false;

    while (cell->length && cell->text[cell->length - 1] == '*') {
        cell->length--;
        marked = true;
    }
    return marked;
}

/* A number, or what says that there is none. */
static bool is_cell(struct slice cell)
{
    static const char *const nothing[] = { "-", "--", "n/a", "inf", "nan" };
    double value;
    bool none = false;

    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        none = none || import_same_case(cell, nothing[i]);
    return none || import_decimal(cell, &value) == 0;
}

enum { MOST_WORDS = 3 }; /* of a kernel's name, "2.5.42 mm2" */

/* The name is what is left of the cells; its brackets may be glued to it. */
static bool take_kernel(struct slice *rest, const struct contest_heading *heading,
                        struct slice *kernel)
{
    struct slice all = *rest, word, more;
    size_t count = 0, glued;
    const char *bracket;

    while (import_word(&all, &word))
        count += word.text[0] != '*';
    if (!import_word(rest, kernel))
        return false;
    bracket = kernel->length > 3 ? memrchr(kernel->text, '[', kernel->length) : NULL;
    glued = bracket && bracket > kernel->text && count == heading->n;
    if (glued && heading->has[CONTEST_RUNS]) {
        more = import_slice(bracket, (size_t)(rest->text + rest->length - bracket));
        kernel->length = (size_t)(bracket - kernel->text);
        *rest = more;
        return true;
    }
    if (count <= heading->n + 1)
        return true;
    for (size_t i = heading->n + 1; i < count; i++) {
        import_word(rest, &word);
        kernel->length = (size_t)(word.text + word.length - kernel->text);
    }
    return count - heading->n <= MOST_WORDS && isdigit((unsigned char)kernel->text[0]);
}

/* A lone asterisk stands behind the number it belongs to. */
static bool only_mark_left(struct slice rest, bool *marked)
{
    struct slice word;

    while (import_word(&rest, &word)) {
        if (!unmark(&word) || word.length)
            return false;
        *marked = true;
    }
    return true;
}

bool import_contest_row(struct slice line, const struct contest_heading *heading,
                        struct contest_row *row)
{
    struct slice rest = import_trim(line);

    *row = (struct contest_row){ 0 };
    if (!take_kernel(&rest, heading, &row->kernel))
        return false;
    for (size_t i = 0; i < heading->n; i++) {
        enum contest_column column = heading->columns[i];
        struct slice *cell = &row->cells[column];

        if (!import_word(&rest, cell))
            return false;
        if (column == CONTEST_RUNS)
            row->bracketed = unbracket(cell);
        row->marked = unmark(cell) || row->marked;
        if (cell->length && cell->text[cell->length - 1] == '%')
            cell->length--;
        if (!is_cell(*cell))
            return false;
    }
    return only_mark_left(rest, &row->marked);
}
