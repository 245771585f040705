/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * num.h - numbers to and from text, for files and options
 *
 * Always as the C locale has it, whatever the user's LC_NUMERIC is. Text for
 * people is output/numfmt.h's.
 */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum { NUM_TEXT = 32 }; /* bytes that hold any number's text and its NUL */

/* Each returns the length of the text. */
size_t num_from_u64(char text[NUM_TEXT], uint64_t value);
size_t num_from_i64(char text[NUM_TEXT], int64_t value);

/* The shortest decimal that reads back exactly; INF, -INF and NaN as XSD has them. */
size_t num_from_double(char text[NUM_TEXT], double value);

/*
 * vsnprintf() with a decimal point: what all text of ours is printed with.
 *
 * Returns: as vsnprintf()
 */
int num_vprintf(char *text, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/*
 * The whole text must be the number: no blanks, no rest.
 *
 * Returns: 0, -EINVAL (not a number) or -ERANGE
 */
int num_to_u64(const char *text, uint64_t *value);
int num_to_i64(const char *text, int64_t *value);
int num_to_double(const char *text, double *value);

/*
 * The next whole number of a list separated by white space.
 *
 * Returns: 1 with *value and *cursor moved on, 0 at the end, -EINVAL or -ERANGE
 */
int num_next_u64(const char **cursor, uint64_t *value);

/*
 * What people write: "2%" or "0.02" (a share), "90", "90s", "3m", "2h" (seconds),
 * "64K", "1M", "2G", "512" (bytes; K = 1024).
 *
 * Returns: 0, -EINVAL or -ERANGE; *value untouched then
 */
int num_to_share(const char *text, double *value);
int num_to_seconds(const char *text, double *value);
int num_to_bytes(const char *text, uint64_t *value);

#endif
