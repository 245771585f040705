/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each tests/golden/STEM.xml is a run; beside it lies what every format makes of it.
 * GOLDEN=update writes those files anew, for a review of their differences.
 */
#include "output/view.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/judge.h"
#include "judge/pool.h"
#include "output/csv.h"
#include "output/show.h"
#include "output/xml.h"

#include "support.h"

static int write_view(struct sink *sink, const struct doc *doc, const char *name,
                      bool faithful)
{
    const struct view_options options = { .faithful = faithful };

    return view_print(view_find(name), doc, &options, sink, NULL);
}

static int write_summary(struct sink *sink, const struct doc *doc)
{
    return write_view(sink, doc, "summary", false);
}

static int write_text_3_0(struct sink *sink, const struct doc *doc)
{
    return write_view(sink, doc, "text-3.0", false);
}

static int write_faithful(struct sink *sink, const struct doc *doc)
{
    return write_view(sink, doc, "text-3.0", true);
}

/* The layouts of all generations, and what else there is in them. */
static const struct layout {
    const char *suffix, *view, *generation;
    bool faithful, by_system;
} layouts[] = {
    { ".g1.txt", "text-1.9", "g1", false, false },
    { ".g1-faithful.txt", "text-1.9", "g1", true, false },
    { ".g2.txt", "text-2.0", "g2", false, false },
    { ".g2-faithful.txt", "text-2.0", "g2", true, false },
    { ".g4.txt", "text-2.0", "g4", false, false },
    { ".g4-faithful.txt", "text-2.0", "g4", true, false },
    { ".g5.txt", "text-3.0", "g5", false, false },
    { ".g5-faithful.txt", "text-3.0", "g5", true, false },
    { ".g7.txt", "text-3.0", "g7", false, false },
    { ".g7-faithful.txt", "text-3.0", "g7", true, false },
    { ".systems.txt", "text-3.0", NULL, false, true },
    { ".percent.txt", "percent", NULL, false, false },
    { ".spread.txt", "spread", NULL, false, false },
};

/* Only of the document that has a number in each of their columns. */
static const char layout_stem[] = "classic";

static int write_layout(struct sink *sink, struct doc *doc, const struct layout *l)
{
    const struct view *view = view_find(l->view);
    const struct view_options options = { .generation = l->generation,
                                          .faithful = l->faithful,
                                          .by_system = l->by_system };
    int rc = 0;

    if (l->by_system)
        rc = judge_by_system(doc);
    else if (view->needs == VIEW_NEEDS_PERCENT)
        rc = judge_percent(doc);
    else if (view->needs == VIEW_NEEDS_SPREAD)
        rc = judge_spread(doc);
    return rc < 0 ? rc : view_print(view, doc, &options, sink, NULL);
}

static int write_show(struct sink *sink, const struct doc *doc)
{
    const struct view_options options = { .ascii = true };
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++)
        rc = show_print(sink, doc, doc->measurements[i], &options);
    return rc;
}

static int write_csv(struct sink *sink, const struct doc *doc, enum csv_table table)
{
    return csv_write(sink, doc, table, &csv_dialects[0], NULL);
}

static int write_summary_csv(struct sink *sink, const struct doc *doc)
{
    return write_csv(sink, doc, CSV_SUMMARY);
}

static int write_samples_csv(struct sink *sink, const struct doc *doc)
{
    return write_csv(sink, doc, CSV_SAMPLES);
}

static int write_systems_csv(struct sink *sink, const struct doc *doc)
{
    return write_csv(sink, doc, CSV_SYSTEMS);
}

static const struct format {
    const char *suffix;
    int (*write)(struct sink *sink, const struct doc *doc);
} formats[] = {
    { ".summary.txt", write_summary },     { ".text-3.0.txt", write_text_3_0 },
    { ".faithful.txt", write_faithful },   { ".show.txt", write_show },
    { ".summary.csv", write_summary_csv }, { ".samples.csv", write_samples_csv },
    { ".systems.csv", write_systems_csv },
};

static bool is_update(void)
{
    const char *golden = getenv("GOLDEN");

    return golden && strcmp(golden, "update") == 0;
}

static void compare(const char *path, const struct buf *got)
{
    char *want;
    size_t n, line = 1, at = 0;

    if (is_update())
        support_write(path, got->text, got->length);
    if (access(path, F_OK) < 0)
        fail_msg("%s is not there; GOLDEN=update writes it", path);
    want = support_read(path, &n);
    for (; at < n && at < got->length && want[at] == got->text[at]; at++)
        line += want[at] == '\n';
    if (at < n || at < got->length)
        fail_msg("%s:%zu differs:\n%.*s\n... is now:\n%.*s", path, line,
                 (int)strcspn(want + at, "\n"), want + at,
                 (int)strcspn(got->text + at, "\n"), got->text + at);
    free(want);
}

static struct doc *read_stem(const char *path)
{
    struct doc *doc = doc_new();
    struct diag why = { 0 };

    if (xml_read(doc, path, &why) < 0)
        fail_msg("%s: %s", path, diag_text(&why));
    return doc;
}

static bool is_layout_stem(const char *xml)
{
    const char *base = strrchr(xml, '/') + 1;

    return strncmp(base, layout_stem, sizeof layout_stem - 1) == 0 &&
           base[sizeof layout_stem - 1] == '.';
}

/* Each from the file anew: some are made by changing the document. */
static void check_layouts(const char *xml)
{
    for (size_t i = 0; is_layout_stem(xml) && i < sizeof layouts / sizeof *layouts;
         i++) {
        struct doc *doc = read_stem(xml);
        struct sink sink;
        char *path;

        sink_open_memory(&sink);
        assert_int_equal(write_layout(&sink, doc, &layouts[i]), 0);
        if (asprintf(&path, "%.*s%s", (int)(strlen(xml) - strlen(".xml")), xml,
                     layouts[i].suffix) < 0)
            fail();
        compare(path, &sink.buf);
        sink_abandon(&sink);
        free(path);
        doc_free(doc);
    }
}

static void check_stem(const char *xml)
{
    struct doc *doc = read_stem(xml);

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct sink sink;
        char *path;

        sink_open_memory(&sink);
        assert_int_equal(formats[i].write(&sink, doc), 0);
        if (asprintf(&path, "%.*s%s", (int)(strlen(xml) - strlen(".xml")), xml,
                     formats[i].suffix) < 0)
            fail();
        compare(path, &sink.buf);
        sink_abandon(&sink);
        free(path);
    }
    doc_free(doc);
}

/* Read and written again it is the same bytes. */
static void check_round(const char *xml)
{
    struct doc *doc = read_stem(xml);
    struct sink sink;
    size_t n;
    char *want = support_read(xml, &n);

    sink_open_memory(&sink);
    assert_int_equal(xml_write(&sink, doc, NULL), 0);
    assert_int_equal(sink.buf.length, n);
    assert_memory_equal(sink.buf.text, want, n);
    sink_abandon(&sink);
    free(want);
    doc_free(doc);
}

/* What is stored of what we think is what the observations give. */
static void check_judgement(const char *xml)
{
    struct doc *doc = read_stem(xml);
    struct diag why = { 0 };

    if (judge_recompute(doc, false, &why) < 0)
        fail_msg("%s: %s", xml, diag_text(&why));
    doc_free(doc);
}

static void each_stem(void (*check)(const char *xml))
{
    char *pattern = support_golden("*.xml");
    glob_t found = { 0 };

    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check(found.gl_pathv[i]);
    assert_true(found.gl_pathc >= 3);
    globfree(&found);
    free(pattern);
}

static void every_format_makes_of_a_run_what_it_made_before(void **state)
{
    (void)state;
    each_stem(check_stem);
}

static void every_layout_has_a_number_in_each_column_as_before(void **state)
{
    (void)state;
    each_stem(check_layouts);
}

static void a_run_read_and_written_is_the_same_bytes(void **state)
{
    (void)state;
    each_stem(check_round);
}

static void every_judgement_can_be_recomputed(void **state)
{
    (void)state;
    each_stem(check_judgement);
}

/* Every expected file belongs to a stem and a format. */
static void no_expected_file_is_left_over(void **state)
{
    char *pattern = support_golden("*.*"), *xml;
    glob_t found = { 0 };

    (void)state;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i], *base = strrchr(path, '/') + 1;
        size_t stem = (size_t)(base - path) + strcspn(base, ".");
        bool known = strcmp(path + stem, ".xml") == 0;

        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
            known = known || strcmp(path + stem, formats[k].suffix) == 0;
        for (size_t k = 0; is_layout_stem(path) && k < sizeof layouts / sizeof *layouts;
             k++)
            known = known || strcmp(path + stem, layouts[k].suffix) == 0;
        if (asprintf(&xml, "%.*s.xml", (int)stem, path) < 0)
            fail();
        if (!known || access(xml, F_OK) < 0)
            fail_msg("%s belongs to nothing", path);
        free(xml);
    }
    globfree(&found);
    free(pattern);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_makes_of_a_run_what_it_made_before),
        cmocka_unit_test(every_layout_has_a_number_in_each_column_as_before),
        cmocka_unit_test(a_run_read_and_written_is_the_same_bytes),
        cmocka_unit_test(every_judgement_can_be_recomputed),
        cmocka_unit_test(no_expected_file_is_left_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
