/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * between.c - how sessions of one machine differ, family by family: the noise floor
 */
#include "judge/between.h"

#include "model/alike.h"
#include "stats/spread.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double half_per_se = 1.96; /* of a 95 % interval, statistics.md 3.12 */
/* An interval that is to hold 95 % cannot rest on an sd that is too small every other
   time: its upper limit is kept. All rows of a session move together, so they are no
   more values than one. */
static const double sure = 0.95;

struct work {
    const struct doc *doc;
    const struct session *const *sessions;
    size_t n_sessions;
    double *value, *half; /* [n_sessions] of one row, relative */
    /* [measurements] the next one that means the same, or their number; and whether
       there is none before */
    size_t *next;
    bool *first;
};

/* What was found of the rows of one family. */
struct sums {
    double excess, explained;
    size_t rows, sessions;
};

static bool serves(const struct measurement *m)
{
    return m->status == DOC_STATUS_OK && m->judged &&
           m->judged->estimate.method != ST_METHOD_NONE &&
           isfinite(m->judged->estimate.value);
}

/* The row's last attempt in a session, or NULL. */
static const struct measurement *in_session(const struct work *w,
                                            const struct session *session, size_t row)
{
    const struct measurement *found = NULL;

    for (size_t i = row; i < w->doc->n_measurements; i = w->next[i]) {
        const struct measurement *m = w->doc->measurements[i];

        if (m->session == session && serves(m) &&
            (!found || measurement_counts_before(m, found)))
            found = m;
    }
    return found;
}

/* Logarithms, unless a value of the row may be 0: then shares of what it is part of. */
static void make_relative(double *value, double *half, const struct judged *j,
                          bool by_log)
{
    const struct st_estimate *e = &j->estimate;
    double scale = fmax(fabs(e->value), j->subject);

    *value = by_log ? log(e->value) : e->value / scale;
    *half = by_log ? log(e->hi / e->lo) / 2 : (e->hi - e->lo) / 2 / scale;
}

/* The row in each session that has it: how many, and whether logarithms can be taken.
 */
static size_t collect(const struct work *w, size_t row, const struct judged **found,
                      bool *by_log)
{
    size_t n = 0;

    *by_log = true;
    for (size_t s = 0; s < w->n_sessions; s++) {
        const struct measurement *m = in_session(w, w->sessions[s], row);

        if (!m)
            continue;
        found[n++] = m->judged;
        *by_log = *by_log && m->judged->estimate.lo > 0;
    }
    return n;
}

/* Whether it was noisy or erratic more often than not. */
static bool is_wild(const struct judged *const *found, size_t n)
{
    size_t wild = 0;

    for (size_t i = 0; i < n; i++)
        wild += found[i]->class == JUDGED_NOISY || found[i]->class == JUDGED_ERRATIC;
    return 2 * wild > n;
}

static int add_row(const struct work *w, size_t row, bool wild, struct sums *sums)
{
    const struct judged **found =
        calloc(w->n_sessions + 1, sizeof(const struct judged *));
    double explained = 0, sd;
    bool by_log;
    size_t n;

    if (!found)
        return -ENOMEM;
    n = collect(w, row, found, &by_log);
    for (size_t i = 0; i < n; i++) {
        make_relative(&w->value[i], &w->half[i], found[i], by_log);
        explained += (w->half[i] / half_per_se) * (w->half[i] / half_per_se);
    }
    if (is_wild(found, n) != wild)
        n = 0;
    free((void *)found);
    if (n < JUDGE_BETWEEN_SESSIONS)
        return 0;
    explained /= (double)n;
    sd = st_sd(w->value, n);
    if (!isfinite(sd) || !isfinite(explained))
        return 0;
    sums->excess += sd * sd - explained;
    sums->explained += explained;
    sums->sessions = sums->rows == 0 || n < sums->sessions ? n : sums->sessions;
    sums->rows++;
    return 0;
}

static bool is_of(const struct measurement *m, const char *family)
{
    return m->definition->family && strcmp(m->definition->family, family) == 0;
}

static bool is_first_of_family(const struct doc *doc, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (is_of(doc->measurements[i], doc->measurements[at]->definition->family))
            return false;
    }
    return true;
}

/* What means the same, as chains. */
static int chain(struct work *w)
{
    size_t n = w->doc->n_measurements, number;
    struct alike alike = { .arena = arena_new() };
    size_t *last = calloc(n + 1, sizeof *last); /* by kind */
    int rc = alike.arena && last ? 0 : -ENOMEM;

    for (size_t i = 0; rc == 0 && i < n; i++) {
        size_t kinds = alike.n;

        rc = measurement_kind(&alike, w->doc->measurements[i], NULL, &number);
        if (rc < 0)
            break;
        w->first[i] = number == kinds;
        w->next[i] = n;
        if (number < kinds)
            w->next[last[number]] = i;
        last[number] = i;
    }
    free(last);
    arena_free(alike.arena);
    return rc;
}

static int add_family(const struct work *w, const char *family, bool wild,
                      struct sums *sums)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < w->doc->n_measurements; i++) {
        if (w->first[i] && is_of(w->doc->measurements[i], family))
            rc = add_row(w, i, wild, sums);
    }
    return rc;
}

static struct judge_between settle(const char *family, const struct sums *sums)
{
    double explained = sums->explained / (double)sums->rows;
    double excess = sums->excess / (double)sums->rows;
    double most =
        st_variance_most(excess + explained, sums->sessions, sure) - explained;
    double hidden = explained * sqrt(2 / ((double)sums->sessions - 1));

    return (struct judge_between){ .family = family,
                                   .sd = sqrt(fmax(most, hidden)),
                                   .found = sqrt(fmax(excess, 0)),
                                   .rows = sums->rows,
                                   .sessions = sums->sessions };
}

int judge_between(const struct doc *doc, const struct session *const *sessions,
                  size_t n_sessions, struct arena *arena, struct judge_between **out,
                  size_t *n)
{
    struct work w = { .doc = doc, .sessions = sessions, .n_sessions = n_sessions };
    int rc;

    *n = 0;
    w.value = calloc(n_sessions + 1, sizeof *w.value);
    w.half = calloc(n_sessions + 1, sizeof *w.half);
    *out = arena_alloc(arena, (doc->n_measurements + 1) * sizeof **out);
    w.next = calloc(doc->n_measurements + 1, sizeof *w.next);
    w.first = calloc(doc->n_measurements + 1, sizeof *w.first);
    rc = w.value && w.half && w.next && w.first && *out ? chain(&w) : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++) {
        const char *family = doc->measurements[i]->definition->family;
        struct sums sums = { 0 };

        if (!family || !is_first_of_family(doc, i))
            continue;
        rc = add_family(&w, family, false, &sums);
        if (rc == 0 && sums.rows == 0)
            rc = add_family(&w, family, true, &sums);
        if (rc == 0 && sums.rows)
            (*out)[(*n)++] = settle(family, &sums);
    }
    free(w.value);
    free(w.half);
    free(w.next);
    free(w.first);
    return rc;
}
