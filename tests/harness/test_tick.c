/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tick.h"

#include <errno.h>

#include "support.h"

/* A clock that each reading moves on, by turns a little and a little more. */
struct fake {
    uint64_t true_ns, grain_ns;
    uint64_t step_ns[5];
    unsigned reads;
};

static uint64_t read_fake(void *self)
{
    struct fake *f = self;

    f->true_ns += f->step_ns[f->reads++ % 5];
    return f->true_ns / f->grain_ns * f->grain_ns;
}

static void tick_is_the_smallest_step_and_cost_the_median_one(void **state)
{
    struct fake f = { .grain_ns = 1, .step_ns = { 23, 19, 40, 21, 16000 } };
    const struct bench_clock clock = { read_fake, &f };
    double tick, cost;

    (void)state;
    assert_int_equal(tick_measure(&clock, &tick, &cost), 0);
    assert_near(tick, 19, 1e-12);
    assert_near(cost, 23, 1e-12);
    assert_int_equal(f.reads, 10001);
}

static void a_microsecond_clock_has_a_tick_of_a_microsecond(void **state)
{
    struct fake f = { .grain_ns = 1000, .step_ns = { 23, 19, 40, 21, 22 } };
    const struct bench_clock clock = { read_fake, &f };
    double tick, cost;

    (void)state;
    assert_int_equal(tick_measure(&clock, &tick, &cost), 0);
    assert_near(tick, 1000, 1e-12);
    assert_near(cost, 0, 1e-12); /* too small for this clock */
}

static void a_clock_coarser_than_all_readings_is_waited_for(void **state)
{
    struct fake f = { .grain_ns = 10000000, .step_ns = { 23, 19, 40, 21, 22 } };
    const struct bench_clock clock = { read_fake, &f };
    double tick, cost;

    (void)state;
    assert_int_equal(tick_measure(&clock, &tick, &cost), 0);
    assert_near(tick, 1e7, 1e-12);
}

static void a_clock_that_stands_still_is_an_error(void **state)
{
    struct fake f = { .grain_ns = 1 };
    const struct bench_clock clock = { read_fake, &f };
    double tick = 7, cost = 7;

    (void)state;
    assert_int_equal(tick_measure(&clock, &tick, &cost), -EIO);
    assert_near(tick, 7, 1e-12);
}

static void the_real_clock_ticks(void **state)
{
    double tick, cost;

    (void)state;
    assert_int_equal(tick_measure(&bench_clock_raw, &tick, &cost), 0);
    assert_true(tick >= 1);
    assert_true(cost >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tick_is_the_smallest_step_and_cost_the_median_one),
        cmocka_unit_test(a_microsecond_clock_has_a_tick_of_a_microsecond),
        cmocka_unit_test(a_clock_coarser_than_all_readings_is_waited_for),
        cmocka_unit_test(a_clock_that_stands_still_is_an_error),
        cmocka_unit_test(the_real_clock_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
