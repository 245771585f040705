/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/sorted.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "samples.h"
#include "support.h"

static void a_copy_is_sorted_and_the_sample_stays_as_it_was(void **state)
{
    double x[10];
    struct st_sorted s;

    (void)state;
    memcpy(x, sample_v, sizeof x);
    assert_int_equal(st_sorted_init(&s, x, 10), 0);
    assert_memory_equal(x, sample_v, sizeof x);
    assert_int_equal(s.n, 10);
    assert_near(s.x[0], 98.9, 0);
    assert_near(s.x[9], 103.8, 0);
    for (size_t i = 1; i < s.n; i++)
        assert_true(s.x[i - 1] <= s.x[i]);
    st_sorted_done(&s);
    assert_null(s.x);
    assert_int_equal(s.n, 0);
    st_sorted_done(&s);
}

static void a_sample_without_values_is_fine(void **state)
{
    struct st_sorted s;

    (void)state;
    assert_int_equal(st_sorted_init(&s, NULL, 0), 0);
    assert_int_equal(s.n, 0);
    st_sorted_done(&s);
}

static void a_nan_is_refused_and_nothing_is_written(void **state)
{
    const double x[] = { 1.5, NAN, 2.5 };
    struct st_sorted s = { sample_u, 7 };

    (void)state;
    assert_int_equal(st_sorted_init(&s, x, 3), -EDOM);
    assert_ptr_equal(s.x, sample_u);
    assert_int_equal(s.n, 7);
}

static void infinities_and_denormals_find_their_place(void **state)
{
    const double x[] = { INFINITY, 5e-324, -INFINITY, 0, -5e-324, 1e308 };
    const double want[] = { -INFINITY, -5e-324, 0, 5e-324, 1e308, INFINITY };
    struct st_sorted s;

    (void)state;
    assert_int_equal(st_sorted_init(&s, x, 6), 0);
    assert_memory_equal(s.x, want, sizeof want);
    st_sorted_done(&s);
}

static void want_of_memory_is_reported(void **state)
{
    struct st_sorted s = { sample_u, 7 };

    (void)state;
    support_fail_allocation = 0;
    assert_int_equal(st_sorted_init(&s, sample_v, 10), -ENOMEM);
    support_fail_allocation = -1;
    assert_ptr_equal(s.x, sample_u);
    assert_int_equal(st_sorted_init(&s, sample_v, SIZE_MAX / 4), -ENOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_sorted_and_the_sample_stays_as_it_was),
        cmocka_unit_test(a_sample_without_values_is_fine),
        cmocka_unit_test(a_nan_is_refused_and_nothing_is_written),
        cmocka_unit_test(infinities_and_denormals_find_their_place),
        cmocka_unit_test(want_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
