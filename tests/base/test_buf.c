/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/buf.h"

#include <string.h>

#include "support.h"

static void text_is_appended_and_stays_terminated(void **state)
{
    struct buf b = { 0 };

    (void)state;
    for (int i = 0; i < 100; i++)
        buf_printf(&b, "%d,", i);
    assert_true(buf_ok(&b));
    assert_int_equal(b.length, 290);
    assert_int_equal(strlen(b.text), 290);
    buf_clear(&b);
    buf_text(&b, "pipe");
    buf_add(&b, "line", 2);
    assert_string_equal(b.text, "pipeli");
    buf_done(&b);
}

static void a_failure_sticks(void **state)
{
    struct buf b = { 0 };

    (void)state;
    support_fail_allocation = 0;
    buf_text(&b, "lost");
    support_fail_allocation = -1;
    buf_text(&b, "later");
    assert_false(buf_ok(&b));
    assert_int_equal(b.length, 0);
    buf_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_appended_and_stays_terminated),
        cmocka_unit_test(a_failure_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
