/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

static void a_process_that_dies_leaves_no_half_of_a_file(void **state)
{
    char *path = in_scratch("cut short");
    int fd = open(support_scratch(), O_TMPFILE | O_WRONLY, 0600);
    pid_t pid;

    (void)state;
    if (fd < 0) { /* a file system without nameless files */
        free(path);
        skip();
    }
    close(fd);
    pid = fork();
    if (pid == 0) {
        struct sink sink;

        if (sink_open_file(&sink, path, NULL) == 0)
            sink_text(&sink, "half");
        _exit(0);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(files_like("cut short*"), 0);
    free(path);
}

static void the_file_keeps_its_mode(void **state)
{
    char *path = in_scratch("mode");
    struct sink sink;
    struct stat st;

    (void)state;
    support_write(path, "old", 3);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(sink_open_file(&sink, path, NULL), 0);
    assert_int_equal(sink_finish(&sink, NULL), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    free(path);
}

static void a_file_that_may_not_be_written_is_refused(void **state)
{
    char *path = in_scratch("read only");
    int status;
    pid_t pid;

    (void)state;
    support_write(path, "old", 3);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(support_scratch(), 0777), 0);
    pid = fork();
    if (pid == 0) {
        struct sink sink;
        int rc = geteuid() == 0 && setuid(65534) < 0 ? 2 : 0;

        if (rc == 0)
            rc = sink_open_file(&sink, path, NULL) == -EACCES ? 0 : 1;
        free(path);
        _exit(rc);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    free(path);
}

static void a_check_opens_no_pipe_and_leaves_nothing(void **state)
{
    char *pipe = in_scratch("fifo"), *path = in_scratch("checked");
    char name[251] = { 0 }; /* with what stands behind it until it is whole: too long */
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(sink_check_file(pipe, &why), 0); /* nobody reads it: no wait */
    assert_int_equal(sink_check_file(path, &why), 0);
    assert_int_equal(files_like("checked*"), 0);
    assert_int_equal(sink_check_file("/nonexistent/a.xml", &why), -ENOENT);
    assert_non_null(strstr(why.text, "/nonexistent/a.xml"));
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(sink_check_file(name, &why), -ENAMETOOLONG);
    free(pipe);
    free(path);
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
        cmocka_unit_test(a_process_that_dies_leaves_no_half_of_a_file),
        cmocka_unit_test(the_file_keeps_its_mode),
        cmocka_unit_test(a_file_that_may_not_be_written_is_refused),
        cmocka_unit_test(a_check_opens_no_pipe_and_leaves_nothing),
        cmocka_unit_test(want_of_memory_is_an_error_that_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
