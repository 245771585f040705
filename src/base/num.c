/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * num.c - numbers to and from text, for files and options
 */
#include "base/num.h"

#include <assert.h>
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

/* The last n digits of a number, two at a time; what is before them. */
static uint64_t put_digits(char *text, int n, uint64_t value)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";

    for (; n > 1; value /= 100)
        memcpy(text + (n -= 2), pairs + 2 * (value % 100), 2);
    if (n) {
        text[0] = (char)('0' + value % 10);
        value /= 10;
    }
    return value;
}

static size_t digits_of(char *text, uint64_t value)
{
    uint64_t limit = 10;
    int n = 1;

    for (; n < 20 && value >= limit;
         limit *= 10) /* of the largest's 20 all are taken */
        n++;
    put_digits(text, n, value);
    text[n] = '\0';
    return (size_t)n;
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

/* Decimal digits that every double keeps, and that tell every two apart. */
enum { LEAST_DIGITS = 15, MOST_DIGITS = 17 };

/* A decimal number: 0.d1d2d3... times a power of ten is digits[0].digits[1]... e
 * exponent.
 */
struct decimal {
    char digits[MOST_DIGITS];
    int n;        /* how many, without zeros at the end */
    int exponent; /* of the first digit */
};

/* The digits of a whole number, of which zeros at the end are the exponent's. */
static void set_digits(struct decimal *d, uint64_t whole, int n)
{
    put_digits(d->digits, n, whole);
    while (n > 1 && d->digits[n - 1] == '0')
        n--;
    d->n = n;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* The largest power of five that fits in 64 bits is that of 27. */
static wide five_to_the(int k)
{
    static const uint64_t fives[] = {
        1u,
        5u,
        25u,
        125u,
        625u,
        3125u,
        15625u,
        78125u,
        390625u,
        1953125u,
        9765625u,
        48828125u,
        244140625u,
        1220703125u,
        6103515625u,
        30517578125u,
        152587890625u,
        762939453125u,
        3814697265625u,
        19073486328125u,
        95367431640625u,
        476837158203125u,
        2384185791015625u,
        11920928955078125u,
        59604644775390625u,
        298023223876953125u,
        1490116119384765625u,
        7450580596923828125u,
    };
    enum { LAST = sizeof fives / sizeof *fives - 1 };

    assert(k >= 0 && k <= 2 * LAST);
    return k > LAST ? (wide)fives[LAST] * fives[k - LAST] : fives[k];
}

enum { BITS = 52 }; /* of a double's mantissa, behind its first */

/*
 * The whole number nearest to value * 10^k, and whether over 10^k it reads back as
 * `value`, which is mantissa * 2^power. All of it is exact: 53 bits times 5^32 fit in
 * 128. *cut is the number without rounding.
 */
static bool scale(uint64_t mantissa, int power, int k, uint64_t *cut, uint64_t *nearest)
{
    wide unit = five_to_the(k), exact = mantissa * unit, one = (wide)1 << -(power + k);
    wide rest = exact & (one - 1), most;
    bool up, quarter = false;

    *cut = (uint64_t)(exact >> -(power + k));
    up = 2 * rest > one || (2 * rest == one && (*cut & 1));
    *nearest = *cut + up;
    /* half a unit of the mantissa away is another double; a quarter below 2^n */
    quarter = !up && mantissa == (uint64_t)1 << BITS;
    most = quarter ? unit : 2 * unit;
    rest = 4 * (up ? one - rest : rest);
    return mantissa & 1 ? rest < most : rest <= most;
}

/* The shortest decimal that reads back, for 1e-16 <= value < 1e15. */
static bool to_decimal(double value, struct decimal *d)
{
    enum { BIAS = 1023 + BITS, BELOW = 400, POWERS = 32 };
    uint64_t bits, mantissa, cut, nearest, limit = 1000000000000000;
    int power;

    memcpy(&bits, &value, sizeof bits);
    power = (int)(bits >> BITS) - BIAS;
    mantissa = (bits & (((uint64_t)1 << BITS) - 1)) | (uint64_t)1 << BITS;
    /* log10 of the power of two in it, which may be one less than that of the value */
    d->exponent = (int)((power + BITS) * 0.30103 + BELOW) - BELOW;
    for (int n = LEAST_DIGITS; n <= MOST_DIGITS; n++, limit *= 10) {
        int k = n - 1 - d->exponent;
        bool back = k <= POWERS && scale(mantissa, power, k, &cut, &nearest);

        if (k <= POWERS && cut >= limit) { /* it was one less */
            d->exponent++;
            back = scale(mantissa, power, k - 1, &cut, &nearest);
        }
        if (back) {
            set_digits(d, nearest < limit ? nearest : limit / 10, n);
            d->exponent += nearest == limit; /* 9.99... became 10 */
            return true;
        }
    }
    return false;
}
#else
static bool to_decimal(double value, struct decimal *d)
{
    (void)value;
    (void)d;
    (void)set_digits;
    return false;
}
#endif

static char *add(char *at, const char *digits, int n)
{
    memcpy(at, digits, (size_t)n);
    return at + n;
}

/* As "%g" has it. */
static size_t print_decimal(char text[NUM_TEXT], const struct decimal *d)
{
    int whole = d->exponent + 1;
    char *at = text;

    if (d->exponent < -4) {
        *at++ = d->digits[0];
        if (d->n > 1)
            *at++ = '.';
        at = add(at, d->digits + 1, d->n - 1);
        *at++ = 'e';
        *at++ = '-';
        *at++ = (char)('0' + -d->exponent / 10);
        *at++ = (char)('0' + -d->exponent % 10);
    } else if (whole <= 0) {
        at = add(at, "0.000", 2 - whole);
        at = add(at, d->digits, d->n);
    } else if (d->n <= whole) {
        at = add(at, d->digits, d->n);
        at = add(at, "00000000000000", whole - d->n);
    } else {
        at = add(at, d->digits, whole);
        *at++ = '.';
        at = add(at, d->digits + whole, d->n - whole);
    }
    *at = '\0';
    return (size_t)(at - text);
}

static size_t print_double(char text[NUM_TEXT], double value)
{
    locale_t before = uselocale(c_locale());

    /* 15 digits are the shortest of all that reads back with 15, except among
       the subnormal numbers, which carry fewer */
    for (int n = fabs(value) < DBL_MIN ? 1 : LEAST_DIGITS; n <= MOST_DIGITS; n++) {
        double back;

        snprintf(text, NUM_TEXT, "%.*g", n, value);
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
    /* what there is to measure lies here */
    if (value >= 1e-16 && value < 1e15 && to_decimal(value, &d))
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
