/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/diag.h"

#include <errno.h>
#include <string.h>

#include "support.h"

static void the_reason_comes_with_its_errno(void **state)
{
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(diag_set(&why, -EINVAL, "line %d", 7), -EINVAL);
    assert_string_equal(diag_text(&why), "line 7");
    assert_int_equal(diag_where(&why, "a.xml"), -EINVAL);
    assert_string_equal(diag_text(&why), "a.xml: line 7");
    assert_int_equal(diag_set(NULL, -EIO, "nobody asks"), -EIO);
}

static void a_long_reason_is_cut_not_overrun(void **state)
{
    struct diag why = { 0 };
    char long_text[3000];

    (void)state;
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    diag_set(&why, -EINVAL, "%s", long_text);
    assert_int_equal(strlen(why.text), sizeof why.text - 1);
    diag_where(&why, "%s", long_text);
    assert_int_equal(strlen(why.text), sizeof why.text - 1);
}

static void where_nobody_said_why_the_errno_speaks(void **state)
{
    struct diag why = { .rc = -ENOSPC };

    (void)state;
    assert_string_equal(diag_text(&why), strerror(ENOSPC));
    assert_non_null(diag_text(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reason_comes_with_its_errno),
        cmocka_unit_test(a_long_reason_is_cut_not_overrun),
        cmocka_unit_test(where_nobody_said_why_the_errno_speaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
