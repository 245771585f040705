/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "mutate.h"
#include "summaries.h"

#include "support.h"

static const char *const files[] = {
    "001-v11-alpha300-p6-ultra-r10k.txt",
    "002-v10-trombetas-sparc-mar96.txt",
    "005-v11-website-10hosts.txt",
    "007-v19-cx586-two-kernels.txt",
    "008-v19-two-celerons.txt",
    "009-v20-tony-p4-question-marks.txt",
    "011-v20-p3-ip-as-hostname.txt",
    "012-v20-doug-narrow-host-column.txt",
    "015-v20-memcg-hosts-as-labels.txt",
    "016-v30-tx4937-mipsel.txt",
    "018-v19-k6-two-sections-only.txt",
    "021-v20-osdl-stp-no-banner.txt",
    "022-v30-lucent-seed002-original-spacing.txt",
    "023-v30-host-longer-than-column.txt",
    "025-v30-aarch64-64-copies.txt",
    "027-v30-beaglebone-two-runs-missing-mem-row.txt",
    "029-v30-wsl1-single-section.txt",
    "032-v30-wide-os-column.txt",
    "033-v30-pair-licheerv-d1.txt",
    "036-v30-pair-hifive-unmatched.txt",
    "038-v30-pair-visionfive2.txt",
    "041-v30-azure-arm64-uint64-add-missing.txt",
    "042-v30-azure-x64-6.5.txt",
    "045-v30-pair-i7-vanilla-empty-sections-remote.txt",
};
enum { FILES = sizeof files / sizeof *files };

struct outcome {
    size_t same, lost, silent; /* silent: lost in files that report nothing */
};

/* The one measurement of b that is m of another document, or NULL. */
static const struct measurement *twin_of(const struct doc *b,
                                         const struct measurement *m)
{
    const char *differs;

    for (size_t i = 0; i < b->n_measurements; i++) {
        if (strcmp(b->measurements[i]->session->id, m->session->id) == 0 &&
            strcmp(b->measurements[i]->definition->id, m->definition->id) == 0 &&
            measurement_comparable(b->measurements[i], m, &differs))
            return b->measurements[i];
    }
    return NULL;
}

static void compare_one(const char *file, const struct measurement *a,
                        const struct measurement *b, struct outcome *o)
{
    const struct series *x = series_of(a), *y = series_of(b);

    if (!x && y)
        fail_msg("%s: %s has a value where there is none", file, a->definition->id);
    if (!x)
        return;
    if (!y) {
        o->lost++;
        return;
    }
    if (strcmp(x->printed[0], y->printed[0]) != 0)
        fail_msg("%s, %s of %s: %s for %s", file, a->definition->id, a->session->id,
                 y->printed[0], x->printed[0]);
    assert_near(y->values[0], x->values[0], 1e-15);
    assert_near(y->lo[0], x->lo[0], 1e-15);
    assert_near(y->hi[0], x->hi[0], 1e-15);
    o->same++;
}

/* What was mutated says the same as the original, or nothing, and then tells so. */
static void compare(const char *file, const char *text, struct outcome *o)
{
    struct summary_test a, b;
    size_t lost = o->lost;

    read_summary_file(&a, file);
    read_summary(&b, text, strlen(text));
    assert_int_equal(a.rc, 0);
    if (b.rc != 0 || a.doc->n_sessions != b.doc->n_sessions)
        fail_msg("%s: %zu sessions for %zu", file, b.doc->n_sessions,
                 a.doc->n_sessions);
    for (size_t i = 0; i < a.doc->n_measurements; i++)
        compare_one(file, a.doc->measurements[i],
                    twin_of(b.doc, a.doc->measurements[i]), o);
    for (size_t i = 0; i < b.doc->n_measurements; i++) {
        if (!twin_of(a.doc, b.doc->measurements[i]))
            fail_msg("%s: %s is nowhere in it", file,
                     b.doc->measurements[i]->definition->id);
    }
    if (o->lost > lost && count_notes(&b.log, IMPORT_AMBIGUOUS) == 0)
        o->silent += o->lost - lost;
    summary_test_done(&a);
    summary_test_done(&b);
}

static struct outcome compare_all(mutate_line *how)
{
    struct outcome o = { 0 };

    for (size_t i = 0; i < FILES; i++) {
        char name[128], *path, *text, *mutated;

        snprintf(name, sizeof name, "lmbench/summaries/%s", files[i]);
        path = support_data(name);
        text = support_read(path, NULL);
        mutated = mutate(text, how);
        compare(files[i], mutated, &o);
        free(mutated);
        free(text);
        free(path);
    }
    return o;
}

static void loses_nothing(mutate_line *how)
{
    struct outcome o = compare_all(how);

    assert_int_equal(o.lost, 0);
    assert_true(o.same > 2000);
}

static void what_mail_does_to_lines_loses_nothing(void **state)
{
    (void)state;
    loses_nothing(mutate_quoted);
    loses_nothing(mutate_quoted_tight);
    loses_nothing(mutate_windows);
    loses_nothing(mutate_indented);
    loses_nothing(mutate_double_spaced);
    loses_nothing(mutate_html);
}

static void other_kinds_of_blanks_lose_nothing(void **state)
{
    (void)state;
    loses_nothing(mutate_tabs);
    loses_nothing(mutate_unbreakable);
    loses_nothing(mutate_latin);
}

static void tables_are_known_without_some_of_their_lines(void **state)
{
    (void)state;
    loses_nothing(mutate_no_dashes);
    loses_nothing(mutate_no_rules);
    loses_nothing(mutate_no_titles);
    loses_nothing(mutate_no_banner);
    loses_nothing(mutate_no_headings);
}

static void what_people_put_between_is_not_taken_for_numbers(void **state)
{
    (void)state;
    loses_nothing(mutate_remarks);
}

static void where_blanks_are_lost_nothing_wrong_is_said(void **state)
{
    static mutate_line *const ways[] = { mutate_collapsed, mutate_wrapped,
                                         mutate_wrapped_narrow,
                                         mutate_collapsed_wrapped };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct outcome o = compare_all(ways[i]);

        assert_int_equal(o.silent, 0);
        /* almost every row is full, and says by its number where its cells belong */
        if (o.lost * 10 > o.same)
            fail_msg("way %zu: %zu of %zu lost", i, o.lost, o.same + o.lost);
    }
}

/* ---- texts of our own ---- */

#define CONTEXT                                                                    \
    "Context switching - times in microseconds - smaller is better\n"              \
    "-------------------------------------------------------------------------\n"  \
    "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n" \
    "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"  \
    "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n"
#define BANDWIDTH                                                                     \
    "*Local* Communication bandwidths in MB/s - bigger is better\n"                   \
    "-----------------------------------------------------------------------------\n" \
    "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem\n"  \
    "                             UNIX      reread reread (libc) (hand) read write\n" \
    "--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- -----\n"

static void read_text(struct summary_test *t, const char *text)
{
    read_summary(t, text, strlen(text));
}

static double cell(const struct summary_test *t, size_t row, const char *name)
{
    const struct series *s = series_of(find_cell(t->doc, row, name));

    return s ? s->values[0] : -1;
}

static void two_mails_in_one_file_are_two_summaries(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t,
              "From: a\n\n L M B E N C H  3 . 0   S U M M A R Y\n" BANDWIDTH
              "box       Linux 2.6.10- 754. 199.       758.3  900.5  304.3  341.9 971. "
              "438.1\n\nFrom: b\n\n L M B E N C H  2 . 0   S U M M A R Y\n" BANDWIDTH
              "box       Linux 2.6.10- 755. 199.       758.3  900.5  304.3  341.9 971. "
              "438.1\n");
    assert_int_equal(t.rc, 0);
    assert_int_equal(t.doc->n_sessions, 2);
    assert_int_equal(t.doc->n_systems, 1);
    assert_string_equal(fact_value(t.doc->sessions[0], "import.version"), "3.0a4");
    assert_string_equal(fact_value(t.doc->sessions[1], "import.version"), "2.0");
    assert_near(cell(&t, 1, "bw_pipe"), 754e6, 1e-12);
    assert_near(cell(&t, 2, "bw_pipe"), 755e6, 1e-12);
    summary_test_done(&t);
}

static void a_summary_quoted_again_counts_once(void **state)
{
    static const char row[] =
        "box       Linux 2.6.10- 1.0000 2.0000 3.0000 4.0000 5.0000 6.00000 7.00000\n";
    char text[4096], *quoted;
    struct summary_test t;

    (void)state;
    snprintf(text, sizeof text, "%s%s", CONTEXT, row);
    quoted = mutate(text, mutate_quoted);
    snprintf(text, sizeof text, "%s%s\nHe wrote:\n%s", CONTEXT, row, quoted);
    read_text(&t, text);
    assert_int_equal(t.doc->n_sessions, 1);
    assert_int_equal(count_notes(&t.log, IMPORT_DOUBTFUL), 2); /* and no banner */
    free(quoted);
    summary_test_done(&t);
}

static void columns_moved_or_left_out_are_found_by_their_headings(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "*Local* Communication bandwidths in MB/s - bigger is better\n"
                  "-----------------------------------------------------------\n"
                  "Host                OS   Mem   Mem Pipe TCP\n"
                  "                       write  read\n"
                  "--------- ------------- ----- ---- ---- ----\n"
                  "box         Linux 2.6.6  72.9 228. 183. 56.6\n"
                  "box         Linux 2.6.7  73.9      184. 57.6\n");
    assert_int_equal(t.rc, 0);
    assert_near(cell(&t, 1, "bw_mem.fwr"), 72.9e6, 1e-12);
    assert_near(cell(&t, 1, "bw_mem.frd"), 228e6, 1e-12);
    assert_near(cell(&t, 1, "bw_pipe"), 183e6, 1e-12);
    assert_near(cell(&t, 2, "bw_tcp host=localhost"), 57.6e6, 1e-12);
    assert_null(find_cell(t.doc, 2, "bw_mem.frd"));
    summary_test_done(&t);
}

static void a_heading_of_nobodys_is_told_and_its_cells_are_no_values(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "*Local* Communication bandwidths in MB/s - bigger is better\n"
                  "-----------------------------------------------------------\n"
                  "Host                OS  Pipe SCTP TCP\n"
                  "--------- ------------- ---- ---- ----\n"
                  "box         Linux 2.6.6 183. 12.5 56.6\n");
    assert_int_equal(t.doc->n_measurements, 2);
    assert_near(cell(&t, 1, "bw_tcp host=localhost"), 56.6e6, 1e-12);
    assert_int_equal(count_notes(&t.log, IMPORT_SKIPPED), 1);
    summary_test_done(&t);
}

static void what_is_marked_keeps_its_place_and_is_reported(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, BANDWIDTH
              "box         Linux 2.6.6 183. 108. 303* 142.7  228.3   73.0   55.5 228.  "
              "72.9\n");
    assert_int_equal(t.doc->n_measurements, 8);
    assert_near(cell(&t, 1, "bw_mem.fwr"), 72.9e6, 1e-12);
    assert_null(find_cell(t.doc, 1, "bw_tcp host=localhost"));
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 1);
    assert_string_equal(fact_value(t.doc->sessions[0], "import.cells.bandwidth"),
                        ". . 303*");
    summary_test_done(&t);
}

static void a_remark_behind_a_row_is_told_and_the_row_kept(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(
        &t, BANDWIDTH
        "box         Linux 2.6.6 183. 108. 303a 142.7  228.3   73.0   55.5 228.  "
        "72.9 (23%)\n"
        "my box      Linux 2.6.7 184. 109. 304. 142.7  228.3   73.0   55.5 228.  "
        "72.9  <-- 3x as good\n"
        "            Linux 2.6.8 185. 109. 305. 142.7  228.3   73.0   55.5 228.  "
        "72.9\n"
        "box         Linux 2.6.6  12%   3%   0%     0      0     1%      0   0    "
        "2%\n");
    assert_int_equal(t.doc->n_sessions, 3);
    assert_int_equal(t.doc->n_measurements, 8 + 9 + 9);
    assert_string_equal(t.doc->sessions[1]->system->name, "my box");
    assert_null(t.doc->sessions[2]->system->name);
    assert_near(cell(&t, 3, "bw_tcp host=localhost"), 305e6, 1e-12);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 1);
    assert_int_equal(count_notes(&t.log, IMPORT_SKIPPED), 3);
    summary_test_done(&t);
}

static void percentages_of_the_best_are_no_values(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t,
              "     L M B E N C H  1 . 0   S U M M A R Y\n"
              "     Comparison to best of the breed\n\n" BANDWIDTH
              "box         Linux 2.6.6  83%  28% *303   42%    28%    73%    55%  28% "
              "  72%\nbox2        Linux 2.6.6 183  108  303   142    228     73     55 "
              "  228    72\n");
    assert_int_equal(t.rc, -ENOMSG);
    summary_test_done(&t);
}

#define COLLAPSED                                                 \
    "Context switching - times in microseconds\n"                 \
    "-----------------------------------------\n"                 \
    "Host OS 2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n" \
    "ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw\n"                 \
    "box Linux 2.6.6 1.5300 2.0600 2.2100 2.7300 2.25000 3.93000\n"

static void a_cell_that_could_be_one_of_two_is_neither(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "L M B E N C H 3 . 0 S U M M A R Y\n" COLLAPSED);
    assert_int_equal(t.rc, 0);
    /* the last two are of seven places, which fit nowhere else */
    assert_int_equal(t.doc->n_measurements, 2);
    assert_near(cell(&t, 1, "lat_ctx size=16384 procs=16"), 2.25e-6, 1e-12);
    assert_near(cell(&t, 1, "lat_ctx size=65536 procs=16"), 3.93e-6, 1e-12);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 4);
    assert_string_equal(fact_value(t.doc->sessions[0], "import.cells.context"),
                        "1.5300 2.0600 2.2100 2.7300");
    summary_test_done(&t);
}

/* 2.0 would leave one place for each, 3.0 five for four: which it is does not show. */
static void a_row_with_gaps_is_not_placed_where_two_versions_are_as_likely(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, COLLAPSED);
    assert_int_equal(t.rc, -ENOMSG);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 6);
    summary_test_done(&t);
}

static void the_old_programs_own_accidents_are_read_as_such(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(
        &t, " L M B E N C H  3 . 0   S U M M A R Y\n"
            "*Local* Communication latencies in microseconds - smaller is better\n"
            "-------------------------------------------------------------------\n"
            "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
            "                        ctxsw       UNIX         UDP         TCP conn\n"
            "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n"
            "box         Linux 2.6.6 1.660 8.525 %4.-  12.0        20.7       11.3\n");
    assert_near(cell(&t, 1, "lat_connect host=localhost"), 11300e-6, 1e-12);
    assert_int_equal(find_cell(t.doc, 1, "lat_unix")->status, DOC_STATUS_FAILED);
    assert_int_equal(count_notes(&t.log, IMPORT_INVALID), 1);
    assert_true(count_notes(&t.log, IMPORT_DOUBTFUL) > 0);
    summary_test_done(&t);
}

static void names_without_a_release_and_long_ones_are_told_apart(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(
        &t, CONTEXT
        "pc        CYGWIN_NT-5.1 1.0000 2.0000 3.0000 4.0000 5.0000 6.00000 7.00000\n"
        "a.b.c.d    BSD/OS 4.0.1 1.0000 2.0000 3.0000 4.0000 5.0000 6.00000 "
        "7.00000\n");
    assert_int_equal(t.doc->n_sessions, 2);
    assert_string_equal(fact_value(t.doc->sessions[0], "kernel.sysname"),
                        "CYGWIN_NT-5.1");
    assert_string_equal(fact_value(t.doc->sessions[1], "kernel.sysname"), "BSD/OS");
    assert_near(cell(&t, 1, "lat_ctx size=0 procs=2"), 1e-6, 1e-12);
    summary_test_done(&t);
}

/* Each of them ends the reading, and none is an accident. */
static void want_of_memory_is_said_and_nothing_stays(void **state)
{
    char *path = support_data("lmbench/summaries/018-v19-k6-two-sections-only.txt");
    char *text = support_read(path, NULL);
    struct import_source source = { "test", text, strlen(text) };
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc == -ENOMEM && n < 5000; n++) {
        struct doc *doc = doc_new();
        struct import_log log;

        support_fail_allocation = n;
        rc = import_read(doc, &source, "lmbench-summary", &log, NULL);
        support_fail_allocation = -1;
        if (rc != 0) {
            assert_int_equal(rc, -ENOMEM);
            assert_int_equal(doc->n_sessions, 0);
        }
        doc_free(doc);
    }
    assert_int_equal(rc, 0);
    free(text);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_mail_does_to_lines_loses_nothing),
        cmocka_unit_test(other_kinds_of_blanks_lose_nothing),
        cmocka_unit_test(tables_are_known_without_some_of_their_lines),
        cmocka_unit_test(what_people_put_between_is_not_taken_for_numbers),
        cmocka_unit_test(where_blanks_are_lost_nothing_wrong_is_said),
        cmocka_unit_test(two_mails_in_one_file_are_two_summaries),
        cmocka_unit_test(a_summary_quoted_again_counts_once),
        cmocka_unit_test(columns_moved_or_left_out_are_found_by_their_headings),
        cmocka_unit_test(a_heading_of_nobodys_is_told_and_its_cells_are_no_values),
        cmocka_unit_test(what_is_marked_keeps_its_place_and_is_reported),
        cmocka_unit_test(a_remark_behind_a_row_is_told_and_the_row_kept),
        cmocka_unit_test(percentages_of_the_best_are_no_values),
        cmocka_unit_test(a_cell_that_could_be_one_of_two_is_neither),
        cmocka_unit_test(
            a_row_with_gaps_is_not_placed_where_two_versions_are_as_likely),
        cmocka_unit_test(the_old_programs_own_accidents_are_read_as_such),
        cmocka_unit_test(names_without_a_release_and_long_ones_are_told_apart),
        cmocka_unit_test(want_of_memory_is_said_and_nothing_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
