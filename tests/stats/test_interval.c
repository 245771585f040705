/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/interval.h"

#include "stats/init.h"

#include <math.h>

#include "samples.h"
#include "support.h"

/* 1, 2, …, n in order: an interval's fraction is then lambda itself */
static struct st_sorted counted(size_t n)
{
    static double x[128];

    for (size_t i = 0; i < n; i++)
        x[i] = (double)(i + 1);
    return (struct st_sorted){ x, n };
}

static void hs_depth_and_lambda_are_those_of_the_published_table(void **state)
{
    /* statistics.md 3.5; d95 0: none */
    static const struct {
        size_t n, d95;
        double level, lambda95;
        size_t d97;
        double lambda97;
    } rows[] = {
        { 6, 1, 0.9688, 0.3571, 0, 0 },         { 7, 1, 0.9844, 0.7333, 1, 0.4759 },
        { 8, 1, 0.9922, 0.9356, 1, 0.7939 },    { 9, 2, 0.9609, 0.2279, 1, 0.9584 },
        { 10, 2, 0.9785, 0.6577, 2, 0.3003 },   { 11, 2, 0.9883, 0.9178, 2, 0.6990 },
        { 12, 3, 0.9614, 0.2631, 2, 0.9324 },   { 15, 4, 0.9648, 0.3735, 3, 0.9461 },
        { 20, 6, 0.9586, 0.2352, 5, 0.8273 },   { 23, 7, 0.9653, 0.4479, 6, 0.9213 },
        { 30, 10, 0.9572, 0.2287, 9, 0.7171 },  { 35, 12, 0.9590, 0.3047, 11, 0.7262 },
        { 40, 14, 0.9615, 0.4108, 13, 0.7667 }, { 53, 19, 0.9730, 0.9229, 19, 0.1859 },
        { 80, 31, 0.9670, 0.8013, 30, 0.8668 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct st_sorted s = counted(rows[i].n);
        double n = (double)rows[i].n;
        struct st_estimate e = st_interval_hs(s, 0.95);

        assert_int_equal(e.method, ST_METHOD_HS);
        assert_true(fabs(e.lo - (double)rows[i].d95 - rows[i].lambda95) < 0.5e-4);
        assert_near(e.hi, n + 1 - e.lo, 1e-14);
        assert_true(fabs(st_interval_os(s, 0.95).level - rows[i].level) < 0.5e-4);
        e = st_interval_hs(s, 0.97);
        if (rows[i].d97 == 0)
            assert_int_equal(e.method, ST_METHOD_NONE);
        else
            assert_true(fabs(e.lo - (double)rows[i].d97 - rows[i].lambda97) < 0.5e-4);
    }
}

/* GSL's binomial is a rounding error below such a level in one case of twelve. */
static void a_level_that_order_statistics_have_exactly_is_reached(void **state)
{
    (void)state;
    for (size_t n = 2; n < 36; n++) {
        double below = 0, term = pow(0.5, (double)n);

        for (size_t d = 1; d <= n / 2; d++) {
            below += term;
            term *= (double)(n - d + 1) / (double)d;
            assert_near(st_interval_os(counted(n), 1 - 2 * below).lo, (double)d, 0);
        }
    }
}

static void a_level_of_almost_nothing_leaves_the_median_inside(void **state)
{
    double x[7];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 11, c);
        struct st_estimate e;
        struct st_sorted s;

        sample_draw(rng, 1, x, 7);
        assert_int_equal(st_sorted_init(&s, x, 7), 0);
        e = st_interval_hs(s, 1e-17);
        holds(c, e.lo <= e.value && e.value <= e.hi);
        st_sorted_done(&s);
        st_rng_free(rng);
    }
}

/* mpmath 1.3.0, 30 digits; rounded, these are the vectors of statistics.md section 4 */
static void the_reference_sample_gives_the_reference_intervals(void **state)
{
    static const struct {
        double level, lo, hi;
    } hs[] = { { 0.95, 99.3972972972973, 101.3711711711712 },
               { 0.97, 99.2900826446281, 101.5498622589532 },
               { 0.50, 99.844, 100.66 },
               { 0.10, 100.1187301587302, 100.2812698412698 } };
    const double hpux[] = { 178.4, 168.5, 50.4 };
    struct st_sorted s;
    struct st_estimate e;
    struct st_range r;

    (void)state;
    assert_int_equal(st_sorted_init(&s, sample_v, 10), 0);
    for (size_t i = 0; i < 4; i++) {
        e = st_interval_hs(s, hs[i].level);
        assert_near(e.value, 100.2, 1e-15);
        assert_near(e.lo, hs[i].lo, 1e-12);
        assert_near(e.hi, hs[i].hi, 1e-12);
        assert_near(e.level, hs[i].level, 0);
        assert_near(e.nominal, hs[i].level, 0);
        assert_int_equal(e.n, 10);
    }
    r = st_interval_os(s, 0.95);
    assert_near(r.lo, 99.2, 0);
    assert_near(r.hi, 101.7, 0);
    assert_near(r.level, 0.978515625, 1e-14);
    r = st_interval_trimmed(s, 0.2, 0.95);
    assert_near(r.value, 100.2833333333333, 1e-14);
    assert_near(r.lo, 99.21630961533589, 1e-12);
    assert_near(r.hi, 101.3503570513308, 1e-12);
    st_sorted_done(&s);
    e = st_interval_t(sample_v, 10, 0.95);
    assert_int_equal(e.method, ST_METHOD_T);
    assert_near(e.value, 100.53, 1e-15);
    assert_near(e.lo, 99.48730613039899, 1e-12);
    assert_near(e.hi, 101.572693869601, 1e-12);
    e = st_interval_logt(hpux, 3, 0.95);
    assert_int_equal(e.method, ST_METHOD_LOGT);
    assert_near(e.value, 114.8528466924607, 1e-12);
    assert_near(e.lo, 19.49719689038942, 1e-11);
    assert_near(e.hi, 676.5678403680736, 1e-11);
}

/* Student's sleep data, second drug less first, as R's help page of t.test prints it */
static void students_own_data_give_the_interval_printed_everywhere(void **state)
{
    const double d[] = { 1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4 };
    struct st_estimate e = st_interval_tmean(d, 10, 0.95);

    (void)state;
    assert_int_equal(e.method, ST_METHOD_TMEAN);
    assert_near(e.value, 1.58, 1e-14);
    assert_near(e.lo, 0.7001142, 1e-7);
    assert_near(e.hi, 2.4598858, 1e-7);
}

static void too_few_values_have_a_value_and_no_interval(void **state)
{
    struct st_estimate e;

    (void)state;
    for (size_t n = 0; n <= 6; n++) {
        double level = n == 6 ? 0.97 : 0.95;

        e = st_interval_hs(counted(n), level);
        assert_int_equal(e.method, ST_METHOD_NONE);
        assert_near(e.value, n == 0 ? NAN : ((double)n + 1) / 2, 0);
        assert_true(isnan(e.lo) && isnan(e.hi));
        assert_near(e.level, level, 0);
        assert_int_equal(e.n, n);
        assert_true(isnan(st_interval_os(counted(n), level).lo));
    }
    e = st_interval_t(sample_v, 1, 0.95);
    assert_int_equal(e.method, ST_METHOD_NONE);
    assert_near(e.value, 101.2, 0);
    assert_int_equal(st_interval_logt(sample_v, 1, 0.95).method, ST_METHOD_NONE);
    assert_int_equal(st_interval_t(sample_v, 2, 0.95).method, ST_METHOD_T);
    assert_true(isnan(st_interval_trimmed(counted(3), 0.4, 0.95).lo));
}

static void values_outside_the_domain_give_nothing(void **state)
{
    const double zero[] = { 1, 0, 2 }, nan[] = { 1, NAN, 2 },
                 inf[] = { 1, 2, 3, 4, 5, 6, INFINITY };

    (void)state;
    assert_int_equal(st_interval_logt(zero, 3, 0.95).method, ST_METHOD_NONE);
    assert_true(isnan(st_interval_logt(zero, 3, 0.95).value));
    assert_int_equal(st_interval_t(nan, 3, 0.95).method, ST_METHOD_NONE);
    assert_int_equal(st_interval_hs((struct st_sorted){ inf, 7 }, 0.95).method,
                     ST_METHOD_NONE);
    assert_near(st_interval_hs((struct st_sorted){ inf, 7 }, 0.95).value, 4, 0);
    for (int i = 0; i < 4; i++) {
        const double levels[] = { 0, 1, -0.5, NAN };

        assert_int_equal(st_interval_hs(counted(20), levels[i]).method, ST_METHOD_NONE);
        assert_int_equal(st_interval_t(sample_v, 10, levels[i]).method, ST_METHOD_NONE);
        assert_int_equal(st_interval_logt(sample_v, 10, levels[i]).method,
                         ST_METHOD_NONE);
    }
}

static void equal_values_have_an_interval_of_no_width(void **state)
{
    double x[20];

    (void)state;
    for (size_t i = 0; i < 20; i++)
        x[i] = 0.1;
    for (size_t n = 6; n <= 20; n++) {
        struct st_estimate e[] = { st_interval_hs((struct st_sorted){ x, n }, 0.95),
                                   st_interval_t(x, n, 0.95),
                                   st_interval_logt(x, n, 0.95) };

        for (size_t i = 0; i < 3; i++) {
            assert_near(e[i].lo, 0.1, 0);
            assert_near(e[i].value, 0.1, 0);
            assert_near(e[i].hi, 0.1, 0);
        }
    }
}

static void intervals_hold_their_value_and_carry_over(void **state)
{
    double x[SAMPLE_MAX], scaled[SAMPLE_MAX], shifted[SAMPLE_MAX];

    (void)state;
    for (unsigned c = 0; c < SAMPLE_CASES; c++) {
        struct st_rng *rng = st_rng_new(SAMPLE_SEED, 10, c);
        size_t n = 6 + st_rng_below(rng, SAMPLE_MAX - 5);
        struct st_sorted a, b, d;
        struct st_estimate e, f, g;

        sample_draw(rng, c, x, n);
        for (size_t i = 0; i < n; i++) {
            scaled[i] = 1000 * x[i];
            shifted[i] = x[i] + 256;
        }
        assert_int_equal(st_sorted_init(&a, x, n), 0);
        assert_int_equal(st_sorted_init(&b, scaled, n), 0);
        assert_int_equal(st_sorted_init(&d, shifted, n), 0);
        e = st_interval_hs(a, 0.95);
        f = st_interval_hs(b, 0.95);
        g = st_interval_hs(d, 0.95);
        holds(c, e.lo <= e.value && e.value <= e.hi);
        holds(c, sample_near(f.lo, 1000 * e.lo, 1e-12));
        holds(c, sample_near(f.hi, 1000 * e.hi, 1e-12));
        holds(c, sample_near(g.lo, 256 + e.lo, 1e-12));
        holds(c, sample_near(g.hi, 256 + e.hi, 1e-12));
        holds(c,
              st_interval_hs(a, 0.9).lo >= e.lo && st_interval_hs(a, 0.9).hi <= e.hi);
        e = st_interval_logt(x, n, 0.95);
        f = st_interval_logt(scaled, n, 0.95);
        holds(c, e.lo <= e.value && e.value <= e.hi);
        holds(c, sample_near(f.lo, 1000 * e.lo, 1e-12));
        holds(c, sample_near(f.hi, 1000 * e.hi, 1e-12));
        st_sorted_done(&a);
        st_sorted_done(&b);
        st_sorted_done(&d);
        st_rng_free(rng);
    }
}

static void widening_stretching_and_inverting_do_what_they_say(void **state)
{
    struct st_estimate e = { 100, 98, 104, 0.95, 0.97, ST_METHOD_HS, 10 }, f;

    (void)state;
    f = st_interval_widen(e, 0.5);
    assert_near(f.lo, 97.5, 0);
    assert_near(f.hi, 104.5, 0);
    f = st_interval_stretch(e, 1.5);
    assert_near(f.lo, 97, 0);
    assert_near(f.hi, 106, 0);
    f = st_interval_stretch_ratio(e, 2);
    assert_near(f.lo, 100 * 0.98 * 0.98, 1e-14);
    assert_near(f.hi, 100 * 1.04 * 1.04, 1e-14);
    assert_near(f.value, 100, 0);
    /* sqrt (2 (9 + 16)) */
    assert_near(st_interval_again(3, 4 / 1.96), sqrt(50), 1e-14);
    f = st_interval_invert(e, 1000);
    assert_near(f.value, 10, 0);
    assert_near(f.lo, 1000 / 104.0, 1e-15);
    assert_near(f.hi, 1000 / 98.0, 1e-15);
    assert_near(f.nominal, 0.97, 0);
    assert_int_equal(f.n, 10);
    e.lo = -1;
    f = st_interval_invert(e, 1000);
    assert_int_equal(f.method, ST_METHOD_NONE);
    assert_near(f.value, 10, 0);
    assert_true(isnan(f.lo) && isnan(f.hi));
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
        cmocka_unit_test(hs_depth_and_lambda_are_those_of_the_published_table),
        cmocka_unit_test(a_level_that_order_statistics_have_exactly_is_reached),
        cmocka_unit_test(a_level_of_almost_nothing_leaves_the_median_inside),
        cmocka_unit_test(the_reference_sample_gives_the_reference_intervals),
        cmocka_unit_test(students_own_data_give_the_interval_printed_everywhere),
        cmocka_unit_test(too_few_values_have_a_value_and_no_interval),
        cmocka_unit_test(values_outside_the_domain_give_nothing),
        cmocka_unit_test(equal_values_have_an_interval_of_no_width),
        cmocka_unit_test(intervals_hold_their_value_and_carry_over),
        cmocka_unit_test(widening_stretching_and_inverting_do_what_they_say),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
