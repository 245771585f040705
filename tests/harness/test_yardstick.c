/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/yardstick.h"

#include "support.h"

struct fake {
    uint64_t now;
    const uint64_t *step; /* ends with 0 */
};

static uint64_t read_fake(void *self)
{
    struct fake *f = self;

    assert_true(*f->step > 0);
    f->now += *f->step++;
    return f->now;
}

static void the_shortest_of_three_is_kept(void **state)
{
    /* a reading, the work, a reading: 50 for additions and 47 for loads at best */
    const uint64_t steps[] = { 1, 66, 1, 50, 1, 900, 1, 47, 1, 48, 1, 49, 0 };
    struct fake f = { .step = steps };
    const struct bench_clock clock = { read_fake, &f };
    struct harness_yardstick y;

    (void)state;
    harness_yardstick(&clock, &y);
    assert_int_equal(y.add_ns, 50);
    assert_int_equal(y.l1_ns, 47);
    assert_int_equal(*f.step, 0);
}

/* 200,000 additions that depend on each other cannot be done at 20 GHz. */
static void the_work_is_really_done(void **state)
{
    struct harness_yardstick y;

    (void)state;
    harness_yardstick(&bench_clock_raw, &y);
    assert_true(y.add_ns > 10000);
    assert_true(y.l1_ns > 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_of_three_is_kept),
        cmocka_unit_test(the_work_is_really_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
