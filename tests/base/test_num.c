/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/num.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

__attribute__((format(printf, 2, 3))) static void print_with(char text[NUM_TEXT],
                                                             const char *format, ...)
{
    va_list args;

    va_start(args, format);
    num_vprintf(text, NUM_TEXT, format, args);
    va_end(args);
}

static void a_double_gets_the_shortest_text_that_reads_back(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = { { 0.1, "0.1" },
                  { 1.0 / 3, "0.3333333333333333" },
                  { 5e-324, "5e-324" },
                  { 1.2476e-07, "1.2476e-07" },
                  { 123456789, "123456789" },
                  { -0.0, "-0" },
                  { DBL_MAX, "1.7976931348623157e+308" },
                  { INFINITY, "INF" },
                  { -INFINITY, "-INF" },
                  { NAN, "NaN" } };
    char text[NUM_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(num_from_double(text, cases[i].value), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

static void doubles_of_all_sizes_read_back_exactly(void **state)
{
    char text[NUM_TEXT];

    (void)state;
    srand(20040107);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits =
            (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^ (uint64_t)rand();
        double value, back;

        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        num_from_double(text, value);
        assert_int_equal(num_to_double(text, &back), 0);
        assert_memory_equal(&back, &value, sizeof value);
    }
}

/* What printf needs of 15, 16 and 17 digits until the number reads back. */
static void assert_as_printf(double value)
{
    char text[NUM_TEXT], expected[NUM_TEXT];

    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        double back;

        print_with(expected, "%.*g", digits, value);
        assert_int_equal(num_to_double(expected, &back), 0);
        if (memcmp(&back, &value, sizeof back) == 0)
            break;
    }
    assert_int_equal(num_from_double(text, value), strlen(expected));
    assert_string_equal(text, expected);
}

/* The number itself and those beside it: many of them are as near to two decimals. */
static void assert_about(double value)
{
    double below = value, above = value;

    assert_as_printf(value);
    for (int i = 0; i < 4; i++) {
        below = nextafter(below, 0);
        above = nextafter(above, HUGE_VAL);
        assert_as_printf(below);
        assert_as_printf(above);
    }
}

static void doubles_are_printed_as_printf_does_with_the_fewest_digits(void **state)
{
    (void)state;
    for (int power = -70; power <= 70; power++)
        assert_about(ldexp(1, power)); /* below it the doubles lie closer */
    for (int power = -20; power <= 20; power++) {
        for (int i = 1; i < 200; i += 7) {
            char text[NUM_TEXT];
            double value;

            print_with(text, "%de%d", i, power);
            assert_int_equal(num_to_double(text, &value), 0);
            assert_about(value);
        }
    }
    srand(20040107);
    for (int i = 0; i < 20000; i++) {
        double value = (double)rand() + (double)rand() / RAND_MAX;

        assert_as_printf(ldexp(value, rand() % 128 - 96));
        assert_as_printf((double)(rand() % 1000000) / 1e4 / 1e6); /* as people print */
    }
    assert_about(1e15);
    assert_about(1e-16);
    assert_about(DBL_MIN);
    assert_as_printf(0);
}

static void a_comma_locale_changes_nothing(void **state)
{
    char text[NUM_TEXT];
    double value;

    (void)state;
    /* CI makes this locale; where it is missing the test still checks the C locale */
    setlocale(LC_ALL, "de_DE.UTF-8");
    num_from_double(text, 2.385);
    assert_string_equal(text, "2.385");
    assert_int_equal(num_to_double("2.385", &value), 0);
    assert_near(value, 2.385, 0);
    assert_int_equal(num_to_double("2,385", &value), -EINVAL);
    print_with(text, "%.1f", 2.5);
    assert_string_equal(text, "2.5");
    setlocale(LC_ALL, "C");
}

static void whole_numbers_go_both_ways(void **state)
{
    char text[NUM_TEXT];
    uint64_t u;
    int64_t i;

    (void)state;
    num_from_u64(text, UINT64_MAX);
    assert_string_equal(text, "18446744073709551615");
    assert_int_equal(num_to_u64(text, &u), 0);
    assert_true(u == UINT64_MAX);
    num_from_i64(text, INT64_MIN);
    assert_string_equal(text, "-9223372036854775808");
    assert_int_equal(num_to_i64(text, &i), 0);
    assert_true(i == INT64_MIN);
    num_from_i64(text, -42);
    assert_string_equal(text, "-42");
}

static void what_is_not_quite_a_number_is_refused(void **state)
{
    static const char *const bad[] = { "",     " 1",  "1 ",  "+1",  "-1", "1.5",
                                       "0x10", "1e3", "abc", "1,0", "١",  NULL };
    uint64_t u = 17;
    double d;

    (void)state;
    for (size_t i = 0; bad[i]; i++)
        assert_int_equal(num_to_u64(bad[i], &u), -EINVAL);
    assert_int_equal(num_to_u64("18446744073709551616", &u), -ERANGE);
    assert_true(u == 17);
    assert_int_equal(num_to_double("1e999", &d), -ERANGE);
    assert_int_equal(num_to_double("0x1p3", &d), -EINVAL);
    assert_int_equal(num_to_double("inf", &d), -EINVAL);
    assert_int_equal(num_to_double("1.5x", &d), -EINVAL);
}

static void a_list_is_read_number_by_number(void **state)
{
    const char *p = " 998412\n17\t18446744073709551615 ";
    const char *bad = "1 2x";
    const char *big = "18446744073709551616";
    uint64_t u;

    (void)state;
    assert_int_equal(num_next_u64(&p, &u), 1);
    assert_true(u == 998412);
    assert_int_equal(num_next_u64(&p, &u), 1);
    assert_true(u == 17);
    assert_int_equal(num_next_u64(&p, &u), 1);
    assert_true(u == UINT64_MAX);
    assert_int_equal(num_next_u64(&p, &u), 0);
    assert_int_equal(num_next_u64(&bad, &u), 1);
    assert_int_equal(num_next_u64(&bad, &u), -EINVAL);
    assert_int_equal(num_next_u64(&big, &u), -ERANGE);
}

static void shares_times_and_sizes_are_read_as_people_write_them(void **state)
{
    double d;
    uint64_t u;

    (void)state;
    assert_int_equal(num_to_share("2%", &d), 0);
    assert_near(d, 0.02, 1e-15);
    assert_int_equal(num_to_share("0.015", &d), 0);
    assert_near(d, 0.015, 0);
    assert_int_equal(num_to_seconds("3m", &d), 0);
    assert_near(d, 180, 0);
    assert_int_equal(num_to_seconds("1.5h", &d), 0);
    assert_near(d, 5400, 0);
    assert_int_equal(num_to_bytes("64K", &u), 0);
    assert_int_equal(u, 65536);
    assert_int_equal(num_to_share("2 %", &d), -EINVAL);
    assert_int_equal(num_to_seconds("-3s", &d), -ERANGE);
    assert_int_equal(num_to_seconds("3d", &d), -EINVAL);
    assert_int_equal(num_to_bytes("64Q", &u), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_double_gets_the_shortest_text_that_reads_back),
        cmocka_unit_test(doubles_of_all_sizes_read_back_exactly),
        cmocka_unit_test(doubles_are_printed_as_printf_does_with_the_fewest_digits),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(whole_numbers_go_both_ways),
        cmocka_unit_test(what_is_not_quite_a_number_is_refused),
        cmocka_unit_test(a_list_is_read_number_by_number),
        cmocka_unit_test(shares_times_and_sizes_are_read_as_people_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
