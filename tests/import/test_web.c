/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/web.h"

#include "base/buf.h"

#include <math.h>
#include <stdio.h>

#include "r3.h"
#include "reading.h"
#include "support.h"

#define AM335X "web/001-ti-am335x-beaglebone-lmbench-csv-table.rst"
#define AM64X "web/003-ti-am64x-rt-lmbench-csv-table.rst"
#define USENIX "web/005-usenix96-context-switch-troff-table.tbl"
#define KYLIN "web/007-kylin-n90-long-csv-5-iterations.csv"
#define R3 R3_FILE

/* The corpus' INDEX.md, "must find"; in seconds and bytes per second. */
static const struct {
    const char *file, *label;
    size_t nth;
    const char *id, *params;
    double value, min, max; /* NaN: no range is printed */
} expected[] = {
    { AM335X, "am335x-evm: perf", 0, "lat_unix", "", 57.32e-6, 56.70e-6, 57.65e-6 },
    { AM335X, "am335x-evm: perf", 0, "bw_mem.bcopy", "size=16777216", 194.15e6,
      178.65e6, 199.37e6 },
    { AM335X, "am335x-evm: perf", 0, "bw_mem.bzero", "size=1048576", 604.18e6, 220.39e6,
      993.54e6 },
    { AM335X, "am335x-evm: perf", 0, "lat_tcp", "host=localhost", 1.16e-6, NAN, NAN },
    { AM335X, "beaglebone_green_eco-gp: perf", 0, "lat_ctx", "size=131072 procs=2",
      36.78e-6, 18.72e-6, 62.95e-6 },
    { AM335X, "am335x-evm: perf", 0, "lat_select.tcp", "fds=200", 58.91e-6, 57.90e-6,
      59.85e-6 },
    { AM335X, "am335x-evm: perf", 0, "lat_ops.integer_div", "", 73.02e-9, 72.67e-9,
      73.19e-9 },
    { AM335X, "am335x-evm: perf", 0, "lat_mem_rd", "size=32768 stride=128", 3.04e-9,
      3.03e-9, 3.06e-9 },
    { AM64X, "am64xx-hsevm: perf", 0, "lat_unix", "", 29.27e-6, 24.87e-6, 39.15e-6 },
    { AM64X, "am64xx-hsevm: perf", 0, "lat_connect", "host=localhost", 69.65e-6,
      68.59e-6, 71.76e-6 },
    { AM64X, "am64xx-hsevm: perf", 0, "lat_mem_rd", "size=1048576", 23.50e-9, 0,
      48.08e-9 },
    { USENIX, "Sun SC1000", 0, "lat_ctx", "size=0 procs=2", 107e-6, NAN, NAN },
    { USENIX, "Sun SC1000", 0, "lat_ctx", "size=32768 procs=8", 362e-6, NAN, NAN },
    { USENIX, "FreeBSD/i586, row 44", 0, "lat_ctx", "size=32768 procs=8", 78e-6, NAN,
      NAN },
    { USENIX, "Linux i486, row 4", 0, "lat_ctx", "size=32768 procs=2", 70e-6, NAN,
      NAN },
    { USENIX, "IRIX5.3 IP19", 0, "lat_ctx", "size=32768 procs=8", 167e-6, NAN, NAN },
    { KYLIN, "core 0", 0, "lat_syscall.null", "", 0.1530e-6, NAN, NAN },
    { KYLIN, "core 0", 0, "lat_ctx", "size=0 procs=2", 2.16e-6, NAN, NAN },
    { KYLIN, "core 0", 0, "lat_ctx", "size=0 procs=4", 5.36e-6, NAN, NAN },
    { KYLIN, "core 0", 4, "par_mem", "size=4194304", 7.26, NAN, NAN },
    { KYLIN, "core 0", 0, "lat_fs.create", "size=0", 1.0 / 93913, NAN, NAN },
    { KYLIN, "core 0", 0, "lat_connect", "host=localhost", 11375.1444e-6, NAN, NAN },
    { KYLIN, "core 0", 0, "bw_tcp", "message=10000000 host=localhost", 1988.27e6, NAN,
      NAN },
    { KYLIN, "core 0", 0, "lat_ops.int64_add", "", 0.24e-9, NAN, NAN },
    { R3, "2.2.19smp4", 0, "lat_proc.shell", "", 66320e-6, NAN, NAN },
    { R3, "2.5.41smp4", 0, "lat_select.tcp", "fds=500", 269.23e-6, NAN, NAN },
    { R3, "2.2.19smp4", 0, "lat_ctx", "size=32768 procs=64", 89e-6, NAN, NAN },
    { R3, "2.4.17smp4", 0, "lat_fs.delete", "size=10240", 1.0 / 51677, NAN, NAN },
    { R3, "2.5.30smp4", 0, "bw_tcp", "host=localhost", 128.51e6, NAN, NAN },
};

static double count_of(const struct invocation *i, const char *name)
{
    for (size_t k = 0; k < i->n_counts; k++) {
        if (strcmp(i->counts[k].name, name) == 0)
            return i->counts[k].value;
    }
    return NAN;
}

static void every_value_of_the_corpus_index_is_found(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof expected / sizeof *expected; e++) {
        const struct invocation *i = NULL;
        const struct series *s;
        struct reading r;

        reading_open(&r, expected[e].file);
        s = reading_value(&r, reading_session(&r, expected[e].label, expected[e].nth),
                          expected[e].id, expected[e].params, &i);
        assert_near(s->values[0], expected[e].value, 1e-12);
        assert_true(s->lo[0] < s->values[0] && s->values[0] < s->hi[0]);
        assert_near(count_of(i, "min"), expected[e].min, 1e-12);
        assert_near(count_of(i, "max"), expected[e].max, 1e-12);
        if (!isnan(expected[e].max))
            assert_string_equal(s->statistic, "mean");
        reading_close(&r);
    }
}

static void assert_failed(const struct reading *r, const char *label,
                          const char *params, const char *reason)
{
    const struct measurement *m =
        reading_find(r, reading_session(r, label, 0), "lat_ctx", params);

    assert_non_null(m);
    assert_int_equal(m->status, DOC_STATUS_FAILED);
    assert_string_equal(m->reason, reason);
    assert_null(reading_series(m, NULL));
}

static void what_is_missing_in_a_table_of_troff_is_no_number(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, USENIX);
    assert_string_equal(r.log.kind->name, "tbl");
    assert_int_equal(r.log.sessions, 52);
    assert_failed(&r, "Linux i486, row 4", "size=0 procs=2", "not measured");
    assert_failed(&r, "FreeBSD/i586, row 44", "size=32768 procs=2", "negative");
    assert_null(reading_find(&r, reading_session(&r, "Unixware/i686", 0), "lat_ctx",
                             "size=32768 procs=2"));
    assert_true(reading_notes(&r, IMPORT_INVALID, 53, "negative"));
    reading_close(&r);
}

static void mixtures_and_the_implausible_are_kept_and_told(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, AM335X);
    assert_string_equal(r.log.kind->name, "rst");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 14, "mixture: runs from 220.39"));
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 14, "line 9"));
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 106, "implausible"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 107, "number of line 4 again"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 62, "a count of files"));
    reading_close(&r);
    reading_open(&r, AM64X);
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 109, "a minimum of 0"));
    reading_close(&r);
}

static void each_iteration_is_a_session_of_one_system(void **state)
{
    struct reading r;
    size_t values = 0;

    (void)state;
    reading_open(&r, KYLIN);
    assert_string_equal(r.log.kind->name, "csv");
    assert_int_equal(r.log.sessions, 5);
    assert_int_equal(r.doc->n_systems, 1);
    for (size_t i = 0; i < 5; i++)
        values += reading_find(&r, r.doc->sessions[i], "tlb", NULL) != NULL;
    assert_int_equal(values, 5);
    assert_int_equal(r.log.values, 5 * 132);
    reading_close(&r);
}

/* ---- R3 ---- */

static void assert_same_cells(const struct reading *r, const struct r3 *p)
{
    size_t at[R3_KERNELS] = { 0 };

    assert_int_equal(r->doc->n_sessions, R3_KERNELS);
    assert_int_equal(r->doc->n_measurements, R3_ROWS * R3_KERNELS);
    for (size_t i = 0; i < r->doc->n_measurements; i++) {
        const struct measurement *m = r->doc->measurements[i];
        size_t k = 0;

        while (r->doc->sessions[k] != m->session)
            k++;
        assert_string_equal(reading_series(m, NULL)->printed[0],
                            p->rows[at[k]++][k + 1]);
    }
}

static void every_cell_of_r3_comes_in(void **state)
{
    struct reading r;
    struct r3 p;

    (void)state;
    r3_open(&p);
    assert_int_equal(p.n, R3_ROWS);
    reading_open(&r, R3);
    assert_string_equal(r.log.kind->name, "web");
    assert_same_cells(&r, &p);
    assert_string_equal(
        reading_find(&r, reading_session(&r, "2.2.19smp4", 0), "lat_proc.fork", NULL)
            ->definition->revision,
        "lmbench-2.0a12");
    reading_close(&r);
    free(p.text);
}

/* R3 in HTML as pages of its time were: tables in tables, cells not closed, fonts. */
static void html_of_r3(struct buf *html, const struct r3 *p)
{
    static const char head[] =
        "<TD>&nbsp;<TD>2.2.19smp4<TD><b>2.4.17smp4</b><td>2.5.30smp4</td>\n"
        "<th>2.5.36smp4</th><th>2.5.41smp4</th></tr>\n";
    size_t caption = 0, group = 0;

    buf_text(html, "<HTML><head><title>x</title><script>if (a < b) {}</script></head>"
                   "<body><table><tr><td><h1>LMbench &amp; more</h1>\n");
    for (size_t i = 0; i < p->n; i++) {
        if (caption < p->n_captions && p->caption_at[caption] == i)
            buf_printf(html, "%s<p>%s<p><TABLE border=1><tr>%s", i ? "</table>" : "",
                       p->captions[caption++], head);
        if (group < p->n_groups && p->group_at[group] == i)
            buf_printf(html, "<tr><td colspan=6><i>%s</i></td></tr>\n",
                       p->groups[group++]);
        buf_printf(html, "<tr><td>%s", p->rows[i][0]);
        for (size_t k = 1; k <= R3_KERNELS; k++)
            buf_printf(html, "<td align=right><font size=2>\n %s </font></td>",
                       p->rows[i][k]);
        buf_text(html, "</tr>\n");
    }
    buf_text(html, "</table></td></tr></table></body></HTML>\n");
}

static void r3_in_html_is_the_same(void **state)
{
    struct buf html = { 0 };
    struct reading r;
    struct r3 p;

    (void)state;
    r3_open(&p);
    html_of_r3(&html, &p);
    reading_of_text(&r, "r3.html", html.text, html.length, NULL);
    assert_int_equal(r.rc, 0);
    assert_string_equal(r.log.kind->name, "web");
    assert_same_cells(&r, &p);
    reading_close(&r);
    buf_done(&html);
    free(p.text);
}

static void tables_of_markdown_are_pages_as_well(void **state)
{
    static const char text[] = "Latencies in ns\n\n"
                               "| Test | a | b |\n|---|--:|:-:|\n"
                               "| Simple syscall | 680 | - |\n"
                               "| Select on 10 fd\xe2\x80\x99s: | 3.35 us | zzz |\n"
                               "| Something else | 1 | 2 |\n";
    const struct series *s;
    struct reading r;

    (void)state;
    reading_of_text(&r, "x.md", text, sizeof text - 1, NULL);
    s = reading_value(&r, reading_session(&r, "a", 0), "lat_syscall.null", NULL, NULL);
    assert_near(s->values[0], 680e-9, 1e-12);
    s = reading_value(&r, reading_session(&r, "a", 0), "lat_select.file", "fds=10",
                      NULL);
    assert_near(s->values[0], 3.35e-6, 1e-12);
    assert_string_equal(s->printed[0], "3.35 us");
    assert_true(reading_notes(&r, IMPORT_INVALID, 5, "no value"));
    assert_true(reading_notes(&r, IMPORT_AMBIGUOUS, 6, "no number"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 7, "names nothing"));
    reading_close(&r);
}

/* gcc marks lines with bars: corpus/raw/021 is one value among them */
static void bars_of_a_compiler_are_no_page(void **state)
{
    static const char noise[] = "x.c:3: warning: unused\n    3 |   int x;\n"
                                "      |       ^\n      |       |\n";
    struct import_source source = { "x", noise, sizeof noise - 1 };

    (void)state;
    assert_int_equal(import_recognise_web(&source), 0);
}

static void hostile_html_is_survived(void **state)
{
    struct buf html = { 0 };
    struct reading r;

    (void)state;
    buf_text(&html, "<!DOCTYPE html [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>");
    for (int i = 0; i < 3000; i++)
        buf_text(&html, "<table><tr><td colspan=99999999999>");
    buf_text(&html, "<table><tr><td>Simple syscall<td>&x;&#0;1e99</table>\xff\xfe<td");
    reading_of_text(&r, "x", html.text, html.length, "web");
    assert_true(r.rc < 0);
    reading_close(&r);
    buf_done(&html);
}

/* Two tables with a zero byte and `deep` elements between them. */
static void read_two_tables(struct reading *r, int deep)
{
    struct buf html = { 0 };

    buf_text(&html,
             "<html><table><tr><th>Test<th>A<tr><td>Simple syscall<td>0.5</table>");
    buf_add(&html, "", 1);
    for (int i = 0; i < deep; i++)
        buf_text(&html, "<div>");
    buf_text(&html, "<table><tr><th>Test<th>A<tr><td>Simple read<td>1.5</table>");
    reading_of_text(r, "x", html.text, html.length, NULL);
    buf_done(&html);
}

static void what_is_not_read_of_a_page_is_told(void **state)
{
    struct reading r;
    size_t skipped = 0;

    (void)state;
    read_two_tables(&r, 0);
    assert_int_equal(r.rc, 0);
    assert_int_equal(r.log.values, 2);
    reading_close(&r);
    read_two_tables(&r, 3000);
    assert_int_equal(r.rc, 0);
    assert_int_equal(r.log.values, 1);
    for (size_t i = 0; i < r.log.n_notes; i++)
        skipped += r.log.notes[i].kind == IMPORT_SKIPPED;
    assert_int_equal(skipped, 1);
    reading_close(&r);
}

static void want_of_memory_is_an_error_and_no_crash(void **state)
{
    static const char *const files[] = { AM64X, USENIX, R3 };

    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char *path = support_data(files[f]);
        struct reading r = { .rc = -1 };
        size_t length;
        char *text = support_read(path, &length);

        for (long n = 0; r.rc < 0 && n < 100000; n = n * 4 / 3 + 1) {
            struct import_source source = { "x", text, length };

            r = (struct reading){ .doc = doc_new() };
            support_fail_allocation = n;
            r.rc = import_read(r.doc, &source, NULL, &r.log, &r.why);
            support_fail_allocation = -1;
            doc_free(r.doc);
        }
        assert_int_equal(r.rc, 0);
        free(text);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_the_corpus_index_is_found),
        cmocka_unit_test(what_is_missing_in_a_table_of_troff_is_no_number),
        cmocka_unit_test(mixtures_and_the_implausible_are_kept_and_told),
        cmocka_unit_test(each_iteration_is_a_session_of_one_system),
        cmocka_unit_test(every_cell_of_r3_comes_in),
        cmocka_unit_test(r3_in_html_is_the_same),
        cmocka_unit_test(tables_of_markdown_are_pages_as_well),
        cmocka_unit_test(bars_of_a_compiler_are_no_page),
        cmocka_unit_test(hostile_html_is_survived),
        cmocka_unit_test(what_is_not_read_of_a_page_is_told),
        cmocka_unit_test(want_of_memory_is_an_error_and_no_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
