/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/xml_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void characters_that_xml_allows_are_held(void **state)
{
    (void)state;
    assert_true(xml_holds(""));
    assert_true(xml_holds("tab\tline\nreturn\r ~"));
    /* U+00B1, U+2026, U+D7FF, U+E000, U+FFFD, U+10000, U+10FFFF */
    assert_true(xml_holds("\xc2\xb1\xe2\x80\xa6\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbd"
                          "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
}

static void everything_else_is_not(void **state)
{
    static const char *const bad[] = {
        "\x01",
        "a\x1f",
        "\x80",
        "\xc2",
        "\xc2 ",
        "\xe2\x80",
        "\xf0\x90\x80",
        "\xff",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x9f\xbf",
        "\xf0\x8f\xbf\xbf",
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xef\xbf\xbe",
        "\xef\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (xml_holds(bad[i]))
            fail_msg("case %zu is held", i);
    }
}

static void escaping_touches_what_a_reader_would_change(void **state)
{
    struct buf buf = { 0 };

    (void)state;
    xml_escape(&buf, "<a b=\"c\">&'\t\n\r\xc2\xb1");
    assert_string_equal(buf.text, "&lt;a b=&quot;c&quot;&gt;&amp;'&#9;&#10;&#13;"
                                  "\xc2\xb1");
    buf_done(&buf);
}

/* RFC 4648, section 10. */
static void base64_is_that_of_the_rfc(void **state)
{
    static const char *const vectors[][2] = {
        { "", "" },
        { "f", "Zg==" },
        { "fo", "Zm8=" },
        { "foo", "Zm9v" },
        { "foob", "Zm9vYg==" },
        { "fooba", "Zm9vYmE=" },
        { "foobar", "Zm9vYmFy" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct buf buf = { 0 };
        char back[16];
        size_t n;

        xml_to_base64(&buf, vectors[i][0], strlen(vectors[i][0]));
        assert_string_equal(buf.text ? buf.text : "", vectors[i][1]);
        assert_int_equal(xml_from_base64(vectors[i][1], back, &n), 0);
        assert_int_equal(n, strlen(vectors[i][0]));
        assert_memory_equal(back, vectors[i][0], n);
        buf_done(&buf);
    }
}

static void all_bytes_go_through_base64_in_place(void **state)
{
    struct buf buf = { 0 };
    char bytes[256], *text;
    size_t n;

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)i;
    xml_to_base64(&buf, bytes, sizeof bytes);
    text = strdup(buf.text);
    assert_int_equal(xml_from_base64(text, text, &n), 0);
    assert_int_equal(n, sizeof bytes);
    assert_memory_equal(text, bytes, n);
    free(text);
    buf_done(&buf);
}

static void what_is_no_base64_is_refused(void **state)
{
    static const char *const bad[] = { "Z",    "Zg",   "Zg=",   "Zg==Zg==", "=Zg=",
                                       "Zg=g", "Z===", "Zm9v!", "Zg== =",   "====" };
    char back[16];
    size_t n = 77;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (xml_from_base64(bad[i], back, &n) != -EINVAL)
            fail_msg("'%s' is taken", bad[i]);
    }
    assert_int_equal(n, 77);
    assert_int_equal(xml_from_base64(" Zm\n9v ", back, &n), 0);
    assert_int_equal(n, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_that_xml_allows_are_held),
        cmocka_unit_test(everything_else_is_not),
        cmocka_unit_test(escaping_touches_what_a_reader_would_change),
        cmocka_unit_test(base64_is_that_of_the_rfc),
        cmocka_unit_test(all_bytes_go_through_base64_in_place),
        cmocka_unit_test(what_is_no_base64_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
