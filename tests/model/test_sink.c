/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/sink.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char *in_scratch(const char *name)
{
    char *path;

    if (asprintf(&path, "%s/%s", support_scratch(), name) < 0)
        fail();
    return path;
}

static size_t files_like(const char *pattern)
{
    char *path = in_scratch(pattern);
    glob_t found = { 0 };
    size_t n = glob(path, 0, NULL, &found) == 0 ? found.gl_pathc : 0;

    globfree(&found);
    free(path);
    return n;
}

static void a_file_appears_whole_or_not_at_all(void **state)
{
    char *path = in_scratch("whole");
    struct sink sink;
    char *text;

    (void)state;
    assert_int_equal(sink_open_file(&sink, path, NULL), 0);
    sink_printf(&sink, "%s %d\n", "pipe", 17);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(sink_finish(&sink, NULL), 0);
    text = support_read(path, NULL);
    assert_string_equal(text, "pipe 17\n");
    free(text);
    assert_int_equal(sink_open_file(&sink, path, NULL), 0);
    sink_text(&sink, "half");
    sink_abandon(&sink);
    text = support_read(path, NULL);
    assert_string_equal(text, "pipe 17\n");
    free(text);
    assert_int_equal(files_like("whole.part*"), 0);
    free(path);
}

static void a_full_disk_is_reported_and_leaves_nothing(void **state)
{
    struct diag why = { 0 };
    struct sink sink;
    struct stat st;

    (void)state;
    assert_int_equal(sink_open_file(&sink, "/dev/full", &why), 0);
    for (int i = 0; i < 100000; i++)
        sink_text(&sink, "more than a chunk ");
    assert_int_equal(sink_finish(&sink, &why), -ENOSPC);
    assert_non_null(strstr(why.text, "/dev/full"));
    assert_int_equal(stat("/dev/full", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
}

static void a_link_keeps_pointing_where_it_did(void **state)
{
    char *target = in_scratch("target"), *link = in_scratch("link");
    struct sink sink;
    struct stat st;
    char *text;

    (void)state;
    support_write(target, "old", 3);
    assert_int_equal(symlink(target, link), 0);
    assert_int_equal(sink_open_file(&sink, link, NULL), 0);
    sink_text(&sink, "new");
    assert_int_equal(sink_finish(&sink, NULL), 0);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    text = support_read(target, NULL);
    assert_string_equal(text, "new");
    free(text);
    free(target);
    free(link);
}

static void where_nothing_can_be_written_the_reason_names_it(void **state)
{
    struct diag why = { 0 };
    struct sink sink;

    (void)state;
    assert_int_equal(sink_open_file(&sink, "/nonexistent/a.xml", &why), -ENOENT);
    assert_non_null(strstr(why.text, "/nonexistent/a.xml"));
    assert_int_equal(sink_open_file(&sink, "/tmp", &why), -EISDIR);
}

static void want_of_memory_is_an_error_that_sticks(void **state)
{
    struct sink sink;

    (void)state;
    sink_open_memory(&sink);
    support_fail_allocation = 0;
    assert_int_equal(sink_text(&sink, "lost"), -ENOMEM);
    support_fail_allocation = -1;
    assert_int_equal(sink_text(&sink, "later"), -ENOMEM);
    assert_int_equal(sink_finish(&sink, NULL), -ENOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_appears_whole_or_not_at_all),
        cmocka_unit_test(a_full_disk_is_reported_and_leaves_nothing),
        cmocka_unit_test(a_link_keeps_pointing_where_it_did),
        cmocka_unit_test(where_nothing_can_be_written_the_reason_names_it),
        cmocka_unit_test(want_of_memory_is_an_error_that_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
