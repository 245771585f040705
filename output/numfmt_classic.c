/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * numfmt_classic.c - numbers as lmbench's summaries have them, generation by generation
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

static void blanks(char text[NUMFMT_TEXT], int width)
{
    memset(text, ' ', (size_t)width);
    text[width] = '\0';
}

/* Right-aligned in `width`; what is longer loses its end. */
static void fit(char text[NUMFMT_TEXT], int width)
{
    int length = (int)strlen(text);

    if (length < width) {
        memmove(text + width - length, text, (size_t)length + 1);
        memset(text, ' ', (size_t)(width - length));
    }
    text[width] = '\0';
}

/* One decimal, cut to `width` characters with the letter: "19.K". */
static void scaled(char text[NUMFMT_TEXT], double value, char letter, int width)
{
    int room = letter ? width - 1 : width;

    put(text, "%.1f", value);
    fit(text, room);
    if (letter) {
        text[room] = letter;
        text[room + 1] = '\0';
    }
}

static void classic_faithful(char text[NUMFMT_TEXT], double value, int width)
{
    if (value >= 1e7)
        scaled(text, value / 1e6, 'M', width);
    else if (value >= 1e4)
        scaled(text, value / 1e3, 'K', width);
    else if (value >= 10)
        scaled(text, value, '\0', width);
    else if (value < 0.001 && width < 6)
        put(text, "%%%d.%de", width, width - 6); /* a format, printed as it stands */
    else if (value < 0.001)
        put(text, "%*.*e", width, width - 6, value);
    else
        put(text, "%*.*f", width, width - 2, value);
    text[width] = '\0';
}

/* One digit and an exponent without padding: "5e-4"; false where it does not fit. */
static bool tiny(char text[NUMFMT_TEXT], double value, int width)
{
    char digits[NUMFMT_TEXT];
    int exponent = 0;

    put(digits, "%.0e", value);
    sscanf(digits + 1, "e%d", &exponent);
    put(text, "%ce%d", digits[0], exponent);
    if ((int)strlen(text) > width)
        return false;
    fit(text, width);
    return true;
}

/* Whether all digits before the point are there. */
static bool is_whole(const char *text, double value)
{
    char digits[NUMFMT_TEXT];

    put(digits, "%.1f", value);
    return strcspn(digits, ".") <= strspn(text + strspn(text, " "), "0123456789");
}

static void classic_sound(char text[NUMFMT_TEXT], double value, int width)
{
    static const struct {
        double from, unit;
        char letter;
    } scales[] = { { 10, 1, '\0' },   { 1e4, 1e3, 'K' },   { 1e7, 1e6, 'M' },
                   { 1e9, 1e9, 'G' }, { 1e12, 1e12, 'T' }, { 0, 0, '\0' } };
    size_t first = 0;

    if (value < 10) {
        classic_faithful(text, value, width);
        if (value < 0.001 ? width >= 6 : strpbrk(text, "123456789") != NULL)
            return;
        if (!tiny(text, value, width))
            put(text, "%*.*f", width, width - 2, value);
        return;
    }
    while (first < 2 && value >= scales[first + 1].from)
        first++;
    for (size_t i = first; scales[i].unit > 0; i++) {
        scaled(text, value / scales[i].unit, scales[i].letter, width);
        if (is_whole(text, value / scales[i].unit))
            return;
    }
    if (!tiny(text, value, width))
        blanks(text, width);
}

void numfmt_classic(char text[NUMFMT_TEXT], double value, int width, bool faithful)
{
    if (!isfinite(value) || value <= 0)
        blanks(text, width);
    else if (faithful)
        classic_faithful(text, value, width);
    else
        classic_sound(text, value, width);
}

/*
 * As it was printed: what was read as "10.0" and kept as 1e-5 s is not to come out as
 * 9.9999 us. No measurement has twelve digits.
 */
static double snapped(double value)
{
    char text[NUMFMT_TEXT];
    double near;

    put(text, "%.12e", value);
    return num_to_double(text, &near) == 0 ? near : value;
}

/* Whole or with decimals, "K" behind it or not; any length. */
static void plain_number(char text[NUMFMT_TEXT], double value,
                         const struct numfmt_field *f, int decimals)
{
    put(text, "%.*f%s", decimals, f->rule == LAYOUT_TRUNC ? trunc(value) : value,
        f->kilo ? "K" : "");
}

/* What is too long loses its end, but not its K. */
static void cut(char text[NUMFMT_TEXT], const struct numfmt_field *f)
{
    size_t most = (size_t)f->width, n = strlen(text);

    if (n <= most)
        return;
    if (f->kilo)
        text[most - 1] = 'K';
    text[most] = '\0';
}

/* Without the faults: no 0 where there is a value, and nothing that does not fit. */
static void mend(char text[NUMFMT_TEXT], double value, double shown,
                 const struct numfmt_field *f)
{
    if ((int)strlen(text) > f->width && f->decimals)
        plain_number(text, shown, f, 0);
    if ((int)strlen(text) > f->width || !strpbrk(text, "123456789"))
        classic_sound(text, value, f->width);
}

void numfmt_field(char text[NUMFMT_TEXT], double value, const struct numfmt_field *f,
                  bool faithful)
{
    int digits = f->digits ? f->digits : f->width;
    double shown;

    value = snapped(f->times > 0 ? value * f->times : value);
    if (!isfinite(value) || value <= 0) {
        blanks(text, f->width);
        return;
    }
    if (f->rule == LAYOUT_NUM) {
        numfmt_classic(text, value, digits, faithful);
        if (digits > f->width)
            text[f->width] = '\0'; /* as the old column cuts it */
    } else {
        shown = f->kilo ? snapped(value / 1000) : value;
        plain_number(text, shown, f, f->decimals);
        if (!faithful)
            mend(text, value, shown, f);
        else if (f->cut)
            cut(text, f);
    }
    if ((int)strlen(text) < f->width)
        fit(text, f->width);
}
