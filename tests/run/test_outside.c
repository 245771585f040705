/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_outside.c - signals, other runs, and what fails around a session
 */
#include "run/run.h"

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" };

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

/* A signal that ends a wait: SIGQUIT leaves out the row whose turn comes. */
static int sleep_and_skip(void *self, double seconds, struct diag *why)
{
    struct fake *f = self;

    (void)why;
    if (f->now_s > 1020)
        f->skip_now = true;
    f->now_s += seconds / 2;
    return 1;
}

static void sigquit_while_it_waits_leaves_out_the_row_whose_turn_comes(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 1, ten);

    f->machine.sleep = sleep_and_skip;
    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(j->points[0]->status, DOC_STATUS_SKIPPED);
    assert_true(j->valid > 0 && j->valid < 5);
}

static int broken_sleep(void *self, double seconds, struct diag *why)
{
    (void)self;
    (void)seconds;
    return diag_set(why, -EPIPE, "gone");
}

static void a_shepherd_that_dies_while_it_waits_ends_the_run(void **state)
{
    struct fake *f = *state;
    struct diag why = { 0 };

    fake_job(f, "a", 1, ten);
    f->machine.sleep = broken_sleep;
    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, &why), -EPIPE);
    assert_string_equal(why.text, "gone");
}

static int fail_to_advise(void *self, struct measurement *m, uint32_t valid,
                          double span_s, struct advice *out)
{
    (void)self;
    (void)m;
    (void)valid;
    (void)span_s;
    (void)out;
    return -ENOMEM;
}

static void advice_that_cannot_be_had_ends_the_run(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->hooks.advise = fail_to_advise;
    assert_int_equal(fake_session(f, NULL), -ENOMEM);
}

static void more_than_one_process_can_be_asked_is_refused(void **state)
{
    const char *k[JOB_POINTS + 1];
    struct fake *f = *state;
    struct plan_job *j;
    struct diag why = { 0 };

    for (size_t i = 0; i <= JOB_POINTS; i++)
        k[i] = "10";
    j = fake_job(f, "sweep", JOB_POINTS + 1, k);
    assert_int_equal(fake_session(f, &why), -E2BIG);
    assert_non_null(strstr(why.text, "sweep has 65 points"));
    j->n_points = 1;
    j->n_params = JOB_PARAMS + 1;
    assert_int_equal(fake_session(f, &why), -E2BIG);
    assert_non_null(strstr(why.text, "17 parameters"));
    assert_int_equal(f->runs, 0);
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
        ONE(a_signal_interrupts_between_two_invocations),
        ONE(an_abandoned_invocation_leaves_no_trace),
        ONE(a_worker_that_the_same_signal_met_is_not_held_against_it),
        ONE(sigquit_leaves_the_current_row_out_and_the_others_go_on),
        ONE(another_errbar_is_told_once),
        ONE(a_journal_that_cannot_be_written_ends_the_run),
        ONE(sigquit_while_it_waits_leaves_out_the_row_whose_turn_comes),
        ONE(a_shepherd_that_dies_while_it_waits_ends_the_run),
        ONE(advice_that_cannot_be_had_ends_the_run),
        ONE(more_than_one_process_can_be_asked_is_refused),
        cmocka_unit_test(want_of_memory_ends_a_run_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
