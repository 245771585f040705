/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/spread.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "samples.h"
#include "support.h"

/* NIST StRD univariate sets NumAcc1 to 4 (itl.nist.gov/div898/strd), certified */
static void standard_deviations_reach_the_certified_values(void **state)
{
    static const double acc1[] = { 10000001, 10000003, 10000002 };
    static const struct {
        double first, low, high, rel;
    } sets[] = { { 1.2, 1.1, 1.3, 1e-14 },
                 /* the decimals themselves have no more digits as doubles */
                 { 1000000.2, 1000000.1, 1000000.3, 1e-8 },
                 { 10000000.2, 10000000.1, 10000000.3, 1e-7 } };
    double x[1001];

    (void)state;
    assert_near(st_sd(acc1, 3), 1, 0);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        x[0] = sets[i].first;
        for (size_t j = 1; j < 1001; j++)
            x[j] = j % 2 ? sets[i].low : sets[i].high;
        assert_near(st_sd(x, 1001), 0.1, sets[i].rel);
    }
    /* mpmath 1.3.0 */
    assert_near(st_sd(sample_v, 10), 1.457585522552813, 1e-13);
}

static void a_single_value_does_not_scatter_measurably(void **state)
{
    (void)state;
    assert_true(isnan(st_sd(sample_v, 1)));
    assert_true(isnan(st_sd(sample_v, 0)));
    assert_near(st_mad(sample_v, 1), 0, 0);
    assert_true(isnan(st_mad(sample_v, 0)));
}

static void the_mad_agrees_with_published_examples(void **state)
{
    const double seven[] = { 6, 1, 4, 2, 9, 1, 2 },
                 nine[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    const double two[] = { 1, 4 };

    (void)state;
    /* deviations 0 0 1 1 2 4 7, so the raw MAD is 1 */
    assert_near(st_mad(seven, 7), 1.4826022185056018, 1e-15);
    /* R's help page of mad(): mad(c(1:9)) is 2.9652 with its rounded constant */
    assert_near(st_mad(nine, 9), 2.9652 / 1.4826 * 1.4826022185056018, 1e-15);
    assert_near(st_mad(two, 2), 1.5 * 1.4826022185056018, 1e-15);
    /* |v - 100.2|: 0.2 0.2 0.5 0.7 0.7 1.0 1.0 1.3 1.5 3.6 */
    assert_near(st_mad(sample_v, 10), 0.85 * 1.4826022185056018, 1e-13);
}

static void half_the_values_tied_leave_no_mad(void **state)
{
    const double x[] = { 5, 5, 5, 1, 9 }, half[] = { 5, 5, 1, 9 };

    (void)state;
    assert_near(st_mad(x, 5), 0, 0);
    assert_near(st_mad(half, 4), 2 * 1.4826022185056018, 1e-15);
}

static void values_that_are_not_finite_have_no_spread(void **state)
{
    const double nan[] = { 1, 2, NAN }, inf[] = { 1, 2, INFINITY };

    (void)state;
    assert_true(isnan(st_mad(nan, 3)));
    assert_true(isnan(st_mad(inf, 3)));
    assert_true(isnan(st_sd(nan, 3)));
    assert_true(isnan(st_sd(inf, 3)));
}

static void want_of_memory_shows_as_nan_or_error(void **state)
{
    struct st_spread before = { .n = 77 }, spread = before;

    (void)state;
    support_fail_allocation = 0;
    assert_true(isnan(st_mad(sample_v, 10)));
    support_fail_allocation = 0;
    assert_int_equal(st_spread_fill(&spread, sample_v, 10), -ENOMEM);
    support_fail_allocation = -1;
    assert_memory_equal(&spread, &before, sizeof before);
}

static void a_filled_spread_holds_every_figure(void **state)
{
    const double nan[] = { 1, NAN };
    struct st_spread s;

    (void)state;
    assert_int_equal(st_spread_fill(&s, sample_v, 10), 0);
    assert_near(s.min, 98.9, 0);
    assert_near(s.q05, 99.035, 1e-15);
    assert_near(s.q25, 99.55, 1e-15);
    assert_near(s.q50, 100.2, 1e-15);
    assert_near(s.q75, 101.125, 1e-15);
    assert_near(s.q90, 101.91, 1e-15);
    assert_near(s.q95, 102.855, 1e-15);
    assert_near(s.q99, 103.611, 1e-15);
    assert_near(s.max, 103.8, 0);
    assert_near(s.mean, 100.53, 1e-15);
    assert_near(s.sd, 1.457585522552813, 1e-13);
    assert_near(s.mad, 1.2602118857297615, 1e-13);
    assert_int_equal(s.n, 10);
    assert_int_equal(st_spread_fill(&s, nan, 2), -EDOM);
    assert_int_equal(s.n, 10);
    assert_int_equal(st_spread_fill(&s, NULL, 0), 0);
    assert_int_equal(s.n, 0);
    assert_true(isnan(s.q50) && isnan(s.mean) && isnan(s.mad) && isnan(s.max));
}

static void scale_factors_carry_over_and_shifts_do_not_matter(void **state)
{
    double x[SAMPLE_MAX], scaled[SAMPLE_MAX], shifted[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 4, c);
        size_t n = 2 + st_rng_below(rng, SAMPLE_MAX - 1);
        double mad;

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++) {
            scaled[i] = 1000 * x[i];
            shifted[i] = x[i] + 256;
        }
        mad = st_mad(x, n);
        holds(c, sample_near(st_mad(scaled, n), 1000 * mad, 1e-12));
        holds(c, fabs(st_mad(shifted, n) - mad) <= 1e-12 * 1000);
        holds(c, sample_near(st_sd(scaled, n), 1000 * st_sd(x, n), 1e-12));
        holds(c, fabs(st_sd(shifted, n) - st_sd(x, n)) <= 1e-12 * 1000);
        st_rng_free(rng);
    }
}

static void variance_is_split_into_within_and_between(void **state)
{
    const double a[] = { 1, 2, 3 }, b[] = { 5, 6, 7 }, c[] = { 9, 10, 14 };
    const struct st_sample k[] = { { a, 3 }, { NULL, 0 }, { b, 3 }, { c, 3 } };
    const struct st_sample alike[] = { { a, 3 }, { a, 3 } };
    struct st_components v;

    (void)state;
    /* by hand: variances 1 1 7; means 2 6 11 with variance 61/3; residuals' MAD 1 */
    assert_int_equal(st_components(&v, k, 4), 0);
    assert_near(v.within, 3, 1e-14);
    assert_near(v.within_robust, 1.4826022185056018 * 1.4826022185056018, 1e-14);
    assert_near(v.between, 61 / 3.0 - 1, 1e-14);
    assert_near(v.icc, 58 / 67.0, 1e-14);
    assert_int_equal(st_components(&v, alike, 2), 0);
    assert_near(v.between, 0, 0);
    assert_near(v.icc, 0, 0);
    assert_int_equal(st_components(&v, k, 1), 0);
    assert_near(v.within, 1, 1e-14);
    assert_true(isnan(v.between) && isnan(v.icc));
    assert_int_equal(st_components(&v, NULL, 0), 0);
    assert_true(isnan(v.within) && isnan(v.within_robust) && isnan(v.icc));
}

static void components_report_what_they_cannot_do(void **state)
{
    const double inf[] = { 1, INFINITY };
    const struct st_sample k[] = { { sample_v, 10 }, { sample_u, 10 } },
                           bad = { inf, 2 };
    struct st_components v = { .icc = 77 };

    (void)state;
    assert_int_equal(st_components(&v, &bad, 1), -EDOM);
    for (long n = 0; n < 5; n++) {
        support_fail_allocation = n;
        assert_int_equal(st_components(&v, k, 2), -ENOMEM);
        support_fail_allocation = -1;
    }
    assert_near(v.icc, 77, 0);
    assert_int_equal(st_components(&v, k, 2), 0);
}

/* Published: the 5 % points of chi-square for 7 and 30 degrees are 2.167 and 18.493. */
static void a_variance_may_be_larger_than_it_showed(void **state)
{
    (void)state;
    assert_near(st_variance_most(1, 8, 0.95), 7 / 2.167, 1e-3);
    assert_near(st_variance_most(1, 31, 0.95), 30 / 18.493, 1e-4);
    assert_near(st_variance_most(3, 31, 0.95), 3 * st_variance_most(1, 31, 0.95),
                1e-12);
    assert_near(st_variance_most(0, 8, 0.95), 0, 0);
    assert_true(st_variance_most(1, 31, 0.99) > st_variance_most(1, 31, 0.95));
    assert_true(isnan(st_variance_most(1, 1, 0.95)));
    assert_true(isnan(st_variance_most(-1, 8, 0.95)));
    assert_true(isnan(st_variance_most(NAN, 8, 0.95)));
    assert_true(isnan(st_variance_most(1, 8, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_deviations_reach_the_certified_values),
        cmocka_unit_test(a_single_value_does_not_scatter_measurably),
        cmocka_unit_test(the_mad_agrees_with_published_examples),
        cmocka_unit_test(half_the_values_tied_leave_no_mad),
        cmocka_unit_test(values_that_are_not_finite_have_no_spread),
        cmocka_unit_test(want_of_memory_shows_as_nan_or_error),
        cmocka_unit_test(a_filled_spread_holds_every_figure),
        cmocka_unit_test(scale_factors_carry_over_and_shifts_do_not_matter),
        cmocka_unit_test(variance_is_split_into_within_and_between),
        cmocka_unit_test(components_report_what_they_cannot_do),
        cmocka_unit_test(a_variance_may_be_larger_than_it_showed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
