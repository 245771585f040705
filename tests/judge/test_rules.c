/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge/judge.h"

#include <string.h>

#include "support.h"

/* interface.md 4.13 and statistics.md 3.7 */
static const char *const warnings[] = {
    "unsteady",          "drift", "serial", "modes", "tail5", "implausible", "rowblock",
    "rejection-matters", NULL
};
static const char *const infos[] = { "between",     "tail",     "tick",
                                     "second-mode", "autocorr", NULL };
static const char *const others[] = { "few-invocations", "capped",
                                      "short-sample",    "load",
                                      "second-run",      "steal",
                                      "throttle",        "migration",
                                      "page-faults",     "frequency-moved",
                                      "overhead-large",  "negative-after-overhead",
                                      "imported",        NULL };

static size_t n_rules(void)
{
    size_t n = 0;

    while (judge_rules[n].code)
        n++;
    return n;
}

static const struct judge_rule *rule(const char *code)
{
    for (const struct judge_rule *r = judge_rules; r->code; r++) {
        if (strcmp(r->code, code) == 0)
            return r;
    }
    fail_msg("no rule '%s'", code);
    return NULL;
}

static void every_code_of_the_specification_has_a_rule_and_there_is_no_other(
    void **state)
{
    size_t n = 0;

    (void)state;
    for (size_t i = 0; warnings[i]; i++, n++)
        assert_int_equal(rule(warnings[i])->severity, JUDGED_WARNING);
    for (size_t i = 0; infos[i]; i++, n++)
        assert_int_equal(rule(infos[i])->severity, JUDGED_INFO);
    for (size_t i = 0; others[i]; i++, n++)
        assert_non_null(rule(others[i]));
    assert_int_equal(n_rules(), n);
}

static void every_rule_says_what_it_looks_at_what_it_means_and_what_to_do(void **state)
{
    (void)state;
    for (const struct judge_rule *r = judge_rules; r->code; r++) {
        assert_true(r->statistic && r->statistic[0]);
        assert_true(r->text && r->text[strlen(r->text) - 1] == '.');
        assert_true(r->hint && r->hint[strlen(r->hint) - 1] == '.');
        assert_ptr_equal(rule(r->code), r); /* once */
        assert_true(r->limit >= 0);
        for (const char *c = r->code; *c; c++)
            assert_true(strchr("abcdefghijklmnopqrstuvwxyz0123456789-", *c));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            every_code_of_the_specification_has_a_rule_and_there_is_no_other),
        cmocka_unit_test(every_rule_says_what_it_looks_at_what_it_means_and_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
