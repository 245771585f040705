/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/power.h"

#include <math.h>

#include "support.h"

static void the_smallest_change_is_that_of_the_tables(void **state)
{
    (void)state;
    /* 1.959964 + 0.841621 = 2.801585, the constant of every table at 0.05 and 0.8 */
    assert_near(st_smallest_change(1.959963984540054, 0.95, 0.05), 2.8015852181129683,
                1e-12);
    /* 3.290527 + 0.841621 at 0.001 */
    assert_near(st_smallest_change(1.959963984540054, 0.95, 0.001), 4.1321479650648398,
                1e-9);
    assert_near(st_smallest_change(0, 0.95, 0.05), 0, 0);
    assert_true(isnan(st_smallest_change(NAN, 0.95, 0.05)));
    assert_true(isnan(st_smallest_change(1, 1, 0.05)));
    assert_true(isnan(st_smallest_change(1, 0.95, 0)));
}

static void four_times_the_values_halve_the_smallest_change(void **state)
{
    double smallest = st_smallest_change(0.02, 0.95, 0.01);

    (void)state;
    assert_near(st_times_values(0.02, 0.95, 0.01, smallest), 1, 1e-12);
    assert_near(st_times_values(0.02, 0.95, 0.01, smallest / 2), 4, 1e-12);
    assert_near(st_times_values(0.02, 0.95, 0.01, 0), INFINITY, 0);
    assert_near(st_times_values(0.02, 0.95, 0.01, -1), INFINITY, 0);
}

static void signs_are_counted(void **state)
{
    (void)state;
    assert_near(st_sign_p(0, 0), 1, 0);
    assert_near(st_sign_p(4, 4), 1, 0);
    assert_near(st_sign_p(8, 0), 2 / 256.0, 1e-13);
    assert_near(st_sign_p(0, 8), 2 / 256.0, 1e-13);
    assert_near(st_sign_p(9, 1), 2 * 11 / 1024.0, 1e-13);
    assert_near(st_sign_p(1, 0), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_change_is_that_of_the_tables),
        cmocka_unit_test(four_times_the_values_halve_the_smallest_change),
        cmocka_unit_test(signs_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
