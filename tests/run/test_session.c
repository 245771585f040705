/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_session.c - pilots, blocks and looks on a fake machine
 */
#include "run/run.h"

#include <errno.h>
#include <string.h>

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

static struct {
    size_t calls, fail_at;
    size_t ran[64]; /* invocations there were when it was called */
    uint32_t pilots;
    const struct plan_job *jobs[64];
} asked;

static int before(void *self, const struct plan_job *job, uint32_t block)
{
    const struct fake *f = self;

    assert_true(asked.calls < 64);
    asked.pilots += block == UINT32_MAX;
    asked.jobs[asked.calls] = job;
    asked.ran[asked.calls] = f->plan.session->n_invocations;
    return ++asked.calls == asked.fail_at ? -ECANCELED : 0;
}

static void somebody_may_set_what_each_invocation_runs_under(void **state)
{
    struct fake *f = *state;
    const struct session *s = f->plan.session;

    fake_job(f, "a", 1, ten);
    fake_job(f, "b", 1, ten);
    f->hooks.before = before;
    memset(&asked, 0, sizeof asked);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(asked.calls, s->n_invocations);
    assert_int_equal(asked.pilots, 2);
    for (size_t i = 0; i < asked.calls; i++) {
        assert_int_equal(asked.ran[i], i); /* before it, and after the one before */
        assert_true(is_of(s->invocations[i], asked.jobs[i]));
    }
}

static void a_run_ends_where_that_cannot_be_set(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, ten);
    f->hooks.before = before;
    memset(&asked, 0, sizeof asked);
    asked.fail_at = 4;
    assert_int_equal(fake_session(f, NULL), -ECANCELED);
    assert_int_equal(f->plan.session->n_invocations, 3);
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

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(each_running_row_has_one_invocation_in_each_block),
        ONE(the_order_within_blocks_is_the_seeds),
        ONE(somebody_may_set_what_each_invocation_runs_under),
        ONE(a_run_ends_where_that_cannot_be_set),
        ONE(a_pilot_calibrates_once_for_all),
        ONE(a_row_whose_passes_are_known_needs_no_pilot),
        ONE(a_deadline_is_ten_seconds_or_twenty_pilots_or_the_cases_own),
        ONE(a_sweep_goes_on_while_one_point_wants_more),
        ONE(a_fixed_number_is_asked_about_once),
        ONE(looks_keep_to_the_least_and_the_most),
        ONE(a_sentinel_goes_on_as_long_as_anything_does_and_no_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
