/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" };

static void a_plan_of_fixed_length_costs_its_invocations_and_half_a_pilot(void **state)
{
    struct fake f;
    struct plan_job *j;

    (void)state;
    fake_init(&f);
    j = fake_job(&f, "a", 1, ten);
    f.plan.session->protocol.exactly = 10;
    j->cost_s = 2;
    assert_near(run_estimate_s(&f.plan), 21, 1e-12);
    j->points[0]->plan.passes = 1;
    assert_near(run_estimate_s(&f.plan), 20, 1e-12);
    j->valid = 7;
    assert_near(run_estimate_s(&f.plan), 6, 1e-12);
    j->stopped = true;
    assert_near(run_estimate_s(&f.plan), 0, 0);
    fake_done(&f);
}

static void what_was_never_seen_is_guessed_by_its_observations(void **state)
{
    struct fake f;
    double few;

    (void)state;
    fake_init(&f);
    fake_job(&f, "lat_syscall", 1, ten);
    few = run_estimate_s(&f.plan);
    /* 15 invocations and half a pilot, of 6 observations of 1 ms and a start */
    assert_near(few, 15.5 * 0.011, 1e-12);
    f.plan.session->protocol.samples = 40;
    assert_true(run_estimate_s(&f.plan) > few);
    fake_done(&f);
}

static void what_pilots_have_more_is_counted(void **state)
{
    const char *const k[] = { "10", "10", "10", "10", "10", "10" };
    struct fake f;
    struct plan_job *j, *sweep;

    (void)state;
    fake_init(&f); /* four observations after two of warm-up */
    f.plan.session->protocol.exactly = 10;
    f.plan.session->protocol.pilots = 5;
    j = fake_job(&f, "a", 1, ten);
    j->cost_s = 2;
    assert_near(run_estimate_s(&f.plan), 2 * (10 + 0.5 + 5 * 9), 1e-12);
    j->points[0]->plan.passes = 1;
    j->valid = 3;
    assert_near(run_estimate_s(&f.plan), 2 * (7 + 2 * 9), 1e-12);
    j->valid = 6;
    assert_near(run_estimate_s(&f.plan), 2 * 4, 1e-12);
    j->stopped = true;
    sweep = fake_job(&f, "sweep", 6, k);
    sweep->cost_s = 1;
    assert_near(run_estimate_s(&f.plan), 10 + 0.5 + 5 * 10 / 2.0, 1e-12);
    fake_done(&f);
}

static void the_span_is_waited_for_and_the_limit_kept(void **state)
{
    struct fake f;
    struct plan_job *j;

    (void)state;
    fake_init(&f);
    j = fake_job(&f, "a", 1, ten);
    j->cost_s = 1;
    j->points[0]->plan.passes = 1;
    f.plan.session->protocol.exactly = 10;
    f.plan.session->protocol.span_seconds = 60;
    assert_near(run_estimate_s(&f.plan), 60, 1e-12);
    j->valid = 3;
    j->first_offset_s = 5;
    j->last_offset_s = 25;
    assert_near(run_estimate_s(&f.plan), 40, 1e-12);
    f.plan.session->protocol.span_seconds = 0; /* as of a draft */
    assert_near(run_estimate_s(&f.plan), 7, 1e-12);
    f.plan.gap_s = 13; /* the blocks were put farther apart */
    assert_near(run_estimate_s(&f.plan), 91, 1e-12);
    f.plan.session->protocol.max_seconds = 30;
    assert_near(run_estimate_s(&f.plan), 5, 1e-12);
    fake_done(&f);
}

static void sentinels_cost_their_share_of_every_block(void **state)
{
    struct fake f;
    struct plan_job *watch, *j;

    (void)state;
    fake_init(&f);
    watch = fake_job(&f, "watch", 1, ten);
    j = fake_job(&f, "a", 1, ten);
    watch->cost_s = 0.25;
    j->cost_s = 1;
    watch->points[0]->plan.passes = j->points[0]->plan.passes = 1;
    watch->sentinel = watch->stopped = true;
    f.plan.session->protocol.exactly = 10;
    assert_near(run_estimate_s(&f.plan), 12.5, 1e-12);
    fake_done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_of_fixed_length_costs_its_invocations_and_half_a_pilot),
        cmocka_unit_test(what_was_never_seen_is_guessed_by_its_observations),
        cmocka_unit_test(what_pilots_have_more_is_counted),
        cmocka_unit_test(the_span_is_waited_for_and_the_limit_kept),
        cmocka_unit_test(sentinels_cost_their_share_of_every_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
