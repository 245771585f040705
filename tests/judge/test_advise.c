/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.md 3.6: when to stop. */
#include "judge/judge.h"

#include "builder.h"

#include "support.h"

/* n single observations, from 1 - scatter to 1 + scatter, or all alike for 0. */
static struct world scattered(size_t n, double scatter)
{
    struct world w = world_new("lat");

    for (size_t k = 0; k < n; k++) {
        double at = n > 1 ? 2 * (double)k / (double)(n - 1) - 1 : 0;
        uint64_t ns = (uint64_t)(1e8 * (1 + scatter * at));

        observe(&w, &ns, 1);
    }
    w.session->protocol.span_seconds = 60;
    w.m->plan.warmup = 0;
    w.m->plan.samples = 1;
    return w;
}

static struct advice advise(struct world *w, uint32_t valid, double span, double spent)
{
    struct advice a = { 0 };

    assert_int_equal(judge_advise(w->doc, w->m, valid, span, spent, &a), 0);
    return a;
}

static void assert_stops(struct advice a, enum doc_stop why)
{
    assert_int_equal(a.what, ADVICE_STOP);
    assert_int_equal(a.why, why);
}

static void assert_goes_on(struct advice a, uint32_t next)
{
    assert_int_equal(a.what, ADVICE_CONTINUE);
    assert_int_equal(a.why, DOC_STOP_NONE);
    assert_int_equal(a.next_look, next);
}

static void a_row_stops_at_a_look_when_it_is_precise(void **state)
{
    struct world precise = scattered(10, 0.005), wide = scattered(10, 0.05);

    (void)state;
    assert_stops(advise(&precise, 10, 90, 5), DOC_STOP_PRECISION);
    assert_goes_on(advise(&wide, 10, 90, 5), 15);
    world_free(&precise);
    world_free(&wide);
}

static void the_border_is_half_the_interval_over_the_value(void **state)
{
    struct world w = scattered(10, 0.02);
    double half;

    (void)state;
    advise(&w, 10, 90, 5);
    half = (w.m->judged->estimate.hi - w.m->judged->estimate.lo) / 2 /
           w.m->judged->estimate.value;
    w.session->protocol.precision = half * (1 + 1e-6);
    assert_stops(advise(&w, 10, 90, 5), DOC_STOP_PRECISION);
    w.session->protocol.precision = half * (1 - 1e-6);
    assert_goes_on(advise(&w, 10, 90, 5), 15);
    world_free(&w);
}

static void between_looks_precision_is_not_looked_at(void **state)
{
    struct world w = scattered(12, 0);

    (void)state;
    assert_goes_on(advise(&w, 12, 90, 5), 15);
    world_free(&w);
    w = scattered(5, 0);
    assert_goes_on(advise(&w, 5, 90, 5), 10);
    world_free(&w);
}

static void no_row_stops_before_its_span(void **state)
{
    struct world w = scattered(10, 0);

    (void)state;
    assert_goes_on(advise(&w, 10, 59.9, 5), 15);
    assert_stops(advise(&w, 10, 60, 5), DOC_STOP_PRECISION);
    w.session->protocol.span_seconds = 0;
    assert_stops(advise(&w, 10, 0, 5), DOC_STOP_PRECISION);
    world_free(&w);
}

static void the_last_look_and_the_largest_number_are_caps(void **state)
{
    struct world w = scattered(80, 0.5);

    (void)state;
    assert_stops(advise(&w, 80, 800, 5), DOC_STOP_MAXIMUM);
    world_free(&w);
    w = scattered(23, 0.5);
    w.session->protocol.max_invocations = 30;
    assert_goes_on(advise(&w, 23, 800, 5), 30);
    world_free(&w);
    w = scattered(30, 0); /* precise, but 30 is no look */
    w.session->protocol.max_invocations = 30;
    assert_stops(advise(&w, 30, 800, 5), DOC_STOP_MAXIMUM);
    world_free(&w);
}

static void looks_below_the_smallest_number_are_none(void **state)
{
    struct world w = scattered(10, 0);

    (void)state;
    w.session->protocol.min_invocations = 20;
    assert_goes_on(advise(&w, 10, 90, 5), 23);
    world_free(&w);
}

static void the_time_for_one_row_is_a_cap_at_any_number(void **state)
{
    struct world w = scattered(7, 0.5);

    (void)state;
    w.session->protocol.max_seconds_each = 100;
    assert_goes_on(advise(&w, 7, 60, 99), 10);
    assert_stops(advise(&w, 7, 60, 100), DOC_STOP_TIME);
    world_free(&w);
    w = scattered(10, 0); /* who has met the precision was not stopped by time */
    w.session->protocol.max_seconds_each = 100;
    assert_stops(advise(&w, 10, 60, 100), DOC_STOP_PRECISION);
    world_free(&w);
}

static void a_fixed_number_is_exact_whatever_the_width(void **state)
{
    struct world w = scattered(10, 0.5);

    (void)state;
    w.session->protocol.exactly = 10;
    assert_stops(advise(&w, 10, 0, 5), DOC_STOP_EXACT);
    assert_near(w.m->judged->estimate.nominal, 0.95, 1e-15);
    world_free(&w);
    w = scattered(10, 0);
    w.session->protocol.exactly = 12; /* a look on the way does not stop it */
    assert_goes_on(advise(&w, 10, 90, 5), 12);
    world_free(&w);
}

static void a_draft_is_five_invocations(void **state)
{
    struct world w = scattered(4, 0);

    (void)state;
    w.session->protocol.draft = true;
    assert_goes_on(advise(&w, 4, 0, 5), 5);
    world_free(&w);
    w = scattered(5, 0.5);
    w.session->protocol.draft = true;
    assert_stops(advise(&w, 5, 0, 5), DOC_STOP_EXACT);
    assert_int_equal(w.m->judged->estimate.method, ST_METHOD_LOGT);
    world_free(&w);
}

static void what_was_left_out_whole_is_measured_in_addition(void **state)
{
    struct world w = world_new("lat");

    (void)state;
    for (int k = 0; k < 10; k++)
        observe_around(&w, 1000000, 20);
    for (uint32_t i = 0; i < 11; i++)
        disturb(&w, &w.session->invocations[3]->series[0], SERIES_SWITCHES, i, 1);
    assert_goes_on(advise(&w, 10, 90, 5), 11);
    w.session->protocol.exactly = 10;
    assert_goes_on(advise(&w, 10, 90, 5), 11);
    w.session->protocol.exactly = 0;
    observe_around(&w, 1000000, 20);
    assert_stops(advise(&w, 11, 100, 5), DOC_STOP_PRECISION);
    world_free(&w);
}

static void a_difference_is_precise_by_the_larger_of_value_and_subject(void **state)
{
    struct world w = world_new("lat_ctx");

    (void)state;
    for (uint64_t k = 0; k < 10; k++) { /* 10 +- 1 over 1000 */
        struct invocation *i = add_invocation(&w);
        uint64_t base = 1000000, subject = base + 9000 + 222 * k;

        add_series(&w, i, DOC_PART_SUBJECT, &subject, 1);
        add_series(&w, i, DOC_PART_BASE, &base, 1);
    }
    assert_stops(advise(&w, 10, 90, 5), DOC_STOP_PRECISION);
    world_free(&w);
}

static void advice_carries_the_plan(void **state)
{
    struct world w = scattered(10, 0.5);

    (void)state;
    w.m->plan.samples = 0;
    w.session->protocol.samples = 20;
    assert_int_equal(advise(&w, 10, 90, 5).samples, 20);
    w.m->plan.samples = 7;
    assert_int_equal(advise(&w, 10, 90, 5).samples, 7);
    assert_int_equal(advise(&w, 10, 90, 5).warmup, 0);
    assert_non_null(w.m->judged); /* what it saw, for the progress line */
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_stops_at_a_look_when_it_is_precise),
        cmocka_unit_test(the_border_is_half_the_interval_over_the_value),
        cmocka_unit_test(between_looks_precision_is_not_looked_at),
        cmocka_unit_test(no_row_stops_before_its_span),
        cmocka_unit_test(the_last_look_and_the_largest_number_are_caps),
        cmocka_unit_test(looks_below_the_smallest_number_are_none),
        cmocka_unit_test(the_time_for_one_row_is_a_cap_at_any_number),
        cmocka_unit_test(a_fixed_number_is_exact_whatever_the_width),
        cmocka_unit_test(a_draft_is_five_invocations),
        cmocka_unit_test(what_was_left_out_whole_is_measured_in_addition),
        cmocka_unit_test(a_difference_is_precise_by_the_larger_of_value_and_subject),
        cmocka_unit_test(advice_carries_the_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
