/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * show.c - one measurement in all detail, down to its observations
 */
#include "output/show.h"

#include "model/unit.h"
#include "output/grid.h"
#include "output/show_page.h"
#include "output/text.h"
#include "output/view_pick.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, NAME_WIDTH = 16 };

void show_line(struct show_page *p, int indent, const char *format, ...)
{
    struct grid_lines lines = { .arena = p->arena, .ascii = p->options->ascii };
    char *text;
    va_list args;
    int n;

    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0) {
        p->failed = true;
        return;
    }
    grid_lines_wrap(&lines, p->width, indent, "%s", text);
    free(text);
    p->failed = p->failed || lines.failed;
    for (size_t i = 0; i < lines.n; i++) {
        sink_text(p->sink, lines.items[i]);
        sink_text(p->sink, "\n");
    }
}

const char *show_figure(struct show_page *p, char text[NUMFMT_TEXT], double value)
{
    numfmt_plain(text, value / p->in_base, 4);
    return *text ? text : "-";
}

/* A line of a section: "  method          hs". */
__attribute__((format(printf, 3, 4))) static void put(struct show_page *p,
                                                      const char *name,
                                                      const char *format, ...)
{
    char *text;
    va_list args;
    int n;

    va_start(args, format);
    n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0) {
        p->failed = true;
        return;
    }
    show_line(p, 2 + NAME_WIDTH, "  %-*s%s", NAME_WIDTH, name, text);
    free(text);
}

static void show_definition(struct show_page *p)
{
    const struct measurement *m = p->m;
    const struct definition *d = m->definition;

    show_line(p, 2, "%s", view_label(m, p->arena));
    put(p, "measures", "%s", d->title ? d->title : d->id);
    put(p, "quantity", "%s%s%s, %s is better", d->quantity ? d->quantity : d->unit,
        d->per ? " per " : "", d->per ? d->per : "", doc_better_name[d->better]);
    put(p, "definition", "%s, revision %s, suite %s, family %s", d->id, d->revision,
        d->suite ? d->suite : "-", d->family ? d->family : "-");
    if (d->likeness != WORDS_LIKENESS_NONE)
        put(p, "likeness", "%s%s%s", words_likeness_name[d->likeness],
            d->note ? ": " : "", d->note ? d->note : "");
    for (size_t i = 0; i < m->n_params; i++)
        put(p, i ? "" : "parameters", "%s=%s", m->params[i].name, m->params[i].value);
}

static void show_status(struct show_page *p)
{
    const struct measurement *m = p->m;
    const struct session *s = m->session;
    const struct doc_system *system = s->system;
    char seconds[NUMFMT_TEXT];

    put(p, "system", "%s%s%s%s", system && system->name ? system->name : "unnamed",
        system && system->label ? " (" : "",
        system && system->label ? system->label : "",
        system && system->label ? ")" : "");
    put(p, "session", "%s, boot %u%s%s", s->id, s->boot, s->start ? ", " : "",
        s->start ? s->start : "");
    put(p, "result", "%s", s->result ? s->result : p->doc->uuid ? p->doc->uuid : "-");
    put(p, "status", "%s%s%s%s, %s, attempt %u%s%s%s", doc_status_name[m->status],
        m->reason ? " (" : "", m->reason ? m->reason : "", m->reason ? ")" : "",
        doc_origin_name[m->origin], m->attempt, m->sentinel ? ", a sentinel" : "",
        m->stop != DOC_STOP_NONE ? ", stop " : "", doc_stop_name[m->stop]);
    if (m->plan.passes) {
        numfmt_seconds(seconds, m->plan.deadline_s);
        put(p, "plan", "%llu passes an observation, %u observations, %u of warm-up%s%s",
            (unsigned long long)m->plan.passes, m->plan.samples, m->plan.warmup,
            m->plan.deadline_s > 0 ? ", deadline " : "",
            m->plan.deadline_s > 0 ? seconds : "");
    }
}

/* "14.7 us ±12 % (K = 15 over 92 s)" */
static void put_value(struct show_page *p, const char *name,
                      const struct st_estimate *e, const struct judged *j)
{
    struct cell cell = {
        .estimate = e, .judged = j, .in_base = p->in_base, .unit = p->unit
    };
    struct buf rest = { 0 };
    char value[NUMFMT_TEXT];

    numfmt_value(value, e, p->in_base);
    text_confidence(&rest, &cell, p->options->ascii);
    put(p, name, "%s %s", value, rest.text ? rest.text : "");
    p->failed = p->failed || !buf_ok(&rest);
    buf_done(&rest);
}

static void show_interval(struct show_page *p, const struct st_estimate *e)
{
    char interval[NUMFMT_TEXT], level[NUMFMT_TEXT], nominal[NUMFMT_TEXT];

    numfmt_interval(interval, e, p->in_base);
    if (!*interval)
        return;
    numfmt_level(level, e->level);
    numfmt_level(nominal, e->nominal);
    put(p, "interval", "%s %s, %s %%, computed at %s %%, method %s, %zu invocations",
        interval, p->unit, level, nominal, st_method_name[e->method], e->n);
}

static void show_flags(struct show_page *p, const struct judged *j)
{
    for (size_t i = 0; i < j->n_flags; i++) {
        const struct flag *f = &j->flags[i];
        char statistic[NUMFMT_TEXT], limit[NUMFMT_TEXT];

        numfmt_plain(statistic, f->statistic, 3);
        numfmt_plain(limit, f->limit, 3);
        put(p, i ? "" : "flags", "%s (%s): statistic %s, limit %s%s%s", f->code,
            judged_severity_name[f->severity], *statistic ? statistic : "-",
            *limit ? limit : "-", f->text ? ": " : "", f->text ? f->text : "");
    }
}

static void show_spread(struct show_page *p, const struct judged *j)
{
    const struct st_spread *s = &j->spread;
    const struct {
        const char *name;
        double value;
    } figures[] = { { "min", s->min },  { "5 %", s->q05 },  { "25 %", s->q25 },
                    { "50 %", s->q50 }, { "75 %", s->q75 }, { "95 %", s->q95 },
                    { "99 %", s->q99 }, { "max", s->max },  { "mean", s->mean },
                    { "sd", s->sd },    { "MAD", s->mad } };
    struct buf buf = { 0 };
    char text[NUMFMT_TEXT];

    if (s->n == 0)
        return;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        buf_printf(&buf, "%s%s %s", i ? ", " : "", figures[i].name,
                   show_figure(p, text, figures[i].value));
    put(p, "spread", "of %zu observations, in %s: %s", s->n, p->unit,
        buf.text ? buf.text : "");
    p->failed = p->failed || !buf_ok(&buf);
    buf_done(&buf);
}

static void show_parts(struct show_page *p, const struct judged *j)
{
    char a[NUMFMT_TEXT], b[NUMFMT_TEXT], c[NUMFMT_TEXT];

    if (j->subject > 0 || j->base > 0)
        put(p, "parts", "subject %s %s less base %s %s", show_figure(p, a, j->subject),
            p->unit, show_figure(p, b, j->base), p->unit);
    if (isfinite(j->cold) && j->cold > 0)
        put(p, "cold", "%s %s, the first observations of the invocations",
            show_figure(p, a, j->cold), p->unit);
    if (j->tail_share > 0) {
        numfmt_plain(a, 100 * j->tail_share, 2);
        numfmt_plain(b, j->tail_largest, 3);
        put(p, "tail", "%s %% of the observations far off, the farthest %s times", a,
            b);
    }
    if (isfinite(j->within) && isfinite(j->between)) {
        /* variances: their roots are in the unit of the value */
        numfmt_plain(a, sqrt(j->within) / p->in_base, 3);
        numfmt_plain(b, sqrt(j->between) / p->in_base, 3);
        numfmt_plain(c, j->icc, 2);
        put(p, "components",
            "sd %s %s within, %s %s between invocations, share between %s", a, p->unit,
            b, p->unit, *c ? c : "-");
    }
}

static void show_judgement(struct show_page *p)
{
    const struct judged *j = p->m->judged;
    const struct st_estimate *e = view_estimate(p->m);

    show_line(p, 0, "%s", "");
    show_line(p, 0, "What is believed");
    if (!j || !e) {
        put(p, "value", "none");
        return;
    }
    put_value(p, "value", e, j);
    show_interval(p, e);
    put(p, "class", "%s", judged_class_name[j->class]);
    show_flags(p, j);
    put(p, "counted",
        "%llu observations of %u invocations; left out: %llu disturbed, %llu rejected, "
        "%u warm-up each, %u invocations (outliers: %s)",
        (unsigned long long)j->samples, j->invocations,
        (unsigned long long)j->disturbed, (unsigned long long)j->rejected, j->warmup,
        j->replaced, j->outliers ? j->outliers : "-");
    if (j->disturbed + j->rejected > 0 && isfinite(j->kept.value) && j->kept.n)
        put_value(p, "all kept", &j->kept, NULL);
    show_spread(p, j);
    show_parts(p, j);
    put(p, "rerun", "%s",
        j->has_rerun ? (j->rerun_source ? j->rerun_source : "") : "never measured");
}

static void show_facts(struct show_page *p, const char *title,
                       const struct facts *facts)
{
    if (facts->n == 0)
        return;
    show_line(p, 0, "%s", "");
    show_line(p, 0, "%s", title);
    for (size_t i = 0; i < facts->n; i++) {
        const struct fact *f = &facts->items[i];

        show_line(p, 6, "  %s%s%s: %s%s%s%s%s%s", f->key, f->at ? " at " : "",
                  f->at ? doc_at_name[f->at] : "", f->value ? f->value : "missing, ",
                  f->value     ? ""
                  : f->missing ? f->missing
                               : "no reason given",
                  f->value && f->unit ? " " : "", f->value && f->unit ? f->unit : "",
                  f->source ? "  from " : "", f->source ? f->source : "");
    }
}

/* One unit for the whole page: the one its value reads best in. */
static void choose_unit(struct show_page *p)
{
    const struct unit *unit = unit_find(p->m->definition->unit);
    const struct st_estimate *e = view_estimate(p->m);
    double value = e ? e->value : 0;

    /* a difference near 0 is read beside its parts */
    if (p->m->judged && p->m->judged->subject > value)
        value = p->m->judged->subject;
    p->unit = p->m->definition->unit;
    p->in_base = 1;
    if (unit)
        p->unit = unit_display(unit, value, &p->in_base);
    p->rate = p->m->plan.bytes > 0;
}

int show_print(struct sink *sink, const struct doc *doc, const struct measurement *m,
               const struct view_options *options)
{
    struct show_page p = { .sink = sink,
                           .doc = doc,
                           .m = m,
                           .options = options,
                           .arena = arena_new(),
                           .width = options->width > WIDTH ? options->width : WIDTH };

    if (!p.arena)
        return -ENOMEM;
    choose_unit(&p);
    if (m->session->protocol.draft)
        show_line(&p, 0, VIEW_DRAFT);
    show_definition(&p);
    show_status(&p);
    show_judgement(&p);
    show_invocations(&p);
    show_observations(&p);
    if (m->session->system)
        show_facts(&p, "The machine", &m->session->system->facts);
    show_facts(&p, "The session", &m->session->facts);
    arena_free(p.arena);
    return p.failed ? -ENOMEM : sink->error;
}
