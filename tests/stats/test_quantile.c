/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/quantile.h"

#include <float.h>
#include <math.h>

#include "samples.h"
#include "support.h"

/* the array as it is, which must be in order */
#define ordered(...)                                      \
    ((struct st_sorted){ (const double[]){ __VA_ARGS__ }, \
                         sizeof((double[]){ __VA_ARGS__ }) / sizeof(double) })

static void the_reference_sample_gives_its_quartiles(void **state)
{
    struct st_sorted s;

    (void)state;
    assert_int_equal(st_sorted_init(&s, sample_v, 10), 0);
    /* place 1 + 9 p by hand */
    assert_near(st_quantile(s, 0), 98.9, 0);
    assert_near(st_quantile(s, 0.25), 99.55, 1e-15);
    assert_near(st_median(s), 100.2, 1e-15);
    assert_near(st_quantile(s, 0.75), 101.125, 1e-15);
    assert_near(st_quantile(s, 0.95), 102.855, 1e-15);
    assert_near(st_quantile(s, 1), 103.8, 0);
    st_sorted_done(&s);
}

static void small_samples_have_the_median_one_expects(void **state)
{
    (void)state;
    assert_near(st_median(ordered(2.385)), 2.385, 0);
    assert_near(st_median(ordered(2.385, 7.25)), 4.8175, 1e-15);
    assert_near(st_median(ordered(1, 2, 70)), 2, 0);
    assert_near(st_median(ordered(5e-324, 5e-324)), 5e-324, 0);
    assert_near(st_median(ordered(-DBL_MAX, DBL_MAX)), 0, 0);
}

static void outside_the_domain_there_is_no_quantile(void **state)
{
    struct st_sorted none = { NULL, 0 };

    (void)state;
    assert_true(isnan(st_median(none)));
    assert_true(isnan(st_quantile(ordered(1, 2), -0.01)));
    assert_true(isnan(st_quantile(ordered(1, 2), 1.01)));
    assert_true(isnan(st_quantile(ordered(1, 2), NAN)));
    assert_true(isnan(st_quantile_hd(none, 0.5)));
    assert_true(isnan(st_quantile_hd(ordered(1, 2), 0)));
    assert_true(isnan(st_quantile_hd(ordered(1, 2), 1)));
}

static void infinite_neighbours_do_not_spoil_a_finite_quantile(void **state)
{
    (void)state;
    assert_near(st_median(ordered(1, 2, INFINITY)), 2, 0);
    assert_near(st_quantile(ordered(-INFINITY, 2, 3), 0.5), 2, 0);
    assert_near(st_quantile(ordered(1, INFINITY), 0.5), INFINITY, 0);
    assert_true(isnan(st_median(ordered(-INFINITY, INFINITY))));
}

static void quantiles_of_equal_values_are_that_value(void **state)
{
    (void)state;
    for (int i = 0; i <= 100; i++)
        assert_near(st_quantile(ordered(0.1, 0.1, 0.1, 0.1), i / 100.0), 0.1, 0);
}

static void rounding_leaves_no_quantile_outside_its_neighbours(void **state)
{
    struct st_sorted s =
        ordered(0.13327477849088609, nextafter(0.13327477849088609, 1));

    (void)state;
    for (int i = 0; i <= 1000; i++) {
        double q = st_quantile(s, i / 1000.0);

        assert_true(q >= s.x[0] && q <= s.x[1]);
    }
}

/* mpmath 1.3.0, betainc((n+1)p, (n+1)(1-p)) over each tenth, 30 digits */
static void harrell_davis_agrees_with_an_independent_computation(void **state)
{
    struct st_sorted s;

    (void)state;
    assert_int_equal(st_sorted_init(&s, sample_v, 10), 0);
    assert_near(st_quantile_hd(s, 0.5), 100.2639609846757, 1e-13);
    assert_near(st_quantile_hd(s, 0.9), 102.8966189029901, 1e-13);
    st_sorted_done(&s);
    assert_near(st_quantile_hd(ordered(2.385), 0.3), 2.385, 1e-15);
}

static void quantiles_rise_with_p_and_stay_within_the_sample(void **state)
{
    double x[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 1, c);
        size_t n = 1 + st_rng_below(rng, SAMPLE_MAX);
        struct st_sorted s;
        double before;

        sample_draw(rng, c, x, n);
        assert_int_equal(st_sorted_init(&s, x, n), 0);
        before = s.x[0];
        for (int i = 0; i <= 200; i++) {
            double q = st_quantile(s, i / 200.0);

            holds(c, q >= before && q <= s.x[n - 1]);
            before = q;
        }
        st_sorted_done(&s);
        st_rng_free(rng);
    }
}

static void the_order_of_the_sample_does_not_matter(void **state)
{
    double x[SAMPLE_MAX], y[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 2, c);
        size_t n = 1 + st_rng_below(rng, SAMPLE_MAX), order[SAMPLE_MAX];
        struct st_sorted a, b;

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++)
            order[i] = i;
        st_rng_shuffle(rng, order, n);
        for (size_t i = 0; i < n; i++)
            y[i] = x[order[i]];
        assert_int_equal(st_sorted_init(&a, x, n), 0);
        assert_int_equal(st_sorted_init(&b, y, n), 0);
        holds(c, sample_near(st_median(a), st_median(b), 0));
        holds(c, sample_near(st_quantile(a, 0.9), st_quantile(b, 0.9), 0));
        st_sorted_done(&a);
        st_sorted_done(&b);
        st_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_sample_gives_its_quartiles),
        cmocka_unit_test(small_samples_have_the_median_one_expects),
        cmocka_unit_test(outside_the_domain_there_is_no_quantile),
        cmocka_unit_test(infinite_neighbours_do_not_spoil_a_finite_quantile),
        cmocka_unit_test(quantiles_of_equal_values_are_that_value),
        cmocka_unit_test(rounding_leaves_no_quantile_outside_its_neighbours),
        cmocka_unit_test(harrell_davis_agrees_with_an_independent_computation),
        cmocka_unit_test(quantiles_rise_with_p_and_stay_within_the_sample),
        cmocka_unit_test(the_order_of_the_sample_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
