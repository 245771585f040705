/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * judged.c - A3, A5, A7, B8 and B9 through the judge, with marks, rejection and stop
 * rule
 */
#include "slow.h"

#include <math.h>
#include <stdlib.h>

#include "../judge/builder.h"

#include "support.h"

enum { RUNS = 10000, MOST = 80, BATCH = 500 };
static const double unit_ns = 1e4;   /* one per cent of an observation of 1 ms */
static const double per_value = 1e8; /* seconds per call to units */

/* What an invocation and its samples are, in units of 1 % around 100. */
struct series_of {
    const char *name;
    double tau; /* between invocations, in units of the noise within */
    double cv;  /* within, per cent */
    enum { GAUSS, T3, TENTH, TWENTIETH, TWO_KINDS } between;
    enum { PLAIN, AR7, WARM, LOGNORMAL, FAR5, FAR10, MODES12, GRID } within;
    double grid, centre; /* of GRID */
};

static double far(struct st_rng *rng, double x, double share)
{
    return st_rng_uniform(rng) < share ? x * (2 + 8 * st_rng_exponential(rng)) : x;
}

/* The level of one invocation, which its samples scatter around. */
static double level(struct st_rng *rng, const struct series_of *s)
{
    double u = st_rng_uniform(rng), b = s->tau * st_rng_gauss(rng);

    switch (s->between) {
    case T3:
        return 100 + st_rng_gauss(rng) / sqrt(st_rng_gamma(rng, 1.5) / 1.5);
    case TENTH:
        return u < 0.1 ? 130 : 100;
    case TWENTIETH:
        return u < 0.05 ? 120 + 180 * st_rng_uniform(rng) : 100;
    case TWO_KINDS:
        return u < 0.3 ? 110 : 100;
    default:
        return 100 + b;
    }
}

static double sample(struct st_rng *rng, const struct series_of *s, double at, size_t i,
                     double *ar)
{
    double g = st_rng_gauss(rng), x = at + s->cv * g;

    switch (s->within) {
    case AR7:
        *ar = i ? 0.7 * *ar + sqrt(0.51) * g : g;
        return at + *ar;
    case WARM:
        return x + 10 * exp(-(double)i / 3);
    case LOGNORMAL:
        return at + exp(g);
    case FAR5:
        return far(rng, x, 0.05);
    case FAR10:
        return far(rng, x, 0.10);
    case MODES12:
        return st_rng_uniform(rng) < 0.3 ? x * 1.12 : x;
    case GRID:
        return s->grid * rint((x + s->centre) / s->grid);
    default:
        return x;
    }
}

static void draw(struct st_rng *rng, const struct series_of *s, uint64_t *ns, size_t m)
{
    double at = level(rng, s), ar = 0;

    for (size_t i = 0; i < m; i++)
        ns[i] = (uint64_t)(unit_ns * sample(rng, s, at, i, &ar) + 0.5);
}

static struct world table(size_t k, size_t m)
{
    static const uint64_t nothing[64];
    struct world w = world_new("lat");

    for (size_t i = 0; i < k; i++)
        observe(&w, nothing, m);
    return w;
}

/* The median of what one invocation's median is, from 40,000 of them. */
static double median_of_medians(enum slow_target target, size_t cell,
                                const struct series_of *s, size_t m)
{
    enum { MANY = 40000, MOST_M = 64 };
    struct st_rng *rng = slow_rng(target, cell);
    double *y = slow_room(MANY), x[MOST_M], median;
    uint64_t ns[MOST_M];

    for (size_t k = 0; k < MANY; k++) {
        draw(rng, s, ns, m);
        for (size_t i = 0; i < m; i++)
            x[i] = (double)ns[i] / unit_ns;
        y[k] = slow_median(x, m);
    }
    median = slow_median(y, MANY);
    free(y);
    st_rng_free(rng);
    return median;
}

static bool holds(const struct judged *j, double truth)
{
    return j->estimate.lo * per_value <= truth * (1 + 1e-12) &&
           truth * (1 - 1e-12) <= j->estimate.hi * per_value;
}

/* What a run gives: 1 where it has what is counted. */
typedef int one_run(struct world *w, struct st_rng *rng, const struct series_of *s,
                    double truth);

static double percent(one_run *run, const struct series_of *s, size_t k, size_t m,
                      double tick, double truth, size_t cell)
{
    struct st_rng *rng = slow_rng(SLOW_JUDGED, cell);
    struct world w = { 0 };
    long hits = 0;

    for (int r = 0; r < RUNS; r++) {
        if (r % BATCH == 0) {
            if (r)
                world_free(&w);
            w = table(k, m);
            w.session->clock.tick_ns = tick;
        }
        hits += run(&w, rng, s, truth);
    }
    world_free(&w);
    st_rng_free(rng);
    return slow_percent(hits, RUNS);
}

static void fill(struct world *w, struct st_rng *rng, const struct series_of *s)
{
    for (size_t k = 0; k < w->session->n_invocations; k++) {
        struct series *series = &w->session->invocations[k]->series[0];

        draw(rng, s, series->ns, series->n);
    }
}

static int fixed(struct world *w, struct st_rng *rng, const struct series_of *s,
                 double truth)
{
    w->session->protocol.exactly = (uint32_t)w->session->n_invocations;
    fill(w, rng, s);
    return holds(judge(w), truth);
}

/* A5: every row of E5, with rejection on. */
static void a5(void)
{
    static const struct series_of rows[] = {
        { "tau 0", 0, 1, GAUSS, PLAIN, 0, 0 },
        { "tau 0.5", 0.5, 1, GAUSS, PLAIN, 0, 0 },
        { "tau 1", 1, 1, GAUSS, PLAIN, 0, 0 },
        { "tau 3", 3, 1, GAUSS, PLAIN, 0, 0 },
        { "tau 1, 5 % far", 1, 1, GAUSS, FAR5, 0, 0 },
        { "tau 1, 10 % far", 1, 1, GAUSS, FAR10, 0, 0 },
        { "tau 1, AR 0.7", 1, 1, GAUSS, AR7, 0, 0 },
        { "tau 0, AR 0.7", 0, 1, GAUSS, AR7, 0, 0 },
        { "tau 1, warm-up", 1, 1, GAUSS, WARM, 0, 0 },
        { "tau 1, lognormal", 1, 1, GAUSS, LOGNORMAL, 0, 0 },
        { "30 % of invocations +10 %", 0, 1, TWO_KINDS, PLAIN, 0, 0 },
        { "5 % of invocations x(1.2..3)", 0, 1, TWENTIETH, PLAIN, 0, 0 },
        { "10 % of invocations +30 %", 0, 1, TENTH, PLAIN, 0, 0 },
        { "t3 between", 0, 1, T3, PLAIN, 0, 0 },
    };
    static const size_t sizes[] = { 10, 20 };

    for (size_t d = 0; d < 2; d++) {
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            size_t k = sizes[d];
            double truth = median_of_medians(SLOW_TRUTH, 1000 * k + r, &rows[r], k);

            slow_report("A5", percent(fixed, &rows[r], k, k, 1, truth, 100 * k + r), 94,
                        96, "judged, with rejection, %s, %zux%zu", rows[r].name, k, k);
        }
    }
}

/* Looks at 10, 15, 23 … until the judge says stop. */
static int looked(struct world *w, struct st_rng *rng, const struct series_of *s,
                  double truth)
{
    struct advice a = { .next_look = 10 };

    w->m->stop = DOC_STOP_NONE;
    w->session->n_invocations = MOST;
    fill(w, rng, s);
    do {
        w->session->n_invocations = a.next_look;
        assert_int_equal(judge_advise(w->doc, w->m, a.next_look, 600, 1, &a), 0);
    } while (a.what == ADVICE_CONTINUE);
    w->m->stop = a.why;
    return holds(judge(w), truth);
}

/* A3: the seven populations of E9c; one sample in each invocation. */
static void a3(void)
{
    static const struct series_of rows[] = {
        { "cv 1 %", 0, 1, GAUSS, PLAIN, 0, 0 },
        { "cv 2 %", 0, 2, GAUSS, PLAIN, 0, 0 },
        { "cv 3 %", 0, 3, GAUSS, PLAIN, 0, 0 },
        { "cv 5 %", 0, 5, GAUSS, PLAIN, 0, 0 },
        { "lognormal", 0, 1, GAUSS, LOGNORMAL, 0, 0 },
        { "30 % +12 %", 0, 1, GAUSS, MODES12, 0, 0 },
        { "cv 2 %, 5 % far", 0, 2, GAUSS, FAR5, 0, 0 },
    };

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double truth = median_of_medians(SLOW_TRUTH, 1000 + r, &rows[r], 1);

        slow_report("A3", percent(looked, &rows[r], MOST, 1, 1, truth, r), 94.3, 97.7,
                    "judged at looks, %s", rows[r].name);
    }
}

/* A7: a clock that ticks in units of the noise; the truth lies between its ticks. */
static void a7(void)
{
    static const struct {
        struct series_of series;
        double truth, tick;
        bool control; /* without widening it must fail */
    } rows[] = {
        { { "tick 1 sd", 0, 1, GAUSS, GRID, 1, 0 }, 100, 1, false },
        { { "tick 3 sd", 0, 1, GAUSS, GRID, 3, 0 }, 100, 3, false },
        { { "tick 1 sd, off by 0.3", 0, 1, GAUSS, GRID, 1, 0.3 }, 100.3, 1, true },
        { { "tick 5 sd, off by 0.3", 0, 1, GAUSS, GRID, 5, 1.5 }, 101.5, 5, true },
    };

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct series_of *s = &rows[r].series;
        double tick = rows[r].tick * unit_ns, truth = rows[r].truth;

        slow_report("A7", percent(fixed, s, 10, 20, tick, truth, 20 + r), 95, 100,
                    "judged, %s", s->name);
        if (rows[r].control)
            slow_report("A7", percent(fixed, s, 10, 20, 1e-6, truth, 20 + r), 0, 80,
                        "judged as if it did not tick (control), %s", s->name);
    }
}

/* exp(sd g) times 100, one sample in each invocation. */
static void draw_classes(struct world *w, struct st_rng *rng, double log_sd, double cv)
{
    for (size_t k = 0; k < w->session->n_invocations; k++) {
        double x = 100 * exp(log_sd * st_rng_gauss(rng)) + cv * st_rng_gauss(rng);

        w->session->invocations[k]->series[0].ns[0] =
            (uint64_t)(unit_ns * fmax(x, 0.01));
    }
}

static enum judged_class class_of(struct world *w, struct st_rng *rng, double log_sd,
                                  double cv)
{
    w->session->protocol.exactly = (uint32_t)w->session->n_invocations;
    draw_classes(w, rng, log_sd, cv);
    return judge(w)->class;
}

static int erratic_log(struct world *w, struct st_rng *rng, const struct series_of *s,
                       double truth)
{
    (void)s;
    (void)truth;
    return class_of(w, rng, 1.3, 0) == JUDGED_ERRATIC;
}

static int noisy_log(struct world *w, struct st_rng *rng, const struct series_of *s,
                     double truth)
{
    (void)s;
    (void)truth;
    return class_of(w, rng, 1.3, 0) >= JUDGED_NOISY;
}

static int noisy_five(struct world *w, struct st_rng *rng, const struct series_of *s,
                      double truth)
{
    (void)s;
    (void)truth;
    return class_of(w, rng, 0, 5) >= JUDGED_NOISY;
}

static int erratic_ten(struct world *w, struct st_rng *rng, const struct series_of *s,
                       double truth)
{
    (void)s;
    (void)truth;
    return class_of(w, rng, 0, 10) == JUDGED_ERRATIC;
}

static void b8_b9(void)
{
    static const struct {
        const char *id, *name;
        one_run *run;
        size_t k;
        double low, high;
    } cells[] = {
        { "B8", "log sd 1.3, K=10: erratic", erratic_log, 10, 98, 100 },
        { "B8", "log sd 1.3, K=10: noisy or erratic", noisy_log, 10, 99, 100 },
        { "B9", "log sd 1.3, n=3: erratic", erratic_log, 3, 90, 100 },
        { "B9", "cv 5 %, n=3: noisy or erratic", noisy_five, 3, 0, 2.5 },
        { "B9", "cv 10 %, n=3: erratic", erratic_ten, 3, 0, 0.1 },
    };

    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        slow_report(cells[c].id,
                    percent(cells[c].run, NULL, cells[c].k, 1, 1, 0, 30 + c),
                    cells[c].low, cells[c].high, "%s", cells[c].name);
}

void slow_judged(void)
{
    a5();
    a3();
    a7();
    b8_b9();
}
