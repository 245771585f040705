/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layouts against summaries that were published with their spacing. */
#include "layout/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const struct published {
    const char *file, *generation;
    size_t tables, fields; /* as many are there, and in their places */
} published[] = {
    { "001-v11-alpha300-p6-ultra-r10k.txt", "g0.1", 6, 160 },
    { "002-v10-trombetas-sparc-mar96.txt", "g0", 4, 99 },
    { "007-v19-cx586-two-kernels.txt", "g1", 6, 88 },
    { "008-v19-two-celerons.txt", "g1", 6, 88 },
    { "009-v20-tony-p4-question-marks.txt", "g4", 7, 144 },
    { "011-v20-p3-ip-as-hostname.txt", "g4", 7, 288 },
    { "015-v20-memcg-hosts-as-labels.txt", "g4", 7, 180 },
    { "021-v20-osdl-stp-no-banner.txt", "g4", 5, 125 },
    { "022-v30-lucent-seed002-original-spacing.txt", "g5", 10, 186 },
    { "033-v30-pair-licheerv-d1.txt", "g6", 10, 65 },
    { "036-v30-pair-hifive-unmatched.txt", "g6", 9, 58 },
    { "038-v30-pair-visionfive2.txt", "g6", 10, 64 },
    { "041-v30-azure-arm64-uint64-add-missing.txt", "g7", 12, 69 },
    { "042-v30-azure-x64-6.5.txt", "g7", 12, 64 },
    { "045-v30-pair-i7-vanilla-empty-sections-remote.txt", "g7", 12, 162 },
};

/* Takes a line off *text, without blanks at its end; NULL where there is none. */
static char *next_line(char **text)
{
    char *line = *text, *end;
    size_t n;

    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    *text = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    for (n = strlen(line); n && strchr(" \t\r", line[n - 1]); n--)
        line[n - 1] = '\0';
    return line;
}

static void same_line(const char *file, const char *got, const char *want)
{
    size_t n = strlen(want);

    while (n && strchr(" \t", want[n - 1]))
        n--;
    if (!got || strlen(got) != n || memcmp(got, want, n) != 0)
        fail_msg("%s: '%s' is not '%s'", file, got ? got : "(its end)", want);
}

/* Each field ends in its last column with a blank before its first, or is blank. */
static size_t see_row(const char *file, const struct layout_table *t, const char *line)
{
    size_t n = strlen(line), fields = 0;

    for (size_t c = 0; t->columns[c].shows; c++) {
        int first, last;

        layout_place(t, c, true, &first, &last);
        if (t->columns[c].source == LAYOUT_GUESS) {
            assert_true(n <= (size_t)first || strstr(line + first, "?"));
            continue;
        }
        if ((size_t)last >= n)
            continue;
        if (t->columns[c].source != LAYOUT_WORDS && line[last] != ' ' &&
            line[last + 1] != ' ' && line[last + 1])
            fail_msg("%s: '%s' goes on behind column %d", file, line, last);
        if (line[last] == ' ' && line[last - 1] != ' ')
            fail_msg("%s: '%s' ends before column %d", file, line, last);
        fields += line[last] != ' ';
    }
    return fields;
}

static const struct layout_table *table_of(const struct layout_generation *g,
                                           const char *line)
{
    for (size_t t = 0; g->tables[t]; t++) {
        if (*line && strcmp(g->tables[t]->title, line) == 0)
            return g->tables[t];
    }
    return NULL;
}

static size_t see_table(const char *file, const struct layout_table *t, char **text)
{
    char dashes[128], *line;
    size_t fields = 0;

    memset(dashes, '-', sizeof dashes);
    dashes[t->rule] = '\0';
    if (t->subtitle)
        same_line(file, next_line(text), t->subtitle);
    line = next_line(text);
    same_line(file, line ? line + strspn(line, " ") : NULL, dashes);
    for (size_t h = 0; t->headings[h]; h++)
        same_line(file, next_line(text), t->headings[h]);
    same_line(file, next_line(text), t->dashes);
    while ((line = next_line(text)) && *line) {
        if (line[0] != ' ' && line[0] != '\t' && !strstr(line, "Bad mhz?"))
            fields += see_row(file, t, line);
    }
    return fields;
}

static void what_was_published_stands_where_the_tables_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const struct published *p = &published[i];
        const struct layout_generation *g = layout_find(p->generation);
        size_t tables = 0, fields = 0;
        char *path, *name, *whole, *rest, *line;

        if (asprintf(&name, "lmbench/summaries/%s", p->file) < 0)
            fail();
        path = support_data(name);
        rest = whole = support_read(path, NULL);
        while ((line = next_line(&rest))) {
            const struct layout_table *t = table_of(g, line);

            tables += t != NULL;
            fields += t ? see_table(p->file, t, &rest) : 0;
        }
        if (tables != p->tables || fields != p->fields)
            fail_msg("%s: %zu tables with %zu fields", p->file, tables, fields);
        free(whole);
        free(path);
        free(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_published_stands_where_the_tables_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
