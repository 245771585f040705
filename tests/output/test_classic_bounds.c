/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/classic.h"

#include <errno.h>
#include <locale.h>

#include "classic_doc.h"

#include "support.h"

static void assert_mailable(const char *text)
{
    size_t column = 0;

    for (const char *c = text; *c; c++) {
        if (*c == '\n') {
            assert_true(column == 0 || c[-1] != ' ');
            column = 0;
            continue;
        }
        if (*c < ' ' || *c > '~' || ++column > 80)
            fail_msg("not for mail at: %.40s", c);
    }
}

static void hostile_names_do_not_break_the_layout(void **state)
{
    static const char *const names[] = {
        "a\033[31mred",
        "two\nlines",
        "tab\there",
        "\xff\xfe\xc3",
        "m\xc3\xbcnchen-\xe2\x80\xae"
        "gnp",
        "\xe6\xb5\x8b\xe8\xaf\x95\xe6\x9c\xba\xe5\x99\xa8",
        "a-name-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-"
        "and-"
        "on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-"
        "on",
        "",
        " ",
        NULL,
    };
    const struct view_options options = { .bare = false };

    (void)state;
    for (size_t i = 0; names[i]; i++) {
        struct doc *doc = own_doc();
        struct session *s = doc->sessions[0];
        char *text;

        s->system->name = names[i];
        s->system->label = names[i];
        s->protocol.set = names[i];
        doc->licence = names[i];
        ((struct fact *)facts_find(&s->system->facts, "kernel.release", DOC_AT_ALWAYS))
            ->value = names[i];
        doc->measurements[7]->reason = names[i];
        text = printed(doc, &options);
        assert_mailable(text);
        assert_has(text, "2995 0.12 0.17      1.15 5.15           112.\n");
        free(text);
        doc_free(doc);
    }
}

static void a_summary_of_nothing_is_an_error_that_says_so(void **state)
{
    const struct view_options options = { .bare = false };
    const struct view_options faithful = { .faithful = true };
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    add_row(doc, add_session(doc, "r1", "boxa", "6.1", NULL), "contest.io_load", "s",
            NULL, 80, 0.01);
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &options, &sink, &why),
                     -ENOENT);
    assert_string_equal(why.text, "nothing of these results has a place in text-3.0");
    assert_null(sink.buf.text);
    /* nor where the old program would have printed blank rows */
    assert_int_equal(view_print(view_find("text-2.0"), doc, &faithful, &sink, &why),
                     -ENOENT);
    assert_null(sink.buf.text);
    sink_abandon(&sink);
    doc_free(doc);
}

static void what_a_view_has_not_got_is_refused(void **state)
{
    const struct view_options generation = { .generation = "g99" };
    const struct view_options pooled = { .by_system = true };
    struct doc *doc = lucent_doc();
    struct diag why = { 0 };
    struct sink sink;
    char *text;

    (void)state;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &generation, &sink, &why),
                     -ENOTSUP);
    assert_has(why.text, "no generation 'g99'");
    sink_abandon(&sink);
    text = printed(doc, &pooled); /* each system has one run: the same rows */
    free(text);
    doc->sessions[1]->system = doc->sessions[0]->system;
    doc->n_systems = 2;
    why.rc = 0;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("text-3.0"), doc, &pooled, &sink, &why),
                     -ENOTSUP);
    sink_abandon(&sink);
    doc_free(doc);
}

static void a_comma_locale_changes_nothing(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    char *before = printed(doc, &options), *after;

    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8");
    after = printed(doc, &options);
    setlocale(LC_ALL, "C");
    assert_string_equal(after, before);
    free(before);
    free(after);
    doc_free(doc);
}

static void a_want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    int rc = -ENOMEM;

    (void)state;
    run_on(doc, doc->measurements[6], 1, 2);
    for (long n = 0; rc == -ENOMEM; n++) {
        struct sink sink;

        assert_true(n < 10000);
        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = view_print(view_find("text-3.0"), doc, &options, &sink, NULL);
        support_fail_allocation = -1;
        sink_abandon(&sink);
    }
    assert_int_equal(rc, 0);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_names_do_not_break_the_layout),
        cmocka_unit_test(a_summary_of_nothing_is_an_error_that_says_so),
        cmocka_unit_test(what_a_view_has_not_got_is_refused),
        cmocka_unit_test(a_comma_locale_changes_nothing),
        cmocka_unit_test(a_want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
