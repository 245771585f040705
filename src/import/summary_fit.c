/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_fit.c - which layout a table of the text has, and so which version made it
 *
 * Headings say most, then how the dashes are cut, then whether the numbers look as that
 * layout prints them and stand where it does. All tables of a summary decide together.
 */
#include "import/summary.h"

#include <string.h>

enum {
    GENERATIONS = SUMMARY_GENERATIONS,
    OTHER = 60 /* a table is of another version than its summary beyond that */
};

/* The best that a generation can do for a table. */
struct best {
    const struct summary_sheet *sheet;
    bool old;
    double score; /* 0: nothing */
};

struct fitter {
    struct summary *s;
    struct summary_sheet *sheets;
    size_t n;
    struct best (*best)[GENERATIONS];   /* by table */
    const struct summary_sheet **sheet; /* that each table got */
    int *age; /* how much each looks as the old program printed it */
};

/* ---- one layout upon one table ---- */

/* errbar letters the headings of what is not lmbench's: "TCPa". */
static bool same_head(const struct summary_word *word, const char *head, bool ours)
{
    size_t n = (size_t)word->length;

    return import_summary_is(word, head) ||
           (ours && strlen(head) == n + 1 && strncmp(head, word->text, n) == 0 &&
            head[n] >= 'a' && head[n] <= 'z');
}

static bool same_heads(const struct summary_table *t, const struct summary_sheet *sheet,
                       bool ours)
{
    size_t n = 0;

    for (size_t i = 0; i < sheet->n_headings; i++) {
        for (size_t w = 0; w < sheet->heading[i].n; w++, n++) {
            if (n == t->n_heads ||
                !same_head(&sheet->heading[i].words[w], t->heads[n], ours))
                return false;
        }
    }
    return n == t->n_heads;
}

static bool same_dashes(const struct summary_table *t,
                        const struct summary_sheet *sheet, size_t from)
{
    if (t->n_groups != sheet->n_groups)
        return false;
    for (size_t i = from; i < t->n_groups; i++) {
        if (t->groups[i].last - t->groups[i].first !=
            sheet->groups[i].last - sheet->groups[i].first)
            return false;
    }
    return true;
}

/* How far the text's columns stand right of the layout's, where no dashes tell. */
static int displaced(const struct summary *s, const struct summary_table *t,
                     const struct summary_sheet *sheet)
{
    if (!t->n_headings || !t->aligned || !sheet->n_headings || sheet->heading[0].n < 2)
        return 0;
    return s->text.lines[t->heading].words[1].last - sheet->heading[0].words[1].last;
}

/* All columns of the layout but the guess, in its order. */
static void all_fields(const struct summary *s, const struct summary_table *t,
                       const struct summary_sheet *sheet, struct summary_fit *fit)
{
    bool dashed = t->n_groups == sheet->n_groups;
    int shift = displaced(s, t, sheet);

    for (size_t c = 0; c < SUMMARY_CELLS && sheet->table->columns[c].shows; c++) {
        const struct layout_column *column = &sheet->table->columns[c];
        struct summary_field *field = &fit->fields[fit->n];
        int first;

        if (column->source == LAYOUT_GUESS)
            continue;
        field->column = column;
        field->form = layout_form(column, fit->old);
        field->width = field->form->width;
        layout_place(sheet->table, c, fit->old, &first, &field->last);
        if (dashed && c + 2 < t->n_groups)
            field->last += t->groups[c + 2].last - sheet->groups[c + 2].last;
        else
            field->last += shift;
        fit->n++;
    }
}

/* How often a key stands among some. */
static size_t times(summary_key keys[SUMMARY_CELLS], size_t n, const char *key)
{
    size_t found = 0;

    for (size_t i = 2; i < n; i++)
        found += strcmp(keys[i], key) == 0;
    return found;
}

/* "Delete" stands over two columns: of one that is left it is not known which. */
static bool tells(const struct summary_table *t, const struct summary_sheet *sheet,
                  summary_key keys[SUMMARY_CELLS], const char *key)
{
    summary_key own[SUMMARY_CELLS];

    if (!*key)
        return false;
    memcpy(own, sheet->keys, sizeof own);
    return times(own, sheet->n_groups, key) == times(keys, t->n_groups, key);
}

/* Columns moved, left out or added: each by what stands over its dashes. */
static double some_fields(const struct summary_table *t,
                          const struct summary_sheet *sheet,
                          summary_key keys[SUMMARY_CELLS], struct summary_fit *fit)
{
    uint32_t used = 0;
    double known = 0;

    for (size_t g = 2; g < t->n_groups; g++) {
        struct summary_field *field = &fit->fields[fit->n];
        size_t c = 0;
        int first, last;

        if (strcmp(keys[g], "Guesses") == 0)
            continue;
        *field = (struct summary_field){ .last = t->groups[g].last };
        field->width = t->groups[g].last - t->groups[g].first + 1;
        fit->n++;
        while (sheet->table->columns[c].shows &&
               (c + 2 >= sheet->n_groups || used >> c & 1 ||
                !tells(t, sheet, keys, keys[g]) ||
                strcmp(sheet->keys[c + 2], keys[g]) != 0))
            c++;
        if (!sheet->table->columns[c].shows)
            continue;
        used |= 1u << c;
        known++;
        field->column = &sheet->table->columns[c];
        field->form = layout_form(field->column, fit->old);
        field->width = field->form->width;
        layout_place(sheet->table, c, fit->old, &first, &last);
        field->last += last - sheet->groups[c + 2].last;
    }
    return fit->n ? known / (double)fit->n : 0;
}

static void lay_upon(const struct fitter *f, const struct summary_table *t,
                     const struct summary_sheet *sheet, bool old,
                     struct summary_fit *fit)
{
    const struct summary_block *block = &f->s->blocks[t->block];
    summary_key keys[SUMMARY_CELLS];
    double share;

    *fit = (struct summary_fit){ .generation = sheet->generation,
                                 .table = sheet->table,
                                 .old = old };
    if (t->topic >= 0 && sheet->topic != t->topic)
        return;
    if (t->n_headings ? same_heads(t, sheet, block->ours)
                      : t->topic >= 0 && (!t->n_groups || same_dashes(t, sheet, 2))) {
        fit->score = t->n_headings ? 100 : same_dashes(t, sheet, 2) ? 60 : 30;
        fit->headed = t->n_headings > 0;
        all_fields(f->s, t, sheet, fit);
    } else if (t->n_headings && t->n_groups > 2 && t->aligned) {
        import_summary_stack(&f->s->text.lines[t->heading], t->n_headings, t->groups,
                             t->n_groups, keys);
        share = some_fields(t, sheet, keys, fit);
        fit->score = share > (t->topic < 0 ? 0.7 : 0) ? 70 * share : 0;
    }
    if (!(fit->score > 0))
        return;
    fit->os_last = t->n_groups > 1 ? t->groups[1].last
                                   : LAYOUT_PREFIX - 1 + displaced(f->s, t, sheet);
    fit->score += same_dashes(t, sheet, 2) ? 30 : 0;
    fit->score += t->rule && t->rule == sheet->table->rule ? 10 : 0;
    fit->score += old != block->plain ? 1 : block->plain ? -40 : 0;
    fit->score -= old && sheet->table->never_old ? 5 : 0;
}

/* ---- the best for a table, and for a summary ---- */

static bool without_cells(const struct summary_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->rows[i].n == 0)
            return true;
    }
    return false;
}

static void rate(struct fitter *f, const struct summary_table *t,
                 struct best best[GENERATIONS])
{
    struct summary_fit fit;

    for (size_t i = 0; i < 2 * f->n; i++) {
        const struct summary_sheet *sheet = &f->sheets[i / 2];
        struct best *b = &best[sheet->at];

        lay_upon(f, t, sheet, i % 2 == 0, &fit);
        if (!(fit.score > 0))
            continue;
        fit.score += 60 * import_summary_agreement(t, &fit);
        fit.score += without_cells(t) && sheet->generation->always ? 3 : 0;
        if (fit.score > b->score)
            *b = (struct best){ .sheet = sheet, .old = i % 2 == 0, .score = fit.score };
    }
}

/* Where nothing tells two versions apart, the one that most people had. */
static double widespread(const struct layout_generation *g)
{
    static const char *const most[] = { "g6", "g4", "g1" };

    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        if (strcmp(g->name, most[i]) == 0)
            return 0.5;
    }
    return 0;
}

/* The tables of a block. */
struct range {
    size_t from, to;
};

static double total(const struct fitter *f, const struct range *tables, size_t g)
{
    const char *version = f->s->blocks[f->s->tables[tables->from].block].version;
    double sum = widespread(layout_all[g]);

    if (version && strcmp(version, layout_all[g]->version) == 0)
        sum += 50;
    for (size_t t = tables->from; t < tables->to; t++) {
        if (f->s->tables[t].n > 0)
            sum += f->best[t][g].score > 0 ? f->best[t][g].score : -40;
    }
    return sum;
}

static size_t generation_of(const struct fitter *f, const struct range *tables)
{
    size_t best = 0;

    for (size_t g = 1; g < GENERATIONS && layout_all[g]; g++) {
        if (total(f, tables, g) > total(f, tables, best))
            best = g;
    }
    return best;
}

/* Another version whose columns are others, where no banner decides. */
static bool as_likely(const struct fitter *f, const struct summary_table *t,
                      const struct best *best, const struct best *other)
{
    const char *version = f->s->blocks[t->block].version;

    return other->sheet &&
           other->sheet->table->columns != best->sheet->table->columns &&
           other->score >= best->score - 5 &&
           (!version || strcmp(version, other->sheet->generation->version) == 0);
}

/* ---- with the old faults, or without ---- */

/* What only the old program prints: its own formats, where its number rule had none. */
static bool has_its_formats(const struct summary_table *t)
{
    for (size_t r = 0; r < t->n; r++) {
        for (size_t i = 0; i < t->rows[r].n; i++) {
            if (t->rows[r].cells[i].text[0] == '%')
                return true;
        }
    }
    return false;
}

/* 1: the rows are more as the old program printed them, -1: as ours, 0: as both. */
static int how_old(const struct fitter *f, const struct summary_table *t,
                   const struct summary_sheet *sheet)
{
    static const double least = 1e-3;
    struct summary_fit old, plain;
    double more;

    lay_upon(f, t, sheet, true, &old);
    lay_upon(f, t, sheet, false, &plain);
    more = import_summary_agreement(t, &old) - import_summary_agreement(t, &plain) +
           has_its_formats(t);
    return (more > least) - (more < -least);
}

/* The tables of a block decide together where one says nothing. */
static void date(struct fitter *f, const struct range *tables)
{
    const struct summary_block *block = &f->s->blocks[f->s->tables[tables->from].block];
    int all = 0;

    for (size_t i = tables->from; i < tables->to && !block->told; i++) {
        if (f->s->tables[i].fit.n)
            all += f->age[i];
    }
    for (size_t i = tables->from; i < tables->to && !block->told; i++) {
        struct summary_table *t = &f->s->tables[i];
        int own = f->age[i] != 0 ? f->age[i] : all;

        if (!t->fit.n)
            continue;
        if (own != 0 && t->fit.old != (own > 0))
            lay_upon(f, t, f->sheet[i], own > 0, &t->fit);
        t->fit.unsure = own == 0;
    }
}

static void settle(struct fitter *f, size_t at, size_t g)
{
    struct summary_table *t = &f->s->tables[at];
    const struct best *own = &f->best[at][g], *best = own;

    for (size_t i = 0; i < GENERATIONS; i++) {
        if (f->best[at][i].score > best->score + (best == own ? OTHER : 0))
            best = &f->best[at][i];
    }
    if (!best->sheet)
        return;
    lay_upon(f, t, best->sheet, best->old, &t->fit);
    f->sheet[at] = best->sheet;
    f->age[at] = how_old(f, t, best->sheet);
    t->topic = best->sheet->topic;
    for (size_t i = 0; i < GENERATIONS && t->other.n == 0; i++) {
        if (as_likely(f, t, best, &f->best[at][i]))
            lay_upon(f, t, f->best[at][i].sheet, f->best[at][i].old, &t->other);
    }
}

static bool look_at(struct fitter *f)
{
    struct summary *s = f->s;

    f->best = arena_alloc(s->text.arena, (s->n_tables + 1) * sizeof *f->best);
    f->sheets = import_summary_sheets(s->text.arena, &f->n);
    f->sheet = arena_alloc(s->text.arena, (s->n_tables + 1) * sizeof(*f->sheet));
    f->age = arena_alloc(s->text.arena, (s->n_tables + 1) * sizeof *f->age);
    if (!f->best || !f->sheets || !f->sheet || !f->age)
        return false;
    for (size_t t = 0; t < s->n_tables; t++) {
        struct summary_table *table = &s->tables[t];

        for (size_t i = 0; i < table->n && table->n_headings == 0; i++)
            table->aligned = table->aligned || table->rows[i].spaced;
        if (table->n > 0)
            rate(f, table, f->best[t]);
    }
    return true;
}

void import_summary_fit(struct summary *s)
{
    struct fitter f = { .s = s };
    struct range r = { 0 };

    s->text.failed = s->text.failed || !look_at(&f);
    /* tables stand in the order of their blocks */
    for (; r.from < s->n_tables && !s->text.failed; r.from = r.to) {
        size_t block = s->tables[r.from].block, g;

        for (r.to = r.from; r.to < s->n_tables && s->tables[r.to].block == block;)
            r.to++;
        g = generation_of(&f, &r);
        s->blocks[block].generation = layout_all[g];
        for (size_t t = r.from; t < r.to; t++) {
            if (s->tables[t].n > 0)
                settle(&f, t, g);
        }
        date(&f, &r);
    }
}
