/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_data.c - a comparison as CSV and JSON, by one table of fields
 */
#include "output/compare_parts.h"

#include "output/csv_row.h"
#include "output/json.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a field of a row is, and where it stands. */
enum kind {
    BASE_NAME,
    NAME,
    DEFINITION, /* a text of struct definition */
    PARAMS,
    BASE_ESTIMATE, /* a double of struct st_estimate */
    OTHER_ESTIMATE,
    TEXT, /* of struct judge_compared, as all that follow */
    NUMBER,
    SIZE,
    WHOLE,
    TRUTH,
    VERDICT
};

#define OF(field) offsetof(struct judge_compared, field)

static const struct field {
    const char *name;
    enum kind kind;
    size_t at;
} fields[] = {
    { "base", BASE_NAME, 0 },
    { "other", NAME, 0 },
    { "definition", DEFINITION, offsetof(struct definition, id) },
    { "revision", DEFINITION, offsetof(struct definition, revision) },
    { "params", PARAMS, 0 },
    { "unit", DEFINITION, offsetof(struct definition, unit) },
    { "base_value", BASE_ESTIMATE, offsetof(struct st_estimate, value) },
    { "base_lo", BASE_ESTIMATE, offsetof(struct st_estimate, lo) },
    { "base_hi", BASE_ESTIMATE, offsetof(struct st_estimate, hi) },
    { "base_n", SIZE, OF(n_base) },
    { "other_value", OTHER_ESTIMATE, offsetof(struct st_estimate, value) },
    { "other_lo", OTHER_ESTIMATE, offsetof(struct st_estimate, lo) },
    { "other_hi", OTHER_ESTIMATE, offsetof(struct st_estimate, hi) },
    { "other_n", SIZE, OF(n_other) },
    { "paired", TRUTH, OF(paired) },
    { "few", TRUTH, OF(few) },
    { "shift", TRUTH, OF(shift) },
    { "change", NUMBER, OF(value) },
    { "lo", NUMBER, OF(lo) },
    { "hi", NUMBER, OF(hi) },
    { "lo90", NUMBER, OF(lo90) },
    { "hi90", NUMBER, OF(hi90) },
    { "p", NUMBER, OF(p) },
    { "adjusted", NUMBER, OF(adjusted) },
    { "verdict", VERDICT, OF(verdict) },
    { "reason", TEXT, OF(reason) },
    { "differs", TEXT, OF(differs) },
    { "bracketed", TEXT, OF(bracketed) },
    { "confounded", TEXT, OF(confounded) },
    { "scale", NUMBER, OF(scale) },
    { "net", NUMBER, OF(net) },
    { "net_lo", NUMBER, OF(net_lo) },
    { "net_hi", NUMBER, OF(net_hi) },
    { "guard", NUMBER, OF(guard) },
    { "between_sd", NUMBER, OF(between_sd) },
    { "between_source", TEXT, OF(between_source) },
    { "smallest", NUMBER, OF(smallest) },
    { "deciding", WHOLE, OF(deciding) },
};
enum {
    FIELDS = sizeof fields / sizeof *fields,
    NAMES = 2 /* of sides come first; in JSON they stand above the rows */
};

const char compare_columns[] =
    "base,other,definition,revision,params,unit,base_value,base_lo,base_hi,base_n,"
    "other_value,other_lo,other_hi,other_n,paired,few,shift,change,lo,hi,lo90,hi90,p,"
    "adjusted,verdict,reason,differs,bracketed,confounded,scale,net,net_lo,net_hi,"
    "guard,between_sd,between_source,smallest,deciding";

static const char *const correction_word[JUDGE_CORRECTIONS] = { "bh", "holm", "none" };

/* A field of a row, found. */
struct datum {
    enum { IS_TEXT, IS_NUMBER, IS_COUNT, IS_TRUTH } is;
    const char *text;
    double number;
    uint64_t count;
    bool truth;
};

struct telling {
    const struct compare_page *page;
    const char *name;
    struct arena *arena;
};

static struct datum text_of(const char *text)
{
    return (struct datum){ .is = IS_TEXT, .text = text };
}

static struct datum number_of(const struct measurement *m, size_t at)
{
    struct datum d = { .is = IS_NUMBER, .number = NAN };

    if (m && m->judged && m->judged->estimate.n)
        memcpy(&d.number, (const char *)&m->judged->estimate + at, sizeof d.number);
    return d;
}

/* "procs=2 size=65536": in base units, as the document has them. */
static struct datum params_of(struct arena *arena, const struct judge_compared *row)
{
    const struct measurement *m = row->base ? row->base : row->other;
    const char *text = "";

    for (size_t i = 0; text && i < m->n_params; i++) {
        if (row->paired && strcmp(m->params[i].name, "setting") == 0)
            continue;
        text = arena_printf(arena, "%s%s%s=%s", text, *text ? " " : "",
                            m->params[i].name, m->params[i].value);
    }
    return text_of(text);
}

static struct datum datum_of(const struct telling *t, const struct judge_compared *row,
                             const struct field *f)
{
    const struct measurement *m = row->base ? row->base : row->other;
    const void *at = (const char *)row + f->at;
    struct datum d = { .is = IS_NUMBER };

    switch (f->kind) {
    case BASE_NAME:
        return text_of(t->page->base);
    case NAME:
        return text_of(t->name);
    case DEFINITION:
        return text_of(*(const char *const *)((const char *)m->definition + f->at));
    case PARAMS:
        return params_of(t->arena, row);
    case BASE_ESTIMATE:
        return number_of(row->base, f->at);
    case OTHER_ESTIMATE:
        return number_of(row->other, f->at);
    case TEXT:
        return text_of(*(const char *const *)at);
    case VERDICT:
        return text_of(compare_word(*(const enum judge_verdict *)at));
    case NUMBER:
        d.number = *(const double *)at;
        break;
    case SIZE:
        d.is = IS_COUNT;
        d.count = *(const size_t *)at;
        break;
    case WHOLE:
        d.is = IS_COUNT;
        d.count = *(const uint32_t *)at;
        break;
    case TRUTH:
        d.is = IS_TRUTH;
        d.truth = *(const bool *)at;
        break;
    }
    return d;
}

/* ---- CSV: a line for each row of each column ---- */

static int put_csv(struct sink *sink, struct csv_row *csv, const struct telling *t,
                   const struct judge_compared *row)
{
    csv_row_start(csv);
    for (size_t i = 0; i < FIELDS; i++) {
        const struct datum d = datum_of(t, row, &fields[i]);

        if (d.is == IS_TEXT)
            csv_row_text(csv, d.text);
        else if (d.is == IS_NUMBER)
            csv_row_number(csv, d.number);
        else if (d.is == IS_COUNT)
            csv_row_count(csv, d.count);
        else
            csv_row_text(csv, d.truth ? "true" : "false");
    }
    return csv_row_finish(csv, sink);
}

int compare_write_csv(struct sink *sink, const struct compare_page *page)
{
    struct csv_row csv = { .dialect = &csv_dialects[0] };
    struct telling t = { .page = page, .arena = arena_new() };
    int rc = t.arena ? 0 : -ENOMEM;

    sink_text(sink, compare_columns);
    sink_text(sink, csv.dialect->newline);
    for (size_t c = 0; rc == 0 && c < page->comparison->n_columns; c++) {
        const struct judge_column *column = &page->comparison->columns[c];

        t.name = page->names[c];
        for (size_t r = 0; rc == 0 && r < column->n_rows; r++)
            rc = put_csv(sink, &csv, &t, &column->rows[r]);
    }
    csv_row_done(&csv);
    arena_free(t.arena);
    return rc < 0 ? rc : sink->error;
}

/* ---- JSON: one document ---- */

static void put_row(struct json *j, const struct telling *t,
                    const struct judge_compared *row)
{
    json_open(j, NULL, '{');
    for (size_t i = NAMES; i < FIELDS; i++) {
        const struct datum d = datum_of(t, row, &fields[i]);

        if (d.is == IS_TEXT)
            json_text(j, fields[i].name, d.text);
        else if (d.is == IS_NUMBER)
            json_number(j, fields[i].name, d.number);
        else if (d.is == IS_COUNT)
            json_count(j, fields[i].name, d.count);
        else
            json_truth(j, fields[i].name, d.truth);
    }
    json_close(j, '}');
}

static void put_unlike(struct json *j, const struct judge_column *c)
{
    json_open(j, "unlike", '[');
    for (size_t i = 0; i < c->n_unlike; i++) {
        json_open(j, NULL, '{');
        json_text(j, "key", c->unlike[i].key);
        json_text(j, "base", c->unlike[i].base);
        json_text(j, "other", c->unlike[i].other);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_sources(struct json *j, const struct compare_page *page)
{
    json_open(j, "sources", '[');
    for (size_t i = 0; i < page->n_sources; i++) {
        json_open(j, NULL, '{');
        json_text(j, "path", page->sources[i].path);
        json_text(j, "sha256", page->sources[i].sha256);
        json_text(j, "result", page->sources[i].result);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_column(struct json *j, const struct telling *t,
                       const struct judge_column *c)
{
    json_open(j, NULL, '{');
    json_text(j, "other", t->name);
    put_unlike(j, c);
    json_open(j, "counts", '{');
    for (int i = 0; i < JUDGE_VERDICTS; i++)
        json_count(j, compare_word((enum judge_verdict)i), c->counts[i]);
    json_close(j, '}');
    json_truth(j, "one_sided", c->one_sided);
    json_number(j, "one_sided_p", c->one_sided_p);
    json_count(j, "base_boots", c->base_boots);
    json_count(j, "other_boots", c->other_boots);
    json_truth(j, "by_boot", c->by_boot);
    json_number(j, "common", c->common);
    json_number(j, "common_share", c->common_share);
    json_count(j, "common_n", c->common_n);
    json_truth(j, "moved", c->moved);
    json_number(j, "geometric", c->geometric);
    json_count(j, "geometric_n", c->geometric_n);
    json_count(j, "geometric_left_out", c->geometric_left_out);
    json_number(j, "yardstick", c->yardstick);
    json_truth(j, "frequency_moved", c->frequency_moved);
    json_open(j, "rows", '[');
    for (size_t r = 0; r < c->n_rows; r++)
        put_row(j, t, &c->rows[r]);
    json_close(j, ']');
    json_close(j, '}');
}

int compare_write_json(struct sink *sink, const struct compare_page *page)
{
    const struct judge_comparison *c = page->comparison;
    struct telling t = { .page = page, .arena = arena_new() };
    struct json j = { .sink = sink };

    if (!t.arena)
        return -ENOMEM;
    json_open(&j, NULL, '{');
    json_text(&j, "generator", "errbar " ERRBAR_VERSION);
    put_sources(&j, page);
    json_text(&j, "base", page->base);
    json_number(&j, "threshold", c->options.margin);
    json_number(&j, "confidence", c->options.level);
    json_text(&j, "correction", correction_word[c->options.correction]);
    json_count(&j, "family", c->family);
    json_number(&j, "needed_p", c->needed_p);
    json_number(&j, "least_p", c->least_p);
    json_truth(&j, "can_show", c->can_show);
    json_count(&j, "needed", c->needed);
    json_open(&j, "columns", '[');
    for (size_t i = 0; i < c->n_columns; i++) {
        t.name = page->names[i];
        put_column(&j, &t, &c->columns[i]);
    }
    json_close(&j, ']');
    json_close(&j, '}');
    arena_free(t.arena);
    return sink->error;
}
