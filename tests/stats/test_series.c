/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/series.h"

#include "stats/init.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

enum { PILOTS = 5, LENGTH = 60 };

/* Chinese tourists in Taiwan, quarterly, as R's randtests has them for Bartels' test:
   statistic -3.6453, p 0.0001335 */
static const double tourists[] = { 12362, 12739, 13057, 13955, 14123, 15698, 17523,
                                   18610, 19842, 20310, 22500, 23080, 21916 };

static struct st_test mann_kendall(const double *x, size_t n)
{
    struct st_test t = { NAN, NAN, NAN, false };

    assert_int_equal(st_mann_kendall(&t, x, n), 0);
    return t;
}

static struct st_test bartels(const double *x, size_t n)
{
    struct st_test t = { NAN, NAN, NAN, false };

    assert_int_equal(st_bartels(&t, x, n), 0);
    return t;
}

/* By the formulas in fractions, mpmath 1.3.0 for the normal law. */
static void mann_kendall_agrees_with_an_independent_computation(void **state)
{
    const double up[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
                 tied[] = { 1, 2, 2, 3, 3, 3, 5, 4, 6, 7 };
    struct st_test t = mann_kendall(up, 10);

    (void)state;
    assert_near(t.statistic, 45, 0);
    assert_near(t.z, 45 / sqrt(125), 1e-14); /* Kendall 1975: variance 125 at n = 10 */
    assert_near(t.p, 8.3030703326449734e-5, 1e-12);
    t = mann_kendall(tied, 10);
    assert_near(t.statistic, 39, 0);
    assert_near(t.z, 3.5552621839571692, 1e-13);
    assert_near(t.p, 0.0005320055051392497, 1e-12);
    t = mann_kendall(sample_u, 10);
    assert_near(t.z, 0.62609903369994111, 1e-13);
    assert_near(t.p, 0.59150503699491651, 1e-12);
    /* statistics.md section 4: V10 MK p 1.000000 */
    t = mann_kendall(sample_v, 10);
    assert_near(t.statistic, -1, 0);
    assert_near(t.p, 1, 0);
}

static void bartels_agrees_with_published_values(void **state)
{
    const double tied[] = { 1, 1, 2, 2, 3, 3, 2, 2, 5, 6 };
    struct st_test t = bartels(tourists, 13);

    (void)state;
    assert_near(t.z, 3.6453380211565139, 1e-13);
    assert_near(t.p, 0.0001335202853421739, 1e-12);
    assert_near(t.statistic, 0.0989010989010989, 1e-13);
    /* statistics.md section 4: V10 Bartels p1 0.894416 */
    assert_near(bartels(sample_v, 10).p, 0.89441630238777684, 1e-12);
    t = bartels(tied, 10);
    assert_near(t.statistic, 0.630718954248366, 1e-13);
    assert_near(t.z, 2.3541330687263885, 1e-13);
}

static void rank_correlation_is_that_of_neighbouring_ranks(void **state)
{
    double r;

    (void)state;
    assert_int_equal(st_rank_lag1(&r, tourists, 13), 0);
    assert_near(r, 0.8076923076923077, 1e-14);
    assert_int_equal(st_rank_lag1(&r, sample_v, 10), 0);
    assert_near(r, -0.4393939393939394, 1e-14);
    assert_int_equal(st_rank_lag1(&r, sample_v, 1), 0);
    assert_near(r, 0, 0);
}

static void corrected_correlation_and_factor_stay_in_their_range(void **state)
{
    (void)state;
    assert_near(st_lag1_corrected(0.3, 10), 0.3 + 0.1 * (1 + 1.2), 1e-15);
    assert_near(st_lag1_corrected(-0.05, 10), 0.05, 1e-14);
    assert_near(st_lag1_corrected(-0.5, 10), 0, 0);
    assert_near(st_lag1_corrected(0.9, 10), 0.95, 0);
    assert_near(st_lag1_corrected(0.9, 0), 0, 0);
    assert_near(st_serial_factor(0), 1, 0);
    assert_near(st_serial_factor(0.6), 2, 1e-15);
}

static void series_without_difference_or_too_short_show_nothing(void **state)
{
    const double same[] = { 3, 3, 3, 3 }, two[] = { 1, 2 };
    const struct st_sample short_ones[] = { { same, 4 }, { two, 2 }, { NULL, 0 } };
    struct st_warmup w;
    struct st_test t;
    double z;

    (void)state;
    assert_near(mann_kendall(same, 4).p, 1, 0);
    assert_near(mann_kendall(NULL, 0).z, 0, 0);
    assert_near(mann_kendall(two, 1).z, 0, 0);
    assert_near(bartels(same, 4).z, 0, 0);
    assert_near(bartels(two, 2).z, 0, 0);
    assert_near(bartels(NULL, 0).p, 0.5, 0);
    assert_int_equal(st_trend(&z, short_ones, 1), 0);
    assert_near(z, 0, 0);
    assert_int_equal(st_trend(&z, NULL, 0), 0);
    assert_near(z, 0, 0);
    assert_int_equal(st_neighbours(&z, short_ones, 3), 0);
    assert_near(z, 0, 0);
    assert_int_equal(st_warmup(&w, short_ones, 3), 0);
    assert_int_equal(w.warmth, ST_WARMTH_STEADY);
    assert_int_equal(st_mann_kendall(&t, (const double[]){ 1, NAN }, 2), -EDOM);
    assert_int_equal(st_bartels(&t, (const double[]){ 1, NAN }, 2), -EDOM);
}

static void series_are_pooled_after_stouffer(void **state)
{
    const struct st_sample both[] = { { tourists, 13 }, { sample_v, 10 } };
    /* second halves of fewer than 5 values: no deflation */
    const struct st_sample short_ones[] = { { tourists, 9 }, { sample_v, 9 } };
    double z;

    (void)state;
    assert_int_equal(st_neighbours(&z, both, 2), 0);
    assert_near(z, (3.6453380211565139 - 1.2503618468739855) / sqrt(2), 1e-13);
    assert_int_equal(st_trend(&z, short_ones, 2), 0);
    assert_near(z,
                (mann_kendall(tourists, 9).z + mann_kendall(sample_v, 9).z) / sqrt(2),
                1e-14);
}

/* z of 13 rising values; the last 6 ranks are 1 2 3 5 6 4: r = 8.75 / 17.5 */
static void correlated_neighbours_deflate_the_trend(void **state)
{
    struct st_sample many[12];
    double z, r = 8.75 / 17.5 + 1 / 6.0, each = mann_kendall(tourists, 13).z;

    (void)state;
    for (size_t i = 0; i < 12; i++)
        many[i] = (struct st_sample){ tourists, 13 };
    /* from 2 / sqrt(P h) on: 0.8165 for one series, 0.2357 for twelve */
    assert_int_equal(st_trend(&z, many, 1), 0);
    assert_near(z, each, 1e-14);
    assert_int_equal(st_trend(&z, many, 12), 0);
    assert_near(z, each * sqrt(12) * sqrt((1 - r) / (1 + r)), 1e-13);
}

static void the_profile_is_what_all_series_go_through(void **state)
{
    const double a[] = { 40, 30, 20, 10, 10, 10 }, b[] = { 4, 3, 2, 1, 1, 1 },
                 c[] = { 100, 300, 120, 50, 50, 50, 50 };
    const struct st_sample series[] = { { a, 6 }, { b, 6 }, { c, 7 } };
    const double want[] = { 4, 3, 2, 1, 1, 1 };
    double profile[6];
    size_t n = 0;

    (void)state;
    assert_int_equal(st_profile(profile, series, 3, &n), 0);
    assert_int_equal(n, 6);
    for (size_t i = 0; i < 6; i++)
        assert_near(profile[i], want[i], 1e-15);
}

/* In fractions over all truncations up to the half. */
static void mser_truncates_where_the_standard_error_is_least(void **state)
{
    static const struct {
        double x[12];
        size_t n, drop;
    } cases[] = {
        { { 20, 15, 12, 10, 11, 9, 10, 11, 10, 9, 10, 11 }, 12, 3 },
        { { 10, 9, 11, 10, 9, 11, 10, 9 }, 8, 0 },
        { { 13, 12, 10, 9, 10, 10, 900, 10, 9, 10 }, 10, 1 },
        { { 5, 5, 5, 5 }, 4, 0 },
        { { 9, 9, 9, 1, 1, 1 }, 6, 3 },
        { { 7 }, 1, 0 },
        { { 0 }, 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t drop = 99;

        assert_int_equal(st_mser(&drop, cases[i].x, cases[i].n), 0);
        assert_int_equal(drop, cases[i].drop);
    }
}

/* Five series about 100 with sd 1 and a course of their own. */
static void pilots(struct st_sample series[PILOTS], double (*course)(double),
                   unsigned index)
{
    static double x[PILOTS][LENGTH];
    struct st_rng *rng = st_rng_new(SAMPLE_SEED, 30, index);

    for (size_t p = 0; p < PILOTS; p++) {
        for (size_t j = 0; j < LENGTH; j++)
            x[p][j] = 100 + course((double)j) + st_rng_gauss(rng);
        series[p] = (struct st_sample){ x[p], LENGTH };
    }
    st_rng_free(rng);
}

static double flat(double j)
{
    (void)j;
    return 0;
}

static double step(double j)
{
    return j < 12 ? 5 : 0;
}

static double long_warmup(double j)
{
    return 10 * exp(-j / 30);
}

static double slowdown(double j)
{
    return j < 36 ? 0 : 3;
}

static void a_warmup_is_found_where_there_is_one(void **state)
{
    static const struct {
        double (*course)(double);
        enum st_warmth warmth;
        size_t least, most;
    } cases[] = { { flat, ST_WARMTH_STEADY, 5, 5 },
                  { step, ST_WARMTH_FOUND, 24, 28 },
                  { long_warmup, ST_WARMTH_COOLING, 36, 36 },
                  { slowdown, ST_WARMTH_SLOWING, 5, 5 } };
    struct st_sample series[PILOTS];
    struct st_warmup w;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        pilots(series, cases[i].course, i);
        assert_int_equal(st_warmup(&w, series, PILOTS), 0);
        assert_int_equal(w.warmth, cases[i].warmth);
        assert_in_range(w.discard, cases[i].least, cases[i].most);
        assert_true(w.warmth == ST_WARMTH_STEADY ? fabs(w.z) <= 3.29
                                                 : fabs(w.z) > 3.29);
    }
}

static void the_first_value_of_a_series_is_no_part_of_its_trend(void **state)
{
    struct st_sample series[PILOTS], later[PILOTS];
    struct st_warmup w;
    double z;

    (void)state;
    pilots(series, flat, 9);
    for (size_t p = 0; p < PILOTS; p++)
        later[p] = (struct st_sample){ series[p].x + 1, LENGTH - 1 };
    assert_int_equal(st_warmup(&w, series, PILOTS), 0);
    assert_int_equal(st_trend(&z, later, PILOTS), 0);
    assert_near(w.z, z, 0);
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    struct st_sample series[PILOTS];

    (void)state;
    pilots(series, step, 1);
    for (int call = 0; call < 4; call++)
        for (long n = 0;; n++) {
            struct st_warmup w;
            struct st_test t;
            double r;
            int rc;

            support_fail_allocation = n;
            rc = call == 0   ? st_warmup(&w, series, PILOTS)
                 : call == 1 ? st_bartels(&t, sample_v, 10)
                 : call == 2 ? st_mann_kendall(&t, sample_v, 10)
                             : st_rank_lag1(&r, sample_v, 10);
            support_fail_allocation = -1;
            if (rc == 0) {
                /* Mann-Kendall without ties needs no memory */
                assert_true(n >= (call == 0 ? 10 : call != 2));
                break;
            }
            assert_int_equal(rc, -ENOMEM);
        }
}

static void only_ranks_matter_and_turning_time_turns_the_sign(void **state)
{
    double x[SAMPLE_MAX], y[SAMPLE_MAX], back[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 31, c);
        size_t n = 3 + st_rng_below(rng, SAMPLE_MAX - 2);

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++) {
            y[i] = 5 + 3 * log(x[i]);
            back[i] = x[n - 1 - i];
        }
        holds(c, sample_near(mann_kendall(x, n).z, mann_kendall(y, n).z, 0));
        holds(c, sample_near(mann_kendall(x, n).z, -mann_kendall(back, n).z, 0));
        holds(c, sample_near(bartels(x, n).z, bartels(y, n).z, 0));
        holds(c, sample_near(bartels(x, n).z, bartels(back, n).z, 1e-12));
        st_rng_free(rng);
    }
}

static int prepare(void **state)
{
    (void)state;
    st_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mann_kendall_agrees_with_an_independent_computation),
        cmocka_unit_test(bartels_agrees_with_published_values),
        cmocka_unit_test(rank_correlation_is_that_of_neighbouring_ranks),
        cmocka_unit_test(corrected_correlation_and_factor_stay_in_their_range),
        cmocka_unit_test(series_without_difference_or_too_short_show_nothing),
        cmocka_unit_test(series_are_pooled_after_stouffer),
        cmocka_unit_test(correlated_neighbours_deflate_the_trend),
        cmocka_unit_test(the_profile_is_what_all_series_go_through),
        cmocka_unit_test(mser_truncates_where_the_standard_error_is_least),
        cmocka_unit_test(a_warmup_is_found_where_there_is_one),
        cmocka_unit_test(the_first_value_of_a_series_is_no_part_of_its_trend),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
        cmocka_unit_test(only_ranks_matter_and_turning_time_turns_the_sign),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
