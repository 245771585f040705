/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_pilots.c - the invocations that tell how long a row warms up, on a fake machine
 */
#include "run/run.h"

#include <errno.h>
#include <string.h>

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" };

/* A job as a selection plans it: with what the protocol says. */
static struct plan_job *planned_job(struct fake *f, const char *bench, size_t n,
                                    const char *const *k)
{
    const struct protocol *p = &f->plan.session->protocol;
    struct plan_job *j = fake_job(f, bench, n, k);

    for (size_t i = 0; i < n; i++) {
        j->points[i]->plan.samples = p->samples;
        j->points[i]->plan.warmup = p->warmup;
    }
    return j;
}

static int begin(void **state)
{
    struct fake *f = malloc(sizeof *f);

    assert_non_null(f);
    fake_init(f);
    f->seconds = 0.3;
    f->hooks.warm_up = fake_warm_up;
    f->plan.session->protocol.pilots = 5;
    *state = f;
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

/* Invocations of a job in that phase, of so many observations; the last block of them.
 */
static uint32_t count(const struct fake *f, const struct plan_job *j,
                      enum doc_phase phase, size_t observations, uint32_t *block)
{
    const struct session *s = f->plan.session;
    uint32_t n = 0;

    for (size_t i = 0; i < s->n_invocations; i++) {
        const struct invocation *it = s->invocations[i];

        if (it->phase != phase || !is_of(it, j) || it->series[0].n != observations)
            continue;
        n++;
        if (block)
            *block = it->block;
    }
    return n;
}

static void of_a_steady_row_they_are_its_first_invocations(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "a", 1, ten);
    uint32_t block;

    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, 6, NULL), 1); /* finds the passes */
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 60, &block), 5);
    assert_int_equal(block, 4);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 6, &block), 5);
    assert_int_equal(block, 9);
    assert_int_equal(f->plan.session->n_invocations, 11);
    assert_int_equal(j->points[0]->plan.warmup, 2);
    assert_int_equal(f->warmed, 1);
    assert_int_equal(f->events[RUN_EVENT_PLAN], 0);
    assert_int_equal(f->events[RUN_EVENT_BLOCK], 10);
    assert_near(j->last_offset_s - j->first_offset_s, 90, 0.01);
    assert_near(j->cost_s, 0.3, 1e-12);
}

static void a_row_that_warms_up_longer_begins_anew_with_that(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "w24", 1, ten);
    struct plan_job *other = planned_job(f, "a", 1, ten);
    const struct session *s = f->plan.session;
    uint32_t block;

    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, 60, &block), 5);
    assert_int_equal(block, 4); /* where they ran stays true */
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 28, &block), 10);
    assert_int_equal(block, 14);
    assert_int_equal(j->valid, 10);
    assert_int_equal(j->points[0]->plan.warmup, 24);
    assert_int_equal(other->points[0]->plan.warmup, 2);
    assert_int_equal(f->events[RUN_EVENT_PLAN], 1);
    assert_true(j->last_offset_s - j->first_offset_s >= 90);
    for (size_t i = 1; i < s->n_invocations; i++) { /* spread too */
        if (s->invocations[i]->block > s->invocations[i - 1]->block)
            assert_true(s->invocations[i]->offset_s >
                        s->invocations[i - 1]->offset_s + 9);
    }
}

static void longer_ones_follow_each_other_where_these_do_not_tell(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "l180", 1, ten);
    const struct session *s = f->plan.session;
    uint32_t paddings = 0;

    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, 180, NULL), 5);
    /* steady after all: those of 60 were no different from the others */
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 60, NULL), 5);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 6, NULL), 5);
    assert_int_equal(f->warmed, 2);
    for (size_t i = 0; i < s->n_invocations; i++) {
        assert_int_equal(s->invocations[i]->series[0].n == 180, i >= 6 && i < 11);
        paddings += i >= 7 && i < 11 &&
                    s->invocations[i]->padding != s->invocations[i - 1]->padding;
    }
    assert_int_equal(paddings, 4);
}

static void a_sweeps_pilots_visit_three_points_and_never_count(void **state)
{
    const char *const k[] = { "10", "10", "10", "10", "10" };
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "p7", 5, k); /* its fifth point wants 7 */
    const struct session *s = f->plan.session;

    f->seconds = 0.1;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_PILOT, 6, NULL), 1);
    assert_int_equal(s->invocations[0]->n_series, 5);
    for (size_t i = 1; i <= 5; i++) {
        const struct invocation *it = s->invocations[i];

        assert_int_equal(it->phase, DOC_PHASE_PILOT);
        assert_int_equal(it->n_series, 3);
        assert_int_equal(it->series[0].n, 60);
        assert_ptr_equal(it->series[0].measurement, j->points[0]);
        assert_ptr_equal(it->series[1].measurement, j->points[2]);
        assert_ptr_equal(it->series[2].measurement, j->points[4]);
    }
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 11, NULL), 10);
    assert_int_equal(s->n_invocations, 16);
    for (size_t p = 0; p < 5; p++)
        assert_int_equal(j->points[p]->plan.warmup, 7);
}

static void a_pair_warms_up_alike(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = planned_job(f, "a", 1, ten),
                    *b = planned_job(f, "w24", 1, ten);

    f->plan.paired = true;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(a->points[0]->plan.warmup, 24);
    assert_int_equal(b->points[0]->plan.warmup, 24);
    assert_int_equal(count(f, a, DOC_PHASE_PILOT, 60, NULL), 5);
    assert_int_equal(count(f, a, DOC_PHASE_RUN, 28, NULL), 10);
    assert_int_equal(count(f, b, DOC_PHASE_RUN, 28, NULL), 10);
}

static void the_time_of_a_row_limits_its_pilots(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "w24", 1, ten);

    /* 0.3 s for six observations: 3 s for 60, five of them in a quarter of that */
    f->plan.session->protocol.max_seconds_each = 59;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 6, NULL), 10);
    assert_int_equal(f->warmed, 0);
    assert_int_equal(j->points[0]->plan.warmup, 2);
}

static void so_does_its_deadline(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "w24", 1, ten);

    j->deadline_s = 5.9;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 6, NULL), 10);
    assert_int_equal(f->warmed, 0);
}

/* No process of more than 60 observations ends well. */
static void no_long_ones(struct fake *f, const struct job *job, uint32_t padding,
                         struct spawn_outcome *out)
{
    (void)f;
    (void)padding;
    if (job->observations > 60)
        fake_cut(out, SPAWN_SIGNALLED, 11, 0);
}

static void a_long_pilot_that_fails_is_not_held_against_the_row(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = planned_job(f, "l180", 1, ten);

    f->bend = no_long_ones;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(j->points[0]->status, DOC_STATUS_OK);
    assert_int_equal(j->points[0]->stop, DOC_STOP_PRECISION);
    assert_int_equal(f->warmed, 1);
    assert_int_equal(j->points[0]->plan.warmup, 36); /* what was known by then */
    assert_int_equal(count(f, j, DOC_PHASE_RUN, 40, NULL), 10);
}

static int cannot_say(void *self, struct measurement *m,
                      const struct invocation *const *pilots, size_t n,
                      struct advice *out)
{
    (void)self;
    (void)m;
    (void)pilots;
    (void)n;
    (void)out;
    return -ENOMEM;
}

static void who_cannot_say_ends_the_run(void **state)
{
    struct fake *f = *state;

    planned_job(f, "a", 1, ten);
    f->hooks.warm_up = cannot_say;
    assert_int_equal(fake_session(f, NULL), -ENOMEM);
    assert_int_equal(f->plan.session->n_invocations, 6);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(of_a_steady_row_they_are_its_first_invocations),
        ONE(a_row_that_warms_up_longer_begins_anew_with_that),
        ONE(longer_ones_follow_each_other_where_these_do_not_tell),
        ONE(a_sweeps_pilots_visit_three_points_and_never_count),
        ONE(a_pair_warms_up_alike),
        ONE(the_time_of_a_row_limits_its_pilots),
        ONE(so_does_its_deadline),
        ONE(a_long_pilot_that_fails_is_not_held_against_the_row),
        ONE(who_cannot_say_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
