/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated acceptance targets A3, A5, A7, B8 and B9 of statistics.md section 4,
 * through the judge: marks, rejection, estimate, stop rule and class as a run has them.
 */
#include "judge/judge.h"

#include "stats/quantile.h"
#include "stats/rng.h"

#include <stdlib.h>

#include "builder.h"

#include "support.h"

enum { RUNS = 10000, SEED = 20040107, MOST = 80, BATCH = 500 };
static const double unit_ns = 1e4;   /* one per cent of an observation of 1 ms */
static const double per_value = 1e8; /* seconds per call to units */

/* What an invocation and its samples are, in units of 1 % around 100. */
struct series_of {
    const char *name;
    double tau; /* between invocations, in units of the noise within */
    double cv;  /* within, per cent */
    enum { GAUSS, T3, SLOW_TENTH, SLOW_TWENTIETH, TWO_KINDS } between;
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
    case SLOW_TENTH:
        return u < 0.1 ? 130 : 100;
    case SLOW_TWENTIETH:
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
static double median_of_medians(struct st_rng *rng, const struct series_of *s, size_t m)
{
    enum { MANY = 40000 };
    double *y = calloc(MANY, sizeof *y), x[64], median;
    struct st_sorted sorted;
    uint64_t ns[64];

    assert_non_null(y);
    for (size_t k = 0; k < MANY; k++) {
        draw(rng, s, ns, m);
        for (size_t i = 0; i < m; i++)
            x[i] = (double)ns[i] / unit_ns;
        assert_int_equal(st_sorted_init(&sorted, x, m), 0);
        y[k] = st_median(sorted);
        st_sorted_done(&sorted);
    }
    assert_int_equal(st_sorted_init(&sorted, y, MANY), 0);
    median = st_median(sorted);
    st_sorted_done(&sorted);
    free(y);
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
                      double tick, double truth, uint64_t purpose)
{
    struct st_rng *rng = st_rng_new(SEED, purpose, 1);
    struct world w = { 0 };
    long hits = 0;

    assert_non_null(rng);
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
    return 100.0 * (double)hits / RUNS;
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

static void assert_within(const char *name, double got, double least, double most)
{
    print_message("# %s: %.2f %%\n", name, got);
    if (!(got >= least && got <= most))
        fail_msg("%s: %.2f %% is not in [%.1f, %.1f]", name, got, least, most);
}

/* A5: every row of E5, with rejection on. */
static void the_interval_keeps_its_level_with_rejection_on(void **state)
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
        { "5 % of invocations x(1.2..3)", 0, 1, SLOW_TWENTIETH, PLAIN, 0, 0 },
        { "10 % of invocations +30 %", 0, 1, SLOW_TENTH, PLAIN, 0, 0 },
        { "t3 between", 0, 1, T3, PLAIN, 0, 0 },
    };
    static const size_t sizes[] = { 10, 20 };

    (void)state;
    for (size_t d = 0; d < 2; d++) {
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            struct st_rng *rng = st_rng_new(SEED, 100 + r, d + 2);
            double truth = median_of_medians(rng, &rows[r], sizes[d]);

            st_rng_free(rng);
            assert_within(rows[r].name,
                          percent(fixed, &rows[r], sizes[d], sizes[d], 1, truth,
                                  200 + 100 * d + r),
                          94, 96);
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
static void looking_six_times_keeps_the_level(void **state)
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

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct st_rng *rng = st_rng_new(SEED, 400 + r, 2);
        double truth = median_of_medians(rng, &rows[r], 1);

        st_rng_free(rng);
        assert_within(rows[r].name,
                      percent(looked, &rows[r], MOST, 1, 1, truth, 500 + r), 94.3,
                      97.7);
    }
}

/* A7: a clock that ticks in units of the noise; the truth lies between its ticks. */
static void a_coarse_clock_does_not_hide_the_value(void **state)
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

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct series_of *s = &rows[r].series;
        double tick = rows[r].tick * unit_ns;

        assert_within(s->name, percent(fixed, s, 10, 20, tick, rows[r].truth, 600 + r),
                      95, 100);
        if (rows[r].control)
            assert_within("the same as if it did not tick",
                          percent(fixed, s, 10, 20, 1e-6, rows[r].truth, 600 + r), 0,
                          80);
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

/* B8 and B9 */
static void classes_find_what_is_erratic_and_spare_what_is_not(void **state)
{
    (void)state;
    assert_within("log sd 1.3, K 10: erratic",
                  percent(erratic_log, NULL, 10, 1, 1, 0, 700), 98, 100);
    assert_within("log sd 1.3, K 10: noisy or erratic",
                  percent(noisy_log, NULL, 10, 1, 1, 0, 701), 99, 100);
    assert_within("log sd 1.3, n 3: erratic",
                  percent(erratic_log, NULL, 3, 1, 1, 0, 702), 90, 100);
    assert_within("cv 5 %, n 3: noisy or erratic",
                  percent(noisy_five, NULL, 3, 1, 1, 0, 703), 0, 2.5);
    assert_within("cv 10 %, n 3: erratic", percent(erratic_ten, NULL, 3, 1, 1, 0, 704),
                  0, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_keeps_its_level_with_rejection_on),
        cmocka_unit_test(looking_six_times_keeps_the_level),
        cmocka_unit_test(a_coarse_clock_does_not_hide_the_value),
        cmocka_unit_test(classes_find_what_is_erratic_and_spare_what_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
