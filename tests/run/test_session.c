/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_session.c - pilots, blocks, looks, spans and limits on a fake machine
 */
#include "run/run.h"

#include <math.h>

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

static bool is_of(const struct invocation *i, const struct plan_job *j)
{
    return i->n_series && i->series[0].measurement->definition->id == j->bench;
}

static uint32_t count(const struct fake *f, const struct plan_job *j,
                      enum doc_phase phase, bool valid)
{
    uint32_t n = 0;

    for (size_t i = 0; i < f->plan.session->n_invocations; i++) {
        const struct invocation *one = f->plan.session->invocations[i];

        n += one->phase == phase && one->valid == valid && is_of(one, j);
    }
    return n;
}

static void each_running_row_has_one_invocation_in_each_block(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = fake_job(f, "a", 1, ten), *b = fake_job(f, "b", 1, fifteen);
    const struct session *s = f->plan.session;
    uint32_t seen[2][15] = { { 0 } };

    assert_int_equal(fake_session(f, NULL), 0);
    for (size_t i = 0; i < s->n_invocations; i++) {
        const struct invocation *one = s->invocations[i];

        assert_int_equal(one->seq, i + 1);
        assert_true(i == 0 || one->offset_s > s->invocations[i - 1]->offset_s);
        if (one->phase == DOC_PHASE_RUN)
            seen[is_of(one, b)][one->block]++;
    }
    for (uint32_t block = 0; block < 15; block++) {
        assert_int_equal(seen[0][block], block < 10);
        assert_int_equal(seen[1][block], 1);
    }
    assert_true(a->stopped && b->stopped);
    assert_int_equal(a->points[0]->stop, DOC_STOP_PRECISION);
    assert_int_equal(f->events[RUN_EVENT_BLOCK], 15);
    assert_int_equal(f->events[RUN_EVENT_ROW], 2);
    assert_int_equal(f->asked, 3); /* at 10 both, at 15 one: at the looks only */
}

static void the_order_within_blocks_is_the_seeds(void **state)
{
    struct fake *f = *state;
    const struct session *s = f->plan.session;
    const char *const names[] = { "a", "b", "c", "d" };
    size_t order[4];

    for (size_t i = 0; i < 4; i++)
        fake_job(f, names[i], 1, ten);
    assert_int_equal(fake_session(f, NULL), 0);
    for (uint32_t block = 0; block < 10; block++) {
        run_block_order(&f->plan, block, order);
        for (size_t i = 0; i < 4; i++) {
            const struct invocation *one = s->invocations[4 + 4 * block + i];

            assert_string_equal(one->series[0].measurement->definition->id,
                                names[order[i]]);
            assert_int_equal(one->padding, run_padding(&f->plan, block, order[i]));
        }
    }
}

static void a_pilot_calibrates_once_for_all(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "10", "10", "10" };
    struct plan_job *j = fake_job(f, "sweep", 3, k);
    const struct invocation *pilot, *first;

    f->plan.session->protocol.samples = 20;
    f->plan.session->protocol.warmup = 5;
    assert_int_equal(fake_session(f, NULL), 0);
    pilot = f->plan.session->invocations[0];
    first = f->plan.session->invocations[1];
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, true), 1);
    assert_int_equal(pilot->phase, DOC_PHASE_PILOT);
    assert_int_equal(pilot->series[2].n, 10); /* warm-up and five */
    assert_int_equal(first->series[2].n, 25);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(j->points[i]->plan.passes, 1000 + i);
        assert_int_equal(first->series[i].passes, 1000 + i);
        assert_near(j->points[i]->plan.deadline_s, 10, 0);
    }
    assert_int_equal(j->pilots, 1);
}

static void a_row_whose_passes_are_known_needs_no_pilot(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    j->points[0]->plan.passes = 4321;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, true), 0);
    assert_int_equal(f->plan.session->invocations[0]->series[0].passes, 4321);
    assert_int_equal(j->points[0]->plan.passes, 4321);
}

static void a_deadline_is_ten_seconds_or_twenty_pilots_or_the_cases_own(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten), *own = fake_job(f, "b", 1, ten);

    own->deadline_s = 77;
    f->seconds = 3;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_near(j->deadline_s, 60, 1e-12);
    assert_near(j->points[0]->plan.deadline_s, 60, 1e-12);
    assert_near(own->deadline_s, 77, 0);
    assert_near(own->points[0]->plan.deadline_s, 77, 0);
}

static void a_sweep_goes_on_while_one_point_wants_more(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "10", "23", "15" };
    struct plan_job *j = fake_job(f, "sweep", 3, k);

    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, true), 23);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(j->points[i]->stop, DOC_STOP_PRECISION);
}

static void a_fixed_number_is_asked_about_once(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "7" };
    struct plan_job *j = fake_job(f, "a", 1, k);

    f->plan.session->protocol.exactly = 7;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, true), 7);
    assert_int_equal(f->asked, 1);
}

static void looks_keep_to_the_least_and_the_most(void **state)
{
    struct protocol p = { .looks = { 10, 15, 23 }, .n_looks = 3 };

    (void)state;
    assert_int_equal(run_next_look(&p, 0), 10);
    assert_int_equal(run_next_look(&p, 10), 10);
    assert_int_equal(run_next_look(&p, 11), 15);
    assert_int_equal(run_next_look(&p, 24), 24);
    p.min_invocations = 12;
    assert_int_equal(run_next_look(&p, 0), 15);
    p.max_invocations = 20;
    assert_int_equal(run_next_look(&p, 16), 20);
    assert_int_equal(run_next_look(&p, 20), 20);
    p.exactly = 5;
    assert_int_equal(run_next_look(&p, 0), 5);
    assert_int_equal(run_next_look(&p, 6), 6);
}

static void a_sentinel_goes_on_as_long_as_anything_does_and_no_longer(void **state)
{
    struct fake *f = *state;
    const char *const long_one[] = { "23" };
    struct plan_job *watch = fake_job(f, "watch", 1, ten);
    struct plan_job *late = fake_job(f, "late", 1, long_one);
    struct plan_job *j = fake_job(f, "a", 1, fifteen);

    watch->sentinel = late->sentinel = true;
    watch->points[0]->sentinel = late->points[0]->sentinel = true;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, true), 15);
    assert_int_equal(count(f, watch, DOC_PHASE_RUN, true), 15);
    assert_int_equal(count(f, late, DOC_PHASE_RUN, true), 15);
    assert_int_equal(watch->points[0]->stop, DOC_STOP_PRECISION);
    assert_int_equal(late->points[0]->stop, DOC_STOP_NONE);
}

/* ---- time ---- */

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

static void a_draft_and_a_span_of_nothing_do_not_wait(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->plan.session->protocol.span_seconds = 60;
    f->plan.session->protocol.draft = true;
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

/* ---- what is asked from outside ---- */

static void a_signal_interrupts_between_two_invocations(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    f->stop_after = 6;
    assert_int_equal(fake_session(f, NULL), -EINTR);
    assert_int_equal(f->plan.session->n_invocations, 6);
    assert_int_equal(j->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(j->points[0]->stop, DOC_STOP_INTERRUPTED);
}

static void abandon(struct fake *f, const struct job *job, uint32_t padding,
                    struct spawn_outcome *out)
{
    (void)job;
    (void)padding;
    if (f->runs == f->stop_after)
        out->end = SPAWN_ABANDONED;
}

static void an_abandoned_invocation_leaves_no_trace(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    f->stop_after = 1;
    f->bend = abandon;
    assert_int_equal(fake_session(f, NULL), -EINTR);
    assert_int_equal(f->plan.session->n_invocations, 0);
    assert_int_equal(j->points[0]->status, DOC_STATUS_INTERRUPTED);
    assert_int_equal(j->replaced, 0);
}

static void terminate(struct fake *f, const struct job *job, uint32_t padding,
                      struct spawn_outcome *out)
{
    (void)job;
    (void)padding;
    if (f->runs == f->stop_after)
        fake_cut(out, SPAWN_SIGNALLED, 15, 0);
}

static void a_worker_that_the_same_signal_met_is_not_held_against_it(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->stop_after = 4;
    f->bend = terminate;
    assert_int_equal(fake_session(f, NULL), -EINTR);
    assert_int_equal(f->plan.session->n_invocations, 3);
}

static void sigquit_leaves_the_current_row_out_and_the_others_go_on(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = fake_job(f, "a", 1, ten), *b = fake_job(f, "b", 1, ten);

    f->skip_bench = "a";
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(a->points[0]->status, DOC_STATUS_SKIPPED);
    assert_string_equal(a->points[0]->reason, "skipped by the user");
    assert_int_equal(b->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(count(f, b, DOC_PHASE_RUN, true), 10);
}

static void another_errbar_is_told_once(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->others = 1;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(f->plan.session->n_events, 1);
    assert_string_equal(f->plan.session->events[0].code, "second-run");
    assert_int_equal(f->events[RUN_EVENT_SECOND_RUN], 1);
}

static void a_journal_that_cannot_be_written_ends_the_run(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->record_rc = -ENOSPC;
    assert_int_equal(fake_session(f, NULL), -ENOSPC);
    assert_int_equal(f->runs, 1);
    assert_int_equal(f->plan.jobs[0].points[0]->status, DOC_STATUS_INTERRUPTED);
}

static void want_of_memory_ends_a_run_in_order(void **state)
{
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc < 0; n++) {
        struct fake *f = begin_fake();
        struct diag why = { 0 };

        fake_job(f, "a", 1, ten);
        support_fail_allocation = n;
        rc = fake_session(f, &why);
        support_fail_allocation = -1;
        if (rc < 0) {
            assert_int_equal(rc, -ENOMEM);
            assert_true(why.text[0] != '\0');
        }
        fake_done(f);
        free(f);
        assert_true(n < 5000);
    }
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(each_running_row_has_one_invocation_in_each_block),
        ONE(the_order_within_blocks_is_the_seeds),
        ONE(a_pilot_calibrates_once_for_all),
        ONE(a_row_whose_passes_are_known_needs_no_pilot),
        ONE(a_deadline_is_ten_seconds_or_twenty_pilots_or_the_cases_own),
        ONE(a_sweep_goes_on_while_one_point_wants_more),
        ONE(a_fixed_number_is_asked_about_once),
        ONE(looks_keep_to_the_least_and_the_most),
        ONE(a_sentinel_goes_on_as_long_as_anything_does_and_no_longer),
        ONE(blocks_are_spread_over_the_span),
        ONE(no_row_stops_before_its_own_invocations_span_it),
        ONE(a_draft_and_a_span_of_nothing_do_not_wait),
        ONE(one_invocation_has_no_span_to_wait_for),
        ONE(the_time_for_the_run_wins_over_the_span),
        ONE(a_row_the_time_did_not_reach_is_skipped_and_says_so),
        ONE(the_time_for_one_row_stops_that_row),
        ONE(a_signal_interrupts_between_two_invocations),
        ONE(an_abandoned_invocation_leaves_no_trace),
        ONE(a_worker_that_the_same_signal_met_is_not_held_against_it),
        ONE(sigquit_leaves_the_current_row_out_and_the_others_go_on),
        ONE(another_errbar_is_told_once),
        ONE(a_journal_that_cannot_be_written_ends_the_run),
        cmocka_unit_test(want_of_memory_ends_a_run_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
