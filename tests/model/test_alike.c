/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/alike.h"

#include <errno.h>
#include <string.h>

#include "support.h"

enum { KINDS = 3000 };

static const struct definition definitions[] = {
    { .id = "lat_ctx", .revision = "1", .unit = "s" },
    { .id = "lat_ctx", .revision = "2", .unit = "s" },
    { .id = "lat_ctx", .revision = "1", .unit = "B/s" },
    { .id = "lat_pipe", .revision = "1", .unit = "s" },
};
static struct session sessions[] = { { .id = "r1" }, { .id = "r2" } };

static struct doc_param p8_0[] = { { "procs", "8" }, { "size", "0" } };
static struct doc_param p0_8[] = { { "size", "0" }, { "procs", "8" } };
static struct doc_param p8_1[] = { { "procs", "8" }, { "size", "1" } };
static struct doc_param p0_0[] = { { "procs", "0" }, { "size", "0" } };
static struct doc_param just8[] = { { "procs", "8" } };

static struct measurement of(size_t definition, struct doc_param *params, size_t n)
{
    return (struct measurement){ .definition = &definitions[definition],
                                 .session = &sessions[0],
                                 .params = params,
                                 .n_params = n };
}

static size_t number_of(struct alike *alike, const struct measurement *m,
                        const char *but)
{
    size_t number = SIZE_MAX;

    assert_int_equal(measurement_kind(alike, m, but, &number), 0);
    return number;
}

static void numbers_are_equal_exactly_where_measurements_are_comparable(void **state)
{
    struct doc_param *const params[] = { p8_0, p0_8, p8_1, p0_0, just8, NULL };
    const size_t n_params[] = { 2, 2, 2, 2, 1, 0 };
    struct alike alike = { .arena = arena_new() };

    (void)state;
    for (size_t i = 0; i < 24; i++) {
        struct measurement a = of(i / 6, params[i % 6], n_params[i % 6]);

        for (size_t k = 0; k < 24; k++) {
            struct measurement b = of(k / 6, params[k % 6], n_params[k % 6]);
            struct alike fresh = { .arena = alike.arena };
            const char *differs;

            assert_int_equal(number_of(&fresh, &a, NULL) == number_of(&fresh, &b, NULL),
                             measurement_comparable(&a, &b, &differs));
        }
    }
    arena_free(alike.arena);
}

static void a_parameter_a_revision_or_all_but_the_name_may_be_left_out(void **state)
{
    struct measurement a = of(0, p8_0, 2), size = of(0, p8_1, 2),
                       less = of(0, just8, 1), revision = of(1, p0_8, 2),
                       pipe = of(3, p8_0, 2);
    struct alike but = { .arena = arena_new() };
    struct alike params = { .arena = but.arena, .by = ALIKE_PARAMS };
    struct alike id = { .arena = but.arena, .by = ALIKE_ID };

    (void)state;
    assert_int_equal(number_of(&but, &a, "size"), 0);
    assert_int_equal(number_of(&but, &size, "size"), 0);
    assert_int_equal(number_of(&but, &less, "size"), 0);
    assert_int_equal(number_of(&but, &revision, "size"), 1);
    assert_int_equal(number_of(&params, &a, NULL), 0);
    assert_int_equal(number_of(&params, &revision, NULL), 0);
    assert_int_equal(number_of(&params, &size, NULL), 1);
    assert_int_equal(number_of(&id, &a, NULL), 0);
    assert_int_equal(number_of(&id, &size, NULL), 0);
    assert_int_equal(number_of(&id, &pipe, NULL), 1);
    arena_free(but.arena);
}

static void sessions_are_told_apart_where_that_is_asked_for(void **state)
{
    struct measurement a = of(0, p8_0, 2), b = of(0, p8_0, 2);
    struct alike all = { .arena = arena_new() };
    struct alike each = { .arena = all.arena, .in_session = true };

    (void)state;
    b.session = &sessions[1];
    assert_int_equal(number_of(&all, &a, NULL), number_of(&all, &b, NULL));
    assert_int_not_equal(number_of(&each, &a, NULL), number_of(&each, &b, NULL));
    arena_free(all.arena);
}

static void thousands_of_kinds_keep_their_numbers(void **state)
{
    struct alike alike = { .arena = arena_new() };

    (void)state;
    for (size_t i = 0; i < 2 * (size_t)KINDS; i++) {
        struct measurement *m = arena_alloc(alike.arena, sizeof *m);
        struct doc_param *size = arena_alloc(alike.arena, sizeof *size);

        *size = (struct doc_param){ "size", arena_printf(alike.arena, "%zu",
                                                         i % (size_t)KINDS) };
        *m = of(0, size, 1);
        assert_int_equal(number_of(&alike, m, NULL), i % (size_t)KINDS);
    }
    assert_int_equal(alike.n, KINDS);
    arena_free(alike.arena);
}

/* Of all sets of up to three attempts, against the rule for two. */
static void an_attempt_is_superseded_where_one_of_the_others_counts_before_it(
    void **state)
{
    static struct judged with = { .estimate = { .method = ST_METHOD_HS } };

    (void)state;
    for (unsigned set = 0; set < 6 * 6 * 6; set++) {
        struct measurement all[3];
        const struct measurement *list[3];
        bool superseded[3];

        for (unsigned i = 0, rest = set; i < 3; i++, rest /= 6) {
            all[i] = of(0, p8_0, 2);
            all[i].attempt = 1 + rest % 3;
            all[i].judged = rest % 6 < 3 ? &with : NULL;
            list[i] = &all[i];
        }
        assert_int_equal(measurement_find_superseded(list, 3, superseded), 0);
        for (unsigned i = 0; i < 3; i++) {
            bool expected = false;

            for (unsigned k = 0; k < 3; k++)
                expected = expected || measurement_counts_before(&all[k], &all[i]);
            assert_int_equal(superseded[i], expected);
        }
    }
}

static void want_of_memory_is_told(void **state)
{
    struct measurement a = of(0, p8_0, 2);
    const struct measurement *list[] = { &a };
    bool superseded[1];
    int rc = -ENOMEM;

    (void)state;
    for (int k = 0; rc == -ENOMEM; k++) {
        support_fail_allocation = k;
        rc = measurement_find_superseded(list, 1, superseded);
        support_fail_allocation = -1;
    }
    assert_int_equal(rc, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_equal_exactly_where_measurements_are_comparable),
        cmocka_unit_test(a_parameter_a_revision_or_all_but_the_name_may_be_left_out),
        cmocka_unit_test(sessions_are_told_apart_where_that_is_asked_for),
        cmocka_unit_test(thousands_of_kinds_keep_their_numbers),
        cmocka_unit_test(
            an_attempt_is_superseded_where_one_of_the_others_counts_before_it),
        cmocka_unit_test(want_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
