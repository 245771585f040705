/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparisons.c - D1 to D8: false alarms, power, ratios and verdicts
 */
#include "slow.h"

#include "stats/compare.h"
#include "stats/multiple.h"

#include <math.h>

enum { MOST = 30 };

/* The populations of E14, E15 and E19: level 100, a the coefficient of variation. */
static double gauss(struct st_rng *rng, double cv, double b)
{
    (void)b;
    return fmax(1, 100 * (1 + cv * st_rng_gauss(rng)));
}

/* exp of a Gaussian has sd 2.161 and mean 1.649 */
static double lognormal(struct st_rng *rng, double cv, double b)
{
    (void)b;
    return 100 * (1 + cv / 2.161 * (exp(st_rng_gauss(rng)) - 1.649));
}

static double outliers(struct st_rng *rng, double cv, double share)
{
    double x = gauss(rng, cv, 0);

    return st_rng_uniform(rng) < share ? x * (2 + 8 * st_rng_exponential(rng)) : x;
}

static double modes(struct st_rng *rng, double cv, double share)
{
    return 100 * (1 + 0.3 * cv * st_rng_gauss(rng) +
                  (st_rng_uniform(rng) < share ? 6 * cv : 0));
}

enum { GAUSS_05, GAUSS_1, GAUSS_2, GAUSS_5, GAUSS_20, LOG_2, LOG_5, OUT_2, MODES_2 };
static const struct slow_population populations[] = {
    [GAUSS_05] = { "gauss cv=0.5%", gauss, 0.005, 0, 100 },
    [GAUSS_1] = { "gauss cv=1%", gauss, 0.01, 0, 100 },
    [GAUSS_2] = { "gauss cv=2%", gauss, 0.02, 0, 100 },
    [GAUSS_5] = { "gauss cv=5%", gauss, 0.05, 0, 100 },
    [GAUSS_20] = { "gauss cv=20%", gauss, 0.20, 0, 100 },
    [LOG_2] = { "lognormal cv=2%", lognormal, 0.02, 0, 0 },
    [LOG_5] = { "lognormal cv=5%", lognormal, 0.05, 0, 0 },
    [OUT_2] = { "cv=2%, 5% x(2+Exp 8)", outliers, 0.02, 0.05, 0 },
    [MODES_2] = { "modes 30% +12%", modes, 0.02, 0.30, 0 },
};

/* n values of one side, `ratio` times those of the population. */
static struct st_sample side(double *x, const struct slow_population *p, size_t n,
                             double ratio, struct st_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        x[i] = ratio * slow_draw(p, rng);
    return (struct st_sample){ x, n };
}

static double rejections(enum slow_target target, size_t population, size_t n,
                         double ratio, long runs)
{
    struct st_rng *rng = slow_rng(target, 100 * population + n);
    double x[MOST], y[MOST];
    long hits = 0;

    for (long run = 0; run < runs; run++) {
        struct st_sample a = side(x, &populations[population], n, ratio, rng);
        struct st_sample b = side(y, &populations[population], n, 1, rng);
        struct st_test test;

        slow_must(st_mann_whitney(&test, a, b), "Mann-Whitney");
        hits += test.p <= 0.05;
    }
    st_rng_free(rng);
    return slow_percent(hits, runs);
}

static void d1(void)
{
    static const size_t six[] = { GAUSS_1, GAUSS_2, GAUSS_5, LOG_2, OUT_2, MODES_2 };

    for (size_t p = 0; p < 6; p++)
        for (size_t n = 10; n <= 20; n += 10)
            slow_report("D1", rejections(SLOW_D1, six[p], n, 1, 40000), 3.5, 5.7,
                        "Mann-Whitney without a difference, %s, K=%zu",
                        populations[six[p]].name, n);
}

static void d4(void)
{
    slow_report("D4", rejections(SLOW_D4, GAUSS_2, 20, 1.02, 40000), 80, 100,
                "power of Mann-Whitney, true difference 2 %%, gauss cv=2%%, K=20");
}

/* What else happens to the machine in a session of n places, in sd of the noise. */
enum disturbance { QUIET, DRIFT, CORRELATED, SHIFT, ALTERNATING, DISTURBANCES };
static const char *const disturbance_name[DISTURBANCES] = {
    "nothing else", "drift of 2 sd", "AR(1) 0.9", "one shift of 2 sd",
    "every other place +1 sd"
};

static void disturb(double *place, size_t n, enum disturbance d, struct st_rng *rng)
{
    double state = st_rng_gauss(rng);
    size_t shift = st_rng_below(rng, n);

    for (size_t i = 0; i < n; i++) {
        switch (d) {
        case DRIFT:
            place[i] = 2 * (double)i / (double)(n - 1);
            break;
        case CORRELATED:
            place[i] = state;
            break;
        case SHIFT:
            place[i] = i >= shift ? 2 : 0;
            break;
        case ALTERNATING:
            place[i] = (double)(i % 2);
            break;
        default:
            place[i] = 0;
        }
        state = 0.9 * state + sqrt(1 - 0.81) * st_rng_gauss(rng);
    }
}

/* A session without a difference between a and b, in pairs or one after the other. */
static void session(double *a, double *b, size_t n, enum disturbance d, bool paired,
                    struct st_rng *rng)
{
    double place[2 * MOST];

    disturb(place, 2 * n, d, rng);
    for (size_t k = 0; k < n; k++) {
        size_t swap = paired ? st_rng_below(rng, 2) : 0;

        a[k] = 100 + st_rng_gauss(rng) + place[paired ? 2 * k + swap : k];
        b[k] = 100 + st_rng_gauss(rng) + place[paired ? 2 * k + 1 - swap : n + k];
    }
}

static void d2(void)
{
    enum { RUNS = 40000 };

    for (size_t d = 0; d < DISTURBANCES; d++)
        for (size_t n = 10; n <= 20; n += 10) {
            struct st_rng *rng = slow_rng(SLOW_D2, 100 * d + n);
            double a[MOST], b[MOST];
            long hits = 0;

            for (long run = 0; run < RUNS; run++) {
                struct st_test test;

                session(a, b, n, (enum disturbance)d, true, rng);
                for (size_t k = 0; k < n; k++)
                    a[k] -= b[k];
                slow_must(st_signed_rank(&test, a, n), "signed rank");
                hits += test.p <= 0.05;
            }
            st_rng_free(rng);
            slow_report("D2", slow_percent(hits, RUNS), 4.0, 5.8,
                        "signed rank on random pairs, %s, K=%zu", disturbance_name[d],
                        n);
        }
}

static void d3(void)
{
    enum { RUNS = 10000 };

    for (size_t n = 10; n <= 20; n += 10) {
        struct st_rng *rng = slow_rng(SLOW_D3, n);
        double a[MOST], b[MOST];
        long hits = 0;

        for (long run = 0; run < RUNS; run++) {
            struct st_test test;

            session(a, b, n, DRIFT, false, rng);
            slow_must(st_mann_whitney(&test, (struct st_sample){ a, n },
                                      (struct st_sample){ b, n }),
                      "Mann-Whitney");
            hits += test.p <= 0.05;
        }
        st_rng_free(rng);
        slow_report("D3", slow_percent(hits, RUNS), 30, 100,
                    "control: one side after the other under drift, K=%zu", n);
    }
}

void slow_tests(void)
{
    d1();
    d2();
    d3();
    d4();
}

struct outcome {
    double covered, same; /* per cent */
};

static struct outcome outcome_of(enum slow_target target, size_t cell,
                                 size_t population, size_t n, double ratio, long runs)
{
    struct st_rng *rng = slow_rng(target, cell);
    double x[MOST], y[MOST], margin = 0.02;
    long covered = 0, same = 0;

    for (long run = 0; run < runs; run++) {
        struct st_sample a = side(x, &populations[population], n, ratio, rng);
        struct st_sample b = side(y, &populations[population], n, 1, rng);
        struct st_change c;

        slow_must(st_ratio(&c, a, b, 0.95), "ratio");
        covered += c.lo <= ratio && ratio <= c.hi;
        same += c.lo90 >= 1 / (1 + margin) && c.hi90 <= 1 + margin;
    }
    st_rng_free(rng);
    return (struct outcome){ slow_percent(covered, runs), slow_percent(same, runs) };
}

void slow_ratios(void)
{
    static const size_t six[] = { GAUSS_1, GAUSS_5, GAUSS_20, LOG_5, OUT_2, MODES_2 };

    for (size_t p = 0; p < 6; p++)
        for (size_t n = 10; n <= 30; n += 10)
            slow_report(
                "D5", outcome_of(SLOW_D5, 100 * p + n, six[p], n, 1.05, 20000).covered,
                94.3, 96.5, "ratio interval, true ratio 1.05, %s, K=%zu",
                populations[six[p]].name, n);
}

void slow_verdicts(void)
{
    static const size_t seven[] = { GAUSS_05, GAUSS_1, GAUSS_2, GAUSS_5,
                                    LOG_2,    OUT_2,   MODES_2 };

    for (size_t p = 0; p < 7; p++)
        for (size_t n = 10; n <= 30; n += 10)
            slow_report("D8",
                        outcome_of(SLOW_D8, 100 * p + n, seven[p], n, 1.02, 20000).same,
                        0, 5.8, "same, true difference = margin 2 %%, %s, K=%zu",
                        populations[seven[p]].name, n);
    slow_report("D8", outcome_of(SLOW_D8, 999, GAUSS_1, 20, 1, 10000).same, 99, 100,
                "same, no difference, gauss cv=1%%, K=20");
}

enum { ROWS = 100, OTHERS = 4, CELLS = ROWS * OTHERS, CHANGED = 10 };

/* p of 100 rows, four kernels against a fifth; the first CHANGED rows of kernel 2 are
   slower by `change`. Every fifth row is skewed. */
static void table(double *p, size_t n, double change, struct st_rng *rng)
{
    double base[MOST], other[MOST];

    for (size_t row = 0; row < ROWS; row++) {
        struct slow_population kind = populations[row % 5 == 4 ? LOG_2 : GAUSS_2];
        struct st_sample b;

        kind.a = 0.003 * pow(5 / 0.3, st_rng_uniform(rng)); /* 0.3 to 5 % */
        b = side(base, &kind, n, 1, rng);
        for (size_t k = 0; k < OTHERS; k++) {
            bool changed = k == 1 && row < CHANGED;
            struct st_test test;

            slow_must(
                st_mann_whitney(
                    &test, side(other, &kind, n, changed ? 1 + change : 1, rng), b),
                "Mann-Whitney");
            p[row * OTHERS + k] = test.p;
        }
    }
}

static bool is_changed(size_t cell)
{
    return cell % OTHERS == 1 && cell / OTHERS < CHANGED;
}

static void d6(void)
{
    enum { TABLES = 4000 };

    for (size_t n = 10; n <= 20; n += 10) {
        struct st_rng *rng = slow_rng(SLOW_D6, n);
        double p[CELLS], holm[CELLS], bh[CELLS];
        long by_holm = 0, by_bh = 0;

        for (long t = 0; t < TABLES; t++) {
            bool any_holm = false, any_bh = false;

            table(p, n, 0, rng);
            slow_must(st_holm(holm, p, CELLS), "Holm");
            slow_must(st_benjamini_hochberg(bh, p, CELLS), "Benjamini-Hochberg");
            for (size_t i = 0; i < CELLS; i++) {
                any_holm |= holm[i] <= 0.05;
                any_bh |= bh[i] <= 0.05;
            }
            by_holm += any_holm;
            by_bh += any_bh;
        }
        st_rng_free(rng);
        slow_report("D6", slow_percent(by_holm, TABLES), 0, 6,
                    "tables with any finding, nothing changed, Holm, K=%zu", n);
        slow_report("D6", slow_percent(by_bh, TABLES), 0, 6,
                    "tables with any finding, nothing changed, BH, K=%zu", n);
    }
}

static void d7(void)
{
    enum { TABLES = 2000 };
    struct st_rng *rng = slow_rng(SLOW_D7, 0);
    double p[CELLS], bh[CELLS], false_share = 0, found = 0;

    for (long t = 0; t < TABLES; t++) {
        double wrong = 0, right = 0;

        table(p, 20, 0.02, rng);
        slow_must(st_benjamini_hochberg(bh, p, CELLS), "Benjamini-Hochberg");
        for (size_t i = 0; i < CELLS; i++)
            if (bh[i] <= 0.05) {
                wrong += is_changed(i) ? 0 : 1;
                right += is_changed(i) ? 1 : 0;
            }
        false_share += wrong > 0 ? wrong / (wrong + right) : 0;
        found += right / CHANGED;
    }
    st_rng_free(rng);
    slow_report("D7", 100 * false_share / TABLES, 0, 5.5,
                "false discoveries, 10 changes of 2 %%, BH, K=20");
    slow_report("D7", 100 * found / TABLES, 62, 100,
                "power, 10 changes of 2 %%, BH, K=20");
}

void slow_many(void)
{
    d6();
    d7();
}
