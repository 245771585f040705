/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_real.c - the runner with a real shepherd and the real worker
 */
#include "run/run.h"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include "fake.h"

#include "support.h"

static struct shepherd *herd(void)
{
    struct shepherd *s = NULL;
    struct diag why = { 0 };
    char path[512];

    assert_non_null(getenv("ERRBAR_BUILD"));
    snprintf(path, sizeof path, "%s/src/helpers", getenv("ERRBAR_BUILD"));
    if (spawn_shepherd_new(&s, support_scratch(), path, &why) < 0)
        fail_msg("%s", diag_text(&why));
    return s;
}

static int run(struct fake *f, struct shepherd *s)
{
    struct diag why = { 0 };
    int rc;

    f->plan.session->protocol.exactly = 3;
    rc = run_session(f->doc, &f->plan, s, &f->hooks, &why);
    if (rc < 0)
        print_message("%s\n", diag_text(&why));
    return rc;
}

static struct plan_job *job(struct fake *f, const char *bench, const char *which)
{
    static const char *const three[] = { "3" };
    struct plan_job *j = fake_job(f, bench, 1, three);

    j->which = which;
    j->n_cpus = 0;
    return j;
}

static size_t entries(const char *path)
{
    DIR *dir = opendir(path);
    size_t n = 0;

    assert_non_null(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2;
}

static void a_real_worker_is_calibrated_observed_and_counted(void **state)
{
    struct fake f;
    struct shepherd *s = herd();
    const struct invocation *i;
    struct plan_job *null, *pair;

    (void)state;
    fake_init(&f);
    null = job(&f, "lat_syscall", "null");
    pair = job(&f, "lat_sig", "catch");
    assert_int_equal(run(&f, s), 0);
    assert_int_equal(f.plan.session->n_invocations, 8);
    assert_int_equal(null->valid, 3);
    assert_int_equal(pair->valid, 3);
    assert_true(null->points[0]->plan.passes > 100);
    assert_true(null->cost_s > 0);
    for (size_t n = 0; n < 8; n++) {
        i = f.plan.session->invocations[n];
        assert_true(i->valid);
        assert_int_equal(i->series[0].n, 6);
        assert_true(i->series[0].passes > 0);
        assert_true(i->series[0].ns[5] > 0);
        assert_true(i->series[0].start[5] > i->series[0].start[4]);
        assert_int_equal(i->n_series,
                         i->series[0].measurement == pair->points[0] ? 2 : 1);
        assert_true(i->n_counts >= 5);
    }
    assert_true(f.plan.session->clock.tick_ns > 0);
    assert_int_equal(entries(spawn_scratch(s)), 0);
    spawn_shepherd_free(s);
    assert_int_equal(entries(support_scratch()), 0);
    fake_done(&f);
}

static void a_case_that_is_not_there_fails_and_says_so(void **state)
{
    struct fake f;
    struct shepherd *s = herd();
    struct plan_job *bad, *good;

    (void)state;
    fake_init(&f);
    bad = job(&f, "lat_syscall", "nonsense");
    good = job(&f, "lat_syscall", "null");
    assert_int_equal(run(&f, s), 0);
    assert_int_equal(bad->points[0]->status, DOC_STATUS_FAILED);
    assert_string_equal(bad->points[0]->reason, "exit 1: there is no such case");
    assert_int_equal(good->valid, 3);
    spawn_shepherd_free(s);
    fake_done(&f);
}

/* Ends the shepherd when the first invocation has been recorded. */
static int record_and_kill(void *self, const struct invocation *i)
{
    (void)i;
    kill(spawn_shepherd_pid(*(struct shepherd **)self), SIGKILL);
    return 0;
}

static void a_killed_shepherd_ends_the_run_with_what_was_measured(void **state)
{
    struct fake f;
    struct shepherd *s = herd();
    const struct run_hooks hooks = { .self = &s,
                                     .advise = fake_advise,
                                     .record = record_and_kill };
    struct diag why = { 0 };

    (void)state;
    fake_init(&f);
    job(&f, "lat_syscall", "null");
    assert_int_equal(run_session(f.doc, &f.plan, s, &hooks, &why), -EPIPE);
    assert_non_null(strstr(why.text, "killed by signal 9"));
    assert_int_equal(f.plan.session->n_invocations, 1);
    assert_int_equal(f.plan.jobs[0].points[0]->status, DOC_STATUS_INTERRUPTED);
    spawn_shepherd_free(s);
    assert_int_equal(entries(support_scratch()), 0);
    fake_done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_real_worker_is_calibrated_observed_and_counted),
        cmocka_unit_test(a_case_that_is_not_there_fails_and_says_so),
        cmocka_unit_test(a_killed_shepherd_ends_the_run_with_what_was_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
