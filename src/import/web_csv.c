/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_csv.c - one number a line, benchmark and variant as columns
 */
#include "import/web.h"

#include "import/csv_field.h"
#include "import/web_value.h"

#include <errno.h>
#include <string.h>

enum { WHERE_SYSTEM, WHERE_CORE, WHERE_RUN, BENCH, VARIANT, VALUE, UNIT, COLUMNS };
enum { MOST_FIELDS = 32, MOST_SESSIONS = 2000 };

/* What people call those columns. */
static const struct {
    const char *word;
    int column;
} words[] = {
    { "env", WHERE_SYSTEM },     { "host", WHERE_SYSTEM },   { "system", WHERE_SYSTEM },
    { "machine", WHERE_SYSTEM }, { "core", WHERE_CORE },     { "cpu", WHERE_CORE },
    { "iter", WHERE_RUN },       { "iteration", WHERE_RUN }, { "run", WHERE_RUN },
    { "bench", BENCH },          { "benchmark", BENCH },     { "variant", VARIANT },
    { "case", VARIANT },         { "value", VALUE },         { "unit", UNIT },
};

struct head {
    int columns[MOST_FIELDS]; /* -1: another */
    size_t n;
    char mark; /* between fields */
    bool has[COLUMNS];
};

static bool read_marked_head(struct slice line, char mark, struct head *head)
{
    struct slice field;
    bool more = true;

    *head = (struct head){ .mark = mark };
    while (import_csv_field(NULL, mark, &line, &more, &field)) {
        size_t w = 0;

        if (head->n == MOST_FIELDS)
            return false;
        while (w < sizeof words / sizeof *words &&
               !import_same_case(field, words[w].word))
            w++;
        head->columns[head->n] = -1;
        if (w < sizeof words / sizeof *words && !head->has[words[w].column]) {
            head->columns[head->n] = words[w].column;
            head->has[words[w].column] = true;
        }
        head->n++;
    }
    return head->has[BENCH] && head->has[VALUE];
}

/* By what stands between its words. */
static bool read_head(struct slice line, struct head *head)
{
    static const char marks[] = ",;\t";

    for (const char *mark = marks; *mark; mark++) {
        if (read_marked_head(line, *mark, head))
            return true;
    }
    return false;
}

/* The first line; "sep=;" may stand above it, by which Excel knows. */
static bool find_head(const struct import_source *source, size_t *at,
                      struct import_line *line, struct head *head)
{
    struct csv_record record;

    if (!import_csv_record(source, at, line, &record))
        return false;
    if (import_begins(record.text, "sep=") &&
        !import_csv_record(source, at, line, &record))
        return false;
    return read_head(record.text, head);
}

/* As many fields as the head has. */
static bool read_fields(struct arena *arena, struct slice line, const struct head *head,
                        struct slice fields[COLUMNS])
{
    struct slice field;
    bool more = true;
    size_t n = 0;

    memset(fields, 0, COLUMNS * sizeof *fields);
    for (int c = 0; c < COLUMNS; c++)
        fields[c] = import_slice("", 0);
    while (import_csv_field(arena, head->mark, &line, &more, &field)) {
        if (n < head->n && head->columns[n] >= 0)
            fields[head->columns[n]] = field;
        n++;
    }
    return n == head->n;
}

size_t import_recognise_csv(const struct import_source *source)
{
    struct slice fields[COLUMNS];
    struct csv_record record;
    struct import_line line = { 0 };
    struct web_meaning meaning;
    struct head head;
    size_t at = 0, n = 1;
    bool known = false;

    if (!find_head(source, &at, &line, &head))
        return 0;
    while (import_csv_record(source, &at, &line, &record)) {
        if (!read_fields(NULL, record.text, &head, fields))
            continue;
        n++;
        known = known || head.has[VARIANT] ||
                import_label_of_row(NULL, import_slice("", 0), fields[BENCH], &meaning);
    }
    return known ? n : 0;
}

struct run {
    struct slice where[WHERE_RUN + 1];
    struct session *session;
};

struct reading {
    struct import *in;
    struct web_values values;
    struct run runs[MOST_SESSIONS];
    size_t n;
};

static bool same(struct slice a, struct slice b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* The cores of a machine are measured apart, and so are systems of their own. */
static struct session *open_run(struct reading *r, const struct slice *fields,
                                uint32_t line)
{
    struct arena *arena = import_arena(r->in);
    struct import_whose whose = { 0 };
    struct run *run = &r->runs[r->n];
    char *number;

    for (int w = 0; w <= WHERE_RUN; w++)
        run->where[w] = fields[w];
    whose.host =
        arena_strndup(arena, fields[WHERE_SYSTEM].text, fields[WHERE_SYSTEM].length);
    if (fields[WHERE_CORE].length)
        whose.label = arena_printf(arena, "core %.*s", (int)fields[WHERE_CORE].length,
                                   fields[WHERE_CORE].text);
    number = arena_strndup(arena, fields[WHERE_RUN].text, fields[WHERE_RUN].length);
    if (!whose.host || !number || (fields[WHERE_CORE].length && !whose.label)) {
        r->values.failed = true;
        return NULL;
    }
    run->session = import_session(r->in, &whose);
    import_session_fact(r->in, run->session, "import.iteration", number, NULL, line);
    r->n++;
    return run->session;
}

/* The latest runs are looked at first. */
static struct session *session_of(struct reading *r, const struct slice *fields,
                                  uint32_t line)
{
    for (size_t i = r->n; i > 0; i--) {
        const struct run *run = &r->runs[i - 1];

        if (same(run->where[WHERE_SYSTEM], fields[WHERE_SYSTEM]) &&
            same(run->where[WHERE_CORE], fields[WHERE_CORE]) &&
            same(run->where[WHERE_RUN], fields[WHERE_RUN]))
            return run->session;
    }
    return r->n < MOST_SESSIONS ? open_run(r, fields, line) : NULL;
}

static bool meaning_of(struct reading *r, const struct head *head,
                       const struct slice *fields, struct web_meaning *meaning)
{
    struct arena *arena = import_arena(r->in);

    return head->has[VARIANT]
               ? import_label_of_pair(arena, fields[BENCH], fields[VARIANT], meaning)
               : import_label_of_row(arena, import_slice("", 0), fields[BENCH],
                                     meaning);
}

static void skip(struct reading *r, const struct csv_record *record, const char *why)
{
    import_note(r->in, IMPORT_SKIPPED, record->line, record->text.text,
                record->text.length, "%s", why);
}

static void take_record(struct reading *r, const struct head *head,
                        const struct csv_record *record)
{
    struct slice fields[COLUMNS];
    struct session *session;
    struct web_meaning meaning;

    if (import_trim(record->text).length == 0)
        return;
    if (!read_fields(import_arena(r->in), record->text, head, fields))
        skip(r, record, "not as many fields as the first line");
    else if (!meaning_of(r, head, fields, &meaning))
        skip(r, record, "a benchmark that is none of lmbench's");
    else if (!meaning.id)
        skip(r, record, meaning.params);
    else if ((session = session_of(r, fields, record->line)))
        import_web_value(&r->values, session, &meaning, record->text, fields[VALUE],
                         fields[UNIT], record->line);
    else
        skip(r, record, "one run too many for a file");
}

int import_read_csv(struct import *in, struct diag *why)
{
    struct reading *r = arena_alloc(import_arena(in), sizeof *r);
    struct import_line line = { 0 };
    struct csv_record record;
    struct head head;
    size_t at = 0;

    if (!r)
        return diag_set(why, -ENOMEM, "no memory for a file of values");
    *r = (struct reading){ .in = in, .values = { .in = in } };
    if (!find_head(import_from(in), &at, &line, &head))
        return 0; /* without its head nobody knows what a line says */
    r->values.comma = head.mark == ';';
    while (!r->values.failed && import_csv_record(import_from(in), &at, &line, &record))
        take_record(r, &head, &record);
    import_web_doubts(&r->values);
    if (r->values.failed)
        return diag_set(why, -ENOMEM, "no memory for a file of values");
    return 0;
}
