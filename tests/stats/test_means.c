/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/means.h"

#include <math.h>

#include "samples.h"
#include "support.h"

static const struct st_estimate ten = { 10, 9, 12, 0.95, 0.97, ST_METHOD_HS, 15 };
static const struct st_estimate twenty = { 20, 19, 21, 0.95, 0.95, ST_METHOD_HS, 10 };
static const struct st_estimate lone = { 30, NAN, NAN, 0.95, 0.95, ST_METHOD_NONE, 2 };

static void is(struct st_estimate e, double value, double lo, double hi)
{
    assert_near(e.value, value, 1e-14);
    assert_near(e.lo, lo, 1e-13);
    assert_near(e.hi, hi, 1e-13);
}

/* Zou & Donner's equation by hand; logarithms and roots from mpmath 1.3.0 */
static void means_recover_their_intervals_from_the_parts(void **state)
{
    const struct st_estimate both[] = { ten, twenty };

    (void)state;
    is(st_mean_of(both, 2), 15, 14.29289321881345, 16.11803398874990);
    is(st_geometric_mean_of(both, 2), 14.14213562373095, 13.33733460311221,
       15.54170646726329);
    is(st_harmonic_mean_of(both, 2), 13.33333333333333, 12.39015403022425,
       15.01906020973897);
    is(st_weighted_mean_of(both, (const double[]){ 3, 1 }, 2), 12.5, 11.709430584957905,
       14.02069063257455);
    is(st_ratio_of(twenty, ten), 2, 1.654911824801276, 2.246236749643397);
    is(st_difference_of(twenty, ten), 10, 7.763932022500210, 11.41421356237310);
    is(st_mean_of(both, 1), 10, 9, 12);
}

static void the_part_with_the_fewest_values_speaks_for_the_whole(void **state)
{
    const struct st_estimate both[] = { ten, twenty };
    struct st_estimate e = st_mean_of(both, 2);

    (void)state;
    assert_int_equal(e.n, 10);
    assert_near(e.nominal, 0.95, 0);
    assert_int_equal(e.method, ST_METHOD_HS);
}

static void a_part_without_an_interval_leaves_the_whole_without(void **state)
{
    const struct st_estimate parts[] = { ten, lone, twenty };
    struct st_estimate e = st_mean_of(parts, 3);

    (void)state;
    assert_near(e.value, 20, 1e-15);
    assert_int_equal(e.method, ST_METHOD_NONE);
    assert_true(isnan(e.lo) && isnan(e.hi));
    assert_near(st_ratio_of(lone, ten).value, 3, 1e-14);
    assert_int_equal(st_ratio_of(lone, ten).method, ST_METHOD_NONE);
}

static void outside_the_domain_there_is_no_value(void **state)
{
    struct st_estimate negative = ten, through_zero = ten;
    struct st_estimate both[] = { ten, ten };

    (void)state;
    negative.value = -10;
    through_zero.lo = -1;
    both[1] = negative;
    assert_true(isnan(st_geometric_mean_of(both, 2).value));
    assert_true(isnan(st_harmonic_mean_of(both, 2).value));
    assert_true(isnan(st_ratio_of(negative, ten).value));
    assert_near(st_mean_of(both, 2).value, 0, 0);
    assert_near(st_ratio_of(through_zero, twenty).value, 0.5, 1e-15);
    assert_int_equal(st_ratio_of(through_zero, twenty).method, ST_METHOD_NONE);
    assert_true(isnan(st_mean_of(NULL, 0).value));
    assert_int_equal(st_mean_of(NULL, 0).method, ST_METHOD_NONE);
    assert_true(isnan(st_weighted_mean_of(both, (const double[]){ 1, -1 }, 2).value));
    assert_true(isnan(st_weighted_mean_of(both, (const double[]){ 0, 0 }, 2).value));
}

static void means_are_ordered_and_scale(void **state)
{
    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 60, c);
        struct st_estimate e[8], scaled[8], a, g, h;
        size_t n = 1 + st_rng_below(rng, 8);

        for (size_t i = 0; i < n; i++) {
            double v = exp(st_rng_gauss(rng));

            e[i] = (struct st_estimate){ v,    v * 0.9,      v * 1.2, 0.95,
                                         0.95, ST_METHOD_HS, 10 };
            scaled[i] = e[i];
            scaled[i].value *= 1000;
            scaled[i].lo *= 1000;
            scaled[i].hi *= 1000;
        }
        a = st_mean_of(e, n);
        g = st_geometric_mean_of(e, n);
        h = st_harmonic_mean_of(e, n);
        holds(c, h.value <= g.value * (1 + 1e-14) && g.value <= a.value * (1 + 1e-14));
        holds(c, a.lo <= a.value && a.value <= a.hi);
        holds(c, g.lo <= g.value && g.value <= g.hi);
        holds(c, h.lo <= h.value && h.value <= h.hi);
        holds(c, sample_near(st_mean_of(scaled, n).hi, 1000 * a.hi, 1e-12));
        holds(c, sample_near(st_geometric_mean_of(scaled, n).lo, 1000 * g.lo, 1e-12));
        holds(c, sample_near(st_harmonic_mean_of(scaled, n).hi, 1000 * h.hi, 1e-12));
        holds(c, sample_near(st_ratio_of(scaled[0], scaled[n - 1]).hi,
                             st_ratio_of(e[0], e[n - 1]).hi, 1e-12));
        st_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_recover_their_intervals_from_the_parts),
        cmocka_unit_test(the_part_with_the_fewest_values_speaks_for_the_whole),
        cmocka_unit_test(a_part_without_an_interval_leaves_the_whole_without),
        cmocka_unit_test(outside_the_domain_there_is_no_value),
        cmocka_unit_test(means_are_ordered_and_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
