/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "output/journal.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "xml_doc.h"

#include "support.h"

static const char *const args[] = { "run", "--label", "a \"b\"\n\xff", NULL };
static const struct journal_plan plan = { .output = "/tmp/a.xml",
                                          .build = "sha256:9f86d081",
                                          .boot = "5f3a",
                                          .append = "/tmp/old.xml",
                                          .remote = "[2001:db8::2]:7000",
                                          .argv = args };

static char *in_scratch(const char *name)
{
    char *path;

    if (asprintf(&path, "%s/%s", support_scratch(), name) < 0)
        fail();
    return path;
}

/* A doc as it is when a run begins: one session, rows without anything judged. */
static struct doc *new_run(void)
{
    struct doc *doc = full_doc();

    doc->n_sessions = 1;
    doc->sessions[0]->n_invocations = 0;
    doc->n_derived = 0;
    for (size_t i = 0; i < doc->n_measurements; i++)
        doc->measurements[i]->judged = NULL;
    return doc;
}

static struct invocation nth(struct doc *doc, uint32_t seq)
{
    struct invocation i;

    fill_observed(doc, &i, doc->measurements[0]);
    i.seq = seq;
    return i;
}

static struct journal *start(const char *path, const struct doc *doc)
{
    struct diag why = { 0 };
    struct journal *j = NULL;

    if (journal_new(&j, path, doc, &plan, &why) < 0)
        fail_msg("%s", why.text);
    return j;
}

static struct journal *go_on(const char *path, struct doc *doc,
                             struct journal_plan *found)
{
    struct diag why = { 0 };
    struct journal *j = NULL;

    if (journal_open(&j, path, doc, found, &why) < 0)
        fail_msg("%s", why.text);
    return j;
}

static void add(struct journal *j, struct doc *doc, uint32_t seq)
{
    struct invocation i = nth(doc, seq);
    struct diag why = { 0 };

    if (journal_add(j, &i, &why) < 0)
        fail_msg("%s", why.text);
}

static void a_journal_gives_back_the_plan_and_all_that_was_added(void **state)
{
    char *path = in_scratch("whole");
    struct doc *doc = new_run(), *back = doc_new();
    struct journal *j = start(path, doc);
    struct journal_plan found = { 0 };
    char *want, *got;

    (void)state;
    for (uint32_t seq = 1; seq <= 3; seq++)
        add(j, doc, seq);
    assert_int_equal(journal_sync(j, NULL), 0);
    assert_string_equal(journal_path(j), path);
    journal_close(j, false);
    j = go_on(path, back, &found);
    assert_string_equal(found.output, plan.output);
    assert_string_equal(found.build, plan.build);
    assert_string_equal(found.boot, plan.boot);
    assert_string_equal(found.append, plan.append);
    assert_string_equal(found.remote, plan.remote);
    for (size_t i = 0; i < 4; i++)
        assert_true(args[i] ? strcmp(found.argv[i], args[i]) == 0 : !found.argv[i]);
    /* the doc is what it would be had the run gone on */
    for (uint32_t seq = 1; seq <= 3; seq++)
        *doc_add_invocation(doc, doc->sessions[0]) = nth(doc, seq);
    want = write_text(doc);
    got = write_text(back);
    assert_string_equal(got, want);
    journal_close(j, true);
    assert_int_equal(access(path, F_OK), -1);
    free(want);
    free(got);
    free(path);
    doc_free(doc);
    doc_free(back);
}

static void an_invocation_is_the_very_bytes_of_the_document(void **state)
{
    char *path = in_scratch("bytes"), *document, *journal, *at;
    struct doc *doc = new_run();
    struct journal *j = start(path, doc);

    (void)state;
    add(j, doc, 7);
    *doc_add_invocation(doc, doc->sessions[0]) = nth(doc, 7);
    document = write_text(doc);
    journal = support_read(path, NULL);
    at = strstr(journal, "    <invocation");
    assert_non_null(at);
    assert_non_null(strstr(document, at));
    assert_string_equal(at + strlen(at) - strlen("</invocation>\n"), "</invocation>\n");
    journal_close(j, true);
    free(document);
    free(journal);
    free(path);
    doc_free(doc);
}

static size_t count_of(const char *text, size_t length, const char *what)
{
    size_t n = 0;
    const char *end = text + length, *p = text;

    while ((p = memmem(p, (size_t)(end - p), what, strlen(what)))) {
        p += strlen(what);
        n++;
    }
    return n;
}

static void a_journal_cut_at_any_byte_keeps_all_that_is_complete(void **state)
{
    char *path = in_scratch("full"), *piece = in_scratch("cut"), *bytes;
    struct doc *doc = new_run();
    struct journal *j = start(path, doc);
    struct stat st;
    size_t length;

    (void)state;
    assert_int_equal(stat(path, &st), 0);
    add(j, doc, 1);
    assert_int_equal(journal_add_event(j, doc->sessions[0]->events, NULL), 0);
    assert_int_equal(journal_add_row(j, doc->measurements[1], NULL), 0);
    add(j, doc, 2);
    add(j, doc, 3);
    journal_close(j, false);
    bytes = support_read(path, &length);
    for (size_t n = (size_t)st.st_size; n <= length; n++) {
        struct doc *back = doc_new();
        size_t whole = count_of(bytes, n, "</invocation>");
        struct journal_plan found;

        support_write(piece, bytes, n);
        j = go_on(piece, back, &found);
        assert_int_equal(back->sessions[0]->n_invocations, whole);
        assert_int_equal(back->n_measurements, 2);
        add(j, back, 99); /* and it can go on from there */
        journal_close(j, false);
        doc_free(back);
        back = doc_new();
        j = go_on(piece, back, &found);
        assert_int_equal(back->sessions[0]->n_invocations, whole + 1);
        assert_int_equal(back->sessions[0]->invocations[whole]->seq, 99);
        journal_close(j, false);
        doc_free(back);
    }
    free(bytes);
    free(path);
    free(piece);
    doc_free(doc);
}

static void a_journal_cut_within_its_head_is_refused_with_a_reason(void **state)
{
    char *path = in_scratch("head"), *piece = in_scratch("cut-head"), *bytes;
    struct doc *doc = new_run();
    struct journal *j = start(path, doc);
    struct journal_plan found;
    size_t length;

    (void)state;
    bytes = support_read(path, &length);
    length = (size_t)(strstr(bytes, "  <session ") - bytes);
    for (size_t n = 0; n < length; n++) {
        struct doc *back = doc_new();
        struct journal *none = NULL;
        struct diag why = { 0 };

        support_write(piece, bytes, n);
        assert_int_equal(journal_open(&none, piece, back, &found, &why), -EBADMSG);
        assert_non_null(strstr(why.text, piece));
        assert_null(none);
        doc_free(back);
    }
    journal_close(j, true);
    free(bytes);
    free(path);
    free(piece);
    doc_free(doc);
}

static void what_became_of_a_row_stands_for_what_was_said_before(void **state)
{
    char *path = in_scratch("rows");
    struct doc *doc = new_run(), *back = doc_new();
    struct measurement *m = doc->measurements[1];
    struct journal *j = start(path, doc);
    struct journal_plan found;

    (void)state;
    add(j, doc, 1);
    m->status = DOC_STATUS_UNSUPPORTED;
    m->reason = "no second processor";
    m->plan.passes = 4321;
    m->n_params = 1;
    assert_int_equal(journal_add_row(j, m, NULL), 0);
    add(j, doc, 2);
    journal_close(j, false);
    j = go_on(path, back, &found);
    assert_int_equal(back->n_measurements, 2);
    m = back->measurements[1];
    assert_int_equal(m->status, DOC_STATUS_UNSUPPORTED);
    assert_string_equal(m->reason, "no second processor");
    assert_int_equal(m->plan.passes, 4321);
    assert_int_equal(m->n_params, 1);
    assert_ptr_equal(m->session, back->sessions[0]);
    assert_int_equal(back->sessions[0]->n_invocations, 2);
    journal_close(j, true);
    free(path);
    doc_free(doc);
    doc_free(back);
}

static void only_one_may_use_a_journal(void **state)
{
    char *path = in_scratch("lock");
    struct doc *doc = new_run(), *back = doc_new();
    struct journal *j = start(path, doc), *second = NULL;
    struct journal_plan found;
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(journal_open(&second, path, back, &found, &why), -EWOULDBLOCK);
    assert_non_null(strstr(why.text, "another errbar"));
    assert_int_equal(journal_new(&second, path, doc, &plan, &why), -EEXIST);
    assert_non_null(strstr(why.text, "errbar resume"));
    assert_null(second);
    journal_close(j, false);
    second = go_on(path, back, &found);
    journal_close(second, true);
    assert_int_equal(journal_open(&second, path, back, &found, &why), -ENOENT);
    journal_close(NULL, true);
    free(path);
    doc_free(doc);
    doc_free(back);
}

static void a_document_is_no_journal(void **state)
{
    char *path = in_scratch("document");
    struct doc *doc = full_doc(), *back = doc_new();
    char *text = write_text(doc);
    struct journal *j = NULL;
    struct journal_plan found;
    struct diag why = { 0 };

    (void)state;
    support_write(path, text, strlen(text));
    assert_int_equal(journal_open(&j, path, back, &found, &why), -EBADMSG);
    assert_null(j);
    free(path);
    free(text);
    doc_free(doc);
    doc_free(back);
}

static void a_journal_after_another_file_is_refused_where_names_clash(void **state)
{
    char *path = in_scratch("clash");
    struct doc *doc = new_run(), *back = full_doc();
    struct journal *j = start(path, doc), *second = NULL;
    struct journal_plan found;
    struct diag why = { 0 };

    (void)state;
    journal_close(j, false);
    assert_int_equal(journal_open(&second, path, back, &found, &why), -EEXIST);
    assert_non_null(strstr(why.text, "before other files"));
    unlink(path);
    free(path);
    doc_free(doc);
    doc_free(back);
}

/* Adds for ever, telling of each that is on its way; killed by the parent. */
static void child(const char *path, int told)
{
    struct doc *doc = new_run();
    struct journal *j = start(path, doc);

    for (uint32_t seq = 1;; seq++) {
        add(j, doc, seq);
        if (write(told, "x", 1) != 1)
            _exit(1);
    }
}

static void a_kill_loses_only_what_was_being_written(void **state)
{
    char *path = in_scratch("killed");

    (void)state;
    for (size_t round = 0; round < 20; round++) {
        struct doc *back = doc_new();
        struct journal_plan found;
        struct journal *j;
        size_t told = 0, least = round * 7 + 1;
        char byte;
        int pipes[2];
        pid_t pid;

        assert_int_equal(pipe(pipes), 0);
        pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            close(pipes[0]);
            child(path, pipes[1]);
        }
        close(pipes[1]);
        while (told < least && read(pipes[0], &byte, 1) == 1)
            told++;
        kill(pid, SIGKILL);
        while (read(pipes[0], &byte, 1) == 1)
            told++;
        close(pipes[0]);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        j = go_on(path, back, &found);
        assert_in_range(back->sessions[0]->n_invocations, told, told + 1);
        for (size_t i = 0; i < back->sessions[0]->n_invocations; i++)
            assert_int_equal(back->sessions[0]->invocations[i]->seq, i + 1);
        journal_close(j, true);
        doc_free(back);
    }
    free(path);
}

/* Adds until it fails; then what was there is whole, and with room it goes on. */
static int fill_up(const char *path, size_t *n)
{
    struct doc *doc = new_run(), *back = doc_new();
    struct journal *j = start(path, doc);
    struct journal_plan found;
    struct diag why = { 0 };
    struct invocation i;
    int rc;

    for (*n = 0;; ++*n) {
        i = nth(doc, (uint32_t)*n + 1);
        rc = journal_add(j, &i, &why);
        if (rc < 0)
            break;
    }
    assert_non_null(strstr(why.text, path));
    assert_true(*n > 3);
    journal_close(j, false);
    j = go_on(path, back, &found);
    assert_int_equal(back->sessions[0]->n_invocations, *n);
    journal_close(j, true);
    doc_free(doc);
    doc_free(back);
    return rc;
}

static void a_size_limit_loses_nothing(void **state)
{
    const struct rlimit small = { 20000, RLIM_INFINITY };
    struct rlimit before;
    char *path = in_scratch("limit");
    size_t n;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(fill_up(path, &n), -EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    free(path);
}

static void a_full_disk_is_told_and_loses_nothing(void **state)
{
    char *path = in_scratch("disk/journal"), *disk = in_scratch("disk");
    size_t n;

    (void)state;
    assert_int_equal(mkdir(disk, 0700), 0);
    if (unshare(CLONE_NEWNS) < 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("none", disk, "tmpfs", 0, "size=64k") < 0) {
        print_message("skipped: unshare or mount: %s\n", strerror(errno));
        free(path);
        free(disk);
        skip();
    }
    assert_int_equal(fill_up(path, &n), -ENOSPC);
    assert_int_equal(umount2(disk, MNT_DETACH), 0);
    free(path);
    free(disk);
}

static void want_of_memory_leaves_a_journal_that_can_be_read(void **state)
{
    char *path = in_scratch("memory");
    struct doc *doc = new_run();
    struct invocation i = nth(doc, 1);
    struct journal_plan found;
    struct journal *j = NULL;
    long n = 0;
    int rc;

    (void)state;
    do {
        support_fail_allocation = n++;
        rc = journal_new(&j, path, doc, &plan, NULL);
        support_fail_allocation = -1;
        assert_true(rc == 0 || (rc == -ENOMEM && access(path, F_OK) < 0));
    } while (rc < 0);
    for (n = 0, rc = -1; rc < 0; n++) {
        support_fail_allocation = n;
        rc = journal_add(j, &i, NULL);
        support_fail_allocation = -1;
        assert_true(rc == 0 || rc == -ENOMEM);
    }
    journal_close(j, false);
    for (n = 0, rc = -1; rc < 0; n++) {
        struct doc *back = doc_new();

        support_fail_allocation = n;
        rc = journal_open(&j, path, back, &found, NULL);
        support_fail_allocation = -1;
        assert_true(rc == 0 || rc == -ENOMEM);
        if (rc == 0)
            assert_int_equal(back->sessions[0]->n_invocations, 1);
        doc_free(back);
    }
    journal_close(j, true);
    free(path);
    doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_gives_back_the_plan_and_all_that_was_added),
        cmocka_unit_test(an_invocation_is_the_very_bytes_of_the_document),
        cmocka_unit_test(a_journal_cut_at_any_byte_keeps_all_that_is_complete),
        cmocka_unit_test(a_journal_cut_within_its_head_is_refused_with_a_reason),
        cmocka_unit_test(what_became_of_a_row_stands_for_what_was_said_before),
        cmocka_unit_test(only_one_may_use_a_journal),
        cmocka_unit_test(a_document_is_no_journal),
        cmocka_unit_test(a_journal_after_another_file_is_refused_where_names_clash),
        cmocka_unit_test(a_kill_loses_only_what_was_being_written),
        cmocka_unit_test(a_size_limit_loses_nothing),
        cmocka_unit_test(a_full_disk_is_told_and_loses_nothing),
        cmocka_unit_test(want_of_memory_leaves_a_journal_that_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
