/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/unit.h"

#include "support.h"

static void a_value_is_shown_in_the_unit_that_reads_best(void **state)
{
    static const struct {
        const char *unit;
        double value;
        const char *display;
    } cases[] = { { "s", 1.248e-7, "us" }, { "s", 3.2e-9, "ns" },
                  { "s", 4.0e-3, "ms" },   { "s", 79, "s" },
                  { "s", 2e-12, "ns" },    { "B/s", 2.1e9, "MB/s" },
                  { "1", 4.63, "" } };
    double in_base;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct unit *u = unit_find(cases[i].unit);

        assert_non_null(u);
        assert_string_equal(unit_display(u, cases[i].value, &in_base),
                            cases[i].display);
        assert_true(in_base > 0);
    }
}

static void an_unknown_unit_is_not_found(void **state)
{
    (void)state;
    assert_null(unit_find("furlong"));
    assert_null(unit_find(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_shown_in_the_unit_that_reads_best),
        cmocka_unit_test(an_unknown_unit_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
