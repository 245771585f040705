/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_convert.c - from a worker's records to the series of an invocation
 */
#include "run/runner.h"

#include <math.h>

#include "fake.h"

#include "support.h"

static const char *const two[] = { "10", "10" }, *const one[] = { "10" };

static int begin(void **state)
{
    struct fake *f = malloc(sizeof *f);

    assert_non_null(f);
    fake_init(f);
    f->plan.session->protocol.exactly = 1;
    *state = f;
    return 0;
}

static int end(void **state)
{
    fake_done(*state);
    free(*state);
    return 0;
}

static const struct invocation *last(const struct fake *f)
{
    return f->plan.session->invocations[f->plan.session->n_invocations - 1];
}

static struct wire_record *observation(struct spawn_outcome *out, size_t point,
                                       uint32_t n)
{
    for (size_t i = 0; i < out->n; i++) {
        if (out->records[i].kind == WIRE_OBSERVATION &&
            out->records[i].point == point && n-- == 0)
            return &out->records[i];
    }
    fail();
    return NULL;
}

static void disturb(struct fake *f, const struct job *job, uint32_t padding,
                    struct spawn_outcome *out)
{
    (void)f;
    (void)job;
    (void)padding;
    observation(out, 0, 3)->observation.wait_ns = 71033;
    observation(out, 0, 3)->observation.switches = 1;
    observation(out, 0, 5)->observation.wait_ns = 12;
    observation(out, 0, 0)->observation.migrations = 1;
    observation(out, 0, 4)->observation.faults = 2;
}

static void disturbances_become_sparse_columns(void **state)
{
    struct fake *f = *state;
    const struct series *s;

    fake_job(f, "a", 1, one);
    f->bend = disturb;
    assert_int_equal(fake_session(f, NULL), 0);
    s = &last(f)->series[0];
    assert_int_equal(s->n, 6);
    assert_int_equal(s->ns[5], 1000005);
    assert_int_equal(s->start[5], 10000000);
    assert_int_equal(s->passes, 1000);
    assert_int_equal(s->columns[SERIES_WAIT_NS].n, 2);
    assert_int_equal(s->columns[SERIES_WAIT_NS].at[0], 3);
    assert_int_equal(s->columns[SERIES_WAIT_NS].value[0], 71033);
    assert_int_equal(s->columns[SERIES_WAIT_NS].at[1], 5);
    assert_int_equal(s->columns[SERIES_SWITCHES].n, 1);
    assert_int_equal(s->columns[SERIES_MIGRATIONS].at[0], 0);
    assert_int_equal(s->columns[SERIES_FAULTS].value[0], 2);
}

/* Alternates, as a worker does whose case has a base. */
static void add_base(struct fake *f, const struct job *job, uint32_t padding,
                     struct spawn_outcome *out)
{
    size_t n = out->n;

    (void)f;
    (void)padding;
    for (size_t i = 0; i < n; i++) {
        if (out->records[i].kind == WIRE_OBSERVATION && out->records[i].point == 1) {
            struct wire_record *r = fake_add(out, WIRE_OBSERVATION, 1);

            r->part = DOC_PART_BASE;
            r->observation.ns = 7;
        }
    }
    (void)job;
}

static void a_base_is_a_series_of_its_own_beside_its_subject(void **state)
{
    struct fake *f = *state;
    struct plan_job *j = fake_job(f, "a", 2, two);
    const struct invocation *i;

    f->bend = add_base;
    assert_int_equal(fake_session(f, NULL), 0);
    i = last(f);
    assert_int_equal(i->n_series, 3);
    assert_ptr_equal(i->series[0].measurement, j->points[0]);
    assert_ptr_equal(i->series[1].measurement, j->points[1]);
    assert_ptr_equal(i->series[2].measurement, j->points[1]);
    assert_int_equal(i->series[2].part, DOC_PART_BASE);
    assert_int_equal(i->series[2].n, 6);
    assert_int_equal(i->series[2].ns[0], 7);
    assert_int_equal(i->series[2].passes, 1001); /* its subject's */
    assert_int_equal(i->series[1].n, 6);
}

static void add_nonsense(struct fake *f, const struct job *job, uint32_t padding,
                         struct spawn_outcome *out)
{
    (void)f;
    (void)job;
    (void)padding;
    fake_add(out, (enum wire_kind)99, 0);
    fake_add(out, WIRE_OBSERVATION, 60000);
    fake_add(out, WIRE_OBSERVATION, 0)->part = 17;
    fake_add(out, WIRE_SKIP, 60000);
    fake_add(out, WIRE_FAIL, 4711);
}

static void records_that_mean_nothing_do_no_harm(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, one);
    f->bend = add_nonsense;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_true(last(f)->valid);
    assert_int_equal(last(f)->series[0].n, 6);
}

static double counted(const struct invocation *i, const char *name)
{
    for (size_t c = 0; c < i->n_counts; c++) {
        if (strcmp(i->counts[c].name, name) == 0)
            return i->counts[c].value;
    }
    return NAN;
}

static void add_count(struct fake *f, const struct job *job, uint32_t padding,
                      struct spawn_outcome *out)
{
    struct wire_record *r = fake_add(out, WIRE_COUNT, 0);

    (void)f;
    (void)job;
    (void)padding;
    r->count.value = 50123;
    strcpy(r->count.name, "yardstick.add.before");
    strcpy(r->count.unit, "ns");
}

static void what_the_machine_did_is_counted_where_it_is_known(void **state)
{
    struct fake *f = *state;
    const struct invocation *i;

    fake_job(f, "a", 1, one);
    f->bend = add_count;
    assert_int_equal(fake_session(f, NULL), 0);
    i = last(f);
    assert_near(counted(i, "yardstick.add.before"), 50123, 0);
    assert_near(counted(i, "seconds"), 0.5, 0);
    assert_near(counted(i, "steal"), 0.25, 0);
    assert_near(counted(i, "pressure.cpu"), 0.5, 0);
    assert_near(counted(i, "pressure.io"), 0, 0);
    assert_near(counted(i, "listen_overflows"), 1, 0);
    assert_near(counted(i, "pressure.memory"), NAN, 0);
    assert_near(counted(i, "syn_retrans"), NAN, 0);
}

static void a_kernel_that_tells_nothing_leaves_only_the_time(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, one);
    f->bare = true;
    assert_int_equal(fake_session(f, NULL), 0);
    assert_int_equal(last(f)->n_counts, 1);
    assert_string_equal(last(f)->counts[0].name, "seconds");
    assert_string_equal(last(f)->counts[0].unit, "s");
}

static void the_sessions_clock_is_the_first_workers(void **state)
{
    struct fake *f = *state;

    fake_job(f, "a", 1, one);
    assert_int_equal(fake_session(f, NULL), 0);
    assert_near(f->plan.session->clock.tick_ns, 1, 0);
    assert_near(f->plan.session->clock.cost_ns, 21.5, 0);
}

static void cpus_are_listed_task_by_task(void **state)
{
    struct fake *f = *state;
    struct plan_job *a = fake_job(f, "a", 1, one), *none = fake_job(f, "b", 1, one);
    const struct session *s = f->plan.session;

    none->n_cpus = 0;
    assert_int_equal(fake_session(f, NULL), 0);
    for (size_t i = 0; i < s->n_invocations; i++) {
        const struct invocation *it = s->invocations[i];

        if (it->series[0].measurement == a->points[0])
            assert_string_equal(it->cpus, "1,0");
        else
            assert_null(it->cpus);
    }
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(disturbances_become_sparse_columns),
        ONE(a_base_is_a_series_of_its_own_beside_its_subject),
        ONE(records_that_mean_nothing_do_no_harm),
        ONE(what_the_machine_did_is_counted_where_it_is_known),
        ONE(a_kernel_that_tells_nothing_leaves_only_the_time),
        ONE(the_sessions_clock_is_the_first_workers),
        ONE(cpus_are_listed_task_by_task),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
