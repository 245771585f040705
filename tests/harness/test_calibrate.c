/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/harness.h"

#include <errno.h>

#include "support.h"

/* A loop whose passes take a known time, read by a clock of some grain. */
struct machine {
    double pass_ns, fixed_ns; /* a pass; what each loop takes besides */
    uint64_t grain_ns;
    unsigned disturbed_every; /* each so-many-th reading is a hundred times longer */
    unsigned readings, fails_at;
};

static int time_it(void *self, uint64_t passes, uint64_t *ns)
{
    struct machine *m = self;
    double took = m->fixed_ns + (double)passes * m->pass_ns;

    m->readings++;
    if (m->readings == m->fails_at)
        return -EIO;
    if (m->disturbed_every && m->readings % m->disturbed_every == 0)
        took *= 100;
    *ns = (uint64_t)took;
    if (m->grain_ns)
        *ns = *ns / m->grain_ns * m->grain_ns;
    return 0;
}

static const struct calibration usual = { .tick_ns = 20, .cost_ns = 22, .hz = 250 };

static uint64_t passes_of(const struct calibration *c, struct machine *m)
{
    uint64_t passes = 77;

    assert_int_equal(calibrate_passes(c, time_it, m, &passes), 0);
    return passes;
}

static void the_target_is_the_largest_of_three_rules(void **state)
{
    struct calibration c = { .tick_ns = 1, .cost_ns = 22, .hz = 250 };

    (void)state;
    assert_near(calibrate_target_ns(&c), 500e3, 1e-12); /* 1 / (8 * 250 Hz) */
    c.hz = 100;
    assert_near(calibrate_target_ns(&c), 1e6, 1e-12); /* at most 1 ms of that rule */
    c.hz = 0;
    assert_near(calibrate_target_ns(&c), 1e6, 1e-12);
    c.hz = 1000;
    assert_near(calibrate_target_ns(&c), 125e3, 1e-12);
    c.tick_ns = 1000;
    assert_near(calibrate_target_ns(&c), 1e6, 1e-12);
    c.cost_ns = 9000;
    assert_near(calibrate_target_ns(&c), 1.8e6, 1e-12);
}

static void passes_are_a_power_of_two_refined_to_three_digits(void **state)
{
    struct machine m = { .pass_ns = 103.7 };

    (void)state;
    /* 500,000 / 103.7 = 4,821.6: up to three digits */
    assert_int_equal(passes_of(&usual, &m), 4830);
    m.pass_ns = 1.25;
    assert_int_equal(passes_of(&usual, &m), 400000);
    m.pass_ns = 0.25;
    assert_int_equal(passes_of(&usual, &m), 2000000);
}

static void the_largest_number_will_do_where_the_clock_can_read_it(void **state)
{
    struct calibration c = { .tick_ns = 20, .cost_ns = 22, .hz = 250, .most = 1000 };
    struct machine m = { .pass_ns = 100 };
    uint64_t passes = 1;

    (void)state;
    assert_int_equal(passes_of(&c, &m), 1000); /* 0.1 ms of 0.5 */
    c.step = 3;
    assert_int_equal(passes_of(&c, &m), 999);
    assert_int_equal(calibrate_round(&c, 5000), 999);
    m.pass_ns = 15; /* 15 us, where 1000 ticks are 20 us */
    assert_int_equal(calibrate_passes(&c, time_it, &m, &passes), -ERANGE);
    m.pass_ns = 5000;
    assert_int_equal(passes_of(&c, &m), 102); /* 100 would do; of threes */
}

static void an_operation_longer_than_the_target_is_done_once(void **state)
{
    struct machine m = { .pass_ns = 612e3 };

    (void)state;
    assert_int_equal(passes_of(&usual, &m), 1);
    assert_int_equal(m.readings, 3);
    m = (struct machine){ .pass_ns = 2.5e9 };
    assert_int_equal(passes_of(&usual, &m), 1);
    assert_int_equal(m.readings, 1); /* nothing that disturbs takes seconds */
}

static void one_disturbed_reading_in_three_changes_nothing(void **state)
{
    (void)state;
    for (double ns = 0.3; ns < 1e6; ns *= 1.7) {
        struct machine calm = { .pass_ns = ns };
        struct machine noisy = { .pass_ns = ns, .disturbed_every = 3 };

        assert_int_equal(passes_of(&usual, &noisy), passes_of(&usual, &calm));
    }
}

static void a_coarse_clock_gets_a_thousand_ticks(void **state)
{
    struct calibration us = { .tick_ns = 1e3, .hz = 1000 };
    struct calibration jiffies = { .tick_ns = 1e7, .hz = 100 };
    struct machine m = { .pass_ns = 87.3, .grain_ns = 1000 };
    uint64_t n = passes_of(&us, &m);

    (void)state;
    assert_true((double)n * 87.3 >= 1e6 && (double)n * 87.3 <= 1.02e6);
    m = (struct machine){ .pass_ns = 87.3, .grain_ns = 10000000 };
    n = passes_of(&jiffies, &m);
    assert_true((double)n * 87.3 >= 1e10 && (double)n * 87.3 <= 1.02e10);
}

static void the_time_of_an_observation_never_falls_off_a_cliff(void **state)
{
    (void)state;
    for (double ns = 0.1; ns < 4e5; ns *= 1.013) {
        struct machine m = { .pass_ns = ns, .fixed_ns = 30 };
        double took = (double)passes_of(&usual, &m) * ns + 30;

        assert_true(took >= 500e3 * 0.999);
        assert_true(took <= 500e3 + 2 * ns || took <= 500e3 * 1.012);
        assert_true(m.readings < 40);
    }
}

static void passes_are_multiples_of_the_step_and_no_fewer_than_the_least(void **state)
{
    struct calibration c = usual;
    struct machine m = { .pass_ns = 1390 };
    uint64_t n;

    (void)state;
    c.step = 96;
    n = passes_of(&c, &m);
    assert_int_equal(n % 96, 0);
    assert_int_equal(n, 384); /* 359.7, up to 4 laps of 96 */
    c.least = 400;
    assert_int_equal(passes_of(&c, &m), 480);
    assert_int_equal(calibrate_round(&c, 1), 480);
    assert_int_equal(calibrate_round(&c, 481), 576);
    c = usual;
    assert_int_equal(calibrate_round(&c, 0), 1);
}

static void a_base_is_prolonged_only_until_it_can_be_read(void **state)
{
    struct machine m = { .pass_ns = 200 };
    uint64_t passes = 390;

    (void)state;
    assert_int_equal(
        calibrate_reach(&usual, calibrate_least_ns(&usual), time_it, &m, &passes), 0);
    assert_int_equal(passes, 390);
    m.pass_ns = 10;
    assert_int_equal(
        calibrate_reach(&usual, calibrate_least_ns(&usual), time_it, &m, &passes), 0);
    assert_int_equal(passes, 2000); /* 1000 ticks of 20 ns */
}

static void a_loop_that_stops_ends_it_with_its_error(void **state)
{
    uint64_t passes = 77;

    (void)state;
    for (unsigned at = 1; at < 15; at++) {
        struct machine m = { .pass_ns = 100, .fails_at = at };

        assert_int_equal(calibrate_passes(&usual, time_it, &m, &passes), -EIO);
    }
}

static void a_clock_that_stands_still_ends_it_too(void **state)
{
    struct machine m = { .pass_ns = 0 };
    uint64_t passes;

    (void)state;
    assert_int_equal(calibrate_passes(&usual, time_it, &m, &passes), -ERANGE);
    assert_true(m.readings < 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_the_largest_of_three_rules),
        cmocka_unit_test(passes_are_a_power_of_two_refined_to_three_digits),
        cmocka_unit_test(the_largest_number_will_do_where_the_clock_can_read_it),
        cmocka_unit_test(an_operation_longer_than_the_target_is_done_once),
        cmocka_unit_test(one_disturbed_reading_in_three_changes_nothing),
        cmocka_unit_test(a_coarse_clock_gets_a_thousand_ticks),
        cmocka_unit_test(the_time_of_an_observation_never_falls_off_a_cliff),
        cmocka_unit_test(passes_are_multiples_of_the_step_and_no_fewer_than_the_least),
        cmocka_unit_test(a_base_is_prolonged_only_until_it_can_be_read),
        cmocka_unit_test(a_loop_that_stops_ends_it_with_its_error),
        cmocka_unit_test(a_clock_that_stands_still_ends_it_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
