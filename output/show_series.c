/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * show_series.c - invocation by invocation, and the observations in order of time
 */
#include "output/show_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What happened to an observation, as a letter behind it. */
static const struct {
    const char *cause;
    char letter;
} letters[] = { { "wait", 'w' },  { "switched-out", 's' }, { "migrated", 'm' },
                { "fault", 'f' }, { "value", 'v' },        { "second-mode", '2' } };
enum { LETTERS = sizeof letters / sizeof *letters };

static char letter_of(const char *cause)
{
    for (size_t i = 0; i < LETTERS; i++) {
        if (strcmp(letters[i].cause, cause) == 0)
            return letters[i].letter;
    }
    return '*';
}

static const struct series *find_series(const struct invocation *i,
                                        const struct measurement *m, enum doc_part part,
                                        uint32_t copy)
{
    for (size_t k = 0; k < i->n_series; k++) {
        if (i->series[k].measurement == m && i->series[k].part == part &&
            i->series[k].copy == copy)
            return &i->series[k];
    }
    return NULL;
}

/* Letters of the observations, 0 where nothing happened; '(' for warm-up, and for what
 * the first invocations have more than the others. */
static char *find_marks(struct show_page *p, const struct invocation *i, size_t n,
                        const char **whole)
{
    const struct judged *j = p->m->judged;
    char *marks = arena_alloc(p->arena, n + 1);

    *whole = i->valid ? NULL : i->reason ? i->reason : "not valid";
    if (!marks) {
        p->failed = true;
        return NULL;
    }
    for (size_t k = 0; j && k < n && k < j->warmup; k++)
        marks[k] = '(';
    if (j && p->m->plan.samples && i->phase == DOC_PHASE_RUN) {
        for (size_t k = j->warmup + (size_t)p->m->plan.samples; k < n; k++)
            marks[k] = '(';
    }
    for (size_t k = 0; j && k < j->n_marks; k++) {
        const struct mark *mark = &j->marks[k];

        if (mark->invocation != i->seq)
            continue;
        if (mark->at == 0)
            *whole = mark->cause;
        else if (mark->at <= n && marks[mark->at - 1] == 0)
            marks[mark->at - 1] = letter_of(mark->cause);
    }
    return marks;
}

/* An observation in base units: seconds per operation, or as imported. */
static double observed(const struct series *s, size_t k)
{
    return s->values ? s->values[k] : (double)s->ns[k] / ((double)s->passes * 1e9);
}

static double as_shown(const struct show_page *p, const struct series *s, double value)
{
    return p->rate && !s->values ? (double)p->m->plan.bytes / value : value;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/*
 * The median of what is neither warm-up nor marked, less the base where there is one:
 * the y_k that the estimate is made of.
 */
static double middle_of(struct show_page *p, const struct series *s,
                        const struct series *base, const char *marks, size_t *n)
{
    double *kept = arena_alloc(p->arena, (s->n + 1) * sizeof *kept), middle;

    *n = 0;
    for (size_t k = 0; kept && marks && k < s->n; k++) {
        if (marks[k] == 0 && (!base || k < base->n))
            kept[(*n)++] = observed(s, k) - (base ? observed(base, k) : 0);
    }
    if (!kept || *n == 0)
        return NAN;
    qsort(kept, *n, sizeof *kept, by_size);
    middle = *n % 2 ? kept[*n / 2] : (kept[*n / 2 - 1] + kept[*n / 2]) / 2;
    return as_shown(p, s, middle);
}

static void show_invocation(struct show_page *p, const struct invocation *i,
                            const struct series *s)
{
    const struct series *base = find_series(i, p->m, DOC_PART_BASE, s->copy);
    const char *whole;
    char *marks = find_marks(p, i, s->n, &whole);
    char y[NUMFMT_TEXT], offset[NUMFMT_TEXT];
    size_t n, marked = 0;
    double middle = middle_of(p, s, base, marks, &n);

    for (size_t k = 0; marks && k < s->n; k++)
        marked += marks[k] != 0 && marks[k] != '(';
    numfmt_plain(offset, i->offset_s, 4);
    show_line(p, 6, "  %4u %5u %-5s %9s %7u  %-8s %5zu %6zu %12s%s%s", i->seq, i->block,
              doc_phase_name[i->phase], offset, i->padding, i->cpus ? i->cpus : "-", n,
              marked, show_figure(p, y, middle), whole ? "  " : "", whole ? whole : "");
}

void show_invocations(struct show_page *p)
{
    const struct session *s = p->m->session;
    bool first = true;

    for (size_t i = 0; i < s->n_invocations; i++) {
        for (size_t k = 0; k < s->invocations[i]->n_series; k++) {
            const struct series *series = &s->invocations[i]->series[k];

            if (series->measurement != p->m || series->part != DOC_PART_SUBJECT)
                continue;
            if (first) {
                show_line(p, 0, "%s", "");
                show_line(p, 0, "Invocations, y in %s", p->unit);
                show_line(p, 0,
                          "   seq block phase  offset s padding  cpus         n "
                          "marked            y");
            }
            first = false;
            show_invocation(p, s->invocations[i], series);
        }
    }
}

/* All observations of a series as one text: "0.1248 (0.1312) 0.1339w". */
static void show_one_series(struct show_page *p, const struct invocation *i,
                            const struct series *s)
{
    const char *whole;
    char *marks = find_marks(p, i, s->n, &whole), text[NUMFMT_TEXT];
    struct buf buf = { 0 };

    for (size_t k = 0; marks && k < s->n; k++) {
        bool warm = marks[k] == '(';

        show_figure(p, text, as_shown(p, s, observed(s, k)));
        buf_printf(&buf, "%s%s%s%s%.1s", k ? " " : "", warm ? "(" : "", text,
                   warm ? ")" : "", warm || marks[k] == 0 ? "" : &marks[k]);
    }
    if (s->copy)
        show_line(p, 6, "  %u %s copy %u: %s", i->seq, doc_part_name[s->part], s->copy,
                  buf.text ? buf.text : "");
    else
        show_line(p, 6, "  %u %s: %s", i->seq, doc_part_name[s->part],
                  buf.text ? buf.text : "");
    p->failed = p->failed || !buf_ok(&buf);
    buf_done(&buf);
}

static void show_legend(struct show_page *p)
{
    struct buf buf = { 0 };

    for (size_t i = 0; i < LETTERS; i++)
        buf_printf(&buf, ", %c %s", letters[i].letter, letters[i].cause);
    show_line(p, 2, "  (warm-up)%s", buf.text ? buf.text : "");
    p->failed = p->failed || !buf_ok(&buf);
    buf_done(&buf);
}

void show_observations(struct show_page *p)
{
    const struct session *s = p->m->session;
    bool first = true;

    for (size_t i = 0; i < s->n_invocations; i++) {
        for (size_t k = 0; k < s->invocations[i]->n_series; k++) {
            const struct series *series = &s->invocations[i]->series[k];

            if (series->measurement != p->m)
                continue;
            if (first) {
                show_line(p, 0, "%s", "");
                show_line(p, 0, "Observations in the order of time, in %s", p->unit);
                show_legend(p);
            }
            first = false;
            show_one_series(p, s->invocations[i], series);
        }
    }
}
