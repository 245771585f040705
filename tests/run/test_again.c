/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_again.c - a row that is measured once more, on a fake machine
 */
#include "run/run.h"

#include <string.h>

#include "fake.h"

#include "support.h"

static const char *const ten[] = { "10" };

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

/* At ten: a benchmark "again" is to be measured once more, at its point "1" if it is a
 * sweep. */
static int advise(void *self, struct measurement *m, uint32_t valid, double span_s,
                  struct advice *out)
{
    const char *size = measurement_param(m, "size");
    int rc = fake_advise(self, m, valid, span_s, out);

    if (out->what == ADVICE_STOP && m->attempt == 1 &&
        (strcmp(m->definition->id, "again") == 0 ||
         (strcmp(m->definition->id, "sweep") == 0 && *size == '1')))
        *out = (struct advice){ .what = ADVICE_AGAIN,
                                .why = DOC_STOP_EXACT,
                                .warmup = 10 };
    return rc;
}

static size_t count(const struct fake *f, const struct measurement *m, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < f->plan.session->n_invocations; i++) {
        const struct invocation *it = f->plan.session->invocations[i];

        for (size_t s = 0; s < it->n_series; s++)
            found += it->phase == DOC_PHASE_RUN && it->series[s].measurement == m &&
                     it->series[s].n == n;
    }
    return found;
}

static void both_attempts_stay_and_the_second_has_the_longer_warm_up(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "again", 1, ten),
                    *other = fake_job(f, "b", 1, ten);
    struct measurement *first = j->points[0], *second;

    first->plan.samples = 4;
    first->plan.warmup = 5;
    f->hooks.advise = advise;
    f->plan.session->protocol.span_seconds = 90;
    assert_int_equal(fake_session(f, NULL), 0);
    second = j->points[0];
    assert_ptr_not_equal(first, second);
    assert_int_equal(f->doc->n_measurements, 3);
    assert_ptr_equal(f->doc->measurements[2], second);
    assert_string_equal(second->id, "m3");
    assert_int_equal(first->attempt, 1);
    assert_int_equal(second->attempt, 2);
    assert_int_equal(first->stop, DOC_STOP_EXACT);
    assert_int_equal(second->stop, DOC_STOP_PRECISION);
    assert_int_equal(first->plan.warmup, 5);
    assert_int_equal(second->plan.warmup, 10);
    assert_int_equal(second->plan.passes, first->plan.passes);
    assert_int_equal(count(f, first, 9), 10);
    assert_int_equal(count(f, second, 14), 10);
    assert_int_equal(other->valid, 10);
    assert_true(measurement_is_superseded(f->doc, first));
    assert_false(measurement_is_superseded(f->doc, second));
    assert_int_equal(f->events[RUN_EVENT_ROW], 3);
    assert_int_equal(f->events[RUN_EVENT_PLAN], 1);
    assert_true(j->last_offset_s - j->first_offset_s >= 90); /* spread once more */
}

static void all_points_of_a_sweep_are_measured_again_together(void **state)
{
    struct fake *f = *state;
    const char *const k[] = { "10", "10", "15" };
    struct plan_job *j = fake_job(f, "sweep", 3, k);

    f->hooks.advise = advise;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(f->doc->n_measurements, 6);
    for (size_t p = 0; p < 3; p++) {
        assert_ptr_equal(j->points[p], f->doc->measurements[3 + p]);
        assert_int_equal(j->points[p]->attempt, 2);
        assert_int_equal(j->points[p]->plan.warmup, 10);
        assert_int_equal(j->points[p]->stop, DOC_STOP_PRECISION);
        assert_int_equal(f->doc->measurements[p]->stop,
                         p == 1 ? DOC_STOP_EXACT : DOC_STOP_PRECISION);
    }
    assert_int_equal(j->valid, 15);
}

static void not_where_the_time_for_the_row_is_over(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "again", 1, ten);

    f->hooks.advise = advise;
    f->plan.session->protocol.max_seconds_each = 5; /* ten half seconds, and a pilot */
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(f->doc->n_measurements, 1);
    assert_int_equal(j->points[0]->attempt, 1);
    assert_int_not_equal(j->points[0]->stop, DOC_STOP_NONE);
}

static void not_where_the_run_has_less_time_left_than_the_first_took(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "again", 1, ten);

    f->hooks.advise = advise;
    f->plan.session->protocol.span_seconds = 90;
    f->plan.session->protocol.max_seconds = 150;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(f->doc->n_measurements, 1);
    assert_int_equal(j->points[0]->attempt, 1);
    assert_int_equal(j->valid, 10);
    assert_int_not_equal(j->points[0]->stop, DOC_STOP_NONE);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(both_attempts_stay_and_the_second_has_the_longer_warm_up),
        ONE(all_points_of_a_sweep_are_measured_again_together),
        ONE(not_where_the_time_for_the_row_is_over),
        ONE(not_where_the_run_has_less_time_left_than_the_first_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
