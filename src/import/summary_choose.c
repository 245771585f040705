/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_choose.c - all ways to lay the cells of a row into columns, left to right
 */
#include "import/summary.h"

#include <stdlib.h>
#include <string.h>

struct chooser {
    const struct summary_ask *ask;
    struct summary_choices *out;
    short at[SUMMARY_CELLS];
};

static void keep(struct chooser *c, int off)
{
    struct summary_choices *out = c->out;

    if (out->n == SUMMARY_CHOICES) {
        out->full = true;
        return;
    }
    memcpy(out->at[out->n], c->at, sizeof c->at);
    out->off[out->n++] = off;
}

static bool must_have(const struct summary_ask *ask, size_t column)
{
    return ask->must >> column & 1;
}

/* How far from its field a cell ends; a number too long for its field pushes the rest
 */
static int off_by(const struct summary_ask *ask, size_t cell, size_t column, int pushed)
{
    const struct summary_field *field = &ask->fit->fields[column];
    const struct summary_word *word = &ask->cells[cell];

    if (ask->slack < 0 || word->loose)
        return 0;
    return abs(word->last - (field->last + ask->shift + pushed));
}

static int pushes(const struct summary_ask *ask, size_t cell, size_t column)
{
    int more = ask->cells[cell].length - ask->fit->fields[column].width;

    return more > 0 ? more : 0;
}

static void lay(struct chooser *c, size_t cell, size_t column, int pushed, int off)
{
    const struct summary_ask *ask = c->ask;

    if (c->out->full)
        return;
    if (cell == ask->n) {
        for (size_t i = column; i < ask->fit->n; i++) {
            if (must_have(ask, i))
                return;
        }
        keep(c, off);
        return;
    }
    for (; column + (ask->n - cell) <= ask->fit->n; column++) {
        if ((ask->may[cell] & ~ask->never) >> column & 1) {
            int more = pushed + pushes(ask, cell, column);
            int away = off_by(ask, cell, column, more);

            c->at[cell] = (short)column;
            if (ask->slack < 0 || away <= ask->slack)
                lay(c, cell + 1, column + 1, more, away > off ? away : off);
        }
        if (must_have(ask, column))
            return;
    }
}

void import_summary_choose(const struct summary_ask *ask,
                           struct summary_choices *choices)
{
    struct chooser c = { .ask = ask, .out = choices };

    choices->n = 0;
    choices->full = false;
    lay(&c, 0, 0, 0, 0);
}
