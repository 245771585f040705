/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/numfmt.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"

#include "support.h"

static struct st_estimate around(double value, double lo, double hi)
{
    return (struct st_estimate){ .value = value,
                                 .lo = lo,
                                 .hi = hi,
                                 .level = 0.95,
                                 .nominal = 0.95,
                                 .method = ST_METHOD_HS,
                                 .n = 10 };
}

static void the_half_width_keeps_two_digits(void **state)
{
    static const struct {
        double value, lo, hi, in_base;
        const char *text, *interval;
    } vectors[] = {
        { 81.25e-9, 80.9e-9, 81.6e-9, 1e-9, "81.25", "[80.90, 81.60]" },
        { 1.2476e-07, 1.2461e-07, 1.2490e-07, 1e-6, "0.12476", "[0.12461, 0.12490]" },
        { 14.734e-6, 12.96e-6, 16.5e-6, 1e-6, "14.7", "[13.0, 16.5]" },
        { 123456, 118456, 128456, 1, "123500", "[118500, 128500]" },
        { 7, 6.9004, 7.0996, 1, "7.00", "[6.90, 7.10]" },
        { -0.0123e-6, -0.052e-6, 0.0274e-6, 1e-6, "-0.012", "[-0.052, 0.027]" },
        { 5, 5, 5, 1, "5.000000", "[5.000000, 5.000000]" },
    };
    char text[NUMFMT_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct st_estimate e = around(vectors[i].value, vectors[i].lo, vectors[i].hi);

        numfmt_value(text, &e, vectors[i].in_base);
        assert_string_equal(text, vectors[i].text);
        numfmt_interval(text, &e, vectors[i].in_base);
        assert_string_equal(text, vectors[i].interval);
    }
}

static void a_value_without_interval_has_four_digits_and_no_percentage(void **state)
{
    struct st_estimate e = { .value = 12.34567, .lo = NAN, .hi = NAN };
    char text[NUMFMT_TEXT];

    (void)state;
    numfmt_value(text, &e, 1);
    assert_string_equal(text, "12.35");
    numfmt_percent(text, &e, false);
    assert_string_equal(text, "");
    numfmt_interval(text, &e, 1);
    assert_string_equal(text, "");
    e.value = NAN;
    numfmt_value(text, &e, 1);
    assert_string_equal(text, "");
}

static void percentages_have_the_digits_a_person_reads(void **state)
{
    static const struct {
        double half;
        const char *want;
    } vectors[] = {
        { 0.004, "\302\2610.4 %" },     { 0.031, "\302\2613.1 %" },
        { 0.12, "\302\26112 %" },       { 0.0004, "\302\2610.04 %" },
        { 0.00001, "\302\261<0.01 %" }, { 0, "\302\2610 %" },
        { 0.0996, "\302\26110 %" },
    };
    struct st_estimate e;
    char text[NUMFMT_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        e = around(0.125, 0.125 * (1 - vectors[i].half), 0.125 * (1 + vectors[i].half));
        numfmt_percent(text, &e, false);
        assert_string_equal(text, vectors[i].want);
    }
    e = around(0.125, 0.1245, 0.1255);
    numfmt_percent(text, &e, true);
    assert_string_equal(text, "+-0.4 %");
    e = around(0.1, -0.1, 0.3);
    numfmt_percent(text, &e, true);
    assert_string_equal(text, "");
}

static void plain_figures_never_lose_their_whole_part(void **state)
{
    char text[NUMFMT_TEXT];

    (void)state;
    numfmt_plain(text, 0.123051, 4);
    assert_string_equal(text, "0.1231");
    numfmt_plain(text, 1234567.4, 3);
    assert_string_equal(text, "1234567");
    numfmt_plain(text, 0, 3);
    assert_string_equal(text, "0");
    numfmt_plain(text, NAN, 3);
    assert_string_equal(text, "");
    numfmt_plain(text, 1e300, 3);
    assert_string_equal(text, "1.000e+300");
}

static void a_level_is_told_in_per_cent(void **state)
{
    char text[NUMFMT_TEXT];

    (void)state;
    numfmt_level(text, 0.95);
    assert_string_equal(text, "95");
    numfmt_level(text, 0.995);
    assert_string_equal(text, "99.5");
}

static void seconds_are_told_as_people_tell_them(void **state)
{
    static const struct {
        double seconds;
        const char *want;
    } vectors[] = {
        { 0.44, "0.4 s" },
        { 92.3, "92 s" },
        { 119.6, "2 min" },
        { 740, "12 min" },
        { 3599, "1 h 00 min" },
        { 7512, "2 h 05 min" },
        { 90000, "25 h 00 min" },
        { NAN, "" },
        { -1, "" },
    };
    char text[NUMFMT_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        numfmt_seconds(text, vectors[i].seconds);
        assert_string_equal(text, vectors[i].want);
    }
}

static void a_value_too_large_for_its_unit_is_left_out(void **state)
{
    struct st_estimate e = around(1e308, 1e-6, 1e308);
    char text[NUMFMT_TEXT];

    (void)state;
    numfmt_value(text, &e, 1e-6);
    assert_string_equal(text, "");
    numfmt_interval(text, &e, 1e-6);
    assert_string_equal(text, "");
    e.lo = e.hi = NAN;
    numfmt_value(text, &e, 1e-6);
    assert_string_equal(text, "");
}

static void a_comma_locale_changes_nothing(void **state)
{
    struct st_estimate e = around(81.25, 80.9, 81.6);
    char text[NUMFMT_TEXT];

    (void)state;
    /* CI makes this locale; where it is missing the test still checks the C locale */
    setlocale(LC_ALL, "de_DE.UTF-8");
    numfmt_classic(text, 1.66, 6, false);
    assert_string_equal(text, "1.6600");
    numfmt_value(text, &e, 1);
    assert_string_equal(text, "81.25");
    numfmt_percent(text, &e, true);
    assert_string_equal(text, "+-0.4 %");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_half_width_keeps_two_digits),
        cmocka_unit_test(a_value_without_interval_has_four_digits_and_no_percentage),
        cmocka_unit_test(percentages_have_the_digits_a_person_reads),
        cmocka_unit_test(plain_figures_never_lose_their_whole_part),
        cmocka_unit_test(a_level_is_told_in_per_cent),
        cmocka_unit_test(seconds_are_told_as_people_tell_them),
        cmocka_unit_test(a_value_too_large_for_its_unit_is_left_out),
        cmocka_unit_test(a_comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
