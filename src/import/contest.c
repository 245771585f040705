/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contest.c - reports of contest: rows of kernels under a heading for each load
 */
#include "import/contest.h"

#include "import/contest_line.h"
#include "import/contest_prose.h"
#include "import/contest_ratio.h"
#include "import/foreign.h"
#include "import/number.h"

#include <errno.h>
#include <string.h>

/* A kernel's column of the report, as one session. */
struct kernel {
    struct slice name;
    const char *version;
    struct session *session;
};

enum { MOST_KERNELS = 500 }; /* in a table; a list of strangers is searched */

struct reading {
    struct import *in;
    struct contest_found *found; /* rows, in the order of lines */
    size_t n, capacity;
    size_t n_before; /* rows above the last heading */
    struct kernel *kernels;
    size_t n_kernels, kernels_capacity;
    struct contest_heading heading;
    bool in_table, failed;
    struct slice broken; /* the line before: a row that mail broke, perhaps */
    uint32_t broken_line;
    struct slice load;
    uint32_t load_line; /* 0: not told yet */
    bool tenths;        /* Loads has a point somewhere */
    bool single;
    struct contest_prose prose;
};

static bool is_blank(struct slice line)
{
    return import_trim(line).length == 0;
}

/* "io_load: Kernel [runs] Time": the load, and its table's heading behind it. */
static struct slice behind_load(struct slice text)
{
    struct contest_heading heading;
    struct slice rest = text;

    import_until(&rest, ':');
    return import_contest_heading(rest, &heading) ? rest : import_slice("", 0);
}

size_t import_contest_recognise(const struct import_source *source)
{
    struct import_line line = { 0 };
    struct contest_heading heading;
    struct contest_row row;
    size_t at = 0, n = 0;
    bool in_table = false;

    while (import_next_line(source, &at, &line)) {
        struct slice text = import_unquote(import_slice(line.text, line.length));

        if (import_contest_heading(text, &heading) ||
            (behind_load(text).length &&
             import_contest_heading(behind_load(text), &heading))) {
            in_table = true;
            n++;
        } else if (in_table && import_contest_row(text, &heading, &row)) {
            n++;
        } else if (!is_blank(text)) {
            in_table = false;
        }
    }
    return n;
}

/* ---- lines to rows ---- */

static void note(struct reading *r, enum import_note_kind kind, uint32_t line,
                 struct slice text, const char *why)
{
    import_note(r->in, kind, line, text.text, text.length, "%s", why);
}

/* What is no row of a table. */
static void skip(struct reading *r, struct slice line, uint32_t number)
{
    bool statistics = import_contest_statistics(&r->prose, line, number);

    note(r, IMPORT_SKIPPED, number, line,
         statistics
             ? "the author's own statistics; the runs behind them are not printed"
             : "no row of a table");
}

static void add_row(struct reading *r, const struct contest_row *row,
                    const struct import_line *line)
{
    struct contest_found *more =
        arena_grow(import_arena(r->in), r->found, &r->capacity, r->n + 1, sizeof *more);

    if (!more) {
        r->failed = true;
        return;
    }
    r->found = more;
    r->found[r->n++] =
        (struct contest_found){ .load = r->load,
                                .row = *row,
                                .has_runs = r->heading.has[CONTEST_RUNS],
                                .has_loads = r->heading.has[CONTEST_LOADS],
                                .has_ratio = r->heading.has[CONTEST_RATIO],
                                .whole = import_slice(line->text, line->length),
                                .line = line->number };
    r->tenths = r->tenths || import_contains(row->cells[CONTEST_LOADS], ".");
}

/* A heading of a load counts once a table follows it. */
static void set_aside(struct reading *r, struct slice load, uint32_t line)
{
    if (r->load_line)
        skip(r, r->load, r->load_line);
    r->load = load;
    r->load_line = line;
}

/* What no line behind it completed. */
static void tell_broken(struct reading *r)
{
    if (r->broken.length)
        skip(r, r->broken, r->broken_line);
    r->broken = import_slice("", 0);
}

/* The rest of a row is on a line of its own. */
static bool take_joined(struct reading *r, struct slice text,
                        const struct import_line *line)
{
    struct slice before = r->broken;
    uint32_t first = r->broken_line;
    struct import_line whole = *line;
    struct contest_row row;
    const char *joined;

    if (!r->in_table || !before.length || before.length + text.length > 200)
        return false;
    joined = arena_printf(import_arena(r->in), "%.*s %.*s", (int)before.length,
                          before.text, (int)text.length, text.text);
    r->failed = r->failed || !joined;
    if (!joined || !import_contest_row(import_slice_of(joined), &r->heading, &row))
        return false;
    whole.text = joined;
    whole.length = strlen(joined);
    whole.number = first;
    r->broken.length = 0;
    add_row(r, &row, &whole);
    return true;
}

static void take_line(struct reading *r, const struct import_line *line)
{
    struct slice text = import_unquote(import_slice(line->text, line->length)), load;
    struct slice heads = behind_load(text);
    struct contest_heading heading;
    struct contest_row row;

    if (is_blank(text)) {
        tell_broken(r);
        return;
    }
    if (heads.length &&
        import_contest_load(import_slice(text.text, text.length - heads.length),
                            &load)) {
        set_aside(r, load, line->number);
        text = heads;
    }
    if (import_contest_load(text, &load)) {
        tell_broken(r);
        set_aside(r, load, line->number);
        r->in_table = false;
    } else if (import_contest_heading(text, &heading)) {
        tell_broken(r);
        /* rows stand between this heading and the load: another's name was lost */
        if (!r->load_line && r->n > r->n_before)
            r->load.length = 0;
        r->heading = heading;
        r->in_table = r->load.length > 0;
        r->load_line = 0;
        r->n_before = r->n;
        r->single = r->single || heading.single;
        if (!r->in_table)
            note(r, IMPORT_SKIPPED, line->number, text, "a table without its load");
    } else if (r->in_table && import_contest_row(text, &r->heading, &row)) {
        tell_broken(r);
        add_row(r, &row, line);
    } else if (!take_joined(r, text, line)) {
        tell_broken(r);
        r->broken = text;
        r->broken_line = line->number;
    }
}

/* ---- rows to measurements ---- */

static const char *version_of(const struct reading *r, const struct contest_found *f)
{
    if (!f->has_loads)
        return f->has_ratio ? "contest-0.37" : "contest-0.34";
    if (f->row.bracketed || !f->has_runs)
        return "contest-0.50";
    return r->tenths ? "contest-0.61" : "contest-0.60";
}

static struct kernel *kernel_of(struct reading *r, const struct contest_found *f)
{
    const char *version = version_of(r, f);
    struct slice name = f->row.kernel;
    struct kernel *more, *k;

    for (size_t i = 0; i < r->n_kernels; i++) {
        k = &r->kernels[i];
        if (k->name.length == name.length && strcmp(k->version, version) == 0 &&
            memcmp(k->name.text, name.text, name.length) == 0)
            return k;
    }
    if (r->n_kernels == MOST_KERNELS)
        return NULL;
    more = arena_grow(import_arena(r->in), r->kernels, &r->kernels_capacity,
                      r->n_kernels + 1, sizeof *more);
    if (!more)
        return NULL;
    r->kernels = more;
    k = &r->kernels[r->n_kernels++];
    *k = (struct kernel){ .name = name, .version = version };
    return k;
}

static int open_session(struct reading *r, struct kernel *k, uint32_t line)
{
    char *name = arena_strndup(import_arena(r->in), k->name.text, k->name.length);
    struct import_whose whose = { .version = k->version, .label = name };

    if (!name)
        return -ENOMEM;
    k->session = import_session(r->in, &whose);
    if (r->single)
        import_session_fact(r->in, k->session, "contest.spacing", "single", NULL, line);
    return 0;
}

/* Id and parameters of a load's definition. */
static const char *definition_of(struct reading *r, const struct contest_found *f,
                                 const char *version, const char **params)
{
    struct arena *arena = import_arena(r->in);
    const char *id =
        arena_printf(arena, "contest.%.*s", (int)f->load.length, f->load.text);

    *params = NULL;
    if (id && strcmp(id, "contest.noload") == 0)
        return "contest.no_load";
    if (!id || foreign_find(id, version))
        return id;
    *params = arena_printf(arena, "load=%.*s", (int)f->load.length, f->load.text);
    return *params ? "contest.custom" : NULL;
}

/* The other columns, as counts of the compile. */
static size_t fill_counts(const struct contest_found *f, struct count *counts)
{
    static const struct {
        enum contest_column column;
        const char *name, *unit;
    } table[] = { { CONTEST_CPU, "cpu", "%" },
                  { CONTEST_LOADS, "loads", "1" },
                  { CONTEST_LOAD_CPU, "load_cpu", "%" },
                  { CONTEST_RATIO, "ratio", "1" } };
    size_t n = 0;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct count *c = &counts[n];

        *c = (struct count){ .name = table[i].name, .unit = table[i].unit };
        n += import_decimal(f->row.cells[table[i].column], &c->value) == 0;
    }
    if (f->row.marked)
        counts[n++] = (struct count){ .name = "marked", .unit = "1", .value = 1 };
    return n;
}

static void note_mark(struct reading *r, const struct contest_found *f, double runs)
{
    if (f->row.marked && runs > 0 && runs < 2)
        note(r, IMPORT_DOUBTFUL, f->line, f->whole,
             "an asterisk on a single run: one run shows no significant difference");
    else if (f->row.marked)
        note(r, IMPORT_DOUBTFUL, f->line, f->whole,
             "an asterisk: the author's finding of a significant difference, which "
             "cannot be computed again from what is printed");
}

static int take_row(struct reading *r, const struct contest_found *f)
{
    struct slice time = f->row.cells[CONTEST_TIME];
    struct kernel *k = kernel_of(r, f);
    struct count counts[CONTEST_COLUMNS + 1];
    struct import_cell cell = { .line = f->line, .counts = counts };
    struct import_number number;
    double runs = 0;

    if (!k && r->n_kernels == MOST_KERNELS) {
        note(r, IMPORT_SKIPPED, f->line, f->whole, "one kernel too many for a table");
        return 0;
    }
    if (!k || (!k->session && open_session(r, k, f->line) < 0))
        return -ENOMEM;
    cell.id = definition_of(r, f, k->version, &cell.params);
    cell.printed = arena_strndup(import_arena(r->in), time.text, time.length);
    if (!cell.id || !cell.printed)
        return -ENOMEM;
    if (import_parse_number(time.text, time.length, IMPORT_ROUNDED, &number) < 0 ||
        !(number.hi > 0) || !(number.value > 0)) {
        import_missing(r->in, k->session, cell.id, cell.params, f->line, cell.printed,
                       "no time");
        return 0;
    }
    (void)import_decimal(f->row.cells[CONTEST_RUNS], &runs);
    cell.value = number.value;
    cell.lo = number.lo;
    cell.hi = number.hi;
    cell.of = runs > 1 && runs < 1e6 ? (uint32_t)runs : 0;
    cell.statistic = cell.of ? "mean" : NULL;
    cell.n_counts = fill_counts(f, counts);
    import_value(r->in, k->session, &cell);
    note_mark(r, f, runs);
    return 0;
}

int import_contest_read(struct import *in, struct diag *why)
{
    struct reading r = { .in = in };
    struct import_line line = { 0 };
    size_t at = 0;
    int rc = 0;

    while (import_next_line(import_from(in), &at, &line))
        take_line(&r, &line);
    tell_broken(&r);
    set_aside(&r, r.load, 0);
    for (size_t i = 0; rc == 0 && i < r.n; i++) {
        r.found[i].version = version_of(&r, &r.found[i]);
        rc = take_row(&r, &r.found[i]);
    }
    if (r.failed || rc < 0)
        return diag_set(why, -ENOMEM, "no memory for the rows of a contest report");
    import_contest_ratios(in, r.found, r.n);
    import_contest_significance(in, &r.prose);
    return 0;
}
