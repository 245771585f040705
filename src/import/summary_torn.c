/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_torn.c - rows behind a break, which may be of a table whose heading is lost
 *
 * Where title, headings and dashes of a table are gone or mangled, its rows stand
 * behind those of the table before. They say so themselves: their systems come again
 * from the first one. Repeats of one table that a person parted by a blank line do that
 * as well, so such rows stay where all their cells stand as in that table and in no
 * other.
 */
#include "import/summary.h"

#include <string.h>

/* The rows [from, to) of a table between two breaks. */
struct section {
    struct summary_table *table;
    size_t from, to;
};

static bool next_section(struct section *s)
{
    const struct summary_table *t = s->table;

    s->from = s->to;
    while (s->to < t->n && t->rows[s->to].section == t->rows[s->from].section)
        s->to++;
    return s->from < t->n;
}

static bool same_system(const struct summary_row *a, const struct summary_row *b)
{
    return strcmp(a->host, b->host) == 0 && strcmp(a->os, b->os) == 0;
}

/* Whether its system had a row before the section. */
static bool comes_again(const struct section *s, size_t row)
{
    enum { LOOK = 64 }; /* rows from the first */
    const struct summary_row *rows = s->table->rows;

    for (size_t i = 0; i < s->from && i < LOOK; i++) {
        if (same_system(&rows[i], &rows[row]))
            return true;
    }
    return false;
}

/* Tables whose columns stand in the same places. */
static bool has_a_twin(const struct summary_table *t)
{
    return t->topic == SUMMARY_INTEGER || t->topic == SUMMARY_UINT64 ||
           t->topic == SUMMARY_FLOAT || t->topic == SUMMARY_DOUBLE;
}

/* Whether all tables of a block are parted alike, as repeats are. */
static bool is_regular(const struct summary *s, size_t block)
{
    const struct summary_table *first = NULL;
    size_t tables = 0;

    for (size_t i = 0; i < s->n_tables; i++) {
        const struct summary_table *t = &s->tables[i];

        if (t->block != block || t->n == 0)
            continue;
        first = first ? first : t;
        tables++;
        if (t->n != first->n)
            return false;
        for (size_t r = 0; r < t->n; r++) {
            if (t->rows[r].section != first->rows[r].section || t->rows[r].broken)
                return false;
        }
    }
    return tables > 1;
}

/* A row of a new system may lack cells, and one without cells has none to misplace. */
static bool stands_exactly(const struct section *s, bool full)
{
    for (size_t i = s->from; i < s->to; i++) {
        const struct summary_row *row = &s->table->rows[i];
        bool all = full && (s->from == 0 || comes_again(s, i));

        if (row->n > 0 && !import_summary_exact(s->table, row, all))
            return false;
    }
    return true;
}

static bool is_lost(const struct section *s, bool regular)
{
    const struct summary_table *t = s->table;

    if (s->from == 0 ? !t->torn : !t->rows[s->from].broken && !comes_again(s, s->from))
        return false;
    if (s->from > 0 && regular)
        return !stands_exactly(s, false);
    return has_a_twin(t) || !stands_exactly(s, true);
}

static void take_out(struct summary *sum, const struct section *s)
{
    for (size_t i = s->from; i < s->to; i++) {
        const struct summary_row *row = &s->table->rows[i];

        import_note(sum->in, IMPORT_AMBIGUOUS, row->line, row->text, strlen(row->text),
                    "it may be of another table, whose heading is lost");
    }
}

void import_summary_tear(struct summary *sum)
{
    for (size_t i = 0; i < sum->n_tables; i++) {
        struct section s = { .table = &sum->tables[i] };
        size_t kept = 0;
        bool regular, lost = false;

        if (!s.table->fit.n ||
            (!s.table->torn && (!s.table->n || !s.table->rows[s.table->n - 1].section)))
            continue;
        regular = is_regular(sum, s.table->block);
        while (next_section(&s)) {
            lost = is_lost(&s, regular);
            if (lost)
                take_out(sum, &s);
            for (size_t r = s.from; r < s.to && !lost; r++)
                s.table->rows[kept++] = s.table->rows[r];
        }
        s.table->n = kept;
    }
}
