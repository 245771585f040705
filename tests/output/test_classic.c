/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/classic.h"

#include "classic_doc.h"

#include "support.h"

/* The summary as it was published beside the raw file (corpus summaries/033). */
static void faithful_is_the_published_summary_byte_for_byte(void **state)
{
    const struct view_options options = { .faithful = true, .bare = true };
    char *path = support_data("lmbench/licheerv-d1.summary.txt");
    char *want = support_read(path, NULL);
    struct doc *doc = licheerv_doc();
    char *got = printed(doc, &options);

    (void)state;
    assert_string_equal(got, want);
    free(got);
    free(want);
    free(path);
    doc_free(doc);
}

/* The same without tabs, blanks at ends, and the faults of the old program. */
static void by_default_the_layout_is_kept_without_its_faults(void **state)
{
    const struct view_options options = { .bare = true };
    char *path = support_data("lmbench/licheerv-d1.default.txt");
    char *want = support_read(path, NULL);
    struct doc *doc = licheerv_doc();
    char *got = printed(doc, &options);

    (void)state;
    assert_string_equal(got, want);
    free(got);
    free(want);
    free(path);
    doc_free(doc);
}

#define LUCENT_CONTEXT                                                             \
    "Context switching - times in microseconds - smaller is better\n"              \
    "-------------------------------------------------------------------------\n"  \
    "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n" \
    "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"  \
    "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n" \
    "lucent.rd Linux 2.4.20- 1.6600 2.0400 2.0900 3.1900   24.4 6.05000    34.6\n" \
    "lucent.rd  Linux 2.4.20 1.7300 0.8800                 14.7 0.10000    24.9\n" \
    "lucent.rd   Linux 2.6.0 1.5600 1.6500 1.9200 4.6500   30.5    10.0    40.4\n\n"
#define LUCENT_LOCAL                                                          \
    "*Local* Communication latencies in microseconds - smaller is better\n"   \
    "---------------------------------------------------------------------\n" \
    "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"  \
    "                        ctxsw       UNIX         UDP         TCP conn\n" \
    "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n"

static void rows_stand_in_the_order_of_the_arguments(void **state)
{
    const struct view_options faithful = { .faithful = true, .bare = true };
    const struct view_options plain = { .bare = true };
    struct doc *doc = lucent_doc();
    char *text = printed(doc, &faithful);

    (void)state;
    assert_has(
        text, LUCENT_CONTEXT LUCENT_LOCAL
        "lucent.rd Linux 2.4.20- 1.660 8.525 13.3              20.7        60.\n"
        "lucent.rd  Linux 2.4.20 1.730 7.541 13.5              63.8        73.\n"
        "lucent.rd   Linux 2.6.0 1.560 9.622 73.4             132.6       451.\n");
    free(text);
    text = printed(doc, &plain);
    /* the same, but for the digit that the old column loses */
    assert_has(
        text, LUCENT_CONTEXT LUCENT_LOCAL
        "lucent.rd Linux 2.4.20- 1.660 8.525 13.3              20.7       60.4\n"
        "lucent.rd  Linux 2.4.20 1.730 7.541 13.5              63.8       73.2\n"
        "lucent.rd   Linux 2.6.0 1.560 9.622 73.4             132.6       451.\n");
    assert_has_not(text, "Processor"); /* a table without any value */
    free(text);
    doc_free(doc);
}

static char *memory_row(double l1, double l2, double main, bool faithful)
{
    const struct view_options options = { .faithful = faithful, .bare = true };
    struct value values[] = { { "lat_syscall.null", NULL, 0.25 * US },
                              { "lat_mem_rd", "size=1024 stride=128", l1 * NS },
                              { "lat_mem_rd", "size=131072 stride=128", l2 * NS },
                              { "lat_mem_rd", "size=67108864 stride=128", main * NS },
                              { NULL, NULL, 0 } };
    struct doc *doc = doc_new();
    struct session *s = add_session(doc, "r1", "camflow", "5.7.7camflow", NULL);
    char *text;

    import(doc, s, values);
    if (l1 > 0)
        add_fact(doc, &s->system->facts, "cpu.mhz", "1000", "MHz");
    text = printed(doc, &options);
    doc_free(doc);
    return text;
}

/* spec/lmbench.md 4.4: alike is within a fifth of the larger */
static void latencies_that_are_alike_make_a_guess(void **state)
{
    static const struct {
        double l1, l2, main;
        const char *row;
    } cases[] = {
        { 2.0, 15.0, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000 2.0000   15.0       136.0\n" },
        { 2.0, 26.0, 26.3,
          "\ncamflow   Linux 5.7.7ca  1000 2.0000   26.0        26.3             No L2 "
          "cache?\n" },
        { 15.0, 15.0, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   15.0       136.0             No L1 "
          "cache?\n" },
        { 15.0, 18.9, 136.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   18.9       136.0\n" },
        { 15.0, 15.0, 15.0,
          "\ncamflow   Linux 5.7.7ca  1000   15.0   15.0        15.0             No L1 "
          "cache?\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = memory_row(cases[i].l1, cases[i].l2, cases[i].main, false);

        assert_has(text, cases[i].row);
        free(text);
    }
}

/* As corpus summaries/045 has it, there with a clock that was known. */
static void the_old_program_blames_the_clock_for_a_missing_latency(void **state)
{
    char *text = memory_row(-1, 15.0, 136.0, true);

    (void)state;
    assert_has(
        text, "\ncamflow   Linux 5.7.7ca    -1     -      -           -    Bad mhz?\n");
    assert_has(text, "\ncamflow   Linux 5.7.7ca   -1 0.25 ");
    free(text);
    text = memory_row(-1, 15.0, 136.0, false);
    assert_has(text, "\ncamflow   Linux 5.7.7ca                15.0       136.0\n");
    assert_has(text, "\ncamflow   Linux 5.7.7ca      0.25\n");
    free(text);
}

/* As corpus summaries/025: 64 copies, no arithmetic, no cost of a connection. */
static void what_is_measured_alone_is_blank_where_copies_ran(void **state)
{
    const struct view_options options = { .bare = true };
    struct doc *doc = licheerv_doc();
    char *text;

    (void)state;
    add_fact(doc, &doc->sessions[0]->facts, "run.copies", "64", NULL);
    text = printed(doc, &options);
    assert_has(text, " 5.8200   64\n");
    assert_has_not(text, "Basic integer operations");
    assert_has(text, "12.1  36.6 89.8 175.3       263.6\n");
    free(text);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faithful_is_the_published_summary_byte_for_byte),
        cmocka_unit_test(by_default_the_layout_is_kept_without_its_faults),
        cmocka_unit_test(rows_stand_in_the_order_of_the_arguments),
        cmocka_unit_test(latencies_that_are_alike_make_a_guess),
        cmocka_unit_test(the_old_program_blames_the_clock_for_a_missing_latency),
        cmocka_unit_test(what_is_measured_alone_is_blank_where_copies_ran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
