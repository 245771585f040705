/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/affinity.h"

#include <errno.h>
#include <sched.h>

#include "support.h"

static void a_process_runs_where_it_is_bound(void **state)
{
    int was[256], now[2], n = os_affinity_get(was, 256);

    (void)state;
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        assert_int_equal(os_affinity_set(&was[i], 1), 0);
        assert_int_equal(os_affinity_get(now, 2), 1);
        assert_int_equal(now[0], was[i]);
        assert_int_equal(sched_getcpu(), was[i]);
    }
    assert_int_equal(os_affinity_set(was, (size_t)n), 0);
    assert_int_equal(os_affinity_get(was, 256), n);
}

static void a_cpu_that_is_not_there_is_refused(void **state)
{
    const int wrong[] = { -1, 8191, 8192, 1 << 30 };

    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(os_affinity_set(&wrong[i], 1), -EINVAL);
}

static void no_more_cpus_are_told_than_fit(void **state)
{
    int cpu = -1;

    (void)state;
    assert_int_equal(os_affinity_get(&cpu, 1), 1);
    assert_true(cpu >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_runs_where_it_is_bound),
        cmocka_unit_test(a_cpu_that_is_not_there_is_refused),
        cmocka_unit_test(no_more_cpus_are_told_than_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
