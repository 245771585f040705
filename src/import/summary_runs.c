/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_runs.c - which rows of the tables of a summary are one run
 *
 * Repeated runs have equal host and OS and stand in the same order in each table: the
 * nth of one is the nth of another, unless a table has fewer. Then the clock may tell.
 */
#include "import/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct ref {
    struct summary_table *table;
    struct summary_row *row;
};

static int compare(const struct ref *a, const struct ref *b)
{
    int by;

    if (a->table->block != b->table->block)
        return a->table->block < b->table->block ? -1 : 1;
    by = strcmp(a->row->host, b->row->host);
    return by ? by : strcmp(a->row->os, b->row->os);
}

static int by_owner(const void *a, const void *b)
{
    const struct ref *x = a, *y = b;
    int by = compare(x, y);

    if (by == 0 && x->table->topic != y->table->topic)
        by = x->table->topic < y->table->topic ? -1 : 1;
    if (by == 0)
        by = (x->row->line > y->row->line) - (x->row->line < y->row->line);
    return by;
}

/* The clock as a row has it, or NULL. */
static const struct summary_word *clock_of(const struct summary_row *row, int topic)
{
    if (topic != SUMMARY_BASIC && topic != SUMMARY_PROCESSOR && topic != SUMMARY_MEMORY)
        return NULL;
    for (size_t i = 0; i < row->own && i < 2; i++) {
        const struct summary_word *word = &row->cells[i];

        if (word->length > 1 && word->length < 6 &&
            strspn(word->text, "0123456789") >= (size_t)word->length)
            return word;
    }
    return NULL;
}

static bool same_clock(const struct summary_session *s, const struct summary_row *row,
                       int topic)
{
    const struct summary_word *clock = clock_of(row, topic), *other;

    for (int t = 0; clock && t < SUMMARY_TOPICS; t++) {
        other = s->rows[t] ? clock_of(s->rows[t], t) : NULL;
        if (other)
            return other->length == clock->length &&
                   memcmp(other->text, clock->text, (size_t)clock->length) == 0;
    }
    return false;
}

/* The one run without such a row and with that clock; NULL where there are more. */
static struct summary_session *by_clock(struct summary_session *sessions, size_t n,
                                        const struct summary_row *row, int topic)
{
    struct summary_session *found = NULL;

    for (size_t i = 0; i < n; i++) {
        if (sessions[i].rows[topic] || !same_clock(&sessions[i], row, topic))
            continue;
        if (found)
            return NULL;
        found = &sessions[i];
    }
    return found;
}

static struct summary_session *new_session(struct summary *s, const struct ref *ref,
                                           size_t nth)
{
    struct summary_session *wider =
        arena_grow(s->text.arena, s->sessions, &s->sessions_capacity, s->n_sessions + 1,
                   sizeof *wider);

    if (!wider) {
        s->text.failed = true;
        return NULL;
    }
    s->sessions = wider;
    wider[s->n_sessions] = (struct summary_session){ .block = ref->table->block,
                                                     .nth = nth,
                                                     .host = ref->row->host,
                                                     .os = ref->row->os };
    return &wider[s->n_sessions++];
}

static void join(struct summary_session *session, const struct ref *ref)
{
    if (!session)
        return;
    session->rows[ref->table->topic] = ref->row;
    session->tables[ref->table->topic] = ref->table;
}

static size_t same_topic(const struct ref *refs, size_t n)
{
    size_t k = 1;

    while (k < n && refs[k].table->topic == refs->table->topic)
        k++;
    return k;
}

/* A row of a table that lacks some. */
static void join_one(struct summary *s, size_t first, size_t n, const struct ref *ref)
{
    struct summary_session *session =
        by_clock(&s->sessions[first], n, ref->row, ref->table->topic);

    if (!session) {
        session = new_session(s, ref, n);
        import_note(s->in, IMPORT_DOUBTFUL, ref->row->line, ref->row->text,
                    strlen(ref->row->text),
                    "one of several runs of %s, it does not show which: kept as a run "
                    "of its own",
                    ref->row->host);
    }
    join(session, ref);
}

/* All rows of one host and OS. */
static void one_system(struct summary *s, const struct ref *refs, size_t n)
{
    size_t first = s->n_sessions, most = 0, bare = 0;

    for (size_t i = 0; i < n; i++)
        bare += refs[i].row->bare;
    if (bare == n) /* prose */
        return;
    for (size_t i = 0, k; i < n; i += k) {
        k = same_topic(&refs[i], n - i);
        most = k > most ? k : most;
    }
    for (size_t i = 0; i < most && !s->text.failed; i++)
        new_session(s, refs, i);
    for (size_t i = 0, k; i < n && !s->text.failed; i += k) {
        k = same_topic(&refs[i], n - i);
        for (size_t j = 0; k == most && j < k; j++)
            join(&s->sessions[first + j], &refs[i + j]);
    }
    for (size_t i = 0, k; i < n && !s->text.failed; i += k) {
        k = same_topic(&refs[i], n - i);
        for (size_t j = 0; k < most && j < k && !s->text.failed; j++)
            join_one(s, first, most, &refs[i + j]);
    }
}

static uint32_t first_line(const struct summary_session *s)
{
    uint32_t line = UINT32_MAX;

    for (size_t t = 0; t < SUMMARY_TOPICS; t++) {
        if (s->rows[t] && s->rows[t]->line < line)
            line = s->rows[t]->line;
    }
    return line;
}

static int by_line(const void *a, const void *b)
{
    uint32_t x = first_line(a), y = first_line(b);

    return (x > y) - (x < y);
}

static size_t collect(const struct summary *s, struct ref *refs)
{
    size_t n = 0;

    for (size_t t = 0; t < s->n_tables; t++) {
        for (size_t i = 0; s->tables[t].fit.n && i < s->tables[t].n; i++) {
            if (refs)
                refs[n] = (struct ref){ &s->tables[t], &s->tables[t].rows[i] };
            n++;
        }
    }
    return n;
}

int import_summary_runs(struct summary *s)
{
    size_t n = collect(s, NULL);
    struct ref *refs = arena_alloc(s->text.arena, (n + 1) * sizeof *refs);

    if (!refs)
        return -ENOMEM;
    collect(s, refs);
    qsort(refs, n, sizeof *refs, by_owner);
    for (size_t i = 0, k; i < n && !s->text.failed; i += k) {
        for (k = 1; i + k < n && compare(&refs[i], &refs[i + k]) == 0;)
            k++;
        one_system(s, &refs[i], k);
    }
    if (s->text.failed)
        return -ENOMEM;
    if (s->n_sessions)
        qsort(s->sessions, s->n_sessions, sizeof *s->sessions, by_line);
    for (size_t i = 0; i < s->n_sessions; i++) {
        for (size_t t = 0; t < SUMMARY_TOPICS; t++) {
            if (s->sessions[i].rows[t])
                s->sessions[i].rows[t]->session = &s->sessions[i];
        }
    }
    return 0;
}
