/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/classic.h"

#include "classic_doc.h"

#include "support.h"

static void a_summary_of_ours_has_a_heading_of_ours(void **state)
{
    const struct view_options plain = { .bare = true };
    const struct view_options faithful = { .bare = true, .faithful = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &plain);

    (void)state;
    assert_memory_equal(text,
                        "\n"
                        "                 E R R B A R   S U M M A R Y\n"
                        "                 ---------------------------\n"
                        "                 (lmbench 3.0 layout)\n"
                        "\n"
                        "Basic system parameters\n",
                        138);
    free(text);
    text = printed(doc, &faithful);
    assert_memory_equal(
        text, "\n                 L M B E N C H  3 . 0   S U M M A R Y\n", 55);
    free(text);
    /* one row of ours among imported ones is enough */
    import(doc, add_session(doc, "r2", "old", "2.4", NULL), lucent_20);
    text = printed(doc, &plain);
    assert_has(text, "E R R B A R   S U M M A R Y");
    free(text);
    doc_free(doc);
}

static void cells_come_from_the_judged_estimates(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_has(
        text,
        "Host                 OS Description              Mhz  tlb  cache  mem   scal\n"
        "                                                     pages line   par   load\n"
        "                                                           bytes\n"
        "--------- ------------- ----------------------- ---- ----- ----- ------ ----\n"
        "boxa      Linux 6.1.0-1        x86_64-linux-gnu 2995                       1\n"
        "\n"
        "Processor, Processes - times in microseconds - smaller is better\n"
        "------------------------------------------------------------------------------"
        "\n"
        "Host                 OS  Mhz null null      open slct sig  sig  fork exec sh\n"
        "                             call  I/O stat clos TCPa inst hndl proc proc "
        "proc\n"
        "--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- "
        "----\n"
        "boxa      Linux 6.1.0-1 2995 0.12 0.17      1.15 5.15           112.\n"
        "a  lat_select.tcp is not lmbench's: lmbench polls fewer of them.\n"
        "\n");
    free(text);
    doc_free(doc);
}

static void what_is_not_lmbenchs_has_a_letter_and_a_line_even_bare(void **state)
{
    const struct view_options plain = { .bare = true };
    const struct view_options faithful = { .bare = true, .faithful = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &plain);

    (void)state;
    /* two columns of one note share its letter */
    assert_has(text,
               "  Bcopy  Mema  Mema\n"
               "                             UNIX      reread reread (libc) (hand) "
               "read write\n");
    assert_has(text, " 11.K 8123.\na  bw_mem.frd is not lmbench's: ours moves whole "
                     "vectors.\n");
    free(text);
    text = printed(doc, &faithful);
    assert_has(text, "clos TCPa inst");
    assert_has(text, "\na  bw_mem.frd is not");
    free(text);
    doc_free(doc);
}

static void imported_rows_alone_have_no_letters(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = licheerv_doc();
    char *text;

    (void)state;
    for (size_t i = 0; i < doc->n_catalogue; i++)
        doc->catalogue[i]->likeness = WORDS_LIKENESS_DIFFERENT;
    text = printed(doc, &options);
    assert_has_not(text, "is not lmbench's");
    assert_has(text, "clos TCP  inst");
    free(text);
    doc_free(doc);
}

static void below_the_tables_stand_reasons_noise_and_where_it_comes_from(void **state)
{
    const struct view_options options = { .bare = false };
    const struct view_options bare = { .bare = true };
    struct doc *doc = own_doc();
    char *text = printed(doc, &options);

    (void)state;
    assert_has(
        text,
        "\n\n"
        "boxa: failed (timeout): bw_pipe\n"
        "boxa: unsupported (no rpc): lat_rpc.udp, lat_rpc.tcp\n"
        "noisy: boxa, lat_proc.fork 112 us +-12 % (K = 15 over 92 s), second-mode\n"
        "boxa, warnings: lat_syscall.open (drift)\n"
        "errbar ");
    assert_has(text,
               ", view text-3.0, layout g6. MB = 10^6 bytes, 16K = 16 * 1024 bytes."
               "\n   Licence not stated.\n"
               "boxa: result 6f6a1f5e-0000-4000-8000-000000000000, "
               "2026-03-02T08:02:40Z, set\n   quick, partial\n");
    free(text);
    text = printed(doc, &bare);
    assert_has_not(text, "timeout");
    assert_has_not(text, "result");
    free(text);
    doc_free(doc);
}

static void a_warning_of_all_rows_is_told_once(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->judged)
            add_flag(doc, doc->measurements[i], "second-run", JUDGED_WARNING, NULL);
    }
    text = printed(doc, &options);
    assert_has(text,
               "lat_proc.fork 112 us +-12 % (K = 15 over 92 s), second-mode\n"
               "boxa, warnings: all rows (second-run), lat_syscall.open (drift)\n");
    free(text);
    doc_free(doc);
}

static void a_difference_that_may_be_zero_is_told_with_its_interval(void **state)
{
    const struct view_options options = { .bare = false };
    struct doc *doc = own_doc();
    struct measurement *m = add_row(doc, doc->sessions[0], "lat_ctx", "s",
                                    "size=0 procs=2 placement=same", -0.012 * US, 1);
    char *text;

    (void)state;
    m->judged->estimate.lo = -0.05 * US;
    m->judged->estimate.hi = 0.03 * US;
    m->judged->class = JUDGED_UNKNOWN;
    text = printed(doc, &options);
    assert_has(text,
               "\nunknown: boxa, lat_ctx size=0 procs=2 -0.012 us [-0.050, 0.030] "
               "contains 0");
    assert_has(text,
               "\nboxa      Linux 6.1.0-1       4.411\n"); /* a blank in its cell */
    free(text);
    doc_free(doc);
}

static void the_cell_is_placed_on_one_processor_and_a_line_tells_the_others(
    void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    struct session *s = doc->sessions[0];
    char *text;

    (void)state;
    run_on(doc, add_row(doc, s, "lat_pipe", "s", "placement=cross", 43.2 * US, 0.032),
           10, 10);
    run_on(doc, add_row(doc, s, "lat_pipe", "s", "placement=free", 9.2 * US, 0.42), 3,
           15);
    text = printed(doc, &options);
    assert_has(
        text,
        "boxa      Linux 6.1.0-1       4.411\n"
        "boxa, lat_pipe: same 4.411 us +-2.0 % (K = 15 over 92 s); cross 43.2 us "
        "+-3.2 %\n"
        "   (K = 15 over 92 s), 10 of 10 on two processors; free 9.2 us +-42 % (K "
        "= 15\n"
        "   over 92 s), 3 of 15 on two processors\n");
    free(text);
    doc_free(doc);
}

static void the_last_attempt_that_went_well_is_shown(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    struct session *s = doc->sessions[0];
    char *text;

    (void)state;
    add_row(doc, s, "lat_pipe", "s", "placement=same", 5.5 * US, 0.02)->attempt = 2;
    add_missing(doc, s, "lat_pipe", "s", "placement=same", DOC_STATUS_FAILED,
                "signal 11")
        ->attempt = 3;
    text = printed(doc, &options);
    assert_has(text, "boxa      Linux 6.1.0-1       5.500\n");
    free(text);
    doc_free(doc);
}

static void sentinels_are_not_shown(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    doc->measurements[0]->sentinel = true; /* the null call */
    text = printed(doc, &options);
    assert_has(text, "boxa      Linux 6.1.0-1 2995      0.17      1.15");
    free(text);
    doc_free(doc);
}

static void a_draft_has_a_watermark_even_bare(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = own_doc();
    char *text;

    (void)state;
    doc->sessions[0]->protocol.draft = true;
    text = printed(doc, &options);
    assert_has(text, "(lmbench 3.0 layout)\n\nDRAFT - ");
    free(text);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_summary_of_ours_has_a_heading_of_ours),
        cmocka_unit_test(cells_come_from_the_judged_estimates),
        cmocka_unit_test(what_is_not_lmbenchs_has_a_letter_and_a_line_even_bare),
        cmocka_unit_test(imported_rows_alone_have_no_letters),
        cmocka_unit_test(below_the_tables_stand_reasons_noise_and_where_it_comes_from),
        cmocka_unit_test(a_warning_of_all_rows_is_told_once),
        cmocka_unit_test(a_difference_that_may_be_zero_is_told_with_its_interval),
        cmocka_unit_test(
            the_cell_is_placed_on_one_processor_and_a_line_tells_the_others),
        cmocka_unit_test(the_last_attempt_that_went_well_is_shown),
        cmocka_unit_test(sentinels_are_not_shown),
        cmocka_unit_test(a_draft_has_a_watermark_even_bare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
