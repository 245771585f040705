/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published summaries, read and printed again as they were. */
#include "output/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "judge/derive.h"
#include "judge/judge.h"
#include "judge/pool.h"

#include "support.h"

static void read_text(struct doc *doc, const char *name, const char *text,
                      const char *as)
{
    const struct import_source source = { name, text, strlen(text) };
    struct import_log log = { 0 };
    struct diag why = { 0 };

    if (import_read(doc, &source, as, &log, &why) < 0)
        fail_msg("%s: %s", name, diag_text(&why));
    assert_int_equal(judge_doc(doc), 0);
    assert_int_equal(derive_doc(doc), 0);
}

static char *print(const struct doc *doc, const char *view,
                   const struct view_options *options)
{
    struct sink sink;
    struct diag why = { 0 };
    char *text;

    sink_open_memory(&sink);
    if (view_print(view_find(view), doc, options, &sink, &why) < 0)
        fail_msg("%s: %s", view, diag_text(&why));
    text = strdup(sink.buf.text);
    sink_abandon(&sink);
    return text;
}

static char *data_of(const char *dir, const char *file)
{
    char *name, *path, *text;

    if (asprintf(&name, "lmbench/%s/%s", dir, file) < 0)
        fail();
    path = support_data(name);
    text = support_read(path, NULL);
    free(name);
    free(path);
    return text;
}

/* ---- line by line ---- */

static const struct published {
    const char *file, *view, *generation;
} published[] = {
    { "007-v19-cx586-two-kernels.txt", "text-1.9", "g1" },
    { "008-v19-two-celerons.txt", "text-1.9", "g1" },
    { "009-v20-tony-p4-question-marks.txt", "text-2.0", "g4" },
    { "011-v20-p3-ip-as-hostname.txt", "text-2.0", "g4" },
    { "015-v20-memcg-hosts-as-labels.txt", "text-2.0", "g4" },
    { "022-v30-lucent-seed002-original-spacing.txt", "text-3.0", "g5" },
    { "025-v30-aarch64-64-copies.txt", "text-3.0", "g6" },
    { "033-v30-pair-licheerv-d1.txt", "text-3.0", "g6" },
    { "036-v30-pair-hifive-unmatched.txt", "text-3.0", "g6" },
    { "038-v30-pair-visionfive2.txt", "text-3.0", "g6" },
    { "041-v30-azure-arm64-uint64-add-missing.txt", "text-3.0", "g7" },
    { "042-v30-azure-x64-6.5.txt", "text-3.0", "g7" },
    { "045-v30-pair-i7-vanilla-empty-sections-remote.txt", "text-3.0", "g7" },
};

/* The next line that is part of a summary: no blanks at its end, no poster's marks. */
static const char *next_line(const char **text, char line[256])
{
    do {
        size_t n = strcspn(*text, "\n");
        const char *mark;

        if (!**text)
            return NULL;
        snprintf(line, 256, "%.*s", (int)n, *text);
        *text += n + ((*text)[n] == '\n');
        while (n && n < 256 && strchr(" \t", line[n - 1]))
            line[--n] = '\0';
        mark = line + strspn(line, " \t");
        if (*line && !strchr("~?", *mark) && mark[0] != '(')
            return line;
    } while (true);
}

static void same_lines(const char *file, const char *got, const char *want)
{
    char want_line[256], got_line[256];
    const char *line, *has;

    do {
        line = next_line(&want, want_line);
        has = next_line(&got, got_line);
        if (!line != !has || (line && strcmp(line, has) != 0))
            fail_msg("%s: '%s' is not '%s'", file, has ? has : "(end)",
                     line ? line : "(end)");
    } while (line);
}

static void what_was_published_is_printed_line_by_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const struct published *p = &published[i];
        const struct view_options faithful = { .generation = p->generation,
                                               .faithful = true };
        char *text = data_of("summaries", p->file), *got;
        struct doc *doc = doc_new();

        read_text(doc, p->file, text, "lmbench-summary");
        got = print(doc, p->view, &faithful);
        same_lines(p->file, got, text);
        free(got);
        free(text);
        doc_free(doc);
    }
}

/* Raw result files and the summaries that their owners published beside them. */
static void a_raw_file_makes_the_summary_that_was_published_of_it(void **state)
{
    static const struct {
        const char *raw, *summary;
    } pairs[] = {
        { "001-licheerv-d1-riscv64.txt", "033-v30-pair-licheerv-d1.txt" },
        { "004-hifive-unmatched-inf.txt", "036-v30-pair-hifive-unmatched.txt" },
        { "006-visionfive2-binary-garbage.txt", "038-v30-pair-visionfive2.txt" },
    };
    const struct view_options faithful = { .faithful = true };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *raw = data_of("raw", pairs[i].raw), *got;
        char *want = data_of("summaries", pairs[i].summary);
        struct doc *doc = doc_new();

        read_text(doc, pairs[i].raw, raw, NULL);
        got = print(doc, "text-3.0", &faithful);
        same_lines(pairs[i].raw, got, want);
        free(got);
        free(want);
        free(raw);
        doc_free(doc);
    }
}

/* ---- word by word: blanks are lost, and mail has wrapped the lines ---- */

static const struct published references[] = {
    { "R0-hpux-parisc-2.0.txt", "text-2.0", "g4" },
    { "R1-cobalt-1.9.txt", "text-1.9", "g1" },
    { "R2-i686-3.0.txt", "text-3.0", "g5" },
};

static size_t next_word(const char **text)
{
    do {
        *text += strspn(*text, " \t\n");
        if (**text != '~')
            break;
        *text += strcspn(*text, " \t\n"); /* a poster's marks */
    } while (true);
    return strcspn(*text, " \t\n");
}

static void the_references_are_printed_word_by_word(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        const struct published *p = &references[i];
        const struct view_options faithful = { .generation = p->generation,
                                               .faithful = true };
        char *text = data_of("summaries", p->file), *got;
        struct doc *doc = doc_new();
        const char *want = text, *has;
        size_t n, words = 0;

        read_text(doc, p->file, text, "lmbench-summary");
        has = got = print(doc, p->view, &faithful);
        while ((n = next_word(&want))) {
            if (next_word(&has) != n || memcmp(want, has, n) != 0)
                fail_msg("%s: '%.20s' is not '%.20s'", p->file, has, want);
            want += n;
            has += n;
            words++;
        }
        assert_int_equal(next_word(&has), 0);
        assert_true(words > 200);
        free(got);
        free(text);
        doc_free(doc);
    }
}

/* ---- by default, what cannot be told is said ---- */

static void numbers_without_a_column_stand_below_the_tables(void **state)
{
    static const struct view_options plain = { .generation = "g1" };
    char *text = data_of("summaries", references[1].file), *got;
    struct doc *doc = doc_new();

    (void)state;
    read_text(doc, references[1].file, text, "lmbench-summary");
    got = print(doc, "text-1.9", &plain);
    assert_non_null(strstr(got, "\ncobalt-ne   NetBSD 1.4X    18\n"));
    assert_non_null(
        strstr(got, "\ncobalt-ne: in which columns of 'Context switching' these stood "
                    "cannot be told:\n   156, 348, 362\n"));
    assert_null(strstr(got, "linux-raq: in which"));
    assert_null(
        strstr(got, "told: -1")); /* no number at all: a failure, said as such */
    assert_non_null(strstr(got, "\ncobalt-ne, linux-raq: no result id\n"));
    free(got);
    free(text);
    doc_free(doc);
}

/* What 2.0 and 3.0 call fork is a vfork in one of them (spec/lmbench.md 1.1). */
static void versions_that_differ_under_one_heading_are_told_below_it(void **state)
{
    static const struct view_options plain = { 0 }, faithful = { .faithful = true };
    struct doc *doc = doc_new();
    char *got;

    (void)state;
    for (size_t i = 1; i < 3; i++) {
        char *text = data_of("summaries", references[i].file);

        read_text(doc, references[i].file, text, "lmbench-summary");
        free(text);
    }
    got = print(doc, "text-3.0", &plain);
    assert_non_null(
        strstr(got, "\nlmbench-1.9 and lmbench-3.0a4 differ in the definition of "
                    "lat_proc.fork,\n   lat_proc.exec, lat_proc.shell\n"));
    assert_null(strstr(got, "lat_syscall")); /* the same in all versions */
    assert_non_null(strstr(
        got, "\ncobalt-ne, linux-raq, lucent.rd (rows 3, 4, 5): no result id\n"));
    free(got);
    got = print(doc, "text-3.0", &faithful);
    assert_null(strstr(got, "differ in"));
    free(got);
    doc_free(doc);
}

/* ---- rows per system ---- */

/* HP-UX' context switches are what nobody could see from one row (spec 4.8). */
static void erratic_cells_of_a_system_are_marked_and_explained(void **state)
{
    const struct view_options options = { .by_system = true, .bare = true };
    char *text = data_of("summaries", references[0].file), *got;
    struct doc *doc = doc_new();

    (void)state;
    read_text(doc, references[0].file, text, "lmbench-summary");
    assert_int_equal(judge_by_system(doc), 0);
    assert_int_equal(derive_doc(doc), 0);
    assert_int_equal(doc->n_sessions, 3);
    got = print(doc, "text-2.0", &options);
    if (!strstr(got,
                "\n*  vega HP-UX B.10.20, lat_ctx size=16K procs=2: erratic, 10.1 to "
                "279 us in 3\n   runs\n"))
        fail_msg("%s", got);
    free(got);
    free(text);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_published_is_printed_line_by_line),
        cmocka_unit_test(a_raw_file_makes_the_summary_that_was_published_of_it),
        cmocka_unit_test(the_references_are_printed_word_by_word),
        cmocka_unit_test(numbers_without_a_column_stand_below_the_tables),
        cmocka_unit_test(versions_that_differ_under_one_heading_are_told_below_it),
        cmocka_unit_test(erratic_cells_of_a_system_are_marked_and_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
