/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import/contest.h"

#include "import/contest_line.h"
#include "import/foreign.h"

#include <math.h>

#include "reading.h"
#include "support.h"

static const struct count *find_count(const struct invocation *i, const char *name)
{
    for (size_t k = 0; k < i->n_counts; k++) {
        if (strcmp(i->counts[k].name, name) == 0)
            return &i->counts[k];
    }
    return NULL;
}

/* The corpus' INDEX.md, "must find", and R4; NaN: the format has no such column. */
static const struct {
    const char *file, *kernel, *id, *revision, *printed;
    double time, cpu, loads, load_cpu, ratio;
    uint32_t of;
    bool marked;
} expected[] = {
    { "contest/001-v02-time-cpu-ratio-stars-and-stats.txt", "2.5.38-mm3",
      "contest.io_load", "contest-0.37", "95.9", 95.9, 84, NAN, NAN, 1.33, 0, true },
    { "contest/001-v02-time-cpu-ratio-stars-and-stats.txt", "2.5.38-mm2",
      "contest.io_load", "contest-0.37", "106", 106, 75, NAN, NAN, 1.47, 0, true },
    { "contest/001-v02-time-cpu-ratio-stars-and-stats.txt", "2.5.38-mm3",
      "contest.mem_load", "contest-0.37", "109", 109, 73, NAN, NAN, 1.50, 0, false },
    { "contest/001-v02-time-cpu-ratio-stars-and-stats.txt", "2.4.19", "contest.no_load",
      "contest-0.37", "72.21", 72.21, 99, NAN, NAN, 1.00, 0, false },
    { "contest/001-v02-time-cpu-ratio-stars-and-stats.txt", "2.4.19", "contest.io_load",
      "contest-0.37", "170.06", 170.06, 45, NAN, NAN, 2.36, 0, false },
    { "contest/002-v05-runs-star-after-ratio.txt", "2.5.42-mm2", "contest.xtar_load",
      "contest-0.50", "195.0", 195.0, 41, 2, 6, 2.90, 2, false },
    { "contest/002-v05-runs-star-after-ratio.txt", "2.5.42", "contest.io_load",
      "contest-0.50", "849.1", 849.1, 9, 69, 12, 12.64, 0, true },
    { "contest/002-v05-runs-star-after-ratio.txt", "2.5.42", "contest.no_load",
      "contest-0.50", "72.5", 72.5, 93, 0, 0, 1.08, 2, true },
    { "contest/004-v06-smp-cfq-big-loads.txt", "2.5.60-cfq16", "contest.dbench_load",
      "contest-0.60", "37", 37, 151.4, 14356, 32.4, 1.19, 2, false },
    { "contest/004-v06-smp-cfq-big-loads.txt", "2.5.60-cfq0", "contest.io_load",
      "contest-0.60", "103", 103, 54.4, 2, 12.6, 3.32, 4, false },
    { "contest/004-v06-smp-cfq-big-loads.txt", "2.5.60-cfq0", "contest.cacherun",
      "contest-0.60", "28", 28, 192.9, 0, 0, 0.90, 2, false },
    { "contest/007-omnibook-no-reference-kernel.txt", "2.5.40-nopree",
      "contest.process_load", "contest-0.50", "286.4", 286.4, 45, 163, 55, 2.24, 3,
      false },
    { "contest/007-omnibook-no-reference-kernel.txt", "2.4.19-0.24pre4",
      "contest.mem_load", "contest-0.50", "181.2", 181.2, 76, 253, 19, 1.41, 3, false },
    { "contest/010-v02-three-kernels-plain.txt", "2.4.20-pre7", "contest.io_load",
      "contest-0.37", "195.32", 195.32, 38, NAN, NAN, 2.77, 0, false },
    { "contest/010-v02-three-kernels-plain.txt", "2.4.20-pre8", "contest.no_load",
      "contest-0.37", "70.47", 70.47, 99, NAN, NAN, 1.00, 0, false },
    { "contest/010-v02-three-kernels-plain.txt", "2.4.19", "contest.mem_load",
      "contest-0.37", "100.70", 100.70, 76, NAN, NAN, 1.43, 0, false },
    { "contest/r4-2.6.0-test4.txt", "2.6.0-test4", "contest.dbench_load",
      "contest-0.61", "390", 390, 19.5, 6.2, 57.3, 4.88, 4, false },
    { "contest/r4-2.6.0-test4.txt", "2.5.75", "contest.no_load", "contest-0.61", "79",
      79, 93.7, 0, 0, 1.00, 0, false },
};

static void assert_count(const struct invocation *i, const char *name, double want)
{
    const struct count *c = find_count(i, name);

    if (isnan(want)) {
        assert_null(c);
        return;
    }
    assert_non_null(c);
    assert_near(c->value, want, 1e-12);
}

static void every_value_of_the_corpus_index_is_found(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof expected / sizeof *expected; e++) {
        const struct invocation *i = NULL;
        const struct series *s;
        struct reading r;

        reading_open(&r, expected[e].file);
        assert_string_equal(r.log.kind->name, "contest");
        s = reading_value(&r, reading_session(&r, expected[e].kernel, 0),
                          expected[e].id, NULL, &i);
        assert_near(s->values[0], expected[e].time, 1e-12);
        assert_true(s->lo[0] < s->values[0] && s->values[0] < s->hi[0]);
        assert_string_equal(s->printed[0], expected[e].printed);
        assert_string_equal(s->measurement->definition->revision, expected[e].revision);
        assert_int_equal(s->of, expected[e].of);
        if (expected[e].of) {
            assert_string_equal(s->statistic, "mean");
            assert_string_equal(s->spread, "unknown");
        } else {
            assert_null(s->statistic);
        }
        assert_count(i, "cpu", expected[e].cpu);
        assert_count(i, "loads", expected[e].loads);
        assert_count(i, "load_cpu", expected[e].load_cpu);
        assert_count(i, "ratio", expected[e].ratio);
        assert_int_equal(find_count(i, "marked") != NULL, expected[e].marked);
        reading_close(&r);
    }
}

static void each_kernel_is_one_session(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, "contest/r4-2.6.0-test4.txt");
    assert_int_equal(r.log.sessions, 3);
    assert_int_equal(r.log.values, 33);
    assert_int_equal(reading_session(&r, "2.5.75", 0)->n_invocations, 11);
    reading_close(&r);
}

static void prose_and_home_made_statistics_are_notes(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, "contest/001-v02-time-cpu-ratio-stars-and-stats.txt");
    assert_int_equal(r.log.values, 16);
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 19, "asterisk"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 32, "no row"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 38, "no row"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 41, "author's own statistics"));
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 30, "above 0.24 (t = 1.17)"));
    reading_close(&r);
    reading_open(&r, "contest/002-v05-runs-star-after-ratio.txt");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 35, "single run"));
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 10, "no row"));
    reading_close(&r);
}

/* spec/contest.md 4.3; 193.2 s is printed as 1.51, so the reference took 127.9 s */
static void a_reference_that_is_not_in_the_table_is_named(void **state)
{
    struct reading r;

    (void)state;
    reading_open(&r, "contest/007-omnibook-no-reference-kernel.txt");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 6, "128.021 to 128.131 s"));
    reading_close(&r);
    reading_open(&r, "contest/002-v05-runs-star-after-ratio.txt");
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 6, "67.1451 to 67.2062 s"));
    reading_close(&r);
    reading_open(&r, "contest/010-v02-three-kernels-plain.txt");
    assert_int_equal(r.log.n_notes, 0);
    reading_close(&r);
}

static void a_wrong_ratio_is_told(void **state)
{
    static const char own[] = "no_load:\nKernel [runs] Time CPU% Loads LCPU% Ratio\n"
                              "a 1 80 93.8 0.0 0.0 1.00\nb 1 79 93.7 0.0 0.0 1.00\n"
                              "io_load:\nKernel [runs] Time CPU% Loads LCPU% Ratio\n"
                              "a 4 119 64.7 43.4 19.2 1.51\nb 4 119 64.7 43.4 19.2 "
                              "1.51\n";
    struct reading r;

    (void)state;
    reading_of_text(&r, "x", own, sizeof own - 1, NULL);
    assert_int_equal(r.log.n_notes, 1);
    assert_true(reading_notes(&r, IMPORT_DOUBTFUL, 7, "own idle time, 1.488"));
    reading_close(&r);
}

static void quoted_reports_and_unknown_loads_are_read(void **state)
{
    static const char quoted[] =
        "> > small_load:\n> > Kernel [runs]\tTime\tCPU%\tLoads\tLCPU%\tRatio\n"
        "> > 2.5.42 [3]\t98.0\t69\t44\t33\t1.46\n> >\n"
        "> no_load:\n> thanks\n";
    struct reading r;
    const struct series *s;

    (void)state;
    reading_of_text(&r, "x", quoted, sizeof quoted - 1, NULL);
    assert_int_equal(r.rc, 0);
    s = reading_value(&r, reading_session(&r, "2.5.42", 0), "contest.custom",
                      "load=small_load", NULL);
    assert_int_equal(s->of, 3);
    assert_int_equal(r.log.n_notes, 3);
    assert_true(reading_notes(&r, IMPORT_SKIPPED, 5, "no row"));
    reading_close(&r);
}

static void a_row_with_a_cell_too_few_is_no_row(void **state)
{
    struct contest_heading heading;
    struct contest_row row;

    (void)state;
    assert_true(import_contest_heading(
        import_slice_of("Kernel [runs] Time CPU% Loads LCPU% Ratio"), &heading));
    assert_true(heading.single);
    assert_true(import_contest_row(import_slice_of("a 1 2 3 4 5 6 *"), &heading, &row));
    assert_true(row.marked);
    assert_false(import_contest_row(import_slice_of("a 1 2 3 4 5"), &heading, &row));
    assert_false(
        import_contest_row(import_slice_of("a 1 2 3 4 5 6 7"), &heading, &row));
    assert_false(import_contest_row(import_slice_of("a 1 2 -3 4 5 6"), &heading, &row));
    assert_false(import_contest_heading(import_slice_of("Kernel panic"), &heading));
    assert_false(import_contest_heading(import_slice_of("Kernel Time Time"), &heading));
}

static void a_table_whose_load_was_lost_is_not_the_load_before(void **state)
{
    static const char text[] = "io_load:\n"
                               "Kernel  Time    CPU  Ratio\n"
                               "2.4.19  165.56  45%  2.35\n"
                               "mem_\nload:\n"
                               "Kernel  Time    CPU  Ratio\n"
                               "2.4.19  100.70  76%  1.43\n"
                               "process load\n"
                               "Kernel  Time    CPU  Ratio\n"
                               "2.4.19  85.21   80%  1.21\n";
    struct reading r;

    (void)state;
    reading_of_text(&r, "x", text, sizeof text - 1, NULL);
    assert_int_equal(r.rc, 0);
    for (size_t i = 0; i < r.doc->n_measurements; i++) {
        const char *id = r.doc->measurements[i]->definition->id;

        assert_true(strcmp(id, "contest.io_load") != 0 || i == 0);
    }
    assert_true(r.log.values < 3);
    reading_close(&r);
}

static void a_time_of_nothing_is_missing(void **state)
{
    static const char text[] = "no_load:\nKernel [runs] Time CPU% Loads LCPU% Ratio\n"
                               "a 1 80 93.8 0.0 0.0 1.00\nb 1 0 0 0.0 0.0 0.00\n";
    const struct measurement *m;
    struct reading r;

    (void)state;
    reading_of_text(&r, "x", text, sizeof text - 1, NULL);
    m = reading_find(&r, reading_session(&r, "b", 0), "contest.no_load", NULL);
    assert_non_null(m);
    assert_int_equal(m->status, DOC_STATUS_FAILED);
    assert_true(reading_notes(&r, IMPORT_INVALID, 4, "no time"));
    reading_close(&r);
}

static void want_of_memory_is_an_error_and_no_crash(void **state)
{
    char *path = support_data("contest/002-v05-runs-star-after-ratio.txt");
    struct reading r = { .rc = -1 };
    size_t length;
    char *text = support_read(path, &length);

    (void)state;
    for (long n = 0; r.rc < 0 && n < 2000; n++) {
        struct import_source source = { "x", text, length };

        r = (struct reading){ .doc = doc_new() };
        support_fail_allocation = n;
        r.rc = import_read(r.doc, &source, "contest", &r.log, &r.why);
        support_fail_allocation = -1;
        doc_free(r.doc);
    }
    assert_int_equal(r.rc, 0);
    free(text);
    free(path);
}

static void every_version_defines_every_load(void **state)
{
    size_t n = 0;

    (void)state;
    for (const struct foreign *f = foreign_contest; f->label; f++, n++) {
        assert_ptr_equal(foreign_for(f->definition.id, f->definition.revision), f);
        assert_string_equal(f->definition.unit, "s");
        assert_string_equal(f->definition.suite, "contest");
        assert_non_null(f->definition.note);
    }
    assert_int_equal(n % 5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_the_corpus_index_is_found),
        cmocka_unit_test(each_kernel_is_one_session),
        cmocka_unit_test(prose_and_home_made_statistics_are_notes),
        cmocka_unit_test(a_reference_that_is_not_in_the_table_is_named),
        cmocka_unit_test(a_wrong_ratio_is_told),
        cmocka_unit_test(quoted_reports_and_unknown_loads_are_read),
        cmocka_unit_test(a_row_with_a_cell_too_few_is_no_row),
        cmocka_unit_test(a_table_whose_load_was_lost_is_not_the_load_before),
        cmocka_unit_test(a_time_of_nothing_is_missing),
        cmocka_unit_test(want_of_memory_is_an_error_and_no_crash),
        cmocka_unit_test(every_version_defines_every_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
