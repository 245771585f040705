/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_invalid.c - invocations that do not count, and what they cost whom
 */
#include "run/run.h"

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" };
static const char *const three_of_ten[] = { "10", "10", "10" };

static int begin(void **state)
{
    struct fake *f = malloc(sizeof *f);

    assert_non_null(f);
    fake_init(f);
    *state = f;
    return 0;
}

static int end(void **state)
{
    fake_done(*state);
    free(*state);
    return 0;
}

static const struct invocation *nth(const struct fake *f, size_t n)
{
    assert_true(n < f->plan.session->n_invocations);
    return f->plan.session->invocations[n];
}

static void a_crash_of(struct fake *f, const struct job *job, uint32_t padding,
                       struct spawn_outcome *out)
{
    (void)padding;
    if (strcmp(job->bench, "a") == 0 && f->runs == 4)
        fake_cut(out, SPAWN_SIGNALLED, 11, 0);
}

static void a_lost_invocation_is_kept_counted_and_replaced_at_the_end(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = fake_job(f, "a", 1, ten);
    const struct invocation *lost, *last;

    f->bend = a_crash_of;
    assert_int_equal(fake_session(f, NULL), 0);
    lost = nth(f, 3);
    last = nth(f, 11);
    assert_false(lost->valid);
    assert_string_equal(lost->reason, "signal 11");
    assert_int_equal(lost->exit_code, 139);
    assert_int_equal(lost->block, 2);
    assert_ptr_equal(lost->series[0].measurement, a->points[0]); /* whose it was */
    assert_int_equal(lost->series[0].n, 0);
    assert_int_equal(last->block, 10);
    assert_true(last->valid);
    assert_int_equal(f->plan.session->n_invocations, 12);
    assert_int_equal(a->valid, 10);
    assert_int_equal(a->replaced, 1);
    assert_int_equal(a->points[0]->status, DOC_STATUS_OK);
}

static void two_crashes_of(struct fake *f, const struct job *job, uint32_t padding,
                           struct spawn_outcome *out)
{
    (void)padding;
    if (strcmp(job->bench, "a") == 0 && f->runs >= 4)
        fake_cut(out, SPAWN_SIGNALLED, 6, 0);
}

static void a_row_that_lost_more_than_a_tenth_fails_and_the_rest_go_on(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = fake_job(f, "a", 1, ten), *b = fake_job(f, "b", 1, ten);

    f->bend = two_crashes_of;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(a->points[0]->status, DOC_STATUS_FAILED);
    assert_string_equal(a->points[0]->reason, "signal 6");
    assert_int_equal(a->replaced, 2);
    assert_int_equal(b->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(b->valid, 10);
}

static void a_single_mishap_never_fails_a_row_however_short(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "5" };
    struct plan_job *a = fake_job(f, "a", 1, k);

    f->plan.session->protocol.exactly = 5;
    f->bend = a_crash_of;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(a->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(a->valid, 5);
    assert_int_equal(a->replaced, 1);
}

static void each_tenth_is_lost(struct fake *f, const struct job *job, uint32_t padding,
                               struct spawn_outcome *out)
{
    (void)job;
    (void)padding;
    if (f->runs == 5 || f->runs == 20)
        fake_cut(out, SPAWN_EXITED, 3, 0);
}

static void what_a_long_row_may_lose_grows_with_its_looks(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "23" };
    struct plan_job *a = fake_job(f, "a", 1, k);

    f->bend = each_tenth_is_lost; /* one of 10, two of 23: both a tenth or less */
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(a->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(a->valid, 23);
    assert_int_equal(a->replaced, 2);
    assert_string_equal(nth(f, 4)->reason, "exit 3");
    assert_int_equal(nth(f, 4)->exit_code, 3);
}

static void each_in_its_way(struct fake *f, const struct job *job, uint32_t padding,
                            struct spawn_outcome *out)
{
    (void)padding;
    if (strcmp(job->bench, "slow") == 0)
        out->seconds = 1e6;
    if (strcmp(job->bench, "early") == 0)
        out->n--; /* all observations, and no WIRE_END */
    if (strcmp(job->bench, "short") == 0 && out->n > 2)
        out->records[out->n - 2].kind = WIRE_COUNT; /* an observation is missing */
    if (strcmp(job->bench, "told") == 0)
        fake_text(out, WIRE_FAIL, 0, "read stopped after 3 of 8 passes");
    if (strcmp(job->bench, "none") == 0) {
        *out = (struct spawn_outcome){ .end = SPAWN_NOT_STARTED, .status = EAGAIN };
        out->seconds = 0;
    }
    (void)f;
}

static void each_way_to_fail_has_its_reason(void **state)
{
    static const struct {
        const char *bench, *reason;
    } expected[] = {
        { "slow", "timeout" },
        { "early", "ended early" },
        { "short", "ended early" },
        { "told", "exit 1: read stopped after 3 of 8 passes" },
        { "none", "not started: Resource temporarily unavailable" },
    };
    struct fake *f = *state;

    for (size_t i = 0; i < 5; i++)
        fake_job(f, expected[i].bench, 1, ten);
    f->bend = each_in_its_way;
    assert_int_equal(fake_session(f, NULL), 0);
    for (size_t i = 0; i < 5; i++) {
        const struct measurement *m = f->plan.jobs[i].points[0];

        assert_int_equal(m->status, DOC_STATUS_FAILED);
        assert_string_equal(m->reason, expected[i].reason);
        assert_int_equal(f->plan.jobs[i].pilots, 2); /* one failure is a mishap */
    }
    for (size_t i = 0; i < f->plan.session->n_invocations; i++)
        assert_true(nth(f, i)->exit_code != 0);
}

static void the_middle_fails(struct fake *f, const struct job *job, uint32_t padding,
                             struct spawn_outcome *out)
{
    (void)f;
    (void)padding;
    for (size_t p = 0; p < job->n_points; p++) {
        if (strcmp(job->points[p], "1") == 0)
            fake_text(out, WIRE_FAIL, p, "no");
    }
}

static void a_failing_point_is_dropped_from_its_sweep(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "sweep", 3, three_of_ten);

    f->bend = the_middle_fails;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(j->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(j->points[1]->status, DOC_STATUS_FAILED);
    assert_string_equal(j->points[1]->reason, "exit 1: no");
    assert_int_equal(j->points[2]->status, DOC_STATUS_OK);
    assert_int_equal(j->valid, 10);
    assert_int_equal(j->points[2]->plan.passes, 1001); /* second of two by now */
}

static void the_last_crashes(struct fake *f, const struct job *job, uint32_t padding,
                             struct spawn_outcome *out)
{
    (void)f;
    (void)padding;
    for (size_t p = 0; p < job->n_points; p++) {
        if (strcmp(job->points[p], "2") == 0)
            fake_cut(out, SPAWN_SIGNALLED, 7, p);
    }
}

static void a_crash_is_the_doing_of_the_point_it_happened_in(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "sweep", 3, three_of_ten);

    f->bend = the_last_crashes;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(j->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(j->points[1]->status, DOC_STATUS_OK);
    assert_int_equal(j->points[2]->status, DOC_STATUS_FAILED);
    assert_string_equal(j->points[2]->reason, "signal 7");
}

static void nothing_starts(struct fake *f, const struct job *job, uint32_t padding,
                           struct spawn_outcome *out)
{
    (void)f;
    (void)job;
    (void)padding;
    *out = (struct spawn_outcome){ .end = SPAWN_NOT_STARTED, .status = ENOMEM };
}

static void a_process_that_cannot_start_is_the_doing_of_all_points(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "sweep", 3, three_of_ten);

    f->bend = nothing_starts;
    assert_int_equal(fake_session(f, NULL), 0);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(j->points[i]->status, DOC_STATUS_FAILED);
    assert_int_equal(f->runs, 2);
}

static void the_first_is_skipped(struct fake *f, const struct job *job,
                                 uint32_t padding, struct spawn_outcome *out)
{
    (void)f;
    (void)padding;
    for (size_t p = 0; p < job->n_points; p++) {
        if (!job->axis || strcmp(job->points[p], "0") == 0)
            fake_text(out, WIRE_SKIP, p, "no rpc");
    }
}

static void what_is_skipped_is_unsupported_and_no_failure(void **state)
{
    struct fake *f = *state;
    struct plan_job *sweep = fake_job(f, "sweep", 3, three_of_ten);
    struct plan_job *one = fake_job(f, "one", 1, ten);

    f->bend = the_first_is_skipped;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(sweep->points[0]->status, DOC_STATUS_UNSUPPORTED);
    assert_string_equal(sweep->points[0]->reason, "no rpc");
    assert_int_equal(sweep->points[1]->status, DOC_STATUS_OK);
    assert_int_equal(sweep->valid, 10);
    assert_int_equal(sweep->replaced, 0);
    assert_int_equal(one->points[0]->status, DOC_STATUS_UNSUPPORTED);
    assert_int_equal(one->valid, 0);
    assert_int_equal(one->pilots, 1);
    assert_true(one->stopped);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(a_lost_invocation_is_kept_counted_and_replaced_at_the_end),
        ONE(a_row_that_lost_more_than_a_tenth_fails_and_the_rest_go_on),
        ONE(a_single_mishap_never_fails_a_row_however_short),
        ONE(what_a_long_row_may_lose_grows_with_its_looks),
        ONE(each_way_to_fail_has_its_reason),
        ONE(a_failing_point_is_dropped_from_its_sweep),
        ONE(a_crash_is_the_doing_of_the_point_it_happened_in),
        ONE(a_process_that_cannot_start_is_the_doing_of_all_points),
        ONE(what_is_skipped_is_unsupported_and_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
