/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/shape.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

static double dip_of(const double *x, size_t n)
{
    struct st_sorted s;
    double dip = NAN;

    assert_int_equal(st_sorted_init(&s, x, n), 0);
    assert_int_equal(st_dip(&dip, s), 0);
    st_sorted_done(&s);
    return dip;
}

static double gap_of(const double *x, size_t n)
{
    struct st_sorted s;
    double gap = NAN;

    assert_int_equal(st_sorted_init(&s, x, n), 0);
    assert_int_equal(st_gap_ratio(&gap, s), 0);
    st_sorted_done(&s);
    return gap;
}

/*
 * The least distance over all functions that are convex up to a value and concave
 * after it, as a linear program in exact fractions (Python).
 */
static void the_dip_is_the_one_of_the_definition(void **state)
{
    static const struct {
        double x[10];
        size_t n;
        double dip;
    } cases[] = {
        { { 1, 2, 3, 4 }, 4, 1 / 8.0 },
        { { 0, 1, 9, 10 }, 4, 2 / 9.0 },
        { { 1, 1, 2, 2 }, 4, 1 / 4.0 },
        { { 1, 1, 1, 2 }, 4, 1 / 8.0 },
        { { 0, 1, 2, 10, 11, 12 }, 6, 1 / 5.0 },
        { { 0, 0, 3, 3, 7, 7, 8 }, 7, 8 / 49.0 },
        { { 5, 1, 2, 40, 41, 43, 44 }, 7, 5 / 26.0 },
        { { 1, 2, 4, 8, 16, 32 }, 6, 1 / 12.0 },
        { { 0, 1, 2, 3, 20, 21, 22, 23, 40 }, 9, 17 / 90.0 },
        { { 3, 3, 3 }, 3, 1 / 6.0 },
        { { 7 }, 1, 1 / 2.0 },
        { { 0 }, 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_near(dip_of(cases[i].x, cases[i].n), cases[i].dip, 1e-14);
    /* statistics.md section 4 */
    assert_near(dip_of(sample_v, 10), 0.0625, 1e-13);
}

static void a_dip_below_the_limit_is_only_known_to_be_below(void **state)
{
    double x[900];

    (void)state;
    for (unsigned c = 0; c < 60; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 41, c);
        double apart = 0.1 * c, dip, above;
        struct st_sorted s;

        for (size_t i = 0; i < 900; i++)
            x[i] = st_rng_gauss(rng) + (i % 2 ? apart : 0);
        st_rng_free(rng);
        assert_int_equal(st_sorted_init(&s, x, 900), 0);
        assert_int_equal(st_dip(&dip, s), 0);
        for (double limit = 0.005; limit < 0.1; limit *= 1.3) {
            assert_int_equal(st_dip_above(&above, s, limit), 0);
            holds(c, dip > limit ? !(above < dip || above > dip) : above <= limit);
        }
        st_sorted_done(&s);
    }
}

static void the_gap_ratio_sees_two_groups(void **state)
{
    const double groups[] = { 1, 2, 3, 4, 5, 105, 106, 107, 108, 109 },
                 ends[] = { -500, 1, 2, 3, 4, 5, 6, 7, 8, 900 },
                 tied[] = { 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2 };

    (void)state;
    /* statistics.md section 4 */
    assert_near(gap_of(sample_v, 10), 0.5 / 0.3, 1e-12);
    assert_near(gap_of(groups, 10), 100, 1e-14);
    assert_near(gap_of(ends, 10), 1, 1e-14);
    assert_near(gap_of(tied, 12), INFINITY, 0);
    assert_near(gap_of(tied, 6), 0, 0);
    for (size_t n = 0; n <= 3; n++)
        assert_near(gap_of(groups, n), 0, 0);
}

static void ties_and_tails_are_counted(void **state)
{
    const double x[] = { 1, 1, 2, 3, 3, 3, 40, -9 };
    struct st_sorted s, none = { NULL, 0 };
    struct st_tail t;

    (void)state;
    assert_int_equal(st_sorted_init(&s, x, 8), 0);
    assert_int_equal(st_distinct(s), 5);
    t = st_tail(s, 2, 5);
    assert_int_equal(t.count, 2);
    assert_near(t.share, 0.25, 0);
    assert_near(t.largest, 38, 0);
    assert_int_equal(st_tail(s, 2, 11).count, 1);
    assert_int_equal(st_tail(s, 2, 38).count, 0);
    st_sorted_done(&s);
    assert_int_equal(st_distinct(none), 0);
    assert_int_equal(st_tail(none, 2, 5).count, 0);
    assert_near(st_tail(none, 2, 5).share, 0, 0);
}

static void infinite_values_and_want_of_memory_are_reported(void **state)
{
    const double x[] = { 1, 2, INFINITY };
    struct st_sorted s = { x, 3 }, finite = { x, 2 };
    double got = 77;

    (void)state;
    assert_int_equal(st_dip(&got, s), -EDOM);
    assert_int_equal(st_gap_ratio(&got, s), -EDOM);
    for (long n = 0; n < 3; n++) {
        support_fail_allocation = n;
        assert_int_equal(st_dip(&got, finite), -ENOMEM);
    }
    support_fail_allocation = 0;
    assert_int_equal(st_gap_ratio(&got, finite), -ENOMEM);
    support_fail_allocation = -1;
    assert_near(got, 77, 0);
}

static void shape_does_not_depend_on_place_and_scale(void **state)
{
    double x[SAMPLE_MAX], moved[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 40, c);
        size_t n = 1 + st_rng_below(rng, SAMPLE_MAX);
        double dip;

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++)
            moved[i] = 1024 - 8 * x[i]; /* mirrored too */
        dip = dip_of(x, n);
        holds(c, dip >= 0.5 / (double)n - 1e-15 && dip <= 0.5);
        holds(c, sample_near(dip_of(moved, n), dip, 1e-9));
        holds(c, sample_near(gap_of(moved, n), gap_of(x, n), 1e-9));
        st_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dip_is_the_one_of_the_definition),
        cmocka_unit_test(a_dip_below_the_limit_is_only_known_to_be_below),
        cmocka_unit_test(the_gap_ratio_sees_two_groups),
        cmocka_unit_test(ties_and_tails_are_counted),
        cmocka_unit_test(infinite_values_and_want_of_memory_are_reported),
        cmocka_unit_test(shape_does_not_depend_on_place_and_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
