/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * circumstances.c - what is known of a session as a whole and holds for all its rows
 */
#include "judge/row.h"

#include "base/num.h"
#include "stats/quantile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char judge_between_key[] = "rerun.";

enum { WINDOW = 5 }; /* two disturbed invocations in five do not show */

/* The yardstick of one invocation: its quieter end, since disturbance only adds. */
static double quieter(const struct invocation *i, const char *before, const char *after)
{
    double least = INFINITY;

    for (size_t c = 0; c < i->n_counts; c++) {
        if (strcmp(i->counts[c].name, before) == 0 ||
            strcmp(i->counts[c].name, after) == 0)
            least = fmin(least, i->counts[c].value);
    }
    return least;
}

static int window_median(const double *x, double *median)
{
    struct st_sorted s;
    int rc = st_sorted_init(&s, x, WINDOW);

    if (rc == 0) {
        *median = st_median(s);
        st_sorted_done(&s);
    }
    return rc;
}

/*
 * How far the running median of five moves, relative to its middle: a frequency stays
 * for a while, whatever disturbs an invocation does not.
 *
 * Returns: 0 with *range, NaN where there are fewer than five; or -ENOMEM
 */
static int running_range(const double *x, size_t n, double *range)
{
    double least = INFINITY, most = -INFINITY, median = NAN;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i + WINDOW <= n; i++) {
        rc = window_median(x + i, &median);
        least = fmin(least, median);
        most = fmax(most, median);
    }
    *range = n >= WINDOW && least > 0 ? 2 * (most - least) / (most + least) : NAN;
    return rc;
}

static const struct {
    const char *before, *after;
} kinds[JUDGE_YARDSTICKS] = { { "yardstick.add.before", "yardstick.add.after" },
                              { "yardstick.l1.before", "yardstick.l1.after" } };

int judge_yardstick(int kind, const struct session *const *sessions, size_t n,
                    double *median)
{
    struct st_sorted sorted;
    size_t most = 1, used = 0;
    double *x;
    int rc;

    for (size_t s = 0; s < n; s++)
        most += sessions[s]->n_invocations;
    x = calloc(most, sizeof *x);
    if (!x)
        return -ENOMEM;
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < sessions[s]->n_invocations; i++) {
            x[used] = quieter(sessions[s]->invocations[i], kinds[kind].before,
                              kinds[kind].after);
            used += isfinite(x[used]) && x[used] > 0;
        }
    }
    rc = st_sorted_init(&sorted, x, used);
    free(x);
    if (rc < 0)
        return rc;
    *median = st_median(sorted);
    st_sorted_done(&sorted);
    return 0;
}

/* Additions and L1 loads both follow the frequency: the one that moved less counts. */
static int frequency(const struct session *s, double *moved)
{
    double *x = calloc(s->n_invocations + 1, sizeof *x), range;
    int rc = x ? 0 : -ENOMEM;

    *moved = NAN;
    for (int kind = 0; rc == 0 && kind < JUDGE_YARDSTICKS; kind++) {
        size_t n = 0;

        for (size_t i = 0; i < s->n_invocations; i++) {
            x[n] = quieter(s->invocations[i], kinds[kind].before, kinds[kind].after);
            n += isfinite(x[n]) && x[n] > 0;
        }
        rc = running_range(x, n, &range);
        *moved = fmin(*moved, range);
    }
    free(x);
    return rc;
}

static double fact_at(const struct session *s, const char *key, enum doc_at at)
{
    const struct fact *fact = facts_find(&s->facts, key, at);
    double value;

    return fact && fact->value && num_to_double(fact->value, &value) == 0 ? value : NAN;
}

static double difference(const struct session *s, const char *key)
{
    return fact_at(s, key, DOC_AT_END) - fact_at(s, key, DOC_AT_START);
}

double judge_between_sd(const struct session *s, const char *family,
                        const char **source)
{
    const struct fact *found = NULL;
    char key[64];
    double sd;

    if (family && (size_t)snprintf(key, sizeof key, "%s%s", judge_between_key, family) <
                      sizeof key)
        found = facts_find(&s->facts, key, DOC_AT_ALWAYS);
    *source = NULL;
    if (!found || !found->value || num_to_double(found->value, &sd) < 0 || !(sd > 0))
        return NAN;
    *source = found->source;
    return sd;
}

int judge_circumstances(struct circumstances *c, const struct session *session)
{
    double seconds;
    int rc;

    if (c->session == session)
        return 0;
    c->session = NULL;
    rc = frequency(session, &c->frequency);
    if (rc < 0)
        return rc;
    seconds = difference(session, "load.time"); /* of all CPUs, as the steal is */
    c->steal = seconds > 0 ? difference(session, "load.steal") / seconds : NAN;
    c->throttles = fmax(0, difference(session, "load.throttled")) +
                   fmax(0, difference(session, "load.throttles"));
    c->second_runs = 0;
    for (size_t e = 0; e < session->n_events; e++)
        c->second_runs += strcmp(session->events[e].code, "second-run") == 0;
    c->serial = (struct judge_serial){ 0 };
    c->session = session;
    return 0;
}
