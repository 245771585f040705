/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/mhz.h"

#include <math.h>

#include "support.h"

static void the_median_run_counts(void **state)
{
    /* 300 ns for 1000 additions are 3333 MHz; one run was interrupted, one is odd */
    uint64_t ns[] = { 301, 90000, 299, 300, 17 };

    (void)state;
    assert_near(probe_mhz_from(ns, 5, 1000), 1e6 / 300, 1e-12);
}

static void a_clock_that_stands_still_gives_no_number(void **state)
{
    uint64_t ns[] = { 0, 0, 0 };

    (void)state;
    assert_true(isnan(probe_mhz_from(ns, 3, 1000)));
    assert_true(isnan(probe_mhz_from(ns, 0, 1000)));
}

/* Wide enough for any machine: slower than 20 MHz or faster than 20 GHz is a fault. */
static void this_core_has_a_plausible_clock(void **state)
{
    double mhz = probe_mhz();

    (void)state;
    assert_true(mhz > 20 && mhz < 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_median_run_counts),
        cmocka_unit_test(a_clock_that_stands_still_gives_no_number),
        cmocka_unit_test(this_core_has_a_plausible_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
