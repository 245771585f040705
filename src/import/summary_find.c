/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_find.c - the tables of a pasted text: what is title, heading, row or remark
 *
 * A table begins with a title or with headings, and goes on until the next one does.
 * A banner, or a table of a kind that there already was, begins another summary.
 */
#include "import/summary.h"

#include <errno.h>
#include <string.h>

/* Where in the text we are. */
struct finder {
    struct summary *s;
    struct summary_table *table; /* the open one, or NULL */
    bool in_heading;
    bool close;      /* the line before was of the table: rows without cells are rows */
    size_t gap;      /* blank lines since then */
    size_t strange;  /* lines since the last row that nobody knows */
    bool dashed;     /* dashes since then */
    bool doubled;    /* a blank line behind each line: it parts nothing */
    bool comparison; /* percentages and ratios: no values */
    bool all_comparisons; /* of this block */
    size_t seen;          /* topics of this block, as bits */
    int last_topic;
};

static bool fail(struct finder *f)
{
    f->s->text.failed = true;
    return false;
}

static const struct summary_line *line_at(const struct finder *f, size_t i)
{
    return i < f->s->text.n ? &f->s->text.lines[i] : NULL;
}

static void skip(struct finder *f, const struct summary_line *line, const char *why)
{
    import_note(f->s->in, IMPORT_SKIPPED, line->number, line->text, line->length, "%s",
                why);
}

/* ---- blocks and tables ---- */

static bool new_block(struct finder *f, const char *version, uint32_t line)
{
    struct summary *s = f->s;
    struct summary_block *wider = arena_grow(
        s->text.arena, s->blocks, &s->blocks_capacity, s->n_blocks + 1, sizeof *wider);

    if (!wider)
        return fail(f);
    s->blocks = wider;
    wider[s->n_blocks++] = (struct summary_block){ .version = version, .line = line };
    f->seen = 0;
    f->last_topic = -1;
    return true;
}

static bool new_table(struct finder *f, int topic, uint32_t line)
{
    struct summary *s = f->s;
    struct summary_table *wider;

    if (s->n_blocks == 0 && !new_block(f, NULL, line))
        return false;
    wider = arena_grow(s->text.arena, s->tables, &s->tables_capacity, s->n_tables + 1,
                       sizeof *wider);
    if (!wider)
        return fail(f);
    s->tables = wider;
    f->table = &wider[s->n_tables++];
    *f->table = (struct summary_table){ .topic = topic, .line = line };
    f->in_heading = f->close = f->dashed = false;
    f->gap = f->strange = 0;
    return true;
}

/* Of a kind that there was, with others in between: another summary without banner. */
static bool place_in_block(struct finder *f, int topic, uint32_t line)
{
    const struct summary *s = f->s;
    const char *version = s->n_blocks ? s->blocks[s->n_blocks - 1].version : NULL;

    if (topic >= 0 && (f->seen >> topic & 1) && topic != f->last_topic &&
        !new_block(f, version, line))
        return false;
    if (topic >= 0) {
        f->seen |= (size_t)1 << topic;
        f->last_topic = topic;
    }
    f->table->block = s->n_blocks - 1;
    return true;
}

/* A title is one only with a rule, headings or dashes soon below it. */
static bool is_title(const struct finder *f, size_t i, int *rule)
{
    struct summary_group groups[SUMMARY_CELLS];

    *rule = 0;
    for (size_t k = i + 1; k < i + 7; k++) {
        const struct summary_line *line = line_at(f, k);

        if (!line)
            break;
        if (import_summary_rule(line))
            *rule = import_summary_rule(line);
        if (import_summary_heading(line) || import_summary_dashes(line, groups))
            return true;
        if (import_summary_title(line) >= 0)
            return *rule > 0;
    }
    return *rule > 0;
}

/* A rule, or the rest of a wrapped line of dashes. */
static bool is_dashes(const struct summary_line *line)
{
    return strspn(line->text, "- ") == line->length;
}

static bool add_heads(struct finder *f, const struct summary_line *line)
{
    struct summary_table *t = f->table;
    struct arena *arena = f->s->text.arena;

    if (is_dashes(line)) /* the rest of a wrapped line of them */
        return true;
    for (size_t i = 0; i < line->n; i++) {
        const char **wider = arena_grow(arena, t->heads, &t->heads_capacity,
                                        t->n_heads + 1, sizeof *wider);

        if (!wider)
            return fail(f);
        t->heads = wider;
        wider[t->n_heads] =
            arena_strndup(arena, line->words[i].text, (size_t)line->words[i].length);
        if (!wider[t->n_heads++])
            return fail(f);
        if (i > 0 && line->words[i].first > line->words[i - 1].last + 2)
            t->aligned = true;
    }
    return true;
}

/* What percent's tables are titled with; prose says such things, too. */
static bool is_comparison_title(const struct summary_line *line)
{
    return strstr(line->text, " the best") || strstr(line->text, "percent");
}

static bool begins_comparisons(const struct summary_line *line)
{
    return line->n < 9 && strstr(line->text, "omparison to best");
}

static bool take_title(struct finder *f, size_t i, int topic, int rule)
{
    const struct summary_line *line = line_at(f, i);

    if (!new_table(f, topic, line->number) || !place_in_block(f, topic, line->number))
        return false;
    f->table->rule = rule;
    f->comparison = f->all_comparisons || is_comparison_title(line);
    return true;
}

static bool take_heading(struct finder *f, size_t i)
{
    const struct summary_line *line = line_at(f, i);
    struct summary_table *t = f->table;

    if (!t || t->n || t->n_groups || t->n_headings) {
        if (!new_table(f, -1, line->number) || !place_in_block(f, -1, line->number))
            return false;
        t = f->table;
    }
    t->heading = i;
    t->n_headings = 1;
    f->in_heading = true;
    return add_heads(f, line);
}

/* ---- rows ---- */

/* Whether a row goes on where the one before it was, or may be of another table. */
static void part(const struct finder *f, const struct summary_row *before,
                 struct summary_row *row)
{
    enum { SOME = 2, MANY = 5 }; /* lines that a person puts between two rows */
    bool parted = f->gap > f->doubled;

    row->broken = f->dashed || f->strange >= MANY || (parted && f->strange >= SOME);
    row->section = before->section + (parted || row->broken);
}

static bool take_row(struct finder *f, const struct summary_row *row)
{
    struct summary_table *t = f->table;
    struct summary_row *wider =
        arena_grow(f->s->text.arena, t->rows, &t->capacity, t->n + 1, sizeof *wider);

    if (!wider)
        return fail(f);
    t->rows = wider;
    wider[t->n] = *row;
    if (t->n > 0)
        part(f, &wider[t->n - 1], &wider[t->n]);
    t->torn = t->torn || (!t->some && !t->n_headings && f->strange > 0);
    t->some = t->some || row->n > 0;
    t->n++;
    f->in_heading = false;
    f->close = true;
    f->strange = t->some ? 0 : f->strange + (row->bare && f->gap == 0);
    f->gap = 0;
    f->dashed = false;
    return true;
}

/* Cells alone: the end of a wrapped row, as its columns will show. */
static bool take_more(struct finder *f, const struct summary_line *line, size_t n)
{
    struct summary_table *t = f->table;
    struct summary_row *row = t->n ? &t->rows[t->n - 1] : NULL;

    if (!f->close || f->gap > 1 || !row || row->n + n > SUMMARY_CELLS ||
        row->n_joined == SUMMARY_CELLS)
        return false;
    for (size_t i = 0; i < n; i++) {
        row->cells[row->n] = line->words[i];
        row->cells[row->n++].loose = true;
    }
    row->joined[row->n_joined++] = n;
    return true;
}

static bool is_blank(const struct summary_line *line)
{
    return line->n == 0;
}

/* Of a wrapped row without its last cells: nothing but their blanks. */
static bool is_rest(const struct summary_table *t, const struct summary_line *line)
{
    enum { NARROW = 56 }; /* columns that hardly anybody wraps at */

    return line->width > 0 && t->n > 0 && t->rows[t->n - 1].width >= NARROW &&
           t->rows[t->n - 1].line + 1 == line->number;
}

/* What the old program says about itself. */
static bool is_aside(const struct summary_line *line)
{
    return strstr(line->text, "(Alpha software") || strstr(line->text, "(WARNING");
}

/* Inside of a table: headings, dashes, rows, and what people wrote between them. */
static bool inside(struct finder *f, const struct summary_line *line)
{
    struct summary_table *t = f->table;
    struct summary_group groups[SUMMARY_CELLS];
    size_t n = import_summary_dashes(line, groups), more;
    struct summary_row row;

    if (n && t->n == 0) {
        if (t->n_groups == 0) {
            memcpy(t->groups, groups, sizeof groups);
            t->n_groups = n;
        }
        f->in_heading = false;
        f->close = true;
        f->gap = 0;
        return true;
    }
    f->dashed = f->dashed || n || (t->n && import_summary_rule(line));
    if (import_summary_row(f->s->text.arena, line, &row)) {
        row.bare = row.n == 0 && (!f->close || f->gap > 0);
        if (!f->comparison)
            return take_row(f, &row);
        skip(f, line, "a comparison, no values");
        return true;
    }
    more = import_summary_more(line);
    if (f->in_heading && !more && t->n_headings < 8) {
        t->n_headings++;
        return is_blank(line) || add_heads(f, line);
    }
    if (more && take_more(f, line, more))
        return true;
    f->gap += is_blank(line) && !is_rest(t, line);
    if (is_blank(line) || is_dashes(line) || is_aside(line))
        return true;
    f->close = false;
    f->strange++;
    skip(f, line, more ? "numbers without host and system" : "no row of a summary");
    return true;
}

/* errbar's own banner names the layout two lines below. */
static const char *own_version(const struct finder *f, size_t i)
{
    const char *version = NULL;

    for (size_t k = i + 1; k < i + 4 && line_at(f, k) && !version; k++)
        version = import_summary_layout(f->s->text.arena, line_at(f, k));
    return version;
}

/*
 * "errbar 0.1.0, view text-1.9, layout g1, faithful. …" below the tables; a bare
 * summary has not that line, but the one about the fault that it has not.
 */
static void take_provenance(struct finder *f, const struct summary_line *line)
{
    struct summary_block *block =
        f->s->n_blocks ? &f->s->blocks[f->s->n_blocks - 1] : NULL;

    if (block && strstr(line->text, LAYOUT_MENDED))
        block->plain = block->told = true;
    if (block && line->n > 2 && import_summary_is(&line->words[0], "errbar") &&
        strstr(line->text, ", layout g")) {
        block->plain = !strstr(line->text, ", faithful");
        block->told = true;
    }
}

static bool take_banner(struct finder *f, const char *version, bool ours, uint32_t line)
{
    f->table = NULL;
    f->comparison = f->all_comparisons = false;
    if (!new_block(f, version, line))
        return false;
    f->s->blocks[f->s->n_blocks - 1].ours = ours;
    f->s->blocks[f->s->n_blocks - 1].plain = ours;
    f->s->blocks[f->s->n_blocks - 1].told = ours;
    return true;
}

static bool one_line(struct finder *f, size_t i)
{
    const struct summary_line *line = line_at(f, i);
    const char *version = import_summary_banner(f->s->text.arena, line);
    int topic = import_summary_title(line), rule;

    if (version)
        return take_banner(f, version, false, line->number);
    if (import_summary_own_banner(line))
        return take_banner(f, own_version(f, i), true, line->number);
    take_provenance(f, line);
    if (topic >= 0 && is_title(f, i, &rule))
        return take_title(f, i, topic, rule);
    if (import_summary_heading(line))
        return take_heading(f, i);
    if (f->table)
        return inside(f, line);
    f->all_comparisons = f->all_comparisons || begins_comparisons(line);
    if (!is_blank(line) && !import_summary_rule(line) && !is_aside(line))
        skip(f, line, "before the first table");
    return true;
}

/* ---- what is quoted twice ---- */

static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        bool blank = *a == ' ' || *b == ' ';

        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a != *b || (blank && !*a != !*b))
            return false;
        if (!*a)
            return true;
    }
}

static bool same_table(const struct summary_table *a, const struct summary_table *b)
{
    if (a->topic != b->topic || a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        if (a->rows[i].n != b->rows[i].n ||
            !same_words(a->rows[i].text, b->rows[i].text))
            return false;
    }
    return a->n > 0;
}

enum { QUOTED = 500 /* tables before that it may be of */ };

/* A reply that quotes a summary does not make its runs two. */
static void drop_quoted(struct summary *s)
{
    for (size_t t = 0; t < s->n_tables; t++) {
        for (size_t o = t > QUOTED ? t - QUOTED : 0; o < t && s->tables[t].n; o++) {
            if (!same_table(&s->tables[o], &s->tables[t]))
                continue;
            import_note(s->in, IMPORT_DOUBTFUL, s->tables[t].line, "", 0,
                        "the table of line %u again, which counts once",
                        (unsigned)s->tables[o].line);
            s->tables[t].n = 0;
        }
    }
}

/* A mail program's doing: hardly a line follows another without a blank one. */
static bool is_doubled(const struct summary_text *text)
{
    size_t lines = 0, pairs = 0;

    for (size_t i = 0; i < text->n; i++) {
        lines += !is_blank(&text->lines[i]);
        pairs += i > 0 && !is_blank(&text->lines[i]) && !is_blank(&text->lines[i - 1]);
    }
    return pairs * 10 < lines;
}

int import_summary_find(struct summary *s)
{
    struct finder f = { .s = s, .last_topic = -1, .doubled = is_doubled(&s->text) };

    for (size_t i = 0; i < s->text.n && !s->text.failed; i++)
        one_line(&f, i);
    if (!s->text.failed)
        drop_quoted(s);
    return s->text.failed ? -ENOMEM : 0;
}
