/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/systems.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static struct doc_system *system_of(struct doc *doc, const char *name,
                                    const char *label, const char *sysname,
                                    const char *release)
{
    struct doc_system *s = doc_add_system(doc);
    struct fact facts[] = { { .key = "kernel.sysname", .value = sysname },
                            { .key = "kernel.release", .value = release } };

    assert_non_null(s);
    s->name = name;
    s->label = label;
    for (size_t i = 0; i < 2; i++)
        if (facts[i].value)
            assert_int_equal(doc_add_fact(doc, &s->facts, &facts[i]), 0);
    return s;
}

static void each_system_is_found_by_what_it_says_and_no_other(void **state)
{
    enum { MANY = 300 };
    struct doc *doc = doc_new();
    struct import_systems systems = { 0 };
    struct doc_system *made[MANY];
    char names[MANY][16];

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "h%zu", i / 3);
        made[i] = system_of(doc, names[i], i % 3 == 1 ? "label" : NULL, "Linux",
                            i % 3 == 2 ? "2.4" : "2.6");
        assert_int_equal(import_systems_add(&systems, made[i]), 0);
    }
    assert_int_equal(systems.n, MANY);
    for (size_t i = 0; i < MANY; i++) {
        struct import_systems_key key = { .name = names[i],
                                          .label = i % 3 == 1 ? "label" : "",
                                          .sysname = "Linux 2.x",
                                          .release = i % 3 == 2 ? "2.4" : "2.6",
                                          .sysname_length = 5 };

        assert_ptr_equal(import_systems_find(&systems, &key), made[i]);
        key.sysname_length = 4;
        assert_null(import_systems_find(&systems, &key));
    }
    import_systems_done(&systems);
    doc_free(doc);
}

static void the_first_of_equal_ones_stays_and_names_are_not_mixed_up(void **state)
{
    struct doc *doc = doc_new();
    struct import_systems systems = { 0 };
    struct doc_system *a = system_of(doc, "ab", NULL, NULL, NULL);
    struct doc_system *b = system_of(doc, "ab", "", NULL, NULL);
    struct import_systems_key key = { .name = "a", .label = "b" };

    (void)state;
    assert_null(import_systems_find(&systems, &key));
    assert_int_equal(import_systems_add(&systems, a), 0);
    assert_int_equal(import_systems_add(&systems, b), 0);
    assert_null(import_systems_find(&systems, &key));
    key = import_systems_key_of(b);
    assert_ptr_equal(import_systems_find(&systems, &key), a);
    import_systems_done(&systems);
    doc_free(doc);
}

static void want_of_memory_is_told(void **state)
{
    struct doc *doc = doc_new();
    struct import_systems systems = { 0 };
    struct doc_system *a = system_of(doc, "a", NULL, NULL, NULL);

    (void)state;
    support_fail_allocation = 0;
    assert_int_equal(import_systems_add(&systems, a), -ENOMEM);
    support_fail_allocation = -1;
    assert_int_equal(systems.n, 0);
    import_systems_done(&systems);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_system_is_found_by_what_it_says_and_no_other),
        cmocka_unit_test(the_first_of_equal_ones_stays_and_names_are_not_mixed_up),
        cmocka_unit_test(want_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
