/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/numfmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"

#include "support.h"

struct vector {
    double value;
    int width;
    const char *want;
};

static void check_classic(const struct vector *v, bool faithful)
{
    char text[NUMFMT_TEXT];

    for (; v->width; v++) {
        numfmt_classic(text, v->value, v->width, faithful);
        if (strcmp(text, v->want) != 0)
            fail_msg("%g in %d is '%s', wanted '%s'", v->value, v->width, text,
                     v->want);
    }
}

/* spec/lmbench.md 4.1, where the old rule loses nothing */
static const struct vector both[] = {
    { 0.83, 4, "0.83" },      { 9.996, 4, "10.0" },      { 26.1, 4, "26.1" },
    { 168.4, 4, "168." },     { 1905.3, 4, "1905" },     { 9999.94, 4, "9999" },
    { 10000, 4, "10.K" },     { 19400, 4, "19.K" },      { 111300, 4, "111K" },
    { 12345678, 4, "12.M" },  { 2016.4, 5, "2016." },    { 60.4, 5, " 60.4" },
    { 1.66, 6, "1.6600" },    { 8403.4, 6, "8403.4" },   { 14100, 6, " 14.1K" },
    { 0.1, 7, "0.10000" },    { 7834100, 7, "7834.1K" }, { 10000000, 7, "  10.0M" },
    { 30, 7, "   30.0" },     { 2.9568, 7, "2.95680" },  { 0, 4, "    " },
    { -3.5, 5, "     " },     { NAN, 6, "      " },      { INFINITY, 4, "    " },
    { 0.00052, 6, " 5e-04" }, { 0.00052, 7, "5.2e-04" }, { 0, 0, NULL },
};

static void both_dresses_print_what_the_old_rule_printed(void **state)
{
    (void)state;
    check_classic(both, true);
    check_classic(both, false);
}

static void faithful_keeps_the_old_faults(void **state)
{
    static const struct vector vectors[] = {
        { 1234567, 4, "123K" }, { 9999999, 4, "100K" }, { 0.0005, 4, "%4.-" },
        { 0.0005, 5, "%5.-1" }, { 9999.96, 4, "1000" }, { 0.004, 4, "0.00" },
        { 0, 0, NULL },
    };

    (void)state;
    check_classic(vectors, true);
}

static void a_value_that_does_not_fit_keeps_its_magnitude(void **state)
{
    static const struct vector vectors[] = {
        { 1234567, 4, "1.2M" }, { 9999999, 4, "10.M" }, { 9999.96, 4, "10.K" },
        { 999960, 4, "1.0M" },  { 1.5e9, 4, "1.5G" },   { 2.5e13, 4, "25.T" },
        { 0.0005, 4, "5e-4" },  { 0.0005, 5, " 5e-4" }, { 0.004, 4, "4e-3" },
        { 0.0051, 4, "0.01" },  { 3e25, 4, "3e25" },    { 99999.96, 5, "100.K" },
        { 0, 0, NULL },
    };

    (void)state;
    check_classic(vectors, false);
}

/* One of each rule; the width is filled in. */
static const struct numfmt_field rules[] = {
    { .rule = LAYOUT_NUM },
    { .rule = LAYOUT_WHOLE },
    { .rule = LAYOUT_TRUNC },
    { .rule = LAYOUT_FIXED, .decimals = 1 },
    { .rule = LAYOUT_FIXED, .decimals = 2, .kilo = true },
    { .rule = LAYOUT_TRUNC, .kilo = true },
};

static void classic_text_is_exactly_as_wide_as_its_field(void **state)
{
    char text[NUMFMT_TEXT];

    (void)state;
    for (int width = 4; width <= 12; width++) {
        for (double value = 1e-15; value < 1e30; value *= 1.37) {
            numfmt_classic(text, value, width, true);
            assert_int_equal(strlen(text), width);
            numfmt_classic(text, value, width, false);
            assert_int_equal(strlen(text), width);
            for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
                struct numfmt_field field = rules[i];

                field.width = width;
                numfmt_field(text, value, &field, false);
                assert_int_equal(strlen(text), width);
                if (value > 1e-9) /* "1e-15" does not fit */
                    assert_non_null(strpbrk(text, "123456789"));
            }
        }
    }
}

/* Reads "12.M", "5e-4", "1234" as a person would. */
static double magnitude(const char *text)
{
    static const char letters[] = "KMGT";
    size_t length;
    char digits[NUMFMT_TEXT];
    double value;

    text += strspn(text, " ");
    length = strcspn(text, letters);
    snprintf(digits, sizeof digits, "%.*s", (int)length, text);
    assert_int_equal(num_to_double(digits, &value), 0);
    return text[length]
               ? value *
                     pow(1000, (double)(strchr(letters, text[length]) - letters + 1))
               : value;
}

static void what_is_read_is_never_far_from_the_value(void **state)
{
    char text[NUMFMT_TEXT];

    (void)state;
    for (double value = 1e-3; value < 1e15; value *= 1.0137) {
        numfmt_classic(text, value, 4, false);
        /* two digits are kept at least, by cutting or rounding */
        if (value >= 0.1)
            assert_near(magnitude(text), value, 0.1);
        else
            assert_true(magnitude(text) > 0);
    }
}

struct field_vector {
    struct numfmt_field field;
    double value;
    const char *old, *plain;
};

#define CALL .rule = LAYOUT_FIXED, .decimals = 1, .width = 4
#define FORK .rule = LAYOUT_FIXED, .decimals = 1, .kilo = true, .width = 4
#define EXEC .rule = LAYOUT_TRUNC, .kilo = true, .width = 4
#define SELECT .rule = LAYOUT_FIXED, .decimals = 2, .kilo = true, .width = 5
#define PAGE .rule = LAYOUT_FIXED, .decimals = 1, .kilo = true, .width = 7

/* Published cells of 1.9 and 2.0a12, and what became of numbers that do not fit. */
static const struct field_vector fields[] = {
    { { CALL }, 1.4, " 1.4", " 1.4" }, /* reference R1 */
    { { CALL }, 7.14, " 7.1", " 7.1" },
    { { CALL }, 0.04, " 0.0", "0.04" },
    { { CALL }, 123.46, "123.5", " 123" },
    { { CALL, .cut = true }, 123.46, "123.", " 123" },
    { { SELECT }, 120, "0.12K", "0.12K" },
    { { SELECT }, 90, "0.09K", "0.09K" },
    { { SELECT }, 2, "0.00K", "2.000" },
    { { FORK }, 5000, "5.0K", "5.0K" },
    { { FORK }, 4340, "4.3K", "4.3K" },
    { { FORK }, 18300, "18.3K", " 18K" }, /* spec 4.7: pushes its row */
    { { FORK, .cut = true }, 18300, "18.K", " 18K" },
    { { FORK, .cut = true }, 0, "    ", "    " },
    { { EXEC }, 25000, " 25K", " 25K" },
    { { EXEC }, 73999, " 73K", " 73K" },
    { { EXEC }, 900, "  0K", "900." },
    { { EXEC }, 1234567, "1234K", "1.2M" },
    { { PAGE }, 800, "   0.8K", "   0.8K" },
    { { PAGE }, 2, "   0.0K", "2.00000" },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, 33.9, "  33", "  33" },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, 0.7, "   0", "0.70" },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, -2, "    ", "    " },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, 12345, "12345", "12.K" },
    { { .rule = LAYOUT_TRUNC, .width = 4, .cut = true }, 12345, "1234", "12.K" },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, 33e-6 / 1e-6, "  33", "  33" },
    { { .rule = LAYOUT_TRUNC, .width = 4 }, 29e-6 / 1e-6, "  29", "  29" },
    { { .rule = LAYOUT_TRUNC, .width = 6, .times = 0.1 }, 1104, "   110", "   110" },
    { { .rule = LAYOUT_WHOLE, .width = 4 }, 62.6, "  63", "  63" },
    { { .rule = LAYOUT_WHOLE, .width = 4 }, 1595, "1595", "1595" },
    { { .rule = LAYOUT_WHOLE, .width = 5 }, -1, "     ", "     " },
    /* TCP conn of 3.0: made for five columns and shown in four */
    { { .rule = LAYOUT_NUM, .width = 4, .digits = 5 }, 60.4, " 60.", " 60." },
    { { .rule = LAYOUT_NUM, .width = 6 }, 10e-6 / 1e-6, "  10.0", "  10.0" },
    { { .width = 0 }, 0, NULL, NULL },
};

static void each_generation_has_its_own_rules(void **state)
{
    char text[NUMFMT_TEXT];

    (void)state;
    for (const struct field_vector *v = fields; v->old; v++) {
        numfmt_field(text, v->value, &v->field, true);
        if (strcmp(text, v->old) != 0)
            fail_msg("%g in %d is '%s', wanted '%s'", v->value, v->field.width, text,
                     v->old);
        numfmt_field(text, v->value, &v->field, false);
        if (strcmp(text, v->plain) != 0)
            fail_msg("%g in %d is now '%s', wanted '%s'", v->value, v->field.width,
                     text, v->plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_dresses_print_what_the_old_rule_printed),
        cmocka_unit_test(faithful_keeps_the_old_faults),
        cmocka_unit_test(a_value_that_does_not_fit_keeps_its_magnitude),
        cmocka_unit_test(classic_text_is_exactly_as_wide_as_its_field),
        cmocka_unit_test(what_is_read_is_never_far_from_the_value),
        cmocka_unit_test(each_generation_has_its_own_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
