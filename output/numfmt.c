/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * numfmt.c - numbers for people: the only rounding there is
 */
#include "output/numfmt.h"

#include "base/num.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void put(char text[NUMFMT_TEXT],
                                                      const char *format, ...)
{
    va_list args;

    va_start(args, format);
    num_vprintf(text, NUMFMT_TEXT, format, args);
    va_end(args);
}

/* Decimals that leave `value` that many significant digits; negative: tens, hundreds.
 */
static int decimals_of(double value, int digits)
{
    char text[NUMFMT_TEXT];
    int exponent = 0;

    if (!isfinite(value))
        return 0; /* what is finite need not stay so in another unit */
    /* as printf rounds: 0.0996 with two digits is 0.10, not 0.100 */
    put(text, "%.*e", digits - 1, value);
    sscanf(strchr(text, 'e'), "e%d", &exponent);
    return digits - 1 - exponent;
}

static void rounded(char text[NUMFMT_TEXT], double value, int decimals)
{
    if (!isfinite(value)) {
        text[0] = '\0';
    } else if (fabs(value) >= 1e15) {
        put(text, "%.3e", value);
    } else if (decimals < 0) {
        double unit = pow(10, -decimals);

        put(text, "%.0f", round(value / unit) * unit);
    } else {
        put(text, "%.*f", decimals > 12 ? 12 : decimals, value);
    }
    if (strspn(text, "-0.") == strlen(text) && text[0] == '-')
        memmove(text, text + 1, strlen(text)); /* no "-0.00" */
}

static bool has_interval(const struct st_estimate *e)
{
    return e->method != ST_METHOD_NONE && isfinite(e->lo) && isfinite(e->hi);
}

enum { PLAIN_DIGITS = 4, MOST_DIGITS = 7 };

static int digits_for(const struct st_estimate *e, double in_base)
{
    double value = fabs(e->value / in_base), half = (e->hi - e->lo) / 2 / in_base;
    int most = value > 0 ? decimals_of(value, MOST_DIGITS) : MOST_DIGITS;
    int decimals;

    if (!has_interval(e))
        return value > 0 ? decimals_of(value, PLAIN_DIGITS) : 0;
    if (!(half > 0))
        return most;
    decimals = decimals_of(half, 2);
    return decimals < most ? decimals : most;
}

void numfmt_value(char text[NUMFMT_TEXT], const struct st_estimate *e, double in_base)
{
    text[0] = '\0';
    if (isfinite(e->value))
        rounded(text, e->value / in_base, digits_for(e, in_base));
}

void numfmt_interval(char text[NUMFMT_TEXT], const struct st_estimate *e,
                     double in_base)
{
    char lo[NUMFMT_TEXT], hi[NUMFMT_TEXT];

    text[0] = '\0';
    if (!has_interval(e) || !isfinite(e->lo / in_base) || !isfinite(e->hi / in_base))
        return;
    rounded(lo, e->lo / in_base, digits_for(e, in_base));
    rounded(hi, e->hi / in_base, digits_for(e, in_base));
    put(text, "[%s, %s]", lo, hi);
}

/* With two digits where it is small: "0.04", "0.4", "12". */
static void percents(char text[NUMFMT_TEXT], double percent)
{
    if (!(percent > 0))
        put(text, "0");
    else if (percent < 0.005)
        put(text, "<0.01");
    else if (percent < 0.095)
        put(text, "%.2f", percent);
    else if (percent < 9.95)
        put(text, "%.1f", percent);
    else
        put(text, "%.0f", fmin(percent, 1e9));
}

void numfmt_around(char text[NUMFMT_TEXT], double value, double lo, double hi,
                   bool ascii)
{
    const char *sign = ascii ? "+-" : "\302\261";
    double percent = 100 * (hi - lo) / 2 / fabs(value);
    char number[NUMFMT_TEXT];

    text[0] = '\0';
    if (!isfinite(percent) || (lo <= 0 && hi >= 0))
        return;
    percents(number, percent);
    put(text, "%s%s %%", sign, number);
}

void numfmt_per_cent(char text[NUMFMT_TEXT], double percent)
{
    put(text, percent < 99.95 ? "%.1f" : "%.0f", percent);
}

void numfmt_share(char text[NUMFMT_TEXT], double share)
{
    char number[NUMFMT_TEXT];

    text[0] = '\0';
    if (!isfinite(share))
        return;
    percents(number, 100 * fabs(share));
    put(text, "%s%s %%", share < 0 ? "-" : "", number);
}

void numfmt_percent(char text[NUMFMT_TEXT], const struct st_estimate *e, bool ascii)
{
    text[0] = '\0';
    if (has_interval(e))
        numfmt_around(text, e->value, e->lo, e->hi, ascii);
}

void numfmt_level(char text[NUMFMT_TEXT], double level)
{
    put(text, "%.4g", 100 * level);
}

void numfmt_plain(char text[NUMFMT_TEXT], double value, int digits)
{
    int decimals;

    text[0] = '\0';
    if (!isfinite(value))
        return;
    decimals = fabs(value) > 0 ? decimals_of(value, digits) : 0;
    /* a plain figure keeps its whole part: 1234567 and not 1235000 */
    rounded(text, value, decimals < 0 ? 0 : decimals);
}

void numfmt_seconds(char text[NUMFMT_TEXT], double seconds)
{
    text[0] = '\0';
    if (!isfinite(seconds) || seconds < 0)
        return;
    if (seconds < 9.95) {
        put(text, "%.1f s", seconds);
    } else if (seconds < 119.5) {
        put(text, "%.0f s", seconds);
    } else if (seconds < 3570) {
        put(text, "%.0f min", seconds / 60);
    } else {
        double minutes = round(fmin(seconds, 1e12) / 60);

        put(text, "%.0f h %02.0f min", floor(minutes / 60), fmod(minutes, 60));
    }
}
