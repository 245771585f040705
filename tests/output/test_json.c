/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/json.h"

#include <math.h>
#include <string.h>

#include "support.h"

static void members_stand_in_lines_with_commas_between(void **state)
{
    struct sink sink;
    struct json j = { .sink = &sink };

    (void)state;
    sink_open_memory(&sink);
    json_open(&j, NULL, '{');
    json_text(&j, "name", "boxa");
    json_open(&j, "none", '[');
    json_close(&j, ']');
    json_open(&j, "list", '[');
    json_number(&j, NULL, 0.1);
    json_count(&j, NULL, UINT64_MAX);
    json_close(&j, ']');
    json_truth(&j, "yes", true);
    json_truth(&j, "no", false);
    json_close(&j, '}');
    assert_string_equal(sink.buf.text, "{\n"
                                       "  \"name\": \"boxa\",\n"
                                       "  \"none\": [],\n"
                                       "  \"list\": [\n"
                                       "    0.1,\n"
                                       "    18446744073709551615\n"
                                       "  ],\n"
                                       "  \"yes\": true,\n"
                                       "  \"no\": false\n"
                                       "}\n");
    sink_abandon(&sink);
}

static void what_is_no_number_or_no_text_is_null(void **state)
{
    struct sink sink;
    struct json j = { .sink = &sink };

    (void)state;
    sink_open_memory(&sink);
    json_number(&j, NULL, NAN);
    json_number(&j, NULL, INFINITY);
    json_text(&j, NULL, NULL);
    json_text(&j, NULL, "");
    assert_string_equal(sink.buf.text, "null,null,null,\"\"");
    sink_abandon(&sink);
}

static void text_of_strangers_cannot_leave_its_quotes(void **state)
{
    struct sink sink;
    struct json j = { .sink = &sink };

    (void)state;
    sink_open_memory(&sink);
    json_text(&j, "a\"b", "\\ \" \n \x1b[2J \xff \303\251");
    assert_string_equal(sink.buf.text, "\"a\\\"b\": \"\\\\ \\\" ? ?[2J ? \303\251\"");
    sink_abandon(&sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_stand_in_lines_with_commas_between),
        cmocka_unit_test(what_is_no_number_or_no_text_is_null),
        cmocka_unit_test(text_of_strangers_cannot_leave_its_quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
