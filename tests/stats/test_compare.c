/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/compare.h"

#include "stats/init.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

static const struct st_sample v = { sample_v, 10 }, u = { sample_u, 10 };
static const struct st_sample v5 = { sample_v, 5 }, u5 = { sample_u, 5 };

/* statistics.md section 4; all digits from fractions and mpmath 1.3.0 */
static void the_reference_samples_give_the_reference_ratio(void **state)
{
    struct st_change c;

    (void)state;
    assert_int_equal(st_ratio(&c, u, v, 0.95), 0);
    assert_near(c.value, 1.0259834256527551, 1e-13);
    assert_near(c.lo, 1.0134874759152216, 1e-13);
    assert_near(c.hi, 1.0372983870967742, 1e-13);
    assert_near(c.lo90, 1.015732546705998, 1e-13);
    assert_near(c.hi90, 1.0361083249749248, 1e-13);
    assert_near(c.p, 278 / 184756.0, 1e-13);
    assert_false(c.few);
}

static void pairs_are_compared_by_signed_rank(void **state)
{
    struct st_change c;

    (void)state;
    assert_int_equal(st_ratio_paired(&c, sample_u, sample_v, 10, 0.95), 0);
    assert_near(c.value, 1.0258626948937677, 1e-13);
    assert_near(c.lo, 1.0133058096451508, 1e-13);
    assert_near(c.hi, 1.034888456529977, 1e-13);
    assert_near(c.lo90, 1.0150300230956337, 1e-13);
    assert_near(c.hi90, 1.0344273007985869, 1e-13);
    assert_near(c.p, 6 / 1024.0, 1e-13); /* V = 53: 2 P(V <= 2) */
    assert_false(c.few);
}

/* Student's sleep data as R's help page of t.test prints them: t = -1.8608, df =
   17.776, p = 0.07939, interval -3.3654832 0.2054832 */
static void welch_agrees_with_published_values(void **state)
{
    const double one[] = { 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0 };
    const double two[] = { 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4 };
    struct st_range r;
    double p;

    (void)state;
    assert_int_equal(st_welch(&r, &p, (struct st_sample){ one, 10 },
                              (struct st_sample){ two, 10 }, 0.95),
                     0);
    assert_near(r.value, -1.58, 1e-14);
    assert_near(r.lo, -3.365483230711711, 1e-12);
    assert_near(r.hi, 0.20548323071171097, 1e-12);
    assert_near(p, 0.079394140187358138, 1e-12);
    /* statistics.md section 4: V10 v U10 Welch p 0.00062659 */
    assert_int_equal(st_welch(&r, &p, v, u, 0.95), 0);
    assert_near(p, 0.0006265897009266918, 1e-12);
    assert_near(r.lo, -3.7028037763675629, 1e-12);
}

static void few_values_are_compared_by_welch_and_say_so(void **state)
{
    struct st_change c, paired;

    (void)state;
    assert_int_equal(st_ratio(&c, u5, v5, 0.95), 0);
    assert_true(c.few);
    assert_near(c.value, 1.0185474841752225, 1e-13);
    assert_near(c.lo, 0.9953524387314816, 1e-12);
    assert_near(c.hi, 1.0422830518623437, 1e-12);
    assert_near(c.lo90, 1.000020120630865, 1e-12);
    assert_near(c.hi90, 1.0374181040129516, 1e-12);
    assert_near(c.p, 0.09970131925675288, 1e-12);
    assert_int_equal(st_ratio_paired(&paired, sample_u, sample_v, 5, 0.95), 0);
    assert_true(paired.few);
    assert_near(paired.p, c.p, 0);
    assert_int_equal(st_ratio(&c, u, v5, 0.95), 0);
    assert_true(c.few);
}

static void a_side_of_one_value_has_no_interval(void **state)
{
    struct st_change c;

    (void)state;
    assert_int_equal(st_ratio(&c, (struct st_sample){ sample_u, 1 }, v, 0.95), 0);
    assert_true(c.few);
    assert_true(isnan(c.lo) && isnan(c.hi90));
    assert_near(c.p, 1, 0);
    assert_true(c.value > 1);
    assert_int_equal(st_difference(&c, (struct st_sample){ NULL, 0 }, v, 0.95), 0);
    assert_true(isnan(c.value) && isnan(c.lo));
}

static void values_without_scatter_differ_or_do_not(void **state)
{
    const double two[] = { 2, 2, 2, 2, 2, 2, 2 }, three[] = { 3, 3, 3, 3, 3, 3, 3 };
    struct st_change c;

    (void)state;
    assert_int_equal(st_difference(&c, (struct st_sample){ three, 3 },
                                   (struct st_sample){ two, 3 }, 0.95),
                     0);
    assert_near(c.p, 0, 0);
    assert_near(c.lo, 1, 0);
    assert_int_equal(st_difference(&c, (struct st_sample){ two, 3 },
                                   (struct st_sample){ two, 3 }, 0.95),
                     0);
    assert_near(c.p, 1, 0);
    assert_int_equal(st_difference(&c, (struct st_sample){ three, 7 },
                                   (struct st_sample){ two, 7 }, 0.95),
                     0);
    assert_near(c.lo, 1, 0);
    assert_true(c.p < 0.001);
}

static void differences_may_be_negative_and_ratios_may_not(void **state)
{
    const double x[] = { -3, -1, 0, 2, 5, -2, 1 };
    const struct st_sample s = { x, 7 };
    struct st_change c = { .p = 77 };

    (void)state;
    assert_int_equal(st_ratio(&c, s, v, 0.95), -EDOM);
    assert_int_equal(st_ratio(&c, v, s, 0.95), -EDOM);
    assert_near(c.p, 77, 0);
    assert_int_equal(st_difference(&c, s, v, 0.95), 0);
    assert_true(c.hi < 0 && c.p < 0.01);
    assert_int_equal(st_difference_paired(&c, x, sample_v, 7, 0.95), 0);
    assert_true(c.hi < 0 && c.p < 0.05);
    assert_int_equal(
        st_difference(&c, (struct st_sample){ (const double[]){ 1, NAN }, 2 }, v, 0.95),
        -EDOM);
}

static void variances_are_compared_by_their_ratio(void **state)
{
    (void)state;
    /* statistics.md 2.13: F(14, 14) = 769 and 151, p = 2e-17 and 2e-12; digits from
       mpmath 1.3.0 */
    assert_near(st_variance_ratio_p(769, 14, 1, 14), 1.0619878759672608e-17, 1e-12);
    assert_near(st_variance_ratio_p(302, 14, 2, 14), 8.8424374104520033e-13, 1e-12);
    /* any table of F: 4.26 is the 5 % point of 2 and 9 degrees of freedom */
    assert_near(st_variance_ratio_p(4.26, 2, 1, 9), 0.049910030381548971, 1e-11);
    assert_near(st_variance_ratio_p(1, 5, 0, 5), 0, 0);
    assert_near(st_variance_ratio_p(0, 5, 0, 5), 1, 0);
    assert_true(isnan(st_variance_ratio_p(1, 0, 1, 5)));
    assert_true(isnan(st_variance_ratio_p(NAN, 5, 1, 5)));
}

static void want_of_memory_is_reported_at_every_step(void **state)
{
    (void)state;
    for (int paired = 0; paired < 2; paired++)
        for (long n = 0;; n++) {
            struct st_change c = { .p = 77 };
            int rc;

            support_fail_allocation = n;
            rc = paired ? st_ratio_paired(&c, sample_u, sample_v, 10, 0.95)
                        : st_ratio(&c, u, v, 0.95);
            support_fail_allocation = -1;
            if (rc == 0) {
                assert_true(n > 5);
                break;
            }
            assert_int_equal(rc, -ENOMEM);
            assert_near(c.p, 77, 0);
        }
}

static void ratios_turn_over_and_scale(void **state)
{
    double x[SAMPLE_MAX], y[SAMPLE_MAX], scaled[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 70, c);
        size_t n = 2 + st_rng_below(rng, 20), m = 2 + st_rng_below(rng, 20);
        struct st_sample a = { x, n }, b = { y, m }, s = { scaled, n };
        struct st_change ab, ba, sb;

        sample_draw(rng, c, x, n);
        sample_draw(rng, c, y, m);
        for (size_t i = 0; i < n; i++)
            scaled[i] = 1000 * x[i];
        assert_int_equal(st_ratio(&ab, a, b, 0.95), 0);
        assert_int_equal(st_ratio(&ba, b, a, 0.95), 0);
        assert_int_equal(st_ratio(&sb, s, b, 0.95), 0);
        holds(c, sample_near(ab.value, 1 / ba.value, 1e-12));
        holds(c, sample_near(ab.lo, 1 / ba.hi, 1e-12));
        holds(c, sample_near(ab.p, ba.p, 1e-12));
        holds(c, sample_near(sb.value, 1000 * ab.value, 1e-12));
        holds(c, isnan(ab.lo) || (ab.lo <= ab.lo90 && ab.hi90 <= ab.hi));
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
        cmocka_unit_test(the_reference_samples_give_the_reference_ratio),
        cmocka_unit_test(pairs_are_compared_by_signed_rank),
        cmocka_unit_test(welch_agrees_with_published_values),
        cmocka_unit_test(few_values_are_compared_by_welch_and_say_so),
        cmocka_unit_test(a_side_of_one_value_has_no_interval),
        cmocka_unit_test(values_without_scatter_differ_or_do_not),
        cmocka_unit_test(differences_may_be_negative_and_ratios_may_not),
        cmocka_unit_test(variances_are_compared_by_their_ratio),
        cmocka_unit_test(want_of_memory_is_reported_at_every_step),
        cmocka_unit_test(ratios_turn_over_and_scale),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
