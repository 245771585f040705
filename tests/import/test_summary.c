/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/summary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "summaries.h"
#include "summary_cells.h"

#include "support.h"

static void a_published_summary_says_what_a_person_reads_in_it(void **state)
{
    struct summary_test t = { 0 };
    const char *open = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        const struct summary_cell *c = &cells[i];
        const struct measurement *m;
        const struct series *s;

        if (!open || strcmp(open, c->file) != 0) {
            summary_test_done(&t);
            read_summary_file(&t, c->file);
            open = c->file;
            assert_int_equal(t.rc, 0);
        }
        m = find_cell(t.doc, c->row, c->name);
        s = series_of(m);
        if (c->value < -1.5) {
            if (!m || m->status != DOC_STATUS_FAILED || s)
                fail_msg("%s row %zu: %s must be flagged", c->file, c->row, c->name);
        } else if (c->value < 0) {
            if (m)
                fail_msg("%s row %zu: %s must be missing", c->file, c->row, c->name);
        } else {
            if (!s || s->n != 1) {
                fail_msg("%s row %zu: %s is missing", c->file, c->row, c->name);
                continue;
            }
            if (fabs(s->values[0] - c->value) > 1e-12 * c->value)
                fail_msg("%s row %zu: %s is %g, not %g", c->file, c->row, c->name,
                         s->values[0], c->value);
            assert_true(s->lo[0] <= s->values[0] && s->values[0] <= s->hi[0]);
        }
    }
    summary_test_done(&t);
}

/* ---- intervals ---- */

static const struct interval {
    const char *file;
    size_t row;
    const char *name, *printed;
    double lo, hi;
} intervals[] = {
    { "001-v11-alpha300-p6-ultra-r10k.txt", 1, "lat_proc.exec", "1K", 500 * US,
      1500 * US },
    { "012-v20-doug-narrow-host-column.txt", 1, "lat_proc.shell", "17.K", 16950 * US,
      17950 * US },
    { "009-v20-tony-p4-question-marks.txt", 1, "lat_proc.exec", "445.", 444.95 * US,
      445.95 * US },
    { "R0-hpux-parisc-2.0.txt", 1, "lat_proc.fork", "1905", 1904.95 * US,
      1905.95 * US },
    { "R0-hpux-parisc-2.0.txt", 8, "lat_proc.shell", "111K", 110950 * US, 111950 * US },
    { "R1-cobalt-1.9.txt", 1, "lat_select.file fds=100", "0.12K", 115 * US, 125 * US },
    /* ten times too small in print */
    { "008-v19-two-celerons.txt", 1, "lat_fs.create size=0", "14", 135 * US, 145 * US },
    /* made for five places, printed in four */
    { "022-v30-lucent-seed002-original-spacing.txt", 1, "lat_connect host=localhost",
      "60.", 59.95 * US, 60.95 * US },
    { "041-v30-azure-arm64-uint64-add-missing.txt", 1, "lat_ops.int64_bit", "0.250",
      0.24995 * NS, 0.25095 * NS },
    { "018-v19-k6-two-sections-only.txt", 1, "bw_pipe", "93", 92.5 * MB, 94 * MB },
};

static void a_cell_keeps_what_was_printed_and_its_interval(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        const struct interval *c = &intervals[i];
        struct summary_test t;
        const struct series *s;

        read_summary_file(&t, c->file);
        s = series_of(find_cell(t.doc, c->row, c->name));
        assert_non_null(s);
        assert_string_equal(s->printed[0], c->printed);
        assert_near(s->lo[0], c->lo, 1e-12);
        assert_near(s->hi[0], c->hi, 1e-12);
        summary_test_done(&t);
    }
}

/* ---- who, and by which version ---- */

static const struct origin {
    const char *file, *version;
    size_t sessions, systems;
    const char *host, *release; /* of the first row */
} origins[] = {
    { "001-v11-alpha300-p6-ultra-r10k.txt", "1.1", 4, 4, "Alpha300", "1.3.70" },
    { "002-v10-trombetas-sparc-mar96.txt", "1.0", 4, 3, "trombetas", "1.3.74" },
    { "005-v11-website-10hosts.txt", "1.1", 10, 10, "6000-990", "3.x" },
    { "007-v19-cx586-two-kernels.txt", "1.9", 2, 2, "i486-linu", "2.4.0-t" },
    { "008-v19-two-celerons.txt", "1.9", 2, 2, "i686-linu", "2.4.3-2" },
    { "009-v20-tony-p4-question-marks.txt", "2.0", 3, 2, "tony", "2.4.18" },
    { "011-v20-p3-ip-as-hostname.txt", "2.0", 6, 3, "214.2.168", "2.4.22-" },
    { "012-v20-doug-narrow-host-column.txt", "2.0", 2, 2, "doug", "2.5.65" },
    { "015-v20-memcg-hosts-as-labels.txt", "2.0", 4, 4, "800", "2.6.22-" },
    { "016-v30-tx4937-mipsel.txt", "3.0a4", 1, 1, "debian-mi", "2.6.12" },
    { "018-v19-k6-two-sections-only.txt", "2.0", 2, 1, "k6pc", "2.4.0-a" },
    { "021-v20-osdl-stp-no-banner.txt", "2.0", 3, 3, "stp1-000.", "2.5.33" },
    { "022-v30-lucent-seed002-original-spacing.txt", "3.0-2003", 3, 3, "lucent.rd",
      "2.4.20-" },
    { "023-v30-host-longer-than-column.txt", "3.0a4", 1, 1, "example-vm", "3.10.0-" },
    { "025-v30-aarch64-64-copies.txt", "3.0a4", 1, 1, "armhost1", "4.19.10" },
    { "027-v30-beaglebone-two-runs-missing-mem-row.txt", "3.0a4", 2, 1, "B1",
      "3.8.13+" },
    { "029-v30-wsl1-single-section.txt", "3.0a4", 1, 1, "DESKTOP-E", "4.4.0-1" },
    { "032-v30-wide-os-column.txt", "3.0a4", 4, 2, "localhost", "2.6.28D" },
    { "033-v30-pair-licheerv-d1.txt", "3.0a4", 1, 1, "openeuler", "6.1.0-0" },
    { "036-v30-pair-hifive-unmatched.txt", "3.0a4", 1, 1, "openeuler", "6.1.0-1" },
    { "038-v30-pair-visionfive2.txt", "3.0a4", 1, 1, "openeuler", "5.15.0-" },
    { "041-v30-azure-arm64-uint64-add-missing.txt", "3.0a9", 1, 1, "demo-vm04",
      "5.15.0-" },
    { "042-v30-azure-x64-6.5.txt", "3.0a9", 1, 1, "demo-vm06", "6.5.0-1" },
    { "045-v30-pair-i7-vanilla-empty-sections-remote.txt", "3.0a9", 6, 3, "camflow",
      "5.7.7ca" },
    { "R0-hpux-parisc-2.0.txt", "2.0", 9, 3, "vega", "B.10.20" },
    { "R1-cobalt-1.9.txt", "1.9", 2, 2, "cobalt-ne", "1.4X" },
    { "R2-i686-3.0.txt", "3.0-2003", 3, 3, "lucent.rd", "2.4.20-" },
};

static void each_row_is_a_session_and_repeats_are_of_one_system(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        const struct origin *o = &origins[i];
        struct summary_test t;

        read_summary_file(&t, o->file);
        if (t.doc->n_sessions != o->sessions || t.doc->n_systems != o->systems)
            fail_msg("%s: %zu sessions of %zu systems", o->file, t.doc->n_sessions,
                     t.doc->n_systems);
        assert_string_equal(t.doc->sessions[0]->system->name, o->host);
        assert_string_equal(fact_value(t.doc->sessions[0], "kernel.release"),
                            o->release);
        if (strcmp(fact_value(t.doc->sessions[0], "import.version"), o->version) != 0)
            fail_msg("%s: taken for %s", o->file,
                     fact_value(t.doc->sessions[0], "import.version"));
        summary_test_done(&t);
    }
}

static void the_basic_table_is_facts(void **state)
{
    struct summary_test t;

    (void)state;
    read_summary_file(&t, "025-v30-aarch64-64-copies.txt");
    assert_string_equal(fact_value(t.doc->sessions[0], "run.copies"), "64");
    assert_string_equal(fact_value(t.doc->sessions[0], "cpu.mhz"), "2200");
    assert_string_equal(fact_value(t.doc->sessions[0], "toolchain.target"),
                        "aarch64-linux-gnu");
    summary_test_done(&t);
    read_summary_file(&t, "032-v30-wide-os-column.txt");
    assert_string_equal(fact_value(t.doc->sessions[3], "cpu.mhz"), "1678");
    assert_string_equal(fact_value(t.doc->sessions[3], "kernel.release"), "2.6.28D.1");
    summary_test_done(&t);
    read_summary_file(&t, "002-v10-trombetas-sparc-mar96.txt");
    assert_string_equal(fact_value(t.doc->sessions[3], "cpu.mhz"), "13");
    summary_test_done(&t);
}

static void what_was_not_understood_is_told_with_its_line(void **state)
{
    struct summary_test t;

    (void)state;
    read_summary_file(&t, "009-v20-tony-p4-question-marks.txt");
    assert_int_equal(count_notes(&t.log, IMPORT_SKIPPED), 1);
    assert_int_equal(t.log.notes[0].line, 58);
    assert_non_null(strstr(t.log.notes[0].text, "????"));
    summary_test_done(&t);

    /* three numbers of a collapsed row could stand in twenty ways */
    read_summary_file(&t, "R1-cobalt-1.9.txt");
    assert_int_equal(count_notes(&t.log, IMPORT_AMBIGUOUS), 3);
    assert_string_equal(fact_value(t.doc->sessions[0], "import.cells.context"),
                        ". 156 348 362");
    summary_test_done(&t);
}

/* A summary whose blanks were lost says nothing that its original does not say. */
static void a_collapsed_summary_agrees_with_its_original(void **state)
{
    struct summary_test collapsed, original;
    size_t n = 0;

    (void)state;
    read_summary_file(&collapsed, "R2-i686-3.0.txt");
    read_summary_file(&original, "022-v30-lucent-seed002-original-spacing.txt");
    for (size_t i = 0; i < original.doc->n_measurements; i++) {
        const struct measurement *m = original.doc->measurements[i], *same = NULL;

        for (size_t k = 0; k < collapsed.doc->n_measurements && !same; k++) {
            const struct measurement *o = collapsed.doc->measurements[k];
            const char *differs;

            if (strcmp(o->session->id, m->session->id) == 0 &&
                measurement_comparable(m, o, &differs))
                same = o;
        }
        if (!same)
            continue;
        n++;
        assert_near(series_of(same)->values[0], series_of(m)->values[0], 1e-15);
    }
    /* all but the two that are reported */
    assert_int_equal(n, original.doc->n_measurements - 2);
    assert_int_equal(n, collapsed.doc->n_measurements);
    assert_int_equal(count_notes(&collapsed.log, IMPORT_AMBIGUOUS), 2);
    summary_test_done(&collapsed);
    summary_test_done(&original);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_published_summary_says_what_a_person_reads_in_it),
        cmocka_unit_test(a_cell_keeps_what_was_printed_and_its_interval),
        cmocka_unit_test(each_row_is_a_session_and_repeats_are_of_one_system),
        cmocka_unit_test(the_basic_table_is_facts),
        cmocka_unit_test(what_was_not_understood_is_told_with_its_line),
        cmocka_unit_test(a_collapsed_summary_agrees_with_its_original),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
