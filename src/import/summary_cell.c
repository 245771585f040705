/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_cell.c - placed cells of a summary's rows as values, facts and notes
 */
#include "import/summary.h"

#include "base/num.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PARAMS = 96, WORD = 64, TWICE = 4 };

/* What more than one table shows: the clock, 2p/0K. The first counts. */
struct shown {
    const char *shows;
    double lo, hi;
};

struct emitter {
    struct summary *s;
    const struct summary_table *table;
    const struct summary_row *row;
    struct session *session;
    const char *kept[SUMMARY_CELLS]; /* what stands in a column and is no value */
    struct shown *shown;             /* [TWICE] of the session */
};

/*
 * "size=16K procs=2" as a row of the data has it. What may be absent is left out, but
 * for the host, which the titles tell.
 */
static void say_params(const char *where, char params[PARAMS])
{
    size_t n = 0;

    params[0] = '\0';
    while (where && *where) {
        size_t length = strcspn(where, " "), name = strcspn(where, "?=");
        const char *value = strchr(where, '=') + 1;
        char text[WORD];
        uint64_t bytes;

        snprintf(text, sizeof text, "%.*s", (int)(where + length - value), value);
        if (where[name] == '=' || strncmp(where, "host", name) == 0) {
            if (num_to_bytes(text, &bytes) == 0)
                snprintf(text, sizeof text, "%llu", (unsigned long long)bytes);
            n += (size_t)snprintf(params + n, PARAMS - n, "%s%.*s=%s", n ? " " : "",
                                  (int)name, where, text);
        }
        where += length + strspn(where + length, " ");
    }
}

static void say_word(const struct summary_word *word, char text[WORD])
{
    snprintf(text, WORD, "%.*s", word->length, word->text);
}

static void keep(struct emitter *e, size_t cell)
{
    const struct summary_word *word = &e->row->cells[cell];
    int at = e->row->column[cell] >= 0 ? e->row->column[cell] : e->row->maybe[cell];
    const struct layout_column *column =
        at < 0 ? NULL : e->table->fit.fields[at].column;

    if (!column)
        return;
    e->kept[column - e->table->fit.table->columns] =
        arena_strndup(e->s->text.arena, word->text, (size_t)word->length);
}

static void missing(struct emitter *e, size_t cell, const struct layout_column *column,
                    const char *reason)
{
    char params[PARAMS], text[WORD];

    say_params(column->where, params);
    say_word(&e->row->cells[cell], text);
    import_missing(e->s->in, e->session,
                   column->kept_as ? column->kept_as : column->shows, params,
                   e->row->line, text, reason);
    keep(e, cell);
}

static void ambiguous(struct emitter *e, size_t cell, const char *why)
{
    const struct summary_word *word = &e->row->cells[cell];

    import_note(e->s->in, IMPORT_AMBIGUOUS, e->row->line, word->text,
                (size_t)word->length, "%s: %s",
                import_summary_topic_name[e->table->topic], why);
    keep(e, cell);
}

static bool is_shown_twice(const struct layout_column *column)
{
    return strcmp(column->shows, "cpu.mhz") == 0 ||
           (strcmp(column->shows, "lat_ctx") == 0 &&
            strcmp(column->where, "size=0 procs=2") == 0);
}

/* The entry of what more than one table shows; NULL for all else. */
static struct shown *shown(const struct emitter *e, const struct layout_column *column)
{
    size_t i = 0;

    if (!is_shown_twice(column))
        return NULL;
    while (i + 1 < TWICE && e->shown[i].shows &&
           strcmp(e->shown[i].shows, column->shows) != 0)
        i++;
    return &e->shown[i];
}

static void put(struct emitter *e, size_t cell, const struct summary_field *field,
                const struct import_number *number)
{
    const struct layout_column *column = field->column;
    double times = field->form->times, by = e->table->fit.table->in_base;
    struct shown *twice = shown(e, column);
    char params[PARAMS], text[WORD];

    say_params(column->where, params);
    say_word(&e->row->cells[cell], text);
    if (twice && twice->shows) {
        if (number->hi < twice->lo || number->lo > twice->hi)
            import_note(e->s->in, IMPORT_DOUBTFUL, e->row->line, text, strlen(text),
                        "%s %s is another number in the table before, which counts",
                        column->shows, params);
        return;
    }
    if (twice)
        *twice = (struct shown){ column->shows, number->lo, number->hi };
    if (times > 0)
        by /= times;
    import_value(
        e->s->in, e->session,
        &(struct import_cell){ .id = column->kept_as ? column->kept_as : column->shows,
                               .params = params,
                               .value = number->value * by,
                               .lo = number->lo * by,
                               .hi = number->hi * by,
                               .printed = text,
                               .line = e->row->line });
}

static bool differ(double a, double b)
{
    return a < b || a > b;
}

/*
 * Where it is not known who printed, the number is what both could have meant; false
 * where that is nothing: "60.4" is 60.4 us of errbar's and 60.4 ms of lmbench's.
 */
static bool both_ways(const struct emitter *e, const struct summary_field *field,
                      const struct summary_word *word, struct import_number *number)
{
    const struct summary_fit *fit = &e->table->fit;
    const struct layout_form *form = layout_form(field->column, !fit->old);
    struct import_number other;

    if (!fit->unsure || form == field->form ||
        differ(form->times, field->form->times) ||
        import_parse_number(
            word->text, (size_t)word->length,
            import_summary_rounding(fit->generation, field->column, form), &other) < 0)
        return true;
    if (differ(other.value, number->value))
        return false;
    number->lo = other.lo < number->lo ? other.lo : number->lo;
    number->hi = other.hi > number->hi ? other.hi : number->hi;
    return true;
}

static void value(struct emitter *e, size_t cell, const struct summary_field *field)
{
    const struct summary_fit *fit = &e->table->fit;
    const struct summary_word *word = &e->row->cells[cell];
    enum import_rounding rounding =
        import_summary_rounding(fit->generation, field->column, field->form);
    struct import_number number;
    int rc = import_parse_number(word->text, (size_t)word->length, rounding, &number);

    if (rc == 0 && !both_ways(e, field, word, &number)) {
        ambiguous(e, cell,
                  "itself of errbar's, thousands of lmbench's: who printed it "
                  "is not told");
    } else if (rc == 0 && number.value > 0) {
        put(e, cell, field, &number);
        if (rounding == IMPORT_SHORT && number.value >= 1000 && word->length == 4 &&
            word->text[2] == '.')
            import_note(e->s->in, IMPORT_DOUBTFUL, e->row->line, word->text,
                        (size_t)word->length,
                        "taken for thousands: the column is too narrow for their K");
    } else if (rc == 0) {
        missing(e, cell, field->column, "not measured, or less than is printed");
    } else if (rc == -EDOM || import_summary_is(word, "K")) {
        missing(e, cell, field->column, "no measurement");
    } else if (word->text[0] == '%') {
        missing(e, cell, field->column, "less than 0.001, and lost in printing");
    } else {
        ambiguous(e, cell, "a number with a mark on it");
    }
}

static void fact(struct emitter *e, size_t cell, const struct layout_column *column)
{
    struct shown *twice = shown(e, column);
    char text[WORD], key[WORD];

    say_word(&e->row->cells[cell], text);
    snprintf(key, sizeof key, "%.*s", (int)strcspn(column->shows, " "), column->shows);
    if (strcmp(text, "-1") == 0)
        import_note(e->s->in, IMPORT_INVALID, e->row->line, text, strlen(text),
                    "%s: not known", key);
    else if (column->source == LAYOUT_COPIES)
        import_session_fact(e->s->in, e->session, key, text, NULL, e->row->line);
    else if (!twice || !twice->shows)
        import_fact(e->s->in, e->session, key, text,
                    column->source == LAYOUT_FACT ? "MHz" : NULL, e->row->line);
    if (twice)
        twice->shows = column->shows;
}

static void one_cell(struct emitter *e, size_t cell)
{
    const struct summary_row *row = e->row;
    const struct summary_field *field;

    if (row->column[cell] < 0) {
        ambiguous(e, cell, "its column cannot be told");
        return;
    }
    field = &e->table->fit.fields[row->column[cell]];
    if (!field->column)
        import_note(e->s->in, IMPORT_SKIPPED, row->line, row->cells[cell].text,
                    (size_t)row->cells[cell].length, "%s: a heading of nobody's",
                    import_summary_topic_name[e->table->topic]);
    else if (field->column->source == LAYOUT_VALUE)
        value(e, cell, field);
    else
        fact(e, cell, field->column);
}

/* ---- one row ---- */

/* What is no value, column by column, so that it can be shown where it stood. */
static void tell_kept(struct emitter *e)
{
    char key[WORD], text[SUMMARY_CELLS * 12] = "";
    size_t n = 0, last = 0;

    for (size_t c = 0; c < SUMMARY_CELLS; c++)
        last = e->kept[c] ? c + 1 : last;
    for (size_t c = 0; c < last && n < sizeof text; c++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.10s", c ? " " : "",
                              e->kept[c] ? e->kept[c] : ".");
    snprintf(key, sizeof key, "import.cells.%s",
             import_summary_topic_name[e->table->topic]);
    if (last)
        import_session_fact(e->s->in, e->session, key, text, NULL, e->row->line);
}

static void one_row(struct emitter *e)
{
    const struct summary_row *row = e->row;
    bool likely = false;
    size_t unused = row->n - row->use;

    for (size_t i = 0; i < row->use; i++) {
        likely = likely || row->sure[i] == SUMMARY_LIKELY;
        one_cell(e, i);
    }
    if (likely)
        import_note(e->s->in, IMPORT_DOUBTFUL, row->line, row->text, strlen(row->text),
                    "%s: blanks are lost; placed by this: %s",
                    import_summary_topic_name[e->table->topic],
                    row->by ? row->by : "order");
    if (row->rest)
        import_note(e->s->in, IMPORT_SKIPPED, row->line, row->rest, strlen(row->rest),
                    "a remark behind a row");
    if (unused)
        import_note(e->s->in, IMPORT_AMBIGUOUS, row->line, row->text, strlen(row->text),
                    "%zu numbers on the lines below fit no column", unused);
    tell_kept(e);
}

void import_summary_session(struct summary *s, const struct summary_session *from)
{
    const struct layout_generation *g = s->blocks[from->block].generation;
    struct import_whose whose = { .version = g->made_by,
                                  .host = from->host,
                                  .os = from->os };
    struct shown twice[TWICE] = { 0 };
    struct session *session = import_session(s->in, &whose);

    import_session_fact(s->in, session, "import.generation", g->name, NULL, 0);
    for (size_t t = 0; t < SUMMARY_TOPICS; t++) {
        struct emitter e = { .s = s,
                             .table = from->tables[t],
                             .row = from->rows[t],
                             .session = session,
                             .shown = twice };

        if (e.row && e.table)
            one_row(&e);
    }
}
