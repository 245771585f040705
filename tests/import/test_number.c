/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/number.h"

#include "base/buf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static const struct {
    const char *text;
    enum import_rounding rounding;
    double value, lo, hi;
} numbers[] = {
    /* the corpus's conventions */
    { "445.", IMPORT_CUT, 445, 444.95, 445.95 },
    { "1905", IMPORT_CUT, 1905, 1904.95, 1905.95 },
    { "17.K", IMPORT_CUT, 17000, 16950, 17950 },
    { "111K", IMPORT_CUT, 111000, 110950, 111950 },
    { "12.7K", IMPORT_CUT, 12700, 12650, 12750 },
    { "0.12K", IMPORT_ROUNDED, 120, 115, 125 },
    { "5K", IMPORT_ROUNDED, 5000, 4500, 5500 },
    { "0.0K", IMPORT_ROUNDED, 0, 0, 50 },
    { "0", IMPORT_ROUNDED, 0, 0, 0.5 },
    /* spec/lmbench.md 4.1 */
    { "0.83", IMPORT_CUT, 0.83, 0.825, 0.835 },
    { "10.0", IMPORT_CUT, 10, 9.95, 10.05 },
    { "26.1", IMPORT_CUT, 26.1, 26.05, 26.15 },
    { "168.", IMPORT_CUT, 168, 167.95, 168.95 },
    { "9999", IMPORT_CUT, 9999, 9998.95, 9999.95 },
    { "12.M", IMPORT_CUT, 12e6, 11.95e6, 12.95e6 },
    { "2016.", IMPORT_CUT, 2016, 2015.95, 2016.95 },
    { "1.6600", IMPORT_CUT, 1.66, 1.65995, 1.66005 },
    { "8403.4", IMPORT_CUT, 8403.4, 8403.35, 8403.45 },
    { "0.10000", IMPORT_CUT, 0.1, 0.099995, 0.100005 },
    { "7834.1K", IMPORT_CUT, 7834100, 7834050, 7834150 },
    { "2.95680", IMPORT_CUT, 2.9568, 2.956795, 2.956805 },
    { "5e-04", IMPORT_CUT, 5e-4, 4.5e-4, 5.5e-4 },
    { "5.2e-04", IMPORT_CUT, 5.2e-4, 5.15e-4, 5.25e-4 },
    /* TCP conn of 3.0, uint64 bit: one character short */
    { "60.", IMPORT_SHORT, 60, 59.95, 60.95 },
    { "9.12", IMPORT_SHORT, 9.12, 9.1195, 9.1295 },
    { "11.3", IMPORT_SHORT, 11300, 11250, 11350 },
    { "1078", IMPORT_SHORT, 1078, 1077.95, 1078.95 },
    /* others */
    { "120", IMPORT_WHOLE, 120, 120, 121 },
    { "1.4", IMPORT_WHOLE, 1.4, 1.35, 1.45 },
    { "31", IMPORT_EITHER, 31, 30.5, 32 },
    { ".11", IMPORT_ROUNDED, 0.11, 0.105, 0.115 },
    { "1.5e+03", IMPORT_ROUNDED, 1500, 1450, 1550 },
    /* bc's: what is behind fourteen digits is cut */
    { "2.14700000000000000000", IMPORT_CUT, 2.147, 2.147, 2.1470000000001 },
};

static void a_number_has_the_interval_that_its_printing_leaves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct import_number n;

        if (import_parse_number(numbers[i].text, strlen(numbers[i].text),
                                numbers[i].rounding, &n) < 0)
            fail_msg("%s is no number", numbers[i].text);
        assert_near(n.value, numbers[i].value, 1e-15);
        assert_near(n.lo, numbers[i].lo, 1e-15);
        assert_near(n.hi, numbers[i].hi, 1e-15);
    }
}

static void expect(const char *text, int rc)
{
    struct import_number n = { 1, 2, 3 };
    int got = import_parse_number(text, strlen(text), IMPORT_CUT, &n);

    if (got != rc)
        fail_msg("'%s': %d, not %d", text, got, rc);
    assert_near(n.value, 1, 0);
    assert_near(n.lo, 2, 0);
    assert_near(n.hi, 3, 0);
}

static void what_stands_for_no_measurement_is_told_from_what_is_no_number(void **state)
{
    static const char *const none[] = { "-1",  "-",    "-13", "-0.02", "inf",
                                        "nan", "-nan", "INF", "-1.5K", "--" };
    static const char *const no_number[] = { "",     ".",     "K",   "1.2.3", "12.3KK",
                                             "%4.-", "%5.-1", "1e5", "e-05",  "1e-",
                                             "0x10", "????",  "+1",  "-x",    "12us",
                                             "1,5",  " 1",    "1 ",  "1e-99K" };

    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        expect(none[i], -EDOM);
    for (size_t i = 0; i < sizeof no_number / sizeof *no_number; i++)
        expect(no_number[i], -EINVAL);
    expect("123456789012345678901234567890", -EINVAL);
}

static void only_the_given_bytes_are_read(void **state)
{
    struct import_number n;

    (void)state;
    assert_int_equal(import_parse_number("12.7K", 4, IMPORT_CUT, &n), 0);
    assert_near(n.value, 12.7, 1e-15);
    assert_int_equal(import_parse_number("-1", 1, IMPORT_CUT, &n), -EDOM);
}

/* Any text the number rule makes of a value (4.1) has the value in its interval. */
static void the_value_that_was_printed_lies_in_the_interval(void **state)
{
    (void)state;
    for (double v = 10.03; v < 1e6; v *= 1.0017) {
        struct buf whole = { 0 }; /* prints with a point in any locale */
        char text[16];
        struct import_number n;
        bool thousands = v >= 10000;
        int keep = thousands ? 3 : 4;

        buf_printf(&whole, "%.1f", thousands ? v / 1000 : v);
        snprintf(text, sizeof text, "%.*s%s", keep, whole.text, thousands ? "K" : "");
        buf_done(&whole);
        if (thousands && v > 999000)
            break;
        assert_int_equal(import_parse_number(text, strlen(text), IMPORT_CUT, &n), 0);
        if (!(n.lo <= v * (1 + 1e-15) && v < n.hi * (1 + 1e-15)))
            fail_msg("%s is [%g, %g), but was %.17g", text, n.lo, n.hi, v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_has_the_interval_that_its_printing_leaves),
        cmocka_unit_test(what_stands_for_no_measurement_is_told_from_what_is_no_number),
        cmocka_unit_test(only_the_given_bytes_are_read),
        cmocka_unit_test(the_value_that_was_printed_lies_in_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
