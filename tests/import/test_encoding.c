/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/encoding.h"

#include "base/buf.h"

#include <errno.h>
#include <string.h>

#include "support.h"

#define WORDS "Simple syscall: 0.1234 microseconds\n"

static int ask(const char *bytes, size_t n, struct diag *why)
{
    *why = (struct diag){ 0 };
    return import_encoding(&(struct import_source){ "mail.txt", bytes, n }, why);
}

/* A text of two bytes a character, the zero before or behind it. */
static struct buf widened(const char *mark, bool little)
{
    struct buf buf = { 0 };

    buf_add(&buf, mark, strlen(mark));
    for (const char *at = WORDS; *at; at++) {
        buf_add(&buf, little ? at : "", 1);
        buf_add(&buf, little ? "" : at, 1);
    }
    assert_true(buf_ok(&buf));
    return buf;
}

static void utf_16_is_named_with_the_command_that_converts_it(void **state)
{
    static const struct {
        const char *mark;
        bool little;
        const char *command;
    } cases[] = {
        { "\xff\xfe", true, "iconv -f UTF-16 -t UTF-8" },
        { "\xfe\xff", false, "iconv -f UTF-16 -t UTF-8" },
        { "", true, "iconv -f UTF-16LE -t UTF-8" },
        { "", false, "iconv -f UTF-16BE -t UTF-8" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf buf = widened(cases[i].mark, cases[i].little);
        struct diag why;

        assert_int_equal(ask(buf.text, buf.length, &why), -ENOMSG);
        assert_non_null(strstr(why.text, cases[i].command));
        assert_non_null(strstr(why.text, "mail.txt"));
        buf_done(&buf);
    }
}

static void what_is_packed_is_told_so(void **state)
{
    struct diag why;

    (void)state;
    assert_int_equal(ask("\x1f\x8b\x08\0\0\0\0\0", 8, &why), -ENOMSG);
    assert_non_null(strstr(why.text, "gzip -dc"));
}

static void other_bytes_are_left_to_the_readers(void **state)
{
    static const char zeros[64] = WORDS, latin[] = "\xe9\xe8 " WORDS,
                      few[] = { '1', 0, '2', 0 };
    struct diag why;

    (void)state;
    assert_int_equal(ask(WORDS, strlen(WORDS), &why), 0);
    assert_int_equal(ask(latin, strlen(latin), &why), 0);
    assert_int_equal(ask(zeros, sizeof zeros, &why), 0);
    assert_int_equal(ask(few, sizeof few, &why), 0);
    assert_int_equal(ask("\xff", 1, &why), 0);
    assert_int_equal(ask("", 0, &why), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf_16_is_named_with_the_command_that_converts_it),
        cmocka_unit_test(what_is_packed_is_told_so),
        cmocka_unit_test(other_bytes_are_left_to_the_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
