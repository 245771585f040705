/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <string.h>

#include "support.h"

static void memory_is_zeroed_and_aligned(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    for (size_t n = 1; n < 70000; n = n * 3 + 1) {
        unsigned char *p = arena_alloc(a, n);

        assert_non_null(p);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        assert_int_equal(p[0] | p[n - 1], 0);
        memset(p, 0xa5, n);
    }
    arena_free(a);
}

static void a_list_that_grows_keeps_what_it_held(void **state)
{
    struct arena *a = arena_new();
    size_t capacity = 0;
    int *list = NULL;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        list = arena_grow(a, list, &capacity, (size_t)i + 1, sizeof *list);
        assert_non_null(list);
        assert_int_equal(list[i], 0);
        list[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    arena_free(a);
}

static void texts_are_copied(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(arena_strdup(a, "pipe"), "pipe");
    assert_null(arena_strdup(a, NULL));
    assert_string_equal(arena_strndup(a, "pipeline", 4), "pipe");
    assert_string_equal(arena_printf(a, "m%d", 17), "m17");
    arena_free(a);
}

static void want_of_memory_gives_null_and_spoils_nothing(void **state)
{
    struct arena *a = arena_new();
    size_t capacity = 0;
    int *list = arena_grow(a, NULL, &capacity, 4, sizeof *list);

    (void)state;
    list[3] = 7;
    assert_null(arena_alloc(a, SIZE_MAX));
    support_fail_allocation = 0;
    assert_null(arena_alloc(a, 1000000));
    support_fail_allocation = 0;
    assert_null(arena_grow(a, list, &capacity, 1000000, sizeof *list));
    assert_null(arena_grow(a, list, &capacity, SIZE_MAX / 2, sizeof *list));
    assert_int_equal(capacity, 4);
    assert_int_equal(list[3], 7);
    support_fail_allocation = 0;
    assert_null(arena_new());
    support_fail_allocation = -1;
    arena_free(a);
    arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(a_list_that_grows_keeps_what_it_held),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(want_of_memory_gives_null_and_spoils_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
