/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/location.h"

#include <math.h>
#include <stdlib.h>

#include "samples.h"
#include "support.h"

/* NIST StRD univariate sets NumAcc1, 3 and 4 (itl.nist.gov/div898/strd), certified */
static void means_reach_the_certified_values(void **state)
{
    static const double acc1[] = { 10000001, 10000003, 10000002 };
    static const struct {
        double first, low, high;
    } sets[] = { { 1.2, 1.1, 1.3 },
                 { 1000000.2, 1000000.1, 1000000.3 },
                 { 10000000.2, 10000000.1, 10000000.3 } };
    double x[1001];

    (void)state;
    assert_near(st_mean(acc1, 3), 10000002, 0);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        x[0] = sets[i].first;
        for (size_t j = 1; j < 1001; j++)
            x[j] = j % 2 ? sets[i].low : sets[i].high;
        assert_near(st_mean(x, 1001), sets[i].first, 1e-15);
    }
}

static void the_geometric_mean_is_the_root_of_the_product(void **state)
{
    const double x[] = { 178.4, 168.5, 50.4 }, wide[] = { 1e-300, 1e300 };

    (void)state;
    assert_near(st_geometric_mean(x, 3), cbrt(178.4 * 168.5 * 50.4), 1e-14);
    assert_near(st_geometric_mean(sample_v, 10), 100.520580992632, 1e-14);
    assert_near(st_geometric_mean(wide, 2), 1, 1e-13);
}

static void equal_values_have_that_mean_exactly(void **state)
{
    const double x[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 },
                 tiny[] = { 5e-324, 5e-324 };

    (void)state;
    assert_near(st_mean(x, 7), 0.1, 0);
    assert_near(st_geometric_mean(x, 7), 0.1, 0);
    assert_near(st_geometric_mean(tiny, 2), 5e-324, 0);
}

static void outside_the_domain_there_is_no_mean(void **state)
{
    const double nan[] = { 1, NAN }, inf[] = { 1, INFINITY }, zero[] = { 1, 0 },
                 negative[] = { 1, -2 };

    (void)state;
    assert_true(isnan(st_mean(NULL, 0)));
    assert_true(isnan(st_mean(nan, 2)));
    assert_true(isnan(st_mean(inf, 2)));
    assert_true(isnan(st_geometric_mean(NULL, 0)));
    assert_true(isnan(st_geometric_mean(nan, 2)));
    assert_true(isnan(st_geometric_mean(inf, 2)));
    assert_true(isnan(st_geometric_mean(zero, 2)));
    assert_true(isnan(st_geometric_mean(negative, 2)));
}

static void trimming_leaves_out_as_many_on_either_side(void **state)
{
    const double x[] = { 1, 2, 4, 8, 1000 };
    struct st_sorted s = { x, 5 }, none = { NULL, 0 };

    (void)state;
    assert_near(st_trimmed_mean(s, 0), 203, 1e-15);
    assert_near(st_trimmed_mean(s, 0.19), 203, 1e-15);
    assert_near(st_trimmed_mean(s, 0.2), 14 / 3.0, 1e-15);
    assert_near(st_trimmed_mean(s, 0.49), 4, 0);
    assert_true(isnan(st_trimmed_mean(s, 0.5)));
    assert_true(isnan(st_trimmed_mean(s, -0.1)));
    assert_true(isnan(st_trimmed_mean(none, 0.2)));
}

static void scaling_and_shifting_carry_over(void **state)
{
    double x[SAMPLE_MAX], scaled[SAMPLE_MAX], shifted[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 3, c);
        size_t n = 1 + st_rng_below(rng, SAMPLE_MAX);

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++) {
            scaled[i] = 1000 * x[i];
            shifted[i] = x[i] + 250;
        }
        holds(c, sample_near(st_mean(scaled, n), 1000 * st_mean(x, n), 1e-12));
        holds(c, sample_near(st_mean(shifted, n), 250 + st_mean(x, n), 1e-12));
        holds(c, sample_near(st_geometric_mean(scaled, n),
                             1000 * st_geometric_mean(x, n), 1e-12));
        holds(c, st_geometric_mean(x, n) <= st_mean(x, n) * (1 + 1e-15));
        st_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_reach_the_certified_values),
        cmocka_unit_test(the_geometric_mean_is_the_root_of_the_product),
        cmocka_unit_test(equal_values_have_that_mean_exactly),
        cmocka_unit_test(outside_the_domain_there_is_no_mean),
        cmocka_unit_test(trimming_leaves_out_as_many_on_either_side),
        cmocka_unit_test(scaling_and_shifting_carry_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
