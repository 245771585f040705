/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * number.c - a printed number and the interval that its printing leaves
 *
 * Reckoned in whole units of the last printed digit, so that the ends of the interval
 * are the doubles nearest to what people would write.
 */
#include "import/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_DIGITS = 14, /* times 20 they are still exact in a double */
    MOST_EXPONENT = 30
};

struct printed {
    uint64_t digits; /* the number without its point */
    int decimals;
    bool point;
    int exponent; /* written as e-05: 5, as e+06: -6 */
    bool longer;  /* there were more decimals than are kept */
    char letter;  /* K, M or 0 */
};

static size_t digits_and_point(const char *text, size_t length, struct printed *p)
{
    size_t at = 0, digits = 0;

    for (; at < length; at++) {
        if (text[at] == '.' && !p->point) {
            p->point = true;
        } else if (isdigit((unsigned char)text[at]) && digits < MOST_DIGITS) {
            p->digits = p->digits * 10 + (uint64_t)(text[at] - '0');
            p->decimals += p->point;
            digits++;
        } else if (isdigit((unsigned char)text[at]) && p->point) {
            p->longer = true; /* bc prints twenty of them */
        } else {
            break;
        }
    }
    return digits ? at : 0;
}

/* "e-05", "e+06"; without its sign it is part of a name. */
static size_t exponent(const char *text, size_t length, struct printed *p)
{
    size_t at = 2;

    if (length < 3 || text[0] != 'e' || (text[1] != '-' && text[1] != '+'))
        return 0;
    for (; at < length && isdigit((unsigned char)text[at]); at++) {
        p->exponent = p->exponent * 10 + (text[at] - '0');
        if (p->exponent > MOST_EXPONENT)
            return 0;
    }
    if (text[1] == '+')
        p->exponent = -p->exponent;
    return at > 2 ? at : 0;
}

static int take_apart(const char *text, size_t length, struct printed *p)
{
    size_t at = digits_and_point(text, length, p);

    *p = at ? *p : (struct printed){ 0 };
    if (at == 0)
        return -EINVAL;
    at += exponent(text + at, length - at, p);
    if (at < length && (text[at] == 'K' || text[at] == 'M'))
        p->letter = text[at++];
    return at == length ? 0 : -EINVAL;
}

static bool is_no_measurement(const char *text, size_t length)
{
    static const char *const words[] = { "", "-", "inf", "nan", "infinity" };
    struct printed negative = { 0 };
    bool sign = length > 0 && text[0] == '-';

    if (length == 0)
        return false;
    text += sign;
    length -= sign;
    for (size_t i = !sign; i < sizeof words / sizeof *words; i++) {
        if (length == strlen(words[i]) && strncasecmp(text, words[i], length) == 0)
            return true;
    }
    return sign && take_apart(text, length, &negative) == 0;
}

/* Lost behind the last digit: how much below and above it, in twentieths of it. */
static void margins(const struct printed *p, enum import_rounding rounding, int *below,
                    int *above)
{
    bool whole = p->decimals == 0 && p->exponent == 0;

    *below = *above = 10;
    if (p->longer) {
        *below = 0, *above = 20;
        return;
    }
    switch (rounding) {
    case IMPORT_ROUNDED:
        break;
    case IMPORT_CUT:
        if (whole)
            *below = 1, *above = 19;
        break;
    case IMPORT_SHORT:
        /* below 10 there were as many decimals as the number had room for */
        if (whole || (!p->letter && p->exponent == 0 && p->decimals > 1))
            *below = 1, *above = 19;
        break;
    case IMPORT_WHOLE:
        if (whole)
            *below = 0, *above = 20;
        break;
    case IMPORT_EITHER:
        if (whole)
            *above = 20;
        break;
    }
}

/* 10^n; of all that people print by one look, and exact. */
static double ten_to_the(int n)
{
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    return n >= 0 && n < (int)(sizeof tens / sizeof *tens) ? tens[n] : pow(10, n);
}

int import_parse_number(const char *text, size_t length, enum import_rounding rounding,
                        struct import_number *number)
{
    struct printed p = { 0 };
    double up, down, twenty, least;
    int below, above, rc;

    if (is_no_measurement(text, length))
        return -EDOM;
    rc = take_apart(text, length, &p);
    if (rc < 0)
        return rc;
    /* "12.3" can only be "12.3K" there: 12.3 itself reads " 12." */
    if (rounding == IMPORT_SHORT && !p.letter && p.decimals == 1 && p.digits >= 100)
        p.letter = 'K';
    margins(&p, rounding, &below, &above);
    up = p.letter == 'M' ? 1e6 : p.letter == 'K' ? 1e3 : 1;
    down = ten_to_the(p.decimals + p.exponent);
    twenty = 20 * (double)p.digits;
    least = twenty > below ? twenty - below : 0;
    *number = (struct import_number){ .value = (double)p.digits * up / down,
                                      .lo = least * up / (20 * down),
                                      .hi = (twenty + above) * up / (20 * down) };
    return 0;
}
