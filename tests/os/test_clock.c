/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/clock.h"

#include <time.h>

#include "support.h"

static void it_is_the_raw_monotonic_clock_and_never_goes_back(void **state)
{
    struct timespec raw;
    uint64_t before = os_clock_ns(), between;

    (void)state;
    clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
    between = (uint64_t)raw.tv_sec * 1000000000u + (uint64_t)raw.tv_nsec;
    assert_true(before <= between);
    assert_true(between <= os_clock_ns());
    for (int i = 0; i < 10000; i++) {
        uint64_t now = os_clock_ns();

        assert_true(before <= now);
        before = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_raw_monotonic_clock_and_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
