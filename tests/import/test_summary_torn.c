/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/import.h"

#include <errno.h>
#include <stdio.h>

#include "summaries.h"

#include "support.h"

#define LOCAL                                                                 \
    "*Local* Communication latencies in microseconds - smaller is better\n"   \
    "-------------------------------------------------------------------\n"   \
    "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"  \
    "                        ctxsw       UNIX         UDP         TCP conn\n" \
    "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n"
#define LOCAL_ROWS                                                            \
    "boxa        Linux 2.6.6 1.660 8.525 13.1  12.0  30.1  20.7  40.2  60.\n" \
    "boxb        Linux 2.6.6 1.760 8.625 13.2  12.1  30.2  20.8  40.3  61.\n"
#define FILE_ROWS                                                                 \
    "boxa        Linux 2.6.6   13.2 7.3000   51.6   21.7   115.0 0.485 1.00000  " \
    "12.3\n"                                                                      \
    "boxb        Linux 2.6.6   13.3 7.4000   51.7   21.8   116.0 0.486 1.10000  " \
    "12.4\n"
#define FLOAT                                                             \
    "Basic float operations - times in nanoseconds - smaller is better\n" \
    "-----------------------------------------------------------------\n" \
    "Host                 OS  float  float  float  float\n"               \
    "                         add    mul    div    bogo\n"                \
    "--------- ------------- ------ ------ ------ ------ \n"              \
    "boxa        Linux 2.6.6 1.6600 2.5250 13.1000   12.0\n"
#define DOUBLE_ROW "boxa        Linux 2.6.6 1.7600 2.6250   14.1   13.0\n"

static void read_text(struct summary_test *t, const char *text)
{
    read_summary(t, text, strlen(text));
}

/* What is left of the heading of File & VM; its rows are eight numbers, as Local's. */
static void rows_whose_heading_is_lost_are_no_repeats_of_the_table_before(void **state)
{
    static const char *const remains[] = {
        "\n",
        "\nFxle & VM sxstem latencies in microseconds - smaller is better\n"
        "x-----------x------------x---------\nHoxt OS\n\n",
        "--------- ------------- ------ ------ ------ ------ ------- ----- ------- "
        "-----\n",
        "\n--------------------------------------------\n\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof remains / sizeof *remains; i++) {
        struct summary_test t;
        char text[2048];

        snprintf(text, sizeof text, "L M B E N C H  3 . 0   S U M M A R Y\n\n%s%s%s%s",
                 LOCAL, LOCAL_ROWS, remains[i], FILE_ROWS);
        read_text(&t, text);
        assert_int_equal(t.rc, 0);
        assert_int_equal(t.doc->n_sessions, 2);
        assert_int_equal(t.doc->n_measurements, 16);
        assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 2);
        summary_test_done(&t);
    }
}

static void the_same_where_columns_stand_alike(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, FLOAT "\n" DOUBLE_ROW);
    assert_int_equal(t.doc->n_measurements, 4);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 1);
    summary_test_done(&t);
}

static void repeats_that_a_blank_line_parts_are_rows_where_they_stand_exactly(
    void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "L M B E N C H  3 . 0   S U M M A R Y\n" LOCAL LOCAL_ROWS
                  "\n" LOCAL_ROWS "                          ^^^^ look at that\n"
                  "boxc        Linux 2.6.6 1.760       13.2  12.1        20.8        "
                  "62.\n");
    assert_int_equal(t.doc->n_sessions, 5);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 0);
    assert_int_equal(count_notes(&t.log, IMPORT_SKIPPED), 1);
    summary_test_done(&t);
}

static void a_title_whose_headings_are_mangled_takes_rows_that_stand_exactly(
    void **state)
{
    static const char title[] =
        "*Local* Communication latencies in microseconds - smaller is better\n"
        "-------------------------------------------------------------------\n"
        "Hoxt OS 2p/0x\n";
    struct summary_test t;
    char text[1024];

    (void)state;
    snprintf(text, sizeof text, "L M B E N C H  3 . 0   S U M M A R Y\n%s%s", title,
             LOCAL_ROWS);
    read_text(&t, text);
    assert_int_equal(t.doc->n_measurements, 16);
    summary_test_done(&t);
    snprintf(text, sizeof text, "L M B E N C H  3 . 0   S U M M A R Y\n%s%s", title,
             FILE_ROWS);
    read_text(&t, text);
    assert_int_equal(t.rc, -ENOMSG);
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 3); /* and "Hoxt" */
    summary_test_done(&t);
}

/* Two columns have that head; of one that is left it is not known which it is. */
static void a_head_that_two_columns_have_tells_none(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "File & VM system latencies in microseconds - smaller is better\n"
                  "--------------------------------------------------------------\n"
                  "Host                 OS                             Mmap    Prot   "
                  "Page\n"
                  "                        Cxeate Dxlete Cxeate Delete Latency Fault "
                  " Fault\n"
                  "--------- ------------- ------ ------ ------ ------ ------- ----- "
                  "-------\n"
                  "boxa        Linux 2.6.6   13.2 7.3000   51.6   21.7   115.0 0.485 "
                  "1.00000\n");
    assert_null(find_cell(t.doc, 1, "lat_fs.delete size=0"));
    assert_null(find_cell(t.doc, 1, "lat_fs.delete size=10240"));
    assert_non_null(find_cell(t.doc, 1, "lat_sig.prot"));
    summary_test_done(&t);
}

#define CONNECT(cell)                              \
    "L M B E N C H  3 . 0   S U M M A R Y\n" LOCAL \
    "boxa        Linux 2.6.6 1.660 8.525 13.1  12.0  30.1  20.7  40.2 " cell "\n"
#define MEMORY                                                                     \
    "\nMemory latencies in nanoseconds - smaller is better\n"                      \
    "    (WARNING - may not be correct, check graphs)\n"                           \
    "----------------------------------------------------------------------------" \
    "--\n"                                                                         \
    "Host                 OS   Mhz   L1 $   L2 $    Main mem    Rand mem    "      \
    "Guesses\n"                                                                    \
    "--------- -------------   ---   ----   ----    --------    --------    "      \
    "-------\n"

/*
 * lmbench makes five places of the cost and prints four: "60.4" was 60.4K. errbar,
 * where it mends the old faults, prints four of four. spec/lmbench.md 4.4.
 */
static void a_connection_is_thousands_only_where_the_old_program_printed_it(
    void **state)
{
    static const struct {
        const char *text;
        double lo, hi; /* us; 0: not known */
    } cases[] = {
        { CONNECT("60.4"), 0, 0 },
        { CONNECT(" 60."), 59.95, 60.95 },
        { CONNECT("12.K"), 11950, 12950 },
        { CONNECT("60.4") "boxa        Linux 2.6.6 1.660 8.525 13.1  12.0  30.1  20.7  "
                          "40.2  61.\n",
          60350, 60450 },
        { CONNECT("60.4") "boxa        Linux 2.6.6 1.660 8.525 13.1  12.0  30.1  20.7  "
                          "40.2 12.K\n",
          60.35, 60.45 },
        { CONNECT("60.4") MEMORY "boxa        Linux 2.6.6  1595 1.2600   11.6  132.5   "
                                 "    164.5\n",
          60350, 60450 },
        { CONNECT("60.4") MEMORY "boxa        Linux 2.6.6  1595 1.2600   11.6       "
                                 "132.5       164.5\n",
          0, 0 },
        { CONNECT("60.4") "errbar 0.1.0, view text-3.0, layout g6, faithful.\n", 60350,
          60450 },
        { CONNECT("60.4") "errbar 0.1.0, view text-3.0, layout g6.\n", 60.35, 60.45 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct series *s;
        struct summary_test t;

        read_text(&t, cases[i].text);
        s = series_of(find_cell(t.doc, 1, "lat_connect host=localhost"));
        if (!s != !(cases[i].hi > 0))
            fail_msg("case %zu is %s", i, s ? "a number" : "none");
        if (s) {
            assert_near(s->lo[0] * 1e6, cases[i].lo, 1e-9);
            assert_near(s->hi[0] * 1e6, cases[i].hi, 1e-9);
        } else {
            assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 1);
        }
        summary_test_done(&t);
    }
}

/* Each part is read as what it is, on its own lines. */
static void a_raw_result_and_a_report_of_contest_below_a_summary_are_read(void **state)
{
    struct summary_test t;

    (void)state;
    read_text(&t, "L M B E N C H  3 . 0   S U M M A R Y\n" LOCAL LOCAL_ROWS
                  "\nand by hand:\n\nSimple syscall: 0.3912 microseconds\n"
                  "Simple read: 0.5000 microseconds\n\n"
                  "io_load:\n"
                  "Kernel [runs]\tTime\tCPU%\tLoads\tLCPU%\tRatio\n"
                  "2.5.44 [3]\t873.8\t9\t69\t12\t12.24\n"
                  "2.5.45 [3]\t600.5\t13\t48\t12\t8.41\n");
    assert_int_equal(t.rc, 0);
    assert_int_equal(t.doc->n_sessions, 2 + 1 + 2);
    assert_int_equal(t.log.sessions, t.doc->n_sessions);
    assert_int_equal(t.log.values, 16 + 2 + 2);
    assert_near(series_of(find_cell(t.doc, 3, "lat_syscall.null"))->values[0],
                0.3912e-6, 1e-12);
    summary_test_done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_whose_heading_is_lost_are_no_repeats_of_the_table_before),
        cmocka_unit_test(the_same_where_columns_stand_alike),
        cmocka_unit_test(
            repeats_that_a_blank_line_parts_are_rows_where_they_stand_exactly),
        cmocka_unit_test(
            a_title_whose_headings_are_mangled_takes_rows_that_stand_exactly),
        cmocka_unit_test(a_head_that_two_columns_have_tells_none),
        cmocka_unit_test(
            a_connection_is_thousands_only_where_the_old_program_printed_it),
        cmocka_unit_test(a_raw_result_and_a_report_of_contest_below_a_summary_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
