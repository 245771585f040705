/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/own.h"

#include <errno.h>
#include <stdio.h>

#include "output/text.h"

#include "builder.h"
#include "support.h"

#define PM "\302\261"

static char *printed(const struct doc *doc, const struct view_options *options)
{
    struct sink sink;
    struct diag why = { 0 };
    char *text;

    sink_open_memory(&sink);
    if (view_print(view_find("summary"), doc, options, &sink, &why) < 0)
        fail_msg("%s", diag_text(&why));
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static struct doc *run_doc(void)
{
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "boxa", "6.1.0", NULL);
    struct measurement *m;

    s->system->label = "6.1-A";
    s->protocol.set = "quick";
    add_row(doc, s, "lat_syscall.null", "s", NULL, 0.1248e-6, 0.004);
    m = add_row(doc, s, "lat_pipe", "s", "placement=same", 14.7e-6, 0.12);
    add_flag(doc, m, "drift", JUDGED_WARNING, NULL);
    add_flag(doc, m, "tail", JUDGED_INFO, NULL);
    add_row(doc, s, "lat_pipe", "s", "placement=cross", 43.2e-6, 0.02);
    m = add_row(doc, s, "lat_ctx", "s", "size=65536 procs=2 placement=same", -12e-9, 1);
    m->judged->estimate.lo = -50e-9;
    m->judged->estimate.hi = 30e-9;
    m->judged->class = JUDGED_UNKNOWN;
    add_flag(doc, m, "negative-after-overhead", JUDGED_INFO, NULL);
    add_missing(doc, s, "bw_pipe", "B/s", NULL, DOC_STATUS_FAILED, "timeout");
    add_missing(doc, s, "lat_rpc.udp", "s", NULL, DOC_STATUS_UNSUPPORTED, "no rpc");
    return doc;
}

/* Half-widths: 0.0005 us, 1.8 us, 0.9 us; two digits of each are kept. */
static void each_row_tells_its_value_and_how_far_it_can_be_trusted(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = run_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_string_equal(
        text,
        "boxa (6.1-A), Linux 6.1.0, 2026-03-02T08:02:40Z, set quick\n"
        "\n"
        "lat_syscall.null          0.12480 us " PM "0.4 % (K = 15 over 92 s)     "
        "sharp\n"
        "lat_pipe                     14.7 us " PM "12 % (K = 15 over 92 s)      "
        "noisy    drift tail\n"
        "lat_pipe cross              43.20 us " PM "2.0 % (K = 15 over 92 s)     "
        "stable\n"
        "lat_ctx size=64K procs=2      -12 ns [-50, 30] contains 0 (K = 15 over 92 s)  "
        "unknown\n"
        "    negative-after-overhead\n"
        "bw_pipe                           failed: timeout\n"
        "lat_rpc.udp                       unsupported: no rpc\n"
        "\n"
        "4 ok, 1 failed, 1 unsupported; 1 noisy, 1 unknown, 1 with warnings.\n"
        "A 95 % interval misses one row in twenty by construction: of these 4 expect "
        "less than one.\n"
        "Rerun spread never measured: another day may lie further off than these "
        "intervals say.\n"
        "Where no placement is named, all processes of a row ran on one processor.\n");
    free(text);
    doc_free(doc);
}

static void a_known_rerun_spread_stands_in_the_row(void **state)
{
    const struct view_options options = { .ascii = true };
    struct doc *doc = run_doc();
    struct judged *j = doc->measurements[0]->judged;
    char *text;

    (void)state;
    j->has_rerun = true;
    j->rerun_lo = j->estimate.value * (1 - 0.031);
    j->rerun_hi = j->estimate.value * (1 + 0.031);
    text = printed(doc, &options);
    assert_has(text, " 0.12480 us +-0.4 % (K = 15 over 92 s), rerun +-3.1 %");
    assert_null(strstr(text, "Rerun spread never measured"));
    assert_null(strstr(text, PM));
    free(text);
    doc_free(doc);
}

static void only_the_last_attempt_is_told_and_no_sentinel(void **state)
{
    const struct view_options options = { .ascii = true };
    struct doc *doc = run_doc();
    struct session *s = doc->sessions[0];
    char *text;

    (void)state;
    add_row(doc, s, "lat_pipe", "s", "placement=same", 15.2e-6, 0.12)->attempt = 2;
    add_row(doc, s, "lat_syscall.stat", "s", NULL, 1e-6, 0.01)->sentinel = true;
    text = printed(doc, &options);
    assert_has(text, " 15.2 us ");
    assert_null(strstr(text, " 14.7 us "));
    assert_null(strstr(text, "lat_syscall.stat"));
    assert_has(text, "\n4 ok, ");
    free(text);
    doc_free(doc);
}

static void a_row_that_was_interrupted_is_not_told_as_whole(void **state)
{
    const struct view_options options = { .ascii = true };
    struct doc *doc = run_doc();
    char *text;

    (void)state;
    doc->measurements[0]->stop = DOC_STOP_INTERRUPTED;
    text = printed(doc, &options);
    assert_has(text, ", 1 with warnings, 1 cut short by an interruption.\n");
    free(text);
    doc_free(doc);
}

static void the_class_of_a_difference_is_explained_where_there_is_one(void **state)
{
    const struct view_options options = { .ascii = true };
    struct doc *doc = run_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_null(strstr(text, "difference"));
    free(text);
    doc->measurements[1]->judged->subject = 20e-6;
    doc->measurements[1]->judged->base = 5.3e-6;
    text = printed(doc, &options);
    assert_has(
        text,
        "\nPrecision and class of a difference (lat_pipe) are those of the whole");
    free(text);
    doc_free(doc);
}

static void a_draft_has_a_watermark_above_and_below(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = run_doc();
    char *text;

    (void)state;
    doc->sessions[0]->protocol.draft = true;
    text = printed(doc, &options);
    assert_memory_equal(text, VIEW_DRAFT "\n\nboxa", sizeof VIEW_DRAFT + 5);
    assert_string_equal(strrchr(text, 'D') - strlen(VIEW_DRAFT) + 5, VIEW_DRAFT "\n");
    free(text);
    doc_free(doc);
}

static void each_session_has_a_table_of_its_own(void **state)
{
    const struct view_options options = { .bare = true, .by_system = true };
    const struct view_options full = { .by_system = true };
    struct doc *doc = run_doc();
    char *text;

    (void)state;
    add_row(doc, add_session(doc, "r2", "boxb", "6.2.0", NULL), "lat_pipe", "s", NULL,
            4.4e-6, 0.01);
    text = printed(doc, &options);
    assert_has(text,
               "\n\nboxb, Linux 6.2.0, 2026-03-02T08:02:40Z\n\nlat_pipe  4.400 us ");
    free(text);
    doc->sessions[1]->system = doc->sessions[0]->system;
    text = printed(doc, &full);
    assert_has(text, "Sessions of one system stand apart; they are not pooled.\n");
    free(text);
    doc_free(doc);
}

static void hostile_texts_stay_within_a_hundred_columns(void **state)
{
    static const char *const texts[] = {
        "a\033[31mred",
        "two\nlines",
        "\xff\xfe",
        "abc\xe2\x80\xae"
        "cba",
        "\xe6\xb5\x8b\xe8\xaf\x95\xe6\x9c\xba\xe5\x99\xa8",
        "",
        "long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-"
        "long-"
        "long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-"
        "long",
    };
    const struct view_options options = { .bare = false };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct doc *doc = run_doc();
        char *text, *line, *rest;

        doc->sessions[0]->system->name = texts[i];
        doc->sessions[0]->system->label = texts[i];
        doc->measurements[1]->params[0].value = texts[i];
        doc->measurements[4]->reason =
            i + 1 < sizeof texts / sizeof *texts ? texts[i] : "x";
        text = printed(doc, &options);
        rest = text;
        while ((line = strsep(&rest, "\n")) != NULL && rest) {
            for (const char *c = line; *c; c++)
                assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
            assert_true(text_columns(line) <= 100);
        }
        free(text);
        doc_free(doc);
    }
}

static void a_summary_of_nothing_is_an_error(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    add_session(doc, "r1", "boxa", "6.1", NULL);
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("summary"), doc, &options, &sink, &why),
                     -ENOENT);
    sink_abandon(&sink);
    doc_free(doc);
}

static void a_want_of_memory_is_reported_and_nothing_leaks(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = run_doc();
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc == -ENOMEM; n++) {
        struct sink sink;

        assert_true(n < 10000);
        sink_open_memory(&sink);
        support_fail_allocation = n;
        rc = view_print(view_find("summary"), doc, &options, &sink, NULL);
        support_fail_allocation = -1;
        sink_abandon(&sink);
    }
    assert_int_equal(rc, 0);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_tells_its_value_and_how_far_it_can_be_trusted),
        cmocka_unit_test(a_known_rerun_spread_stands_in_the_row),
        cmocka_unit_test(only_the_last_attempt_is_told_and_no_sentinel),
        cmocka_unit_test(a_row_that_was_interrupted_is_not_told_as_whole),
        cmocka_unit_test(the_class_of_a_difference_is_explained_where_there_is_one),
        cmocka_unit_test(a_draft_has_a_watermark_above_and_below),
        cmocka_unit_test(each_session_has_a_table_of_its_own),
        cmocka_unit_test(hostile_texts_stay_within_a_hundred_columns),
        cmocka_unit_test(a_summary_of_nothing_is_an_error),
        cmocka_unit_test(a_want_of_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
