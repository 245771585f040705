/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_time.c - spans and limits, by a clock that nobody waits for
 */
#include "run/run.h"

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" }, *const fifteen[] = { "15" };

static struct fake *begin_fake(void)
{
    struct fake *f = malloc(sizeof *f);

    assert_non_null(f);
    fake_init(f);
    return f;
}

static int begin(void **state)
{
    *state = begin_fake();
    return 0;
}

static int end(void **state)
{
    fake_done(*state);
    free(*state);
    return 0;
}

static void blocks_are_spread_over_the_span(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, fifteen);
    double first, offset;

    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, NULL), 0);
    first = f->plan.session->invocations[1]->offset_s;
    for (uint32_t block = 0; block < 10; block++) {
        offset = f->plan.session->invocations[1 + block]->offset_s;
        assert_near(offset - first + 1, block * 10 + 1, 1e-4);
    }
    for (uint32_t block = 10; block < 15; block++) { /* then they just follow */
        offset = f->plan.session->invocations[1 + block]->offset_s;
        assert_near(offset - first, 90 + 0.5 * (block - 9), 1e-4);
    }
    assert_true(j->last_offset_s - j->first_offset_s >= 90);
    assert_true(f->events[RUN_EVENT_WAIT] >= 9);
}

static void no_row_stops_before_its_own_invocations_span_it(void **state)
{
    struct fake *f = *state;
    const char *const names[] = { "a", "b", "c", "d", "e" };

    for (size_t i = 0; i < 5; i++)
        fake_job(f, names[i], 1, ten);
    f->seconds = 1; /* so that blocks are waited for */
    f->plan.session->protocol.span_seconds = 60;
    assert_int_equal(fake_session(f, NULL), 0);
    for (size_t i = 0; i < 5; i++) {
        const struct plan_job *j = &f->plan.jobs[i];

        assert_int_equal(j->valid, 10);
        assert_true(j->last_offset_s - j->first_offset_s >= 60);
    }
}

static void a_span_of_nothing_is_not_waited_for(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->plan.session->protocol.span_seconds = 0;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_near(f->slept_s, 0, 0);
    assert_int_equal(f->events[RUN_EVENT_WAIT], 0);
}

static void one_invocation_has_no_span_to_wait_for(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "1" };

    fake_job(f, "a", 1, k);
    f->plan.session->protocol.exactly = 1;
    f->plan.session->protocol.span_seconds = 60;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_near(f->slept_s, 0, 0);
}

static void the_time_for_the_run_wins_over_the_span(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    f->plan.session->protocol.span_seconds = 90;
    f->plan.session->protocol.max_seconds = 35;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(j->points[0]->stop, DOC_STOP_TIME);
    assert_int_equal(j->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(j->valid, 4);
    assert_near(f->now_s, 1035, 1e-12); /* it does not sleep past it */
}

static void a_row_the_time_did_not_reach_is_skipped_and_says_so(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->seconds = 5;
    f->plan.session->protocol.max_seconds = 4;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(f->plan.session->n_invocations, 0); /* cut by the run's limit */
    assert_int_equal(f->plan.jobs[0].points[0]->status, DOC_STATUS_SKIPPED);
    assert_int_equal(f->plan.jobs[0].points[0]->stop, DOC_STOP_TIME);
    assert_non_null(f->plan.jobs[0].points[0]->reason);
}

static void the_time_for_one_row_stops_that_row(void **state)
{
    struct fake *f = *state;
    struct plan_job *slow = fake_job(f, "a", 1, ten), *quick;
    const char *const k[] = { "10", "10", "10" };

    quick = fake_job(f, "b", 3, k); /* its process works for three rows */
    f->plan.session->protocol.max_seconds_each = 2.9;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(slow->points[0]->stop, DOC_STOP_TIME);
    assert_int_equal(slow->valid, 5); /* and the pilot: six half seconds */
    assert_int_equal(quick->points[0]->stop, DOC_STOP_PRECISION);
    assert_int_equal(quick->valid, 10);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(blocks_are_spread_over_the_span),
        ONE(no_row_stops_before_its_own_invocations_span_it),
        ONE(a_span_of_nothing_is_not_waited_for),
        ONE(one_invocation_has_no_span_to_wait_for),
        ONE(the_time_for_the_run_wins_over_the_span),
        ONE(a_row_the_time_did_not_reach_is_skipped_and_says_so),
        ONE(the_time_for_one_row_stops_that_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
