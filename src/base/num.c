/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * num.c - numbers to and from text, for files and options
 */
#include "base/num.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Made once; stays for the life of the program. */
static locale_t c_locale(void)
{
    static locale_t c;

    if (!c)
        c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return c;
}

static size_t digits_of(char *text, uint64_t value)
{
    char digits[NUM_TEXT];
    size_t n = 0;

    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    for (size_t i = 0; i < n; i++)
        text[i] = digits[n - 1 - i];
    text[n] = '\0';
    return n;
}

size_t num_from_u64(char text[NUM_TEXT], uint64_t value)
{
    return digits_of(text, value);
}

size_t num_from_i64(char text[NUM_TEXT], int64_t value)
{
    if (value >= 0)
        return digits_of(text, (uint64_t)value);
    text[0] = '-';
    return 1 + digits_of(text + 1, -(uint64_t)value);
}

/* ---- doubles ---- */

enum { DIGITS = 15 }; /* decimal digits that every double keeps */

/* A decimal number: 0.d1d2d3… times a power of ten is digits[0].digits[1]… e exponent.
 */
struct decimal {
    char digits[DIGITS + 1]; /* ends with NUL, without zeros at the end */
    int exponent;            /* of the first digit */
};

/*
 * Whether long double is as exact here as the compiler takes it for: valgrind computes
 * with 53 bits.
 */
static bool is_extended(void)
{
    volatile long double one = 1;

    return LDBL_MANT_DIG >= 64 && one + LDBL_EPSILON > one;
}

/*
 * The decimal of 15 digits that reads back as `value`, where that can be shown without
 * long arithmetic: the quotient of two integers that long double has exactly is rounded
 * once, and lies clearly within half a unit of `value`.
 */
static bool to_decimal(double value, struct decimal *d)
{
    /* up to the last power of five that fits in 64 bits */
    static const long double powers[] = {
        1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
        1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
        1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
    };
    enum { POWERS = sizeof powers / sizeof *powers, BELOW = 400 };
    long double power, back, near;
    uint64_t n, bits;
    int shift;

    /* log10 of the power of two in it; math.h's would need a library for it */
    memcpy(&bits, &value, sizeof bits);
    d->exponent = (int)(((int)(bits >> 52 & 0x7ff) - 1023) * 0.30103 + BELOW) - BELOW;
    shift = DIGITS - 1 - d->exponent;
    if (shift < 1 || shift >= POWERS || !is_extended())
        return false;
    if (value * powers[shift] + 0.5L >= 1e15L) { /* it was one more */
        d->exponent++;
        shift--;
    }
    power = powers[shift];
    n = (uint64_t)(value * power + 0.5L);
    if (n < 100000000000000 || n >= 1000000000000000)
        return false;
    back = (long double)n / power;
    near = (long double)value * (0.49L * DBL_EPSILON / 2);
    if (back - (long double)value > near || (long double)value - back > near)
        return false;
    for (int i = DIGITS; i-- > 0; n /= 10)
        d->digits[i] = (char)('0' + n % 10);
    d->digits[DIGITS] = '\0';
    for (int i = DIGITS; i > 1 && d->digits[i - 1] == '0'; i--)
        d->digits[i - 1] = '\0';
    return true;
}

/* As "%g" has it. */
static size_t print_decimal(char text[NUM_TEXT], const struct decimal *d)
{
    int n = (int)strlen(d->digits), whole = d->exponent + 1;
    char *at = text;

    if (d->exponent < -4) {
        *at++ = d->digits[0];
        if (n > 1)
            *at++ = '.';
        for (int i = 1; i < n; i++)
            *at++ = d->digits[i];
        *at++ = 'e';
        *at++ = '-';
        *at++ = (char)('0' + -d->exponent / 10);
        *at++ = (char)('0' + -d->exponent % 10);
    } else {
        for (int i = whole < 1 ? whole - 1 : 0; i < n || i < whole; i++) {
            if (i == whole)
                *at++ = '.';
            *at++ = (char)(i < 0 || i >= n ? '0' : d->digits[i]);
        }
    }
    *at = '\0';
    return (size_t)(at - text);
}

static size_t print_double(char text[NUM_TEXT], double value)
{
    locale_t before = uselocale(c_locale());

    /* 15 digits are the shortest of all that reads back with 15, except among
       the subnormal numbers, which carry fewer */
    for (int digits = fabs(value) < DBL_MIN ? 1 : DIGITS; digits <= 17; digits++) {
        double back;

        snprintf(text, NUM_TEXT, "%.*g", digits, value);
        back = strtod(text, NULL);
        if (memcmp(&back, &value, sizeof back) == 0)
            break;
    }
    uselocale(before);
    return strlen(text);
}

size_t num_from_double(char text[NUM_TEXT], double value)
{
    const char *name = isnan(value) ? "NaN" : value > 0 ? "INF" : "-INF";
    struct decimal d;

    if (!isfinite(value))
        return (size_t)snprintf(text, NUM_TEXT, "%s", name);
    /* files are full of numbers that people would write with few digits */
    if (value >= 1e-11 && value < 1e15 && to_decimal(value, &d))
        return print_decimal(text, &d);
    return print_double(text, value);
}

int num_vprintf(char *text, size_t size, const char *format, va_list args)
{
    locale_t before = uselocale(c_locale());
    int n = vsnprintf(text, size, format, args);

    uselocale(before);
    return n;
}

static int whole(const char *text, const char *end)
{
    return text == end || *end != '\0' ? -EINVAL : 0;
}

int num_to_u64(const char *text, uint64_t *value)
{
    char *end;
    unsigned long long got;

    if (!isdigit((unsigned char)*text))
        return -EINVAL;
    errno = 0;
    got = strtoull(text, &end, 10);
    if (errno == ERANGE)
        return -ERANGE;
    if (whole(text, end) < 0)
        return -EINVAL;
    *value = got;
    return 0;
}

int num_to_i64(const char *text, int64_t *value)
{
    char *end;
    long long got;

    if (!isdigit((unsigned char)text[*text == '-']))
        return -EINVAL;
    errno = 0;
    got = strtoll(text, &end, 10);
    if (errno == ERANGE)
        return -ERANGE;
    if (whole(text, end) < 0)
        return -EINVAL;
    *value = got;
    return 0;
}

/* Reads a number that starts with a digit, sign or point; *end is behind it. */
static int leading_double(const char *text, double *value, const char **end)
{
    const char *first = text + (*text == '-' || *text == '+');
    char *stop;

    if (!isdigit((unsigned char)*first) && *first != '.')
        return -EINVAL;
    if (first[0] == '0' && (first[1] == 'x' || first[1] == 'X'))
        return -EINVAL;
    errno = 0;
    *value = strtod_l(text, &stop, c_locale());
    if (stop == text)
        return -EINVAL;
    if (errno == ERANGE && fabs(*value) > 1)
        return -ERANGE;
    *end = stop;
    return 0;
}

int num_to_double(const char *text, double *value)
{
    static const struct {
        const char *name;
        double value;
    } special[] = { { "INF", INFINITY }, { "-INF", -INFINITY }, { "NaN", NAN } };
    const char *end;
    double got;
    int rc;

    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (strcmp(text, special[i].name) == 0) {
            *value = special[i].value;
            return 0;
        }
    }
    rc = leading_double(text, &got, &end);
    if (rc < 0)
        return rc;
    if (*end)
        return -EINVAL;
    *value = got;
    return 0;
}

int num_next_u64(const char **cursor, uint64_t *value)
{
    const char *p = *cursor;
    uint64_t got = 0;

    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
        p++;
    if (!*p) {
        *cursor = p;
        return 0;
    }
    if (!isdigit((unsigned char)*p))
        return -EINVAL;
    for (; isdigit((unsigned char)*p); p++) {
        unsigned digit = (unsigned)(*p - '0');

        if (got > (UINT64_MAX - digit) / 10)
            return -ERANGE;
        got = got * 10 + digit;
    }
    if (*p && !isspace((unsigned char)*p))
        return -EINVAL;
    *cursor = p;
    *value = got;
    return 1;
}

struct suffix {
    const char *name;
    double factor;
};

static int with_suffix(const char *text, const struct suffix *table, double *value)
{
    const char *end;
    double got;
    int rc = leading_double(text, &got, &end);

    if (rc < 0)
        return rc;
    if (!(got >= 0) || !isfinite(got))
        return -ERANGE;
    for (; table->name; table++) {
        if (strcmp(end, table->name) == 0) {
            *value = got * table->factor;
            return 0;
        }
    }
    return -EINVAL;
}

int num_to_share(const char *text, double *value)
{
    static const struct suffix table[] = { { "%", 0.01 }, { "", 1 }, { 0 } };

    return with_suffix(text, table, value);
}

int num_to_seconds(const char *text, double *value)
{
    static const struct suffix table[] = { { "", 1 },   { "s", 1 },    { "ms", 1e-3 },
                                           { "m", 60 }, { "min", 60 }, { "h", 3600 },
                                           { 0 } };

    return with_suffix(text, table, value);
}

int num_to_bytes(const char *text, uint64_t *value)
{
    static const struct suffix table[] = { { "", 1 },
                                           { "B", 1 },
                                           { "K", 1024 },
                                           { "k", 1024 },
                                           { "KiB", 1024 },
                                           { "M", 1048576 },
                                           { "m", 1048576 },
                                           { "MiB", 1048576 },
                                           { "G", 1073741824 },
                                           { "g", 1073741824 },
                                           { "GiB", 1073741824 },
                                           { 0 } };
    double got;
    int rc = with_suffix(text, table, &got);

    if (rc < 0)
        return rc;
    if (got > 9e15)
        return -ERANGE;
    *value = (uint64_t)got;
    return 0;
}
