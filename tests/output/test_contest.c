/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/contest.h"

#include "import/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* A report imported and printed again, without what errbar says below it. */
static char *print_again(const char *text, size_t length)
{
    struct import_source source = { "report", text, length };
    struct view_options options = { .classic = true, .bare = true };
    struct doc *doc = doc_new();
    struct import_log log;
    struct sink sink;
    char *copy;

    assert_int_equal(import_read(doc, &source, "contest", &log, NULL), 0);
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("contest"), doc, &options, &sink, NULL), 0);
    copy = strndup(sink.buf.text, sink.buf.length);
    sink_abandon(&sink);
    doc_free(doc);
    return copy;
}

/* Takes the line at *at off the text: without blanks at its end, empty ones left out.
 */
static char *next_line(char **at)
{
    while (**at) {
        char *line = *at, *end = line + strcspn(line, "\n");

        *at = *end ? end + 1 : end;
        *end = '\0';
        while (end > line && end[-1] == ' ')
            *--end = '\0';
        if (*line)
            return line;
    }
    return NULL;
}

/* What belongs to a table: no prose, no home-made statistics. */
static bool is_report(const char *line, bool *inside)
{
    size_t n = strlen(line);

    if (n > 5 && strcmp(line + n - 5, "load:") == 0)
        return true;
    if (strcmp(line, "cacherun:") == 0 || strcmp(line, "io_other:") == 0)
        return true;
    if (strncmp(line, "Kernel", 6) == 0)
        *inside = true;
    return *inside && (strncmp(line, "2.", 2) == 0 || strncmp(line, "Kernel", 6) == 0);
}

/* Every line of every table, byte for byte; returns how many are rows. */
static int compare(const char *name)
{
    char *path = support_data(name), *as_published, *again;
    size_t length;
    char *published = support_read(path, &length), *was = published, *is, *line;
    bool inside = false;
    int rows = 0;

    as_published = strdup(published);
    again = is = print_again(as_published, length);
    while ((line = next_line(&was))) {
        if (!is_report(line, &inside))
            continue;
        assert_string_equal(next_line(&is), line);
        rows += strncmp(line, "2.", 2) == 0;
    }
    assert_null(next_line(&is));
    free(as_published);
    free(again);
    free(published);
    free(path);
    return rows;
}

/* spec/contest.md 4.1: reference R4, its 33 rows */
static void r4_is_printed_byte_for_byte(void **state)
{
    (void)state;
    assert_int_equal(compare("contest/r4-2.6.0-test4.txt"), 33);
}

static void older_formats_are_printed_byte_for_byte(void **state)
{
    (void)state;
    assert_int_equal(compare("contest/001-v02-time-cpu-ratio-stars-and-stats.txt"), 16);
    assert_int_equal(compare("contest/002-v05-runs-star-after-ratio.txt"), 24);
    assert_int_equal(compare("contest/004-v06-smp-cfq-big-loads.txt"), 30);
    assert_int_equal(compare("contest/007-omnibook-no-reference-kernel.txt"), 20);
    assert_int_equal(compare("contest/010-v02-three-kernels-plain.txt"), 12);
}

/* R4 with the columns where tabs of eight put them, as 0.60's are */
static void a_report_of_0_61_keeps_its_columns(void **state)
{
    static const char report[] =
        "no_load:\n"
        "Kernel          [runs]  Time    CPU%    Loads   LCPU%   Ratio\n"
        "2.5.75               1  79      93.7    0.0     0.0     1.00\n"
        "2.6.0-test4-mm2      1  79      93.7    0.0     0.0     1.00\n";
    char *again = print_again(report, sizeof report - 1);

    (void)state;
    assert_string_equal(again, report);
    free(again);
}

static void it_says_what_it_cannot_do(void **state)
{
    struct view_options options = { 0 };
    struct doc *doc = doc_new();
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    sink_open_memory(&sink);
    assert_int_equal(view_print(view_find("contest"), doc, &options, &sink, &why),
                     -ENOTSUP);
    assert_non_null(strstr(why.text, "--classic"));
    options.classic = true;
    assert_int_equal(view_print(view_find("contest"), doc, &options, &sink, &why),
                     -ENOENT);
    sink_abandon(&sink);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r4_is_printed_byte_for_byte),
        cmocka_unit_test(older_formats_are_printed_byte_for_byte),
        cmocka_unit_test(a_report_of_0_61_keeps_its_columns),
        cmocka_unit_test(it_says_what_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
