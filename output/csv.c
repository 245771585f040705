/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv.c - summary.csv, samples.csv, systems.csv (interface.md 4.8 and 6.3)
 *
 * One row is gathered in a buffer and handed on: a million observations need no more
 * memory than one.
 */
#include "output/csv.h"

#include "model/unit.h"
#include "output/csv_row.h"
#include "output/numfmt.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const csv_file_name[] = { "summary.csv", "samples.csv", "systems.csv" };

#define PLACE_COLUMNS "size_B,stride_B,procs,fds,jobs,placement,params"
#define SUMMARY_COLUMNS                                                                \
    "result,system,label,session,definition,revision,suite," PLACE_COLUMNS ",samples," \
    "invocations,value,lo,hi,level,nominal,method,class,mean,sd,mad,min,max,unit,"     \
    "better,origin,status,reason,stop,flags,span_s,rerun_lo,rerun_hi"
#define DISPLAY_COLUMNS ",display_value,display_unit"

const char *const csv_columns[] = {
    SUMMARY_COLUMNS,
    "result,system,label,session,boot,definition,revision," PLACE_COLUMNS ",invocation,"
    "part,copy,offset_s,sample,passes,ns,wait_ns,cause,value,unit",
    "result,system,key,value,unit,source,missing",
};

const struct csv_dialect csv_dialects[] = {
    { .name = "rfc4180",
      .separator = ",",
      .newline = "\r\n",
      .help = "commas and CRLF, as RFC 4180 has it" },
    { .name = "unix", .separator = ",", .newline = "\n", .help = "commas and LF" },
    { .name = "tsv", .separator = "\t", .newline = "\n", .help = "tabs and LF" },
    { .name = "excel",
      .separator = ",",
      .newline = "\r\n",
      .bom = true,
      .neutralise = true,
      .help = "commas, a byte order mark, no cell that is a formula" },
    { .name = "excel-eu",
      .separator = ";",
      .newline = "\r\n",
      .bom = true,
      .decimal_comma = true,
      .neutralise = true,
      .help = "semicolons and decimal commas, otherwise as excel" },
    { 0 },
};

const struct csv_dialect *csv_find_dialect(const char *name)
{
    for (const struct csv_dialect *d = csv_dialects; d->name; d++) {
        if (strcmp(d->name, name) == 0)
            return d;
    }
    return NULL;
}

static int write_header(struct csv_row *row, struct sink *sink, const char *columns)
{
    const char *name = columns;

    csv_row_start(row);
    if (row->dialect->bom)
        buf_text(&row->buf, "\357\273\277");
    for (size_t n; *name; name += n) {
        n = strcspn(name, ",");
        buf_add(&row->buf, name, n);
        if (name[n]) {
            buf_text(&row->buf, row->dialect->separator);
            n++;
        }
    }
    return csv_row_finish(row, sink);
}

/* Parameters with a column of their own; the others share one. */
static const char *const own_columns[] = { "size", "stride",    "procs", "fds",
                                           "jobs", "placement", NULL };

static bool has_own_column(const char *name)
{
    for (size_t i = 0; own_columns[i]; i++) {
        if (strcmp(own_columns[i], name) == 0)
            return true;
    }
    return false;
}

static void add_params(struct csv_row *row, const struct measurement *m)
{
    struct buf rest = { 0 };

    for (size_t i = 0; own_columns[i]; i++)
        csv_row_text(row, measurement_param(m, own_columns[i]));
    for (size_t i = 0; i < m->n_params; i++) {
        const struct doc_param *p = &m->params[i];

        if (!has_own_column(p->name))
            buf_printf(&rest, "%s%s=%s%s", rest.length ? " " : "", p->name, p->value,
                       strcmp(p->name, "message") == 0 ? "B" : "");
    }
    csv_row_list(row, &rest);
}

static void add_session(struct csv_row *row, const struct doc *doc,
                        const struct session *s)
{
    csv_row_start(row);
    csv_row_text(row, s->result ? s->result : doc->uuid);
    csv_row_text(row, s->system ? s->system->name : NULL);
    csv_row_text(row, s->system ? s->system->label : NULL);
    csv_row_text(row, s->id);
}

static bool has_value(const struct measurement *m)
{
    return m->judged && m->judged->estimate.n && isfinite(m->judged->estimate.value);
}

static void add_estimate(struct csv_row *row, const struct measurement *m)
{
    struct st_estimate e = { .value = NAN, .lo = NAN, .hi = NAN };
    bool value = has_value(m), interval;

    if (value)
        e = m->judged->estimate;
    interval = value && e.method != ST_METHOD_NONE;
    csv_row_number(row, e.value);
    csv_row_number(row, interval ? e.lo : NAN);
    csv_row_number(row, interval ? e.hi : NAN);
    csv_row_number(row, interval ? e.level : NAN);
    csv_row_number(row, interval ? e.nominal : NAN);
    csv_row_text(row, value ? st_method_name[e.method] : NULL);
    csv_row_text(row, judged_class_name[m->judged ? m->judged->class : JUDGED_UNKNOWN]);
}

static void add_spread(struct csv_row *row, const struct measurement *m)
{
    struct st_spread s = { .mean = NAN, .sd = NAN, .mad = NAN, .min = NAN, .max = NAN };

    if (m->judged && m->judged->spread.n)
        s = m->judged->spread;
    csv_row_number(row, s.mean);
    csv_row_number(row, s.sd);
    csv_row_number(row, s.mad);
    csv_row_number(row, s.min);
    csv_row_number(row, s.max);
}

static void add_flags(struct csv_row *row, const struct judged *judged)
{
    struct buf flags = { 0 };

    for (size_t i = 0; judged && i < judged->n_flags; i++)
        buf_printf(&flags, "%s%s", i ? " " : "", judged->flags[i].code);
    csv_row_list(row, &flags);
}

static void add_display(struct csv_row *row, const struct measurement *m)
{
    const struct unit *unit = unit_find(m->definition->unit);
    char text[NUMFMT_TEXT];
    double in_base;

    if (unit && has_value(m)) {
        const char *name = unit_display(unit, m->judged->estimate.value, &in_base);

        numfmt_value(text, &m->judged->estimate, in_base);
        csv_row_digits(row, text);
        csv_row_text(row, name);
    } else {
        csv_row_text(row, NULL);
        csv_row_text(row, NULL);
    }
}

static int summary_row(struct csv_row *row, struct sink *sink, const struct doc *doc,
                       const struct measurement *m)
{
    const struct definition *d = m->definition;
    const struct judged *j = m->judged;
    bool rerun = j && j->has_rerun;

    add_session(row, doc, m->session);
    csv_row_text(row, d->id);
    csv_row_text(row, d->revision);
    csv_row_text(row, d->suite);
    add_params(row, m);
    csv_row_count(row, j ? j->samples : 0);
    csv_row_count(row, j ? j->invocations : 0);
    add_estimate(row, m);
    add_spread(row, m);
    csv_row_text(row, d->unit);
    csv_row_text(row, doc_better_name[d->better]);
    csv_row_text(row, doc_origin_name[m->origin]);
    csv_row_text(row, doc_status_name[m->status]);
    csv_row_text(row, m->reason);
    csv_row_text(row, doc_stop_name[m->stop]);
    add_flags(row, j);
    csv_row_number(row, has_value(m) ? j->span_s : NAN);
    csv_row_number(row, rerun ? j->rerun_lo : NAN);
    csv_row_number(row, rerun ? j->rerun_hi : NAN);
    if (row->dialect->display_units)
        add_display(row, m);
    return csv_row_finish(row, sink);
}

static int write_summary(struct csv_row *row, struct sink *sink, const struct doc *doc)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++)
        rc = summary_row(row, sink, doc, doc->measurements[i]);
    return rc;
}

/* What samples.csv needs of one series besides the observations. */
struct samples {
    const struct doc *doc;
    const struct session *session;
    const struct invocation *invocation;
    const struct series *series;
    const char **cause; /* [capacity], of each observation or NULL */
    size_t capacity;
    struct buf key; /* the cells that are the same in all its rows */
};

/* Why an observation does not count, where it does not. */
static int find_causes(struct samples *s)
{
    const struct judged *judged = s->series->measurement->judged;
    const struct invocation *i = s->invocation;
    const char *whole = !i->valid                     ? "invalid"
                        : i->phase == DOC_PHASE_PILOT ? "pilot"
                                                      : NULL;
    size_t n = s->series->n, most = s->series->measurement->plan.samples;

    if (n > s->capacity) {
        const char **wider = realloc(s->cause, n * sizeof *wider);

        if (!wider)
            return -ENOMEM;
        s->cause = wider;
        s->capacity = n;
    }
    for (size_t k = 0; k < n; k++)
        s->cause[k] = judged && k < judged->warmup                   ? "warm-up"
                      : judged && most && k >= judged->warmup + most ? "surplus"
                                                                     : NULL;
    for (size_t k = 0; judged && k < judged->n_marks; k++) {
        const struct mark *mark = &judged->marks[k];

        if (mark->invocation != i->seq)
            continue;
        if (mark->at == 0)
            whole = mark->cause;
        else if (mark->at <= n)
            s->cause[mark->at - 1] = mark->cause;
    }
    for (size_t k = 0; whole && k < n; k++)
        s->cause[k] = whole;
    return 0;
}

/* One observation in the definition's unit: a time per pass, or bytes per second. */
static double value_of(const struct series *s, size_t k)
{
    double passes = (double)s->passes, bytes = (double)s->measurement->plan.bytes;

    if (s->values)
        return s->values[k];
    if (bytes > 0)
        return bytes * passes * 1e9 / (double)s->ns[k];
    return (double)s->ns[k] / (passes * 1e9);
}

static int sample_rows(struct samples *s, struct csv_row *row, struct sink *sink)
{
    const struct series *series = s->series;
    const struct sparse *wait = &series->columns[SERIES_WAIT_NS];
    size_t w = 0;
    int rc = 0;

    for (size_t k = 0; rc == 0 && k < series->n; k++) {
        double after = series->start ? (double)series->start[k] / 1e9 : 0;

        buf_clear(&row->buf);
        buf_add(&row->buf, s->key.text, s->key.length);
        /* whole nanoseconds again: a sum of doubles has a tail of its own */
        csv_row_number(row, round((s->invocation->offset_s + after) * 1e9) / 1e9);
        csv_row_count(row, k + 1);
        if (series->values) {
            csv_row_text(row, NULL);
            csv_row_text(row, NULL);
        } else {
            csv_row_count(row, series->passes);
            csv_row_count(row, series->ns[k]);
        }
        if (w < wait->n && wait->at[w] == k)
            csv_row_count(row, wait->value[w++]);
        else
            csv_row_text(row, NULL);
        csv_row_text(row, s->cause[k]);
        csv_row_number(row, value_of(series, k));
        csv_row_text(row, series->measurement->definition->unit);
        rc = csv_row_finish(row, sink);
    }
    return rc;
}

static int sample_series(struct samples *s, struct csv_row *row, struct sink *sink)
{
    const struct measurement *m = s->series->measurement;

    if (find_causes(s) < 0)
        return -ENOMEM;
    add_session(row, s->doc, s->session);
    csv_row_count(row, s->session->boot);
    csv_row_text(row, m->definition->id);
    csv_row_text(row, m->definition->revision);
    add_params(row, m);
    csv_row_count(row, s->invocation->seq);
    csv_row_text(row, doc_part_name[s->series->part]);
    csv_row_count(row, s->series->copy);
    buf_clear(&s->key);
    buf_add(&s->key, row->buf.text, row->buf.length);
    return buf_ok(&row->buf) && buf_ok(&s->key) ? sample_rows(s, row, sink) : -ENOMEM;
}

static int write_samples(struct csv_row *row, struct sink *sink, const struct doc *doc)
{
    struct samples s = { .doc = doc };
    int rc = 0;

    for (size_t i = 0; i < doc->n_sessions; i++) {
        s.session = doc->sessions[i];
        for (size_t j = 0; j < s.session->n_invocations; j++) {
            s.invocation = s.session->invocations[j];
            for (size_t k = 0; rc == 0 && k < s.invocation->n_series; k++) {
                s.series = &s.invocation->series[k];
                rc = sample_series(&s, row, sink);
            }
        }
    }
    free(s.cause);
    buf_done(&s.key);
    return rc;
}

/* The document that speaks of a system first. */
static const char *result_of(const struct doc *doc, const struct doc_system *system)
{
    for (size_t i = 0; i < doc->n_sessions; i++) {
        if (doc->sessions[i]->system == system && doc->sessions[i]->result)
            return doc->sessions[i]->result;
    }
    return doc->uuid;
}

static int write_facts(struct csv_row *row, struct sink *sink, const char *result,
                       const struct doc_system *system, const struct facts *facts)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < facts->n; i++) {
        const struct fact *f = &facts->items[i];
        struct buf key = { 0 };

        csv_row_start(row);
        csv_row_text(row, result);
        csv_row_text(row, system ? system->name : NULL);
        /* a session's reading tells when it was taken: "load.average@end" */
        buf_printf(&key, "%s%s%s", f->key, f->at ? "@" : "",
                   f->at ? doc_at_name[f->at] : "");
        csv_row_list(row, &key);
        csv_row_text(row, f->value);
        csv_row_text(row, f->unit);
        csv_row_text(row, f->source);
        csv_row_text(row, f->missing);
        rc = csv_row_finish(row, sink);
    }
    return rc;
}

static int write_systems(struct csv_row *row, struct sink *sink, const struct doc *doc)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_systems; i++)
        rc = write_facts(row, sink, result_of(doc, doc->systems[i]), doc->systems[i],
                         &doc->systems[i]->facts);
    for (size_t i = 0; rc == 0 && i < doc->n_sessions; i++) {
        const struct session *s = doc->sessions[i];

        rc = write_facts(row, sink, s->result ? s->result : doc->uuid, s->system,
                         &s->facts);
    }
    return rc;
}

int csv_write(struct sink *sink, const struct doc *doc, enum csv_table table,
              const struct csv_dialect *dialect, struct diag *why)
{
    static int (*const writers[])(struct csv_row *, struct sink *,
                                  const struct doc *) = { write_summary, write_samples,
                                                          write_systems };
    struct csv_row row = { .dialect = dialect };
    bool display = dialect->display_units && table == CSV_SUMMARY;
    int rc = write_header(
        &row, sink, display ? SUMMARY_COLUMNS DISPLAY_COLUMNS : csv_columns[table]);

    if (rc == 0)
        rc = writers[table](&row, sink, doc);
    if (rc < 0)
        diag_set(why, rc, "cannot write %s: %s", csv_file_name[table], strerror(-rc));
    csv_row_done(&row);
    return rc;
}
