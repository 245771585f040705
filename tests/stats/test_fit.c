/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/fit.h"

#include "stats/init.h"

#include <errno.h>
#include <math.h>

#include "samples.h"
#include "support.h"

/* NIST StRD linear regression, data set Norris (itl.nist.gov/div898/strd/lls) */
static const double norris_y[] = {
    0.1, 338.8, 118.1, 888.0, 9.2,   228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3,
    0.1, 778.1, 668.8, 339.3, 448.9, 10.8,  557.7, 228.3, 998.0, 888.8, 119.6, 0.3,
    0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2,  117.6, 228.9, 668.4, 449.2, 0.2
};
static const double norris_x[] = {
    0.2, 337.4, 118.2, 884.6, 10.1,  226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4,
    0.6, 775.5, 666.9, 338.0, 447.5, 11.6,  556.0, 228.1, 995.8, 887.6, 120.2, 0.3,
    0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1,  118.3, 229.2, 669.1, 448.9, 0.5
};

static void the_line_reaches_the_certified_values(void **state)
{
    /* t quantile 0.975 of 34 degrees of freedom, mpmath 1.3.0 */
    const double t = 2.0322445093177187;
    struct st_line line;

    (void)state;
    assert_int_equal(st_line(&line, norris_x, norris_y, 36, 0.95), 0);
    assert_near(line.intercept.value, -0.262323073774029, 1e-10);
    assert_near(line.slope.value, 1.00211681802045, 1e-13);
    assert_near(line.sd, 0.884796396144373, 1e-10);
    assert_near(line.r2, 0.999993745883712, 1e-13);
    assert_near(line.intercept.hi - line.intercept.value, t * 0.232818234301152, 1e-9);
    assert_near(line.slope.value - line.slope.lo, t * 0.429796848199937e-03, 1e-9);
    assert_near(line.slope.level, 0.95, 0);
}

static void two_points_have_a_line_and_no_bounds(void **state)
{
    const double x[] = { 1, 3 }, y[] = { 10, 14 };
    struct st_line line;

    (void)state;
    assert_int_equal(st_line(&line, x, y, 2, 0.95), 0);
    assert_near(line.slope.value, 2, 1e-14);
    assert_near(line.intercept.value, 8, 1e-14);
    assert_true(isnan(line.slope.lo) && isnan(line.slope.level) && isnan(line.sd));
}

static void points_on_a_line_have_bounds_of_no_width(void **state)
{
    const double x[] = { 1, 2, 3, 4 }, y[] = { 7, 7, 7, 7 };
    struct st_line line;

    (void)state;
    assert_int_equal(st_line(&line, x, y, 4, 0.95), 0);
    assert_near(line.slope.lo, 0, 0);
    assert_near(line.slope.hi, 0, 0);
    assert_near(line.intercept.value, 7, 0);
    assert_near(line.r2, 1, 0);
}

static void outside_the_domain_nothing_is_written(void **state)
{
    const double same[] = { 2, 2, 2 }, y[] = { 1, 2, 3 }, nan[] = { 1, NAN, 2 };
    struct st_line line = { .sd = 77 };

    (void)state;
    assert_int_equal(st_line(&line, same, y, 3, 0.95), -EDOM);
    assert_int_equal(st_line(&line, nan, y, 3, 0.95), -EDOM);
    assert_int_equal(st_line(&line, y, nan, 3, 0.95), -EDOM);
    assert_int_equal(st_line(&line, y, y, 1, 0.95), -EDOM);
    assert_int_equal(st_line(&line, NULL, NULL, 0, 0.95), -EDOM);
    assert_near(line.sd, 77, 0);
}

static int prepare(void **state)
{
    (void)state;
    st_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_reaches_the_certified_values),
        cmocka_unit_test(two_points_have_a_line_and_no_bounds),
        cmocka_unit_test(points_on_a_line_have_bounds_of_no_width),
        cmocka_unit_test(outside_the_domain_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
