/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_check.c - what no schema can say of a document (interface.md section 6)
 *
 * Each check has a code, which stands in front of what it finds. Whether the judged
 * numbers are what the observations give is not asked here: that is the judge's.
 */
#include "output/xml_parts.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct doc *doc;
    const char *name; /* of the file */
    const char *code;
    void (*tell)(void *self, const char *sentence);
    void *self;
    size_t findings;
    bool no_memory;
};

static void __attribute__((format(printf, 2, 3)))
find(struct check *c, const char *format, ...)
{
    char sentence[512];
    va_list args;
    int n = snprintf(sentence, sizeof sentence, "%.200s: %s: ", c->name, c->code);

    va_start(args, format);
    vsnprintf(sentence + n, sizeof sentence - (size_t)n, format, args);
    va_end(args);
    for (char *p = sentence; *p; p++) {
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            *p = ' ';
    }
    c->tell(c->self, sentence);
    c->findings++;
}

/* ---- sessions, catalogue, head ---- */

static void check_times(struct check *c)
{
    for (size_t i = 0; i < c->doc->n_sessions; i++) {
        const struct session *s = c->doc->sessions[i];

        /* both in UTC and equally long, so that text order is the order of time */
        if (s->start && s->end && strcmp(s->end, s->start) < 0)
            find(c, "session %.60s ends at %.40s, before it starts at %.40s", s->id,
                 s->end, s->start);
    }
}

static bool is_own(const char *revision)
{
    return revision[strspn(revision, "0123456789")] == '\0';
}

static void check_revisions(struct check *c)
{
    for (size_t i = 0; i < c->doc->n_measurements; i++) {
        const struct measurement *m = c->doc->measurements[i];
        const char *revision = m->definition->revision;

        if (m->origin == DOC_ORIGIN_MEASURED && !is_own(revision))
            find(c,
                 "measurement %.60s was measured, but revision '%.60s' of %.60s is "
                 "another program's",
                 m->id, revision, m->definition->id);
        if (!is_own(revision) && !strchr(revision, '-'))
            find(c,
                 "revision '%.60s' of %.60s is neither a number nor a program and "
                 "its version",
                 revision, m->definition->id);
    }
}

static bool is_measured(const struct doc *doc, const struct definition *d)
{
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->definition == d)
            return true;
    }
    return false;
}

static void check_completeness(struct check *c)
{
    const struct doc *doc = c->doc;

    if (!doc->completeness || strcmp(doc->completeness, "full") != 0)
        return;
    for (size_t i = 0; i < doc->n_catalogue; i++) {
        if (!is_measured(doc, doc->catalogue[i]))
            find(c,
                 "the document says that it is full, but nothing was measured of "
                 "%.60s",
                 doc->catalogue[i]->id);
    }
}

static void check_reasons(struct check *c)
{
    for (size_t i = 0; i < c->doc->n_measurements; i++) {
        const struct measurement *m = c->doc->measurements[i];

        if (m->status != DOC_STATUS_OK && m->status != DOC_STATUS_INTERRUPTED &&
            !m->reason)
            find(c, "measurement %.60s is '%s' without a reason", m->id,
                 doc_status_name[m->status]);
    }
}

/* ---- what could identify a machine or a person ---- */

static const struct {
    const char *what, *pattern;
} private_forms[] = {
    { "a MAC address", "(^|[^0-9A-Fa-f:])([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"
                       "($|[^0-9A-Fa-f:])" },
    { "an IP address", "(^|[^0-9.])([0-9]{1,3}\\.){3}[0-9]{1,3}($|[^0-9.])" },
    { "a UUID", "[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}" },
    { "a path",
      "(^|[[:space:]=:])/(home|root|Users|mnt|media|srv|var|tmp|etc|opt|usr)/" },
    { "a host or address", "[A-Za-z0-9._-]+@[A-Za-z0-9.-]+" },
    { "a host", "^[a-z0-9-]+(\\.[a-z0-9-]+)*\\."
                "(com|org|net|edu|gov|io|local|lan|internal|home|corp|localdomain)$" },
};
enum { PRIVATE_FORMS = sizeof private_forms / sizeof *private_forms };

static void check_facts(struct check *c, const char *of, const struct facts *facts,
                        const regex_t *forms)
{
    for (size_t i = 0; i < facts->n; i++) {
        const struct fact *f = &facts->items[i];

        for (size_t k = 0; f->value && k < PRIVATE_FORMS; k++) {
            if (regexec(&forms[k], f->value, 0, NULL, 0) == 0) {
                find(c,
                     "fact %.60s of %.60s looks like %s, which redaction '%s' has "
                     "not",
                     f->key, of, private_forms[k].what, c->doc->redaction);
                break;
            }
        }
    }
}

static void check_redaction(struct check *c)
{
    const struct doc *doc = c->doc;
    regex_t forms[PRIVATE_FORMS];
    size_t n = 0;

    if (!doc->redaction || strcmp(doc->redaction, "none") == 0)
        return;
    while (n < PRIVATE_FORMS &&
           regcomp(&forms[n], private_forms[n].pattern, REG_EXTENDED | REG_NOSUB) == 0)
        n++;
    if (n < PRIVATE_FORMS)
        c->no_memory = true;
    for (size_t i = 0; i < doc->n_systems && n == PRIVATE_FORMS; i++)
        check_facts(c, doc->systems[i]->id, &doc->systems[i]->facts, forms);
    for (size_t i = 0; i < doc->n_sessions && n == PRIVATE_FORMS; i++)
        check_facts(c, doc->sessions[i]->id, &doc->sessions[i]->facts, forms);
    while (n)
        regfree(&forms[--n]);
}

/* ---- judged numbers against what there is to judge ---- */

/* What was observed of a measurement. */
struct observed {
    const struct measurement *measurement;
    uint64_t observations;
    uint32_t invocations;          /* valid ones */
    const struct invocation *last; /* that was counted: its parts count once */
};

static int by_measurement(const void *a, const void *b)
{
    const struct measurement *x = ((const struct observed *)a)->measurement;
    const struct measurement *y = ((const struct observed *)b)->measurement;

    return x < y ? -1 : x > y;
}

static void count_invocation(const struct invocation *i, struct observed *rows,
                             size_t n)
{
    for (size_t k = 0; k < i->n_series; k++) {
        const struct series *s = &i->series[k];
        const struct observed key = { .measurement = s->measurement };
        struct observed *row = bsearch(&key, rows, n, sizeof *rows, by_measurement);

        if (row) {
            row->observations += s->n;
            row->invocations += i->valid && row->last != i;
            row->last = i;
        }
    }
}

static void check_counts(struct check *c)
{
    const struct doc *doc = c->doc;
    size_t n = doc->n_measurements;
    struct observed *rows = calloc(n ? n : 1, sizeof *rows);

    if (!rows) {
        c->no_memory = true;
        return;
    }
    for (size_t i = 0; i < n; i++)
        rows[i].measurement = doc->measurements[i];
    qsort(rows, n, sizeof *rows, by_measurement);
    for (size_t i = 0; i < doc->n_sessions; i++) {
        for (size_t k = 0; k < doc->sessions[i]->n_invocations; k++)
            count_invocation(doc->sessions[i]->invocations[k], rows, n);
    }
    for (size_t i = 0; i < n; i++) {
        const struct measurement *m = doc->measurements[i];
        const struct observed key = { .measurement = m };
        const struct observed *row =
            bsearch(&key, rows, n, sizeof *rows, by_measurement);

        if (m->judged && m->judged->samples > row->observations)
            find(c,
                 "measurement %.60s is judged from %llu observations, and there are "
                 "%llu",
                 m->id, (unsigned long long)m->judged->samples,
                 (unsigned long long)row->observations);
        if (m->judged && m->judged->invocations > row->invocations)
            find(c,
                 "measurement %.60s is judged from %lu invocations, and there are "
                 "%lu with observations",
                 m->id, (unsigned long)m->judged->invocations,
                 (unsigned long)row->invocations);
    }
    free(rows);
}

static bool in_order(double lo, double value, double hi)
{
    return !(lo > value) && !(value > hi); /* true where one is not known */
}

static void check_estimates(struct check *c)
{
    for (size_t i = 0; i < c->doc->n_measurements; i++) {
        const struct measurement *m = c->doc->measurements[i];
        const struct st_estimate *e = m->judged ? &m->judged->estimate : NULL;

        if (!e)
            continue;
        if (!in_order(e->lo, e->value, e->hi))
            find(c, "the estimate of measurement %.60s is outside its own interval",
                 m->id);
        if (e->method != ST_METHOD_NONE && !(e->level > 0 && e->level < 1))
            find(c,
                 "the interval of measurement %.60s promises a level that is no share",
                 m->id);
    }
}

static int by_seq(const void *a, const void *b)
{
    uint32_t x = (*(struct invocation *const *)a)->seq;
    uint32_t y = (*(struct invocation *const *)b)->seq;

    return x < y ? -1 : x > y;
}

static bool has_position(const struct invocation *i, const struct measurement *m,
                         uint32_t at)
{
    for (size_t k = 0; k < i->n_series; k++) {
        if (i->series[k].measurement == m && at <= i->series[k].n)
            return true;
    }
    return false;
}

static void check_marks_of(struct check *c, const struct measurement *m,
                           struct invocation *const *sorted)
{
    for (size_t i = 0; m->judged && i < m->judged->n_marks; i++) {
        const struct mark *mark = &m->judged->marks[i];
        const struct invocation key = { .seq = mark->invocation }, *at = &key;
        struct invocation *const *found =
            bsearch(&at, sorted, m->session->n_invocations, sizeof(void *), by_seq);

        if (!found || !has_position(*found, m, mark->at)) {
            find(c,
                 "measurement %.60s has a mark at observation %lu of invocation %lu, "
                 "which it has not",
                 m->id, (unsigned long)mark->at, (unsigned long)mark->invocation);
            return; /* one will do */
        }
    }
}

static void check_marks(struct check *c)
{
    const struct doc *doc = c->doc;

    for (size_t i = 0; i < doc->n_sessions; i++) {
        const struct session *s = doc->sessions[i];
        struct invocation **sorted = malloc((s->n_invocations + 1) * sizeof *sorted);

        if (!sorted) {
            c->no_memory = true;
            return;
        }
        if (s->n_invocations)
            memcpy(sorted, s->invocations, s->n_invocations * sizeof *sorted);
        qsort(sorted, s->n_invocations, sizeof *sorted, by_seq);
        for (size_t k = 0; k < doc->n_measurements; k++) {
            if (doc->measurements[k]->session == s)
                check_marks_of(c, doc->measurements[k], sorted);
        }
        free(sorted);
    }
}

static const struct {
    const char *code;
    void (*check)(struct check *c);
} checks[] = {
    { "session-time", check_times },        { "revision", check_revisions },
    { "completeness", check_completeness }, { "reason", check_reasons },
    { "redaction", check_redaction },       { "count", check_counts },
    { "estimate", check_estimates },        { "mark", check_marks },
};

int xml_check(const struct doc *doc, const char *name,
              void (*tell)(void *self, const char *sentence), void *self)
{
    struct check c = { .doc = doc, .name = name, .tell = tell, .self = self };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        c.code = checks[i].code;
        checks[i].check(&c);
    }
    if (c.no_memory)
        return -ENOMEM;
    return c.findings ? -EBADMSG : 0;
}
