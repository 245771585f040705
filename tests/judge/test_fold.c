/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge/judge.h"

#include "builder.h"

#include "support.h"

static void a_value_is_seconds_per_pass(void **state)
{
    static const uint64_t ns[] = { 81300, 81250, 81400 };
    struct world w = world_new("lat_syscall.null");
    const struct judged *j;

    (void)state;
    observe(&w, ns, 3);
    j = judge(&w);
    assert_near(j->estimate.value, 81.3e-9, 1e-15);
    assert_int_equal(j->estimate.method, ST_METHOD_NONE);
    assert_true(isnan(j->estimate.lo) && isnan(j->estimate.hi));
    assert_near(j->spread.min, 81.25e-9, 1e-15);
    assert_near(j->spread.max, 81.4e-9, 1e-15);
    assert_int_equal(j->samples, 3);
    world_free(&w);
}

static void warm_up_is_left_out_and_its_first_observation_is_the_cold_value(
    void **state)
{
    static const uint64_t ns[] = { 900000, 95000, 83000, 83000,
                                   82000,  81000, 81010, 81020 };
    struct world w = world_new("lat");
    const struct judged *j;

    (void)state;
    w.m->plan.warmup = 5;
    observe(&w, ns, 8);
    j = judge(&w);
    assert_near(j->estimate.value, 81.01e-9, 1e-15);
    assert_near(j->cold, 900e-9, 1e-15);
    assert_int_equal(j->warmup, 5);
    assert_int_equal(j->samples, 3);
    world_free(&w);
}

static void of_a_longer_series_only_the_planned_samples_count(void **state)
{
    static const uint64_t ns[] = { 70000, 81000, 81010, 81020, 99000, 99000, 99000 };
    struct world w = world_new("lat");

    (void)state;
    w.m->plan.warmup = 1;
    w.m->plan.samples = 3;
    observe(&w, ns, 7);
    assert_near(judge(&w)->estimate.value, 81.01e-9, 1e-15);
    world_free(&w);
}

static void a_series_that_is_all_warm_up_is_no_value(void **state)
{
    static const uint64_t ns[] = { 1, 2, 3 };
    struct world w = world_new("lat");
    const struct judged *j;

    (void)state;
    w.m->plan.warmup = 3;
    observe(&w, ns, 3);
    observe(&w, ns, 0);
    j = judge(&w);
    assert_int_equal(j->invocations, 0);
    assert_int_equal(j->class, JUDGED_UNKNOWN);
    assert_true(isnan(j->estimate.value));
    assert_int_equal(j->n_flags, 0);
    world_free(&w);
}

static void pilots_and_invalid_invocations_do_not_count(void **state)
{
    static const uint64_t ns[] = { 81000 }, wrong[] = { 5 };
    struct world w = world_new("lat");
    const struct judged *j;

    (void)state;
    observe(&w, ns, 1);
    observe(&w, wrong, 1);
    w.session->invocations[1]->phase = DOC_PHASE_PILOT;
    observe(&w, wrong, 1);
    w.session->invocations[2]->valid = false;
    j = judge(&w);
    assert_near(j->estimate.value, 81e-9, 1e-15);
    assert_int_equal(j->invocations, 1);
    assert_int_equal(j->replaced, 1);
    world_free(&w);
}

static void a_row_that_is_not_ok_has_no_value(void **state)
{
    static const uint64_t ns[] = { 81000 };
    struct world w = world_new("lat");

    (void)state;
    observe(&w, ns, 1);
    w.m->status = DOC_STATUS_FAILED;
    assert_true(isnan(judge(&w)->estimate.value));
    assert_int_equal(w.m->judged->class, JUDGED_UNKNOWN);
    world_free(&w);
}

static void a_difference_is_formed_observation_by_observation(void **state)
{
    /* medians of the parts differ by 12000, the median of the differences is 11000 */
    static const uint64_t subject[] = { 20000, 21000, 30000 };
    static const uint64_t base[] = { 9000, 4000, 19000 };
    struct world w = world_new("lat_sig.catch");
    struct invocation *i = add_invocation(&w);
    const struct judged *j;

    (void)state;
    add_series(&w, i, DOC_PART_SUBJECT, subject, 3);
    add_series(&w, i, DOC_PART_BASE, base, 3);
    j = judge(&w);
    assert_near(j->estimate.value, 11e-9, 1e-15);
    assert_near(j->subject, 21e-9, 1e-15);
    assert_near(j->base, 9e-9, 1e-15);
    /* each part may be off by half of its tick */
    assert_near(j->q, 2e-12, 1e-15);
    world_free(&w);
}

static void a_part_without_the_other_is_no_value(void **state)
{
    static const uint64_t ns[] = { 20000, 20000, 20000 };
    struct world w = world_new("lat_sig.catch");
    struct invocation *i = add_invocation(&w);

    (void)state;
    add_series(&w, i, DOC_PART_SUBJECT, ns, 3);
    add_series(&w, i, DOC_PART_BASE, ns, 2);
    observe(&w, ns, 3);
    add_series(&w, add_invocation(&w), DOC_PART_BASE, ns, 3);
    assert_int_equal(judge(&w)->invocations, 1);
    assert_int_equal(w.m->judged->samples, 2);
    world_free(&w);
}

static void a_bandwidth_has_the_inverted_interval_of_its_time(void **state)
{
    struct world time = world_new("lat"), rate = world_new("bw");
    const struct judged *t, *r;

    (void)state;
    rate.m->plan.bytes = 65536;
    for (uint64_t k = 0; k < 10; k++) {
        observe_around(&time, 1000000 + 1703 * k * k, 15);
        observe_around(&rate, 1000000 + 1703 * k * k, 15);
    }
    t = judge(&time);
    r = judge(&rate);
    assert_near(r->estimate.value, 65536 / t->estimate.value, 1e-12);
    assert_near(r->estimate.lo, 65536 / t->estimate.hi, 1e-12);
    assert_near(r->estimate.hi, 65536 / t->estimate.lo, 1e-12);
    assert_near(r->spread.max, 65536 / t->spread.min, 1e-12);
    assert_near(r->cold, 65536 / t->cold, 1e-12);
    assert_int_equal(r->estimate.method, ST_METHOD_HS);
    assert_int_equal(r->class, t->class);
    world_free(&time);
    world_free(&rate);
}

static void parallel_copies_are_observations_of_one_invocation(void **state)
{
    static const uint64_t first[] = { 10000, 11000, 12000 };
    static const uint64_t second[] = { 13000, 14000, 15000 };
    struct world w = world_new("lat");
    struct invocation *i = add_invocation(&w);

    (void)state;
    add_series(&w, i, DOC_PART_SUBJECT, first, 3);
    add_series(&w, i, DOC_PART_SUBJECT, second, 3)->copy = 1;
    assert_near(judge(&w)->estimate.value, 12.5e-9, 1e-15);
    assert_int_equal(w.m->judged->invocations, 1);
    world_free(&w);
}

static void a_sweep_has_its_rows_apart(void **state)
{
    static const uint64_t a[] = { 10000 }, b[] = { 20000 };
    struct world w = world_new("lat_ctx");
    struct measurement *first = w.m;
    struct invocation *i = add_invocation(&w);

    (void)state;
    add_series(&w, i, DOC_PART_SUBJECT, a, 1);
    add_row(&w, "lat_ctx");
    add_series(&w, i, DOC_PART_SUBJECT, b, 1);
    assert_int_equal(judge_doc(w.doc), 0);
    assert_near(first->judged->estimate.value, 10e-9, 1e-15);
    assert_near(w.m->judged->estimate.value, 20e-9, 1e-15);
    world_free(&w);
}

static void imported_values_are_values_of_the_row_in_its_unit(void **state)
{
    static const double values[] = { 168, 179, NAN, 180 };
    struct world w = world_new("bw_pipe");
    const struct judged *j;

    (void)state;
    w.m->plan.warmup = 5; /* does not apply */
    import(&w, values, 4, 1e6);
    j = judge(&w);
    assert_int_equal(j->invocations, 3);
    assert_near(j->estimate.value, 175.580e6, 2e-5); /* cube root of 168 179 180 */
    assert_near(j->spread.max, 180e6, 1e-15);
    assert_near(j->q, 0, 0);
    assert_near(j->cold, 0, 0);
    assert_true(isnan(j->within) && isnan(j->between) && isnan(j->icc));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_seconds_per_pass),
        cmocka_unit_test(
            warm_up_is_left_out_and_its_first_observation_is_the_cold_value),
        cmocka_unit_test(of_a_longer_series_only_the_planned_samples_count),
        cmocka_unit_test(a_series_that_is_all_warm_up_is_no_value),
        cmocka_unit_test(pilots_and_invalid_invocations_do_not_count),
        cmocka_unit_test(a_row_that_is_not_ok_has_no_value),
        cmocka_unit_test(a_difference_is_formed_observation_by_observation),
        cmocka_unit_test(a_part_without_the_other_is_no_value),
        cmocka_unit_test(a_bandwidth_has_the_inverted_interval_of_its_time),
        cmocka_unit_test(parallel_copies_are_observations_of_one_invocation),
        cmocka_unit_test(a_sweep_has_its_rows_apart),
        cmocka_unit_test(imported_values_are_values_of_the_row_in_its_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
