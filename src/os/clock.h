/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clock.h - the clock that observations are read from
 */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <stdint.h>

#define OS_CLOCK_NAME "monotonic-raw" /* as results name it */

/*
 * CLOCK_MONOTONIC_RAW: never set, and not slewed by NTP either, whose corrections of
 * up to 500 ppm would otherwise be part of every comparison. Linux reads it without a
 * system call since 5.3, at the same 20 ns or so as CLOCK_MONOTONIC.
 *
 * Units: ns since some moment before this boot's first process
 */
uint64_t os_clock_ns(void);

#endif
