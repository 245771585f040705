/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.md 3.5 and 3.7: which interval, which class. */
#include "judge/judge.h"

#include "stats/spread.h"

#include "builder.h"

#include "support.h"

/* The test vector V of statistics.md section 4, in ns per call with 1000 passes. */
static const uint64_t vector[] = { 101200, 99700, 100400, 98900,  103800,
                                   100000, 99200, 100900, 101700, 99500 };

/* One observation in each of n invocations. */
static struct world singles(const uint64_t *ns, size_t n)
{
    struct world w = world_new("lat");

    for (size_t k = 0; k < n; k++)
        observe(&w, &ns[k], 1);
    return w;
}

static void assert_interval(const struct judged *j, double value, double lo, double hi)
{
    assert_near(j->estimate.value, value * 1e-9, 1e-8);
    assert_near(j->estimate.lo, lo * 1e-9, 1e-8);
    assert_near(j->estimate.hi, hi * 1e-9, 1e-8);
}

static void at_the_looks_the_interval_is_computed_at_097_and_promises_095(void **state)
{
    struct world w = singles(vector, 10);
    const struct judged *j = judge(&w);

    (void)state;
    assert_interval(j, 100.2, 99.290083, 101.549862);
    assert_int_equal(j->estimate.method, ST_METHOD_HS);
    assert_near(j->estimate.level, 0.95, 1e-15);
    assert_near(j->estimate.nominal, 0.97, 1e-15);
    assert_near(j->span_s, 90, 1e-15);
    assert_int_equal(j->invocations, 10);
    world_free(&w);
}

static void a_fixed_number_of_invocations_needs_no_allowance(void **state)
{
    struct world w = singles(vector, 10);

    (void)state;
    w.session->protocol.exactly = 10;
    assert_interval(judge(&w), 100.2, 99.397297, 101.371171);
    assert_near(w.m->judged->estimate.nominal, 0.95, 1e-15);
    w.session->protocol.exactly = 0;
    w.m->stop = DOC_STOP_EXACT;
    assert_interval(judge(&w), 100.2, 99.397297, 101.371171);
    world_free(&w);
}

static void a_row_that_ends_before_its_first_look_needs_none_either(void **state)
{
    struct world w = singles(vector, 9);

    (void)state;
    w.m->stop = DOC_STOP_TIME;
    assert_near(judge(&w)->estimate.nominal, 0.95, 1e-15);
    assert_int_equal(w.m->judged->estimate.method, ST_METHOD_HS);
    world_free(&w);
    /* looks below the smallest number allowed are none */
    w = singles(vector, 10);
    w.session->protocol.min_invocations = 11;
    assert_near(judge(&w)->estimate.nominal, 0.95, 1e-15);
    world_free(&w);
}

static void another_level_has_its_own_allowance(void **state)
{
    struct world w = singles(vector, 10);

    (void)state;
    w.session->protocol.level = 0.90;
    assert_near(judge(&w)->estimate.level, 0.90, 1e-15);
    assert_near(w.m->judged->estimate.nominal, 0.94, 1e-15);
    world_free(&w);
}

static void imported_values_are_n_values_that_nobody_looked_at(void **state)
{
    double values[10];
    struct world w = world_new("lat");

    (void)state;
    for (size_t i = 0; i < 10; i++)
        values[i] = (double)vector[i] / 1000;
    import(&w, values, 10, 1e-9);
    assert_interval(judge(&w), 100.2, 99.397297, 101.371171);
    assert_near(w.m->judged->estimate.nominal, 0.95, 1e-15);
    world_free(&w);
}

static void few_invocations_have_the_interval_that_suits_their_number(void **state)
{
    static const struct {
        size_t n;
        enum st_method method;
        double value;
    } cases[] = { { 1, ST_METHOD_NONE, 101.2 },
                  { 2, ST_METHOD_NONE, 100.45 },
                  { 3, ST_METHOD_LOGT, 100.431464242 }, /* cube root of the product */
                  { 5, ST_METHOD_LOGT, 100.786092016 },
                  { 6, ST_METHOD_HS, 100.2 } };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = singles(vector, cases[c].n);
        const struct judged *j = judge(&w);

        assert_int_equal(j->estimate.method, cases[c].method);
        assert_near(j->estimate.value, cases[c].value * 1e-9, 1e-8);
        assert_int_equal(j->estimate.n, cases[c].n);
        assert_int_equal(j->class == JUDGED_UNKNOWN, cases[c].n < 3);
        if (cases[c].method == ST_METHOD_NONE)
            assert_near(j->estimate.level + j->estimate.nominal, 0, 0);
        world_free(&w);
    }
}

/* Differences of single observations over a base of `base` ns per call. */
static struct world differences(const uint64_t *ns, size_t n, uint64_t base)
{
    struct world w = world_new("lat_sig.catch");

    for (size_t k = 0; k < n; k++) {
        struct invocation *i = add_invocation(&w);
        uint64_t subject = ns[k] + base;

        add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
        add_series(&w, i, DOC_PART_BASE, &base, 1);
    }
    return w;
}

static void few_differences_have_a_plain_t(void **state)
{
    /* mean 100.4333, sd 0.7506, t(0.975, 2) 4.302653: half-width 1.864483 */
    struct world w = differences(vector, 3, 20000);
    const struct judged *j = judge(&w);

    (void)state;
    assert_int_equal(j->estimate.method, ST_METHOD_T);
    assert_interval(j, 100.433333333, 98.568850484, 102.297816183);
    assert_near(j->subject, 120.4e-9, 1e-12);
    assert_near(j->base, 20e-9, 1e-12);
    world_free(&w);
}

static void differences_of_six_have_order_statistics(void **state)
{
    struct world w = differences(vector, 10, 20000);

    (void)state;
    assert_interval(judge(&w), 100.2, 99.290083, 101.549862);
    world_free(&w);
}

static void a_coarse_clock_widens_the_interval_by_half_a_tick_on_both_sides(
    void **state)
{
    struct world w = singles(vector, 10);

    (void)state;
    w.session->clock.tick_ns = 100; /* 0.1 ns a call: 0.0998 % */
    assert_interval(judge(&w), 100.2, 99.290083, 101.549862);
    assert_null(flag_of(w.m->judged, "tick"));
    w.session->clock.tick_ns = 101;
    assert_interval(judge(&w), 100.2, 99.290083 - 0.0505, 101.549862 + 0.0505);
    assert_near(flag_of(w.m->judged, "tick")->statistic, 0.101 / 100.2, 1e-9);
    assert_near(flag_of(w.m->judged, "tick")->limit, 0.001, 1e-15);
    assert_near(w.m->judged->q, 0.101e-9, 1e-12);
    world_free(&w);
}

static void values_that_repeat_are_a_coarse_clock_too(void **state)
{
    struct world w = world_new("lat");
    uint64_t ns[10];

    (void)state;
    w.session->clock.tick_ns = 10;
    for (uint64_t k = 0; k < 10; k++) { /* 24 different ones of 100 */
        for (uint64_t i = 0; i < 10; i++)
            ns[i] = 100000 + 10 * ((10 * k + i) % 24);
        observe(&w, ns, 10);
    }
    assert_near(flag_of(judge(&w), "tick")->statistic, 0.24, 1e-15);
    w.session->invocations[0]->series[0].ns[0] = 100500; /* and now 25 */
    assert_null(flag_of(judge(&w), "tick"));
    world_free(&w);
}

/* Ten invocations from 1 - width to 1 + width: HS at 0.95 reaches 0.6577 of d = 2. */
static struct world ramp(double half_width)
{
    struct world w = world_new("lat");

    w.session->protocol.exactly = 10;
    for (int k = 0; k < 10; k++) {
        /* symmetric and even: (1 - lambda) x_(2) + lambda x_(3), 7 and 5 of 9 steps */
        double at = (2 * (7 * k % 10) - 9) / (7 - 2 * 0.65768) * half_width;
        uint64_t ns = (uint64_t)(100000000 * (1 + at) + 0.5);

        observe(&w, &ns, 1);
    }
    return w;
}

static void classes_follow_the_half_width_from_six_invocations_on(void **state)
{
    static const struct {
        double half_width;
        enum judged_class class;
    } cases[] = {
        { 0.0001, JUDGED_SHARP },  { 0.0099, JUDGED_SHARP },
        { 0.0101, JUDGED_STABLE }, { 0.0499, JUDGED_STABLE },
        { 0.0501, JUDGED_FAIR },   { 0.0999, JUDGED_FAIR },
        { 0.1001, JUDGED_NOISY }, /* hi = 2 lo at a third */
        { 0.3332, JUDGED_NOISY },  { 0.3334, JUDGED_ERRATIC },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = ramp(cases[c].half_width);
        const struct judged *j = judge(&w);

        assert_near((j->estimate.hi - j->estimate.lo) / 2 / j->estimate.value,
                    cases[c].half_width, 1e-4);
        assert_int_equal(j->class, cases[c].class);
        world_free(&w);
    }
}

static void three_to_five_invocations_are_classed_by_their_cv(void **state)
{
    static const struct {
        uint64_t ns[5];
        size_t n;
        enum judged_class class;
    } cases[] = {
        /* sd of 100 - d, 100, 100 + d is d */
        { { 98010, 100000, 101990 }, 3, JUDGED_STABLE },
        { { 97990, 100000, 102010 }, 3, JUDGED_FAIR },
        { { 90010, 100000, 109990 }, 3, JUDGED_FAIR },
        { { 89990, 100000, 110010 }, 3, JUDGED_NOISY },
        /* t half-width 4.302653 d / sqrt 3 reaches the mean at d = 40.255 */
        { { 69000, 100000, 131000 }, 3, JUDGED_NOISY },
        { { 100000, 100001, 100002, 100003, 199990 }, 5, JUDGED_NOISY },
        { { 100000, 100001, 100002, 100003, 200000 }, 5, JUDGED_ERRATIC },
        /* less than twice the smallest, but cv 42.6 %: the t interval reaches 0 */
        { { 100000, 100000, 198000 }, 3, JUDGED_ERRATIC },
        { { 100000, 100000, 187000 }, 3, JUDGED_NOISY }, /* 39.0 % */
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = singles(cases[c].ns, cases[c].n);

        assert_int_equal(judge(&w)->class, cases[c].class);
        world_free(&w);
    }
}

static void a_difference_is_classed_by_the_larger_of_value_and_subject(void **state)
{
    /* 10 +- 1 over a base of 1000 is a half-width of a tenth, but 0.1 % of the subject
     */
    struct world w = world_new("lat_ctx"), alone = world_new("lat_ctx");

    (void)state;
    for (uint64_t k = 0; k < 10; k++) {
        struct invocation *i = add_invocation(&w);
        uint64_t base = 1000000, value = 9000 + 222 * (7 * k % 10),
                 subject = base + value;

        add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
        add_series(&w, i, DOC_PART_BASE, &base, 1);
        observe(&alone, &value, 1);
    }
    assert_int_equal(judge(&w)->class, JUDGED_SHARP);
    assert_int_equal(judge(&alone)->class, JUDGED_FAIR);
    assert_non_null(flag_of(w.m->judged, "overhead-large"));
    world_free(&w);
    world_free(&alone);
}

/* subject - base = from, from + step … over a base of 1000. */
static struct world around_zero(int64_t from, int64_t step, size_t n)
{
    struct world w = world_new("lat_sig.catch");

    for (size_t k = 0; k < n; k++) {
        struct invocation *i = add_invocation(&w);
        uint64_t base = 1000000;
        uint64_t subject = (uint64_t)(1000000 + from + step * (int64_t)(7 * k % n));

        add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
        add_series(&w, i, DOC_PART_BASE, &base, 1);
    }
    return w;
}

static void a_difference_that_may_be_nothing_is_unknown(void **state)
{
    static const struct {
        int64_t from, step;
        size_t n;
        bool negative;
        enum judged_class class;
    } cases[] = {
        { -2000, 1000, 10, true, JUDGED_UNKNOWN }, /* contains 0 */
        { -9000, 1000, 5, true, JUDGED_UNKNOWN },  /* lies below it */
        { 9000, 1000, 10, false, JUDGED_SHARP },
        { 1000, 1000, 10, false, JUDGED_ERRATIC }, /* above 0, from one to three */
        { -1000, 100, 1, true, JUDGED_UNKNOWN },   /* no interval: by its value */
        { 1000, 100, 1, false, JUDGED_UNKNOWN },
    };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct world w = around_zero(cases[c].from, cases[c].step, cases[c].n);
        const struct judged *j = judge(&w);

        assert_int_equal(flag_of(j, "negative-after-overhead") != NULL,
                         cases[c].negative);
        assert_int_equal(j->class, cases[c].class);
        world_free(&w);
    }
}

/* sqrt (2 (h^2 + (1.96 s)^2)) on the logarithm, where somebody measured s. */
static void a_rerun_interval_needs_a_measured_between_session_sd(void **state)
{
    struct world w = ramp(0.01), difference = around_zero(-2000, 1000, 10);
    struct definition family = { .id = "lat", .unit = "s", .family = "syscall" };
    const struct fact facts[] = {
        { .key = "rerun.signal", .value = "0.5", .source = "noise floor" },
        { .key = "rerun.syscall", .value = "0.02", .source = "noise floor of today" }
    };
    const struct judged *j;
    double h, half;

    (void)state;
    assert_false(judge(&w)->has_rerun);
    w.m->definition = &family;
    assert_int_equal(doc_add_fact(w.doc, &w.session->facts, &facts[0]), 0);
    assert_false(judge(&w)->has_rerun);
    assert_int_equal(doc_add_fact(w.doc, &w.session->facts, &facts[1]), 0);
    j = judge(&w);
    assert_true(j->has_rerun);
    assert_near(j->rerun_sd, 0.02, 0);
    assert_string_equal(j->rerun_source, "noise floor of today");
    h = log(j->estimate.hi / j->estimate.lo) / 2;
    half = sqrt(2 * (h * h + 0.0392 * 0.0392));
    assert_near(log(j->rerun_hi / j->estimate.value), half, 1e-12);
    assert_near(log(j->estimate.value / j->rerun_lo), half, 1e-12);

    difference.m->definition = &family; /* may be 0: in its unit, s of the subject */
    assert_int_equal(
        doc_add_fact(difference.doc, &difference.session->facts, &facts[1]), 0);
    j = judge(&difference);
    h = (j->estimate.hi - j->estimate.lo) / 2;
    half = sqrt(2 * (h * h + pow(0.0392 * j->subject, 2)));
    assert_near(j->rerun_hi - j->estimate.value, half, 1e-12);
    assert_near(j->estimate.value - j->rerun_lo, half, 1e-12);
    world_free(&w);
    world_free(&difference);
}

static void variance_components_are_those_of_kalibera_and_jones(void **state)
{
    /* within: variance of 0 100 200 300 400 is 25000; means 100000 + 3000 k, k = 0 to
       5: 3.5 x 3000^2; five observations each */
    struct world w = world_new("lat");
    const struct judged *j;
    double within = 0.025, between = 31.5 - within / 5; /* ns^2 per call */

    (void)state;
    for (uint64_t k = 0; k < 6; k++) {
        uint64_t ns[5];

        for (uint64_t i = 0; i < 5; i++)
            ns[i] = 100000 + 3000 * k + 100 * i - 200;
        observe(&w, ns, 5);
    }
    j = judge(&w);
    assert_near(j->within, within * 1e-18, 1e-9);
    assert_near(j->between, between * 1e-18, 1e-9);
    assert_near(j->icc, between / (within + between), 1e-9);
    world_free(&w);
}

/* Unequal numbers and a rejected observation; the room's own function must agree. */
static void variance_components_are_those_of_room_stats(void **state)
{
    static const double x[] = { 100.1, 100.2, 100.4, 100.7, 101.1, 102.6,
                                103.2, 103.4, 103.1, 99.5,  99.9,  100 };
    static const struct st_sample samples[] = { { x, 4 }, { x + 4, 5 }, { x + 9, 3 } };
    struct st_components c;
    struct world w = world_new("lat");
    const struct judged *j;

    (void)state;
    assert_int_equal(st_components(&c, samples, 3), 0);
    for (size_t k = 0; k < 3; k++) {
        uint64_t ns[6];

        for (size_t i = 0; i < samples[k].n; i++)
            ns[i] = (uint64_t)(samples[k].x[i] * 1000 + 0.5);
        ns[samples[k].n] = 170000;
        observe(&w, ns, samples[k].n + (k == 1));
    }
    disturb(&w, &w.session->invocations[1]->series[0], SERIES_SWITCHES, 5, 1);
    j = judge(&w);
    assert_int_equal(j->samples, 12);
    assert_near(j->within, c.within * 1e-18, 1e-9);
    assert_near(j->between, c.between * 1e-18, 1e-9);
    assert_near(j->icc, c.icc, 1e-9);
    world_free(&w);
}

static void where_invocations_do_not_differ_nothing_is_between_them(void **state)
{
    struct world w = world_new("lat");

    (void)state;
    for (int k = 0; k < 6; k++)
        observe_around(&w, 1000000, 5);
    assert_near(judge(&w)->between, 0, 0);
    assert_near(w.m->judged->icc, 0, 0);
    assert_true(w.m->judged->within > 0);
    world_free(&w);
    w = singles(vector, 1);
    assert_true(isnan(judge(&w)->within) && isnan(w.m->judged->icc));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_looks_the_interval_is_computed_at_097_and_promises_095),
        cmocka_unit_test(a_fixed_number_of_invocations_needs_no_allowance),
        cmocka_unit_test(a_row_that_ends_before_its_first_look_needs_none_either),
        cmocka_unit_test(another_level_has_its_own_allowance),
        cmocka_unit_test(imported_values_are_n_values_that_nobody_looked_at),
        cmocka_unit_test(few_invocations_have_the_interval_that_suits_their_number),
        cmocka_unit_test(few_differences_have_a_plain_t),
        cmocka_unit_test(differences_of_six_have_order_statistics),
        cmocka_unit_test(
            a_coarse_clock_widens_the_interval_by_half_a_tick_on_both_sides),
        cmocka_unit_test(values_that_repeat_are_a_coarse_clock_too),
        cmocka_unit_test(classes_follow_the_half_width_from_six_invocations_on),
        cmocka_unit_test(three_to_five_invocations_are_classed_by_their_cv),
        cmocka_unit_test(a_difference_is_classed_by_the_larger_of_value_and_subject),
        cmocka_unit_test(a_difference_that_may_be_nothing_is_unknown),
        cmocka_unit_test(a_rerun_interval_needs_a_measured_between_session_sd),
        cmocka_unit_test(variance_components_are_those_of_kalibera_and_jones),
        cmocka_unit_test(variance_components_are_those_of_room_stats),
        cmocka_unit_test(where_invocations_do_not_differ_nothing_is_between_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
