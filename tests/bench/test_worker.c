/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker as a program: started, listened to, crashed, orphaned, cramped. */
#include "harness/job.h"
#include "harness/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static char libexec[512], program[600];

static struct job job_of(const char *bench, const char *which)
{
    return (struct job){ .bench = bench,
                         .which = which,
                         .n_points = 1,
                         .observations = 3,
                         .hz = 250,
                         .passes = { 10 },
                         .scratch = support_scratch(),
                         .libexec = libexec };
}

/* What a child does before it becomes the worker. */
typedef void prepare(void);

static void execute(char **argv, int records, int lifeline, prepare *before)
{
    /* both may stand where the other belongs */
    int r = fcntl(records, F_DUPFD, 10), l = fcntl(lifeline, F_DUPFD, 10);

    if (before)
        before();
    if (r >= 0)
        dup2(r, WIRE_FD);
    if (l >= 0)
        dup2(l, WIRE_LIFELINE);
    for (int fd = WIRE_LIFELINE + 1; fd < 64; fd++)
        close(fd);
    execv(program, argv);
    _exit(127);
}

/* A pipe of which the worker gets the end to read from, and the test keeps the other.
 */
static int lifeline[2];

static pid_t start(const struct job *job, int records, prepare *before)
{
    char **argv = job_to_argv(job, program);
    pid_t pid;

    assert_non_null(argv);
    pid = fork();
    if (pid == 0) {
        close(lifeline[1]);
        execute(argv, records, lifeline[0], before);
    }
    free(argv);
    assert_true(pid > 0);
    return pid;
}

enum { MOST = 400 };
static struct wire_record got[MOST];
static size_t n_got;

/* Runs a worker to its end: how it ended, with its records in got. */
static int run(const struct job *job, prepare *before)
{
    int records = memfd_create("records", 0), status;
    pid_t pid;
    ssize_t bytes;

    assert_int_equal(fcntl(records, F_SETFL, O_APPEND), 0);
    pid = start(job, records, before);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    bytes = pread(records, got, sizeof got, 0);
    close(records);
    assert_true(bytes >= 0);
    n_got = (size_t)bytes / sizeof *got;
    return status;
}

static size_t number_of(enum wire_kind kind)
{
    size_t n = 0;

    for (size_t i = 0; i < n_got; i++)
        n += got[i].kind == kind;
    return n;
}

static const struct wire_record *first(enum wire_kind kind)
{
    for (size_t i = 0; i < n_got; i++) {
        if (got[i].kind == kind)
            return &got[i];
    }
    fail_msg("no record of kind %d", kind);
    return NULL;
}

static void a_tiny_job_comes_home_whole(void **state)
{
    struct job job = job_of("lat_sig", "catch");

    (void)state;
    assert_int_equal(run(&job, NULL), 0);
    assert_int_equal(number_of(WIRE_CLOCK), 1);
    assert_int_equal(number_of(WIRE_PASSES), 2);
    assert_int_equal(number_of(WIRE_OBSERVATION), 6);
    assert_int_equal(number_of(WIRE_COUNT), 4);
    assert_int_equal(got[n_got - 1].kind, WIRE_END);
    assert_true(first(WIRE_OBSERVATION)->observation.ns > 0);
    assert_true(first(WIRE_COUNT)->count.value > 0);
}

static void tasks_are_counted_where_they_ran(void **state)
{
    struct job job = job_of("lat_pipe", "");
    const struct wire_record *last_count = NULL;

    (void)state;
    assert_int_equal(run(&job, NULL), 0);
    for (size_t i = 0; i < n_got; i++) {
        if (got[i].kind == WIRE_COUNT)
            last_count = &got[i];
    }
    assert_string_equal(last_count->count.name, "processors");
    assert_true(last_count->count.value >= 1 && last_count->count.value <= 2);
}

/* ---- another program ---- */

static void what_another_program_measures_is_handed_over_whole(void **state)
{
    struct job job = job_of("lat_rpc", "tcp");
    char other[700];

    (void)state;
    snprintf(other, sizeof other, "%s/errbar-rpc-worker", libexec);
    if (access(other, X_OK) < 0) {
        print_message("# libtirpc was not there when this was built\n");
        skip();
    }
    job.params[0] = (struct job_param){ "ip", "4" };
    job.n_params = 1;
    assert_int_equal(run(&job, NULL), 0);
    assert_int_equal(number_of(WIRE_OBSERVATION), 3);
    assert_int_equal(got[n_got - 1].kind, WIRE_END);
    job.params[0].value = "5"; /* the parameter gets there */
    assert_int_not_equal(run(&job, NULL), 0);
    assert_non_null(strstr(first(WIRE_FAIL)->text, "ip=5"));
}

static void without_the_other_program_it_is_unsupported_with_a_sentence(void **state)
{
    struct job job = job_of("lat_rpc", "udp");

    (void)state;
    job.libexec = support_scratch();
    assert_int_equal(run(&job, NULL), 0);
    assert_int_equal(number_of(WIRE_OBSERVATION), 0);
    assert_non_null(strstr(first(WIRE_SKIP)->text, "libtirpc"));
}

/* ---- standing up ---- */

static int run_with(char **argv, int records)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);

        dup2(null, STDERR_FILENO);
        if (records < 0)
            close(WIRE_FD);
        else
            dup2(records, WIRE_FD);
        execv(program, argv);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void wrong_arguments_are_wrong_usage(void **state)
{
    char *nothing[] = { program, NULL };
    char *unknown[] = { program, (char[]){ "bench=lat_nix" }, (char[]){ "point=0" },
                        NULL };
    char *help[] = { program, (char[]){ "--help" }, NULL };
    int records = memfd_create("records", 0);

    (void)state;
    assert_int_equal(run_with(nothing, records), 2);
    assert_int_equal(run_with(unknown, records), 2);
    assert_int_equal(run_with(help, records), 2);
    assert_int_equal(lseek(records, 0, SEEK_END), 0);
    close(records);
}

static void without_anybody_to_tell_nothing_is_measured(void **state)
{
    char *argv[] = { program, (char[]){ "bench=lat_pipe" }, (char[]){ "point=0" },
                     NULL };

    (void)state;
    assert_int_equal(run_with(argv, -1), 2);
}

static void close_012(void)
{
    close(0);
    close(1);
    close(2);
}

static void closed_standard_descriptors_change_nothing(void **state)
{
    struct job job = job_of("lat_proc", "shell");

    (void)state;
    job.passes[0] = 1;
    assert_int_equal(run(&job, close_012), 0);
    assert_int_equal(number_of(WIRE_OBSERVATION), 3);
}

static void hold_signals(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    signal(SIGCHLD, SIG_IGN);
}

static void signals_that_were_blocked_or_ignored_are_no_more(void **state)
{
    struct job job = job_of("lat_sig", "catch");

    (void)state;
    assert_int_equal(run(&job, hold_signals), 0);
    job = job_of("lat_proc", "fork");
    assert_int_equal(run(&job, hold_signals), 0);
}

/* ---- going down ---- */

/* Long enough to be still there when it is killed. */
static struct job endless(void)
{
    struct job job = job_of("lat_ctx", "");

    job.axis = "procs";
    job.points[0] = "8";
    job.passes[0] = 80;
    job.observations = UINT32_MAX;
    return job;
}

/* Reads records from a pipe until one of that kind comes. */
static void wait_for(int fd, enum wire_kind kind)
{
    struct wire_record r;

    do
        assert_int_equal(read(fd, &r, sizeof r), sizeof r);
    while (r.kind != kind);
}

/* All that is left becomes a child of this process; here it must end by itself. */
static void assert_all_die(void)
{
    while (waitpid(-1, NULL, 0) > 0)
        ;
    assert_int_equal(errno, ECHILD);
}

static void what_was_observed_before_a_crash_is_there(void **state)
{
    int ends[2], status;
    struct job job = endless();
    struct wire_record r;
    pid_t pid;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid = start(&job, ends[1], NULL);
    for (int i = 0; i < 10; i++)
        wait_for(ends[0], WIRE_OBSERVATION);
    kill(pid, SIGSEGV);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
    close(ends[1]);
    while (read(ends[0], &r, sizeof r) == sizeof r)
        assert_int_not_equal(r.kind, WIRE_END);
    close(ends[0]);
    assert_all_die();
}

static void peers_die_with_a_worker_that_is_killed(void **state)
{
    struct job job = endless();
    int ends[2], status;
    pid_t pid;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid = start(&job, ends[1], NULL);
    wait_for(ends[0], WIRE_OBSERVATION);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_all_die();
    close(ends[0]);
    close(ends[1]);
}

static void a_worker_dies_with_whoever_started_it(void **state)
{
    struct job job = endless();
    int ends[2];
    pid_t parent;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    parent = fork();
    if (parent == 0) {
        start(&job, ends[1], NULL);
        pause();
    }
    wait_for(ends[0], WIRE_OBSERVATION);
    kill(parent, SIGKILL);
    assert_all_die();
    close(ends[0]);
    close(ends[1]);
}

/* Its parent may have ended before it could ask to die with it. */
static void a_worker_whose_lifeline_is_cut_does_not_begin(void **state)
{
    struct job job = endless();
    int was[2] = { lifeline[0], lifeline[1] }, status;

    (void)state;
    assert_int_equal(pipe(lifeline), 0);
    close(lifeline[1]);
    lifeline[1] = -1;
    status = run(&job, NULL);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_int_equal(n_got, 0);
    close(lifeline[0]);
    lifeline[0] = was[0];
    lifeline[1] = was[1];
}

/* ---- cramped ---- */

static void a_point_that_is_too_large_fails_and_the_others_do_not(void **state)
{
    struct job job = job_of("lat_ctx", "");
    char script[700];
    int status;

    (void)state;
    job.axis = "procs";
    job.n_points = 3;
    job.points[0] = "2";
    job.points[1] = "96";
    job.points[2] = "8";
    job.passes[1] = job.passes[2] = 96;
    /* a shell sets the limit, since valgrind would only pretend to */
    snprintf(script, sizeof script, "#!/bin/sh\nulimit -n 64\nexec '%s' \"$@\"\n",
             program);
    snprintf(program, sizeof program, "%s/worker", support_scratch());
    support_write(program, script, strlen(script));
    assert_int_equal(chmod(program, 0700), 0);
    status = run(&job, NULL);
    snprintf(program, sizeof program, "%s/errbar-worker", libexec);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_int_equal(number_of(WIRE_FAIL), 1);
    assert_int_equal(first(WIRE_FAIL)->point, 1);
    assert_non_null(strstr(first(WIRE_FAIL)->text, "ulimit -n is 64"));
    assert_int_equal(number_of(WIRE_OBSERVATION), 2 * 3 * 2);
}

static void without_a_scratch_directory_it_fails_with_the_reason(void **state)
{
    struct job job = job_of("lat_syscall", "open");

    (void)state;
    job.scratch = "/nonexistent";
    assert_int_equal(WEXITSTATUS(run(&job, NULL)), 1);
    assert_non_null(strstr(first(WIRE_FAIL)->text, "scratch directory"));
}

static bool fifo_was_refused;

static void be_real_time(void)
{
    const struct sched_param p = { .sched_priority = 1 };

    if (sched_setscheduler(0, SCHED_FIFO, &p) < 0)
        _exit(99);
}

/* Where a task that spins would never let the other one go on. */
static void on_one_cpu_in_real_time_nothing_waits_for_ever(void **state)
{
    static const char *const names[] = { "lat_pipe",    "lat_ctx",  "lat_proc",
                                         "lat_unix",    "lat_tcp",  "lat_udp",
                                         "lat_connect", "lat_http", "bw_pipe",
                                         "bw_tcp",      "bw_udp" };
    static const char *const cases_of[] = { "", "",     "fork", "", "", "",
                                            "", "time", "",     "", "" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names && !fifo_was_refused; i++) {
        struct job job = job_of(names[i], cases_of[i]);
        int cpu = sched_getcpu(), status;

        job.n_cpus = 1;
        job.cpus[0] = cpu;
        job.passes[0] = 2;
        status = run(&job, be_real_time);
        fifo_was_refused = WIFEXITED(status) && WEXITSTATUS(status) == 99;
        assert_true(fifo_was_refused || status == 0);
    }
    if (fifo_was_refused) {
        print_message("# sched_setscheduler(SCHED_FIFO) is refused here\n");
        skip();
    }
}

static int begin(void **state)
{
    (void)state;
    snprintf(libexec, sizeof libexec, "%s/src/helpers", getenv("ERRBAR_BUILD"));
    snprintf(program, sizeof program, "%s/errbar-worker", libexec);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return pipe2(lifeline, O_CLOEXEC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tiny_job_comes_home_whole),
        cmocka_unit_test(tasks_are_counted_where_they_ran),
        cmocka_unit_test(what_another_program_measures_is_handed_over_whole),
        cmocka_unit_test(without_the_other_program_it_is_unsupported_with_a_sentence),
        cmocka_unit_test(wrong_arguments_are_wrong_usage),
        cmocka_unit_test(without_anybody_to_tell_nothing_is_measured),
        cmocka_unit_test(closed_standard_descriptors_change_nothing),
        cmocka_unit_test(signals_that_were_blocked_or_ignored_are_no_more),
        cmocka_unit_test(what_was_observed_before_a_crash_is_there),
        cmocka_unit_test(peers_die_with_a_worker_that_is_killed),
        cmocka_unit_test(a_worker_dies_with_whoever_started_it),
        cmocka_unit_test(a_worker_whose_lifeline_is_cut_does_not_begin),
        cmocka_unit_test(a_point_that_is_too_large_fails_and_the_others_do_not),
        cmocka_unit_test(without_a_scratch_directory_it_fails_with_the_reason),
        cmocka_unit_test(on_one_cpu_in_real_time_nothing_waits_for_ever),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
