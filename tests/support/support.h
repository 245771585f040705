/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * support.h - what every test includes last
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h wants the four above */
#include <cmocka.h>

/*
 * Equal within `rel` of the larger magnitude, or both below 1e-300; NaN equals NaN,
 * infinities by sign. cmocka's own assert_float_equal casts to float.
 */
#define assert_near(got, want, rel) \
    support_assert_near((got), (want), (rel), #got, __FILE__, __LINE__)
void support_assert_near(double got, double want, double rel, const char *what,
                         const char *file, int line);

/* Path of a file below tests/data or tests/golden; the caller frees it. */
char *support_data(const char *name);
char *support_golden(const char *name);

/* A new directory of this test's own below the build tree; removed at exit. */
const char *support_scratch(void);

/* A whole file as a NUL-terminated block; *length may be NULL; the caller frees it. */
char *support_read(const char *path, size_t *length);
void support_write(const char *path, const void *bytes, size_t length);

/*
 * Lets the n-th following allocation (calloc, malloc, realloc, strdup, vasprintf of
 * ours) fail; -1: none. Works where the test links with the wraps of tests/meson.build.
 */
extern long support_fail_allocation;

#endif
