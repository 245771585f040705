/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clock.c - the clock that observations are read from
 */
#include "os/clock.h"

#include <time.h>

uint64_t os_clock_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
