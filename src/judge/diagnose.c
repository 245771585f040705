/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * diagnose.c - applying the noise rules to one row
 */
#include "judge/row.h"

#include "judge/judge.h"
#include "model/unit.h"

#include <errno.h>
#include <string.h>

struct finding {
    struct arena *arena;     /* for text */
    double statistic, limit; /* limit: the rule's, unless changed */
    const char *text;        /* or NULL */
    bool failed;             /* no memory for it */
};

/* "4.00 ms": three digits, in the unit that people read it in. */
static const char *for_people(const struct row *row, struct arena *arena, double value)
{
    const struct unit *unit = unit_find(row->m->definition->unit);
    double in_base = 1, shown;
    const char *name = row->m->definition->unit;

    if (unit)
        name = unit_display(unit, value, &in_base);
    shown = value / in_base;
    return arena_printf(arena, "%.*f %s",
                        shown < 10    ? 2
                        : shown < 100 ? 1
                                      : 0,
                        shown, name ? name : "");
}

static const char *direction(double z)
{
    return z < 0 ? "becomes faster" : "becomes slower";
}

static bool unsteady(const struct row *row, struct finding *f)
{
    f->statistic = row->order.trend;
    f->text = direction(f->statistic);
    if (fabs(f->statistic) > f->limit)
        return true;
    f->statistic = row->order.pilot_trend;
    f->text = row->order.pilot;
    return row->order.pilot;
}

static bool autocorr(const struct row *row, struct finding *f)
{
    f->statistic = row->order.neighbours;
    return f->statistic > f->limit;
}

/* What correlates or moves within invocations makes them differ: no finding then. */
static bool between(const struct row *row, struct finding *f)
{
    f->statistic = row->order.between;
    return f->statistic < f->limit &&
           !(row->order.neighbours > judge_rule_of("autocorr")->limit) &&
           !(fabs(row->order.trend) > judge_rule_of("unsteady")->limit);
}

static bool drift(const struct row *row, struct finding *f)
{
    f->statistic = row->order.drift;
    return f->statistic < f->limit;
}

static bool serial(const struct row *row, struct finding *f)
{
    const struct judge_serial *s = &row->circumstances.serial;

    f->statistic = s->z;
    if (!s->found || row->imported)
        return false;
    f->text = arena_printf(f->arena, "this run only; widened %.2g times", s->factor);
    f->failed = !f->text;
    return true;
}

/* Gaps between invocations, or else a dip in all observations, which has its limit. */
static bool modes(const struct row *row, struct finding *f)
{
    f->statistic = row->order.gap;
    f->text = "between invocations";
    if (!(f->statistic > f->limit)) {
        f->statistic = row->order.dip;
        f->limit = judge_dip_limit;
        f->text = "within invocations";
    }
    return !row->tick && f->statistic > f->limit;
}

static bool second_mode(const struct row *row, struct finding *f)
{
    const char *value;

    if (row->mode.n == 0)
        return false;
    f->statistic = (double)row->mode.n;
    value = for_people(row, f->arena, judge_to_unit(row, row->mode.value));
    f->text = value ? arena_printf(f->arena, "second mode %s, %.2g %%", value,
                                   100 * (double)row->mode.n / (double)row->undisturbed)
                    : NULL;
    f->failed = !f->text;
    return true;
}

static bool tail(const struct row *row, struct finding *f)
{
    if (row->undisturbed == 0)
        return false;
    f->statistic = (double)row->far / (double)row->undisturbed;
    return f->statistic > f->limit;
}

static bool tick(const struct row *row, struct finding *f)
{
    double relative = row->q / fabs(row->estimate.value);

    f->statistic = (double)row->distinct / (double)row->samples;
    if (!(f->statistic < f->limit)) {
        f->statistic = relative;
        f->limit = tick_share;
    }
    return row->tick;
}

static bool rejection_matters(const struct row *row, struct finding *f)
{
    double half = (row->estimate.hi - row->estimate.lo) / 2;
    double shift = fabs(row->estimate.value - row->kept.value);

    if (row->estimate.method == ST_METHOD_NONE || !(shift > 0))
        return false;
    f->statistic = shift / half;
    return f->statistic > f->limit;
}

static bool few_invocations(const struct row *row, struct finding *f)
{
    f->statistic = (double)row->used;
    return !row->imported && f->statistic < f->limit;
}

static bool capped(const struct row *row, struct finding *f)
{
    const struct measurement *m = row->m;

    f->statistic = judge_half_width(row);
    f->limit = m->session->protocol.precision;
    return m->stop == DOC_STOP_MAXIMUM || m->stop == DOC_STOP_TIME;
}

static bool short_sample(const struct row *row, struct finding *f)
{
    double length =
        row->passes * (row->difference ? row->theta_subject : row->estimate.value);

    f->statistic = length / row->m->session->clock.cost_ns;
    return row->m->session->clock.cost_ns > 0 && length > 0 && f->statistic < f->limit;
}

static double share(size_t some, size_t all)
{
    return all ? (double)some / (double)all : 0;
}

/* Observations of both parts, where there are two. */
static size_t observations(const struct row *row)
{
    return row->difference ? 2 * row->n : row->n;
}

/*
 * That more than a tenth of the invocations is disturbed for the most part, the other
 * half of the rule, means that more than a twentieth of the observations is.
 */
static bool load(const struct row *row, struct finding *f)
{
    f->statistic = share(row->disturbed, row->n);
    return f->statistic > f->limit;
}

static bool migration(const struct row *row, struct finding *f)
{
    f->statistic = share(row->migrated, observations(row));
    return row->m->rejects & 1u << SERIES_MIGRATIONS && f->statistic > f->limit;
}

static bool page_faults(const struct row *row, struct finding *f)
{
    f->statistic = share(row->faulted, observations(row));
    return row->m->rejects & 1u << SERIES_FAULTS && f->statistic > f->limit;
}

static bool second_run(const struct row *row, struct finding *f)
{
    f->statistic = (double)row->circumstances.second_runs;
    return !row->imported && row->circumstances.second_runs > 0;
}

/* Of its own invocations; where they do not tell, of the session. */
static bool steal(const struct row *row, struct finding *f)
{
    f->statistic = isnan(row->steal) ? row->circumstances.steal : row->steal;
    return !row->imported && f->statistic > f->limit;
}

static bool throttle(const struct row *row, struct finding *f)
{
    f->statistic = row->circumstances.throttles;
    return !row->imported && f->statistic > f->limit;
}

static bool frequency_moved(const struct row *row, struct finding *f)
{
    f->statistic = row->circumstances.frequency;
    return !row->imported && f->statistic > f->limit;
}

static bool overhead_large(const struct row *row, struct finding *f)
{
    f->statistic = row->theta_base / row->theta_subject;
    return row->difference && f->statistic > f->limit;
}

static bool negative(const struct row *row, struct finding *f)
{
    bool none = row->estimate.method == ST_METHOD_NONE;
    double least = none ? row->estimate.value : row->estimate.lo;

    f->statistic = least / row->theta_subject;
    return row->difference && !(least > 0);
}

static bool imported(const struct row *row, struct finding *f)
{
    f->statistic = (double)row->used;
    return row->imported;
}

static const struct {
    const char *code;
    bool (*applies)(const struct row *row, struct finding *f);
} tests[] = {
    { "unsteady", unsteady },
    { "autocorr", autocorr },
    { "between", between },
    { "drift", drift },
    { "serial", serial },
    { "modes", modes },
    { "second-mode", second_mode },
    { "tail", tail },
    { "tail5", tail },
    { "tick", tick },
    { "rejection-matters", rejection_matters },
    { "few-invocations", few_invocations },
    { "capped", capped },
    { "short-sample", short_sample },
    { "load", load },
    { "second-run", second_run },
    { "steal", steal },
    { "throttle", throttle },
    { "migration", migration },
    { "page-faults", page_faults },
    { "frequency-moved", frequency_moved },
    { "overhead-large", overhead_large },
    { "negative-after-overhead", negative },
    { "imported", imported },
};
enum { N_TESTS = sizeof tests / sizeof *tests };

struct flag judge_flag(const char *code)
{
    const struct judge_rule *rule = judge_rule_of(code);

    return (struct flag){ .code = rule->code,
                          .limit = rule->limit,
                          .severity = rule->severity };
}

int judge_list_flags(const struct row *row, struct arena *arena, struct judged *j)
{
    struct flag flags[N_TESTS];
    size_t n = 0;

    j->flags = NULL;
    j->n_flags = 0;
    if (row->used == 0)
        return 0; /* nothing was seen, so nothing was seen to be wrong */
    for (size_t t = 0; t < N_TESTS; t++) {
        struct flag flag = judge_flag(tests[t].code);
        struct finding f = { .arena = arena, .limit = flag.limit };

        if (!tests[t].applies(row, &f))
            continue;
        if (f.failed)
            return -ENOMEM;
        flag.statistic = f.statistic;
        flag.limit = f.limit;
        flag.text = f.text;
        flags[n++] = flag;
    }
    if (n == 0)
        return 0;
    j->flags = arena_alloc(arena, n * sizeof *flags);
    if (!j->flags)
        return -ENOMEM;
    memcpy(j->flags, flags, n * sizeof *flags);
    j->n_flags = n;
    return 0;
}

int judge_add_flag(struct arena *arena, struct judged *j, const struct flag *flag)
{
    struct flag *flags = arena_alloc(arena, (j->n_flags + 1) * sizeof *flags);
    size_t at = 0;

    if (!flags)
        return -ENOMEM;
    while (at < j->n_flags &&
           judge_rule_of(j->flags[at].code) < judge_rule_of(flag->code))
        at++;
    if (at)
        memcpy(flags, j->flags, at * sizeof *flags);
    flags[at] = *flag;
    if (at < j->n_flags)
        memcpy(flags + at + 1, j->flags + at, (j->n_flags - at) * sizeof *flags);
    j->flags = flags;
    j->n_flags++;
    return 0;
}
