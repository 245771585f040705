/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/multiple.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

/* Benjamini & Hochberg 1995, section 3.1: fifteen p of a trial on thrombolysis */
static const double trial[] = { 0.0001, 0.0004, 0.0019, 0.0095, 0.0201,
                                0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
                                0.4262, 0.5719, 0.6528, 0.7590, 1.0000 };

static size_t findings(const double *adjusted, size_t n, double q)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        found += adjusted[i] <= q;
    return found;
}

/* The paper: four hypotheses are rejected by the procedure at 0.05, three by Hochberg's
   and by Bonferroni's; Holm's step-down rejects the same three. */
static void the_papers_own_example_comes_out(void **state)
{
    double adjusted[15];

    (void)state;
    assert_int_equal(st_benjamini_hochberg(adjusted, trial, 15), 0);
    assert_int_equal(findings(adjusted, 15, 0.05), 4);
    assert_near(adjusted[0], 0.0001 * 15, 1e-14);
    assert_near(adjusted[3], 0.0095 * 15 / 4, 1e-14);
    assert_near(adjusted[14], 1, 0);
    assert_int_equal(st_holm(adjusted, trial, 15), 0);
    assert_int_equal(findings(adjusted, 15, 0.05), 3);
    assert_near(adjusted[0], 0.0001 * 15, 1e-14);
    assert_near(adjusted[2], 0.0019 * 13, 1e-14);
    assert_near(adjusted[14], 1, 0);
}

static void steps_never_fall_and_places_are_kept(void **state)
{
    const double p[] = { 0.04, 0.01, 0.03, 0.02 };
    double adjusted[4];

    (void)state;
    /* holm: 4 0.01 = 0.04, 3 0.02 = 0.06, 2 0.03 = 0.06, 0.04 -> 0.06 */
    assert_int_equal(st_holm(adjusted, p, 4), 0);
    assert_near(adjusted[0], 0.06, 1e-14);
    assert_near(adjusted[1], 0.04, 1e-14);
    assert_near(adjusted[2], 0.06, 1e-14);
    assert_near(adjusted[3], 0.06, 1e-14);
    assert_int_equal(st_benjamini_hochberg(adjusted, p, 4), 0);
    for (size_t i = 0; i < 4; i++)
        assert_near(adjusted[i], 0.04, 1e-14);
}

static void comparisons_not_made_do_not_count(void **state)
{
    double p[] = { NAN, 0.02, NAN, 0.03 };

    (void)state;
    assert_int_equal(st_holm(p, p, 4), 0); /* in place */
    assert_true(isnan(p[0]) && isnan(p[2]));
    assert_near(p[1], 0.04, 1e-14);
    assert_near(p[3], 0.04, 1e-14);
    p[0] = p[2] = NAN;
    assert_int_equal(st_benjamini_hochberg(p, p, 1), 0);
    assert_true(isnan(p[0]));
    assert_int_equal(st_holm(NULL, NULL, 0), 0);
    assert_int_equal(st_benjamini_hochberg(NULL, NULL, 0), 0);
}

static void want_of_memory_is_reported(void **state)
{
    double adjusted[15];

    (void)state;
    for (long n = 0; n < 2; n++) {
        support_fail_allocation = n;
        assert_int_equal(st_holm(adjusted, trial, 15), -ENOMEM);
        support_fail_allocation = n;
        assert_int_equal(st_benjamini_hochberg(adjusted, trial, 15), -ENOMEM);
    }
    support_fail_allocation = -1;
}

static void holm_is_stricter_and_neither_goes_below_p(void **state)
{
    double p[SAMPLE_MAX], holm[SAMPLE_MAX], bh[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 50, c);
        size_t n = 1 + st_rng_below(rng, SAMPLE_MAX);

        for (size_t i = 0; i < n; i++)
            p[i] = pow(st_rng_uniform(rng), 1 + (double)(c % 4));
        assert_int_equal(st_holm(holm, p, n), 0);
        assert_int_equal(st_benjamini_hochberg(bh, p, n), 0);
        for (size_t i = 0; i < n; i++) {
            holds(c, p[i] <= bh[i] * (1 + 1e-15) && bh[i] <= holm[i] * (1 + 1e-15));
            holds(c, holm[i] <= 1);
            for (size_t j = 0; j < n; j++)
                holds(c, !(p[i] < p[j]) || (holm[i] <= holm[j] && bh[i] <= bh[j]));
        }
        st_rng_free(rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_own_example_comes_out),
        cmocka_unit_test(steps_never_fall_and_places_are_kept),
        cmocka_unit_test(comparisons_not_made_do_not_count),
        cmocka_unit_test(want_of_memory_is_reported),
        cmocka_unit_test(holm_is_stricter_and_neither_goes_below_p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
