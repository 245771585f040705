/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout.c - all generations of lmbench's summaries, and where their columns stand
 */
#include "layout/layout.h"

#include "layout/parts.h"

#include <string.h>

const struct layout_generation *const layout_all[] = {
    &layout_g0, &layout_g0_1, &layout_g1, &layout_g2, &layout_g3,
    &layout_g4, &layout_g5,   &layout_g6, &layout_g7, NULL,
};

const struct layout_generation *layout_find(const char *name)
{
    for (size_t i = 0; layout_all[i]; i++) {
        if (strcmp(layout_all[i]->name, name) == 0)
            return layout_all[i];
    }
    return NULL;
}

size_t layout_count(const struct layout_table *table)
{
    size_t n = 0;

    while (table->columns[n].shows)
        n++;
    return n;
}

const struct layout_form *layout_form(const struct layout_column *column, bool old)
{
    return old && (column->old.width || column->old.more) ? &column->old
                                                          : &column->plain;
}

void layout_place(const struct layout_table *table, size_t column, bool old, int *first,
                  int *last)
{
    int at = LAYOUT_PREFIX;

    for (size_t c = 0;; c++) {
        const struct layout_form *form = layout_form(&table->columns[c], old);

        *first = at + 1 + form->more;
        *last = *first + form->width - 1;
        if (c == column)
            return;
        at = *last + 1;
    }
}
