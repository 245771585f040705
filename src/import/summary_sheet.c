/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_sheet.c - the tables of the layouts as if they were read from texts
 */
#include "import/summary.h"

#include <stdio.h>
#include <string.h>

/* ---- what stands over the dashes ---- */

static int overlap(const struct summary_word *word, const struct summary_group *group)
{
    int first = word->first > group->first ? word->first : group->first;
    int last = word->last < group->last ? word->last : group->last;

    return last - first + 1; /* negative: how far they are apart */
}

static void append(summary_key key, const struct summary_word *word)
{
    size_t n = strlen(key);

    snprintf(key + n, SUMMARY_KEY - n, "%s%.*s", n ? " " : "", word->length,
             word->text);
}

void import_summary_stack(const struct summary_line *lines, size_t n,
                          const struct summary_group *groups, size_t n_groups,
                          summary_key keys[SUMMARY_CELLS])
{
    memset(keys, 0, SUMMARY_CELLS * sizeof *keys);
    for (size_t i = 0; i < n; i++) {
        for (size_t w = 0; w < lines[i].n; w++) {
            const struct summary_word *word = &lines[i].words[w];
            size_t best = 0;

            for (size_t g = 1; g < n_groups; g++) {
                if (overlap(word, &groups[g]) > overlap(word, &groups[best]))
                    best = g;
            }
            if (n_groups && overlap(word, &groups[best]) > -2)
                append(keys[best], word);
        }
    }
}

/* ---- the layouts ---- */

static bool split(struct arena *arena, const char *text, struct summary_line *line)
{
    struct import_line from = { .text = text, .length = strlen(text) };

    return import_summary_line(arena, &from, line);
}

static bool fill_sheet(struct arena *arena, size_t at, const struct layout_table *table,
                       struct summary_sheet *sheet)
{
    struct summary_line line;

    *sheet = (struct summary_sheet){ .generation = layout_all[at],
                                     .table = table,
                                     .at = at };
    if (!split(arena, table->title, &line))
        return false;
    sheet->topic = import_summary_title(&line);
    for (size_t i = 0; i < 4 && table->headings[i]; i++) {
        if (!split(arena, table->headings[i], &sheet->heading[sheet->n_headings++]))
            return false;
    }
    if (!split(arena, table->dashes, &line))
        return false;
    sheet->n_groups = import_summary_dashes(&line, sheet->groups);
    import_summary_stack(sheet->heading, sheet->n_headings, sheet->groups,
                         sheet->n_groups, sheet->keys);
    return true;
}

struct summary_sheet *import_summary_sheets(struct arena *arena, size_t *n)
{
    struct summary_sheet *sheets = NULL;
    size_t capacity = 0;

    *n = 0;
    for (size_t g = 0; g < SUMMARY_GENERATIONS && layout_all[g]; g++) {
        for (const struct layout_table *const *t = layout_all[g]->tables; *t; t++) {
            sheets = arena_grow(arena, sheets, &capacity, *n + 1, sizeof *sheets);
            if (!sheets || !fill_sheet(arena, g, *t, &sheets[*n]))
                return NULL;
            ++*n;
        }
    }
    return sheets;
}
