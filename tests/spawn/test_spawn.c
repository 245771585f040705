/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spawn/spawn.h"

#include "os/counters.h"
#include "spawn/shepherd.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "herd.h"

#include "support.h"

struct fixture {
    struct shepherd *s;
    struct arena *arena;
    struct spawn_outcome out;
    struct diag why;
};

static int begin(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    assert_non_null(f);
    f->arena = arena_new();
    f->s = herd();
    *state = f;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;

    spawn_shepherd_free(f->s);
    arena_free(f->arena);
    free(f);
    return 0;
}

static void run(struct fixture *f, const char *what, const char *arg)
{
    if (ask(f->s, what, arg, PATIENCE_MS, f->arena, &f->out, &f->why) < 0)
        fail_msg("%s", diag_text(&f->why));
}

static double told(const struct fixture *f, const char *name)
{
    for (size_t i = 0; i < f->out.n; i++) {
        if (f->out.records[i].kind == WIRE_COUNT &&
            strcmp(f->out.records[i].count.name, name) == 0)
            return f->out.records[i].count.value;
    }
    return NAN;
}

static void exit_codes_and_signals_come_home(void **state)
{
    struct fixture *f = *state;

    run(f, "exit", "0");
    assert_int_equal(f->out.end, SPAWN_EXITED);
    assert_int_equal(f->out.status, 0);
    assert_true(f->out.seconds > 0);
    assert_int_equal(f->out.n, 0);
    run(f, "exit", "7");
    assert_int_equal(f->out.end, SPAWN_EXITED);
    assert_int_equal(f->out.status, 7);
    run(f, "signal", "11");
    assert_int_equal(f->out.end, SPAWN_SIGNALLED);
    assert_int_equal(f->out.status, SIGSEGV);
}

static void a_worker_gets_a_fixed_environment_padded_to_the_byte(void **state)
{
    struct fixture *f = *state;

    setenv("LD_PRELOAD_OF_THE_USER", "x", 1);
    run(f, "tell", "");
    assert_near(told(f, "environment"), 3, 0);
    assert_near(told(f, "padding"), 1213, 0);
    assert_near(told(f, "path"), 1, 0);
    assert_near(told(f, "locale"), 1, 0);
}

static void a_worker_gets_five_descriptors_and_no_terminal(void **state)
{
    struct fixture *f = *state;
    int extra = open("/dev/zero", O_RDONLY); /* not close-on-exec */

    run(f, "tell", "");
    assert_near(told(f, "descriptors"), 5, 0);
    assert_near(told(f, "null"), 1, 0);
    assert_near(told(f, "append"), 1, 0);
    assert_near(told(f, "own group"), 1, 0);
    assert_near(told(f, "session of parent"), 1, 0);
    close(extra);
}

static void a_worker_starts_with_default_signals(void **state)
{
    struct fixture *f = *state;
    struct shepherd *before = f->s;
    sigset_t some, kept;

    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    sigprocmask(SIG_BLOCK, &some, &kept);
    signal(SIGUSR1, SIG_IGN);
    spawn_shepherd_free(before);
    f->s = herd(); /* from a process that blocks one and ignores another */
    run(f, "tell", "");
    assert_near(told(f, "blocked"), 0, 0);
    assert_near(told(f, "not default"), 0, 0);
    sigprocmask(SIG_SETMASK, NULL, &some);
    assert_int_equal(sigismember(&some, SIGUSR2), 1); /* the caller's own stay */
    signal(SIGUSR1, SIG_DFL);
    sigprocmask(SIG_SETMASK, &kept, NULL);
}

static void records_come_home_whole_and_their_texts_end(void **state)
{
    struct fixture *f = *state;
    char kind[8];

    run(f, "half", "");
    assert_int_equal(f->out.n, 1);
    assert_near(told(f, "whole"), 1, 0);
    snprintf(kind, sizeof kind, "%d", WIRE_FAIL);
    run(f, "unended", kind);
    assert_int_equal(f->out.n, 1);
    assert_int_equal(strlen(f->out.records[0].text), WIRE_TEXT - 1);
    snprintf(kind, sizeof kind, "%d", WIRE_COUNT);
    run(f, "unended", kind);
    assert_int_equal(strlen(f->out.records[0].count.unit), 7);
    assert_int_equal(strlen(f->out.records[0].count.name), WIRE_TEXT - 17);
}

static void a_worker_that_closes_its_report_just_says_nothing(void **state)
{
    struct fixture *f = *state;

    run(f, "close", "");
    assert_int_equal(f->out.end, SPAWN_EXITED);
    assert_int_equal(f->out.n, 0);
}

static void a_stubborn_worker_is_killed_at_its_deadline(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ask(f->s, "hang", "", 0.02, f->arena, &f->out, &f->why), 0);
    assert_int_equal(f->out.end, SPAWN_TIMEOUT);
    run(f, "exit", "0"); /* and the next one is not touched by that */
    assert_int_equal(f->out.end, SPAWN_EXITED);
}

static struct shepherd *abandoned;

static void on_signal(int number)
{
    (void)number;
    spawn_abandon(abandoned);
}

static void a_signal_handler_can_abandon_what_runs(void **state)
{
    struct fixture *f = *state;
    const struct sigaction action = { .sa_handler = on_signal };
    char pid[16];

    abandoned = f->s;
    sigaction(SIGUSR1, &action, NULL);
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    run(f, "signal-runner", pid);
    assert_int_equal(f->out.end, SPAWN_ABANDONED);
    run(f, "exit", "0");
    assert_int_equal(f->out.end, SPAWN_EXITED);
    signal(SIGUSR1, SIG_DFL);
}

static void abandoning_between_two_workers_stops_the_next_before_it_starts(void **state)
{
    struct fixture *f = *state;

    spawn_abandon(f->s);
    spawn_abandon(f->s);
    run(f, "tell", "");
    assert_int_equal(f->out.end, SPAWN_ABANDONED);
    assert_int_equal(f->out.n, 0);
    run(f, "tell", "");
    assert_int_equal(f->out.end, SPAWN_EXITED);
    spawn_abandon(f->s);
    assert_int_equal(spawn_sleep(f->s, 1e9, &f->why), 1);
    assert_int_equal(spawn_sleep(f->s, 0, &f->why), 0);
}

static void what_is_no_program_is_not_started_and_says_why(void **state)
{
    struct fixture *f = *state;
    char nothing[] = "/nonexistent", directory[] = "/";
    char *argv[] = { nothing, NULL };

    assert_int_equal(spawn_program(f->s, argv, 0, 9, f->arena, &f->out, &f->why), 0);
    assert_int_equal(f->out.end, SPAWN_NOT_STARTED);
    assert_int_equal(f->out.status, ENOENT);
    argv[0] = directory;
    assert_int_equal(spawn_program(f->s, argv, 0, 9, f->arena, &f->out, &f->why), 0);
    assert_int_equal(f->out.end, SPAWN_NOT_STARTED);
    assert_int_equal(f->out.status, EACCES);
}

static void an_argument_list_that_is_too_long_is_not_started(void **state)
{
    struct fixture *f = *state;
    char *argv[SPAWN_ARGS + 2] = { (char *)(uintptr_t)helper() };
    char *wide = calloc(1, SPAWN_ARG_BYTES + 1);

    assert_non_null(wide);
    memset(wide, 'x', SPAWN_ARG_BYTES);
    argv[1] = wide;
    assert_int_equal(spawn_program(f->s, argv, 0, 9, f->arena, &f->out, &f->why), 0);
    assert_int_equal(f->out.end, SPAWN_NOT_STARTED);
    assert_int_equal(f->out.status, E2BIG);
    wide[0] = '\0';
    for (size_t i = 1; i <= SPAWN_ARGS; i++)
        argv[i] = wide;
    assert_int_equal(spawn_program(f->s, argv, 0, 9, f->arena, &f->out, &f->why), 0);
    assert_int_equal(f->out.status, E2BIG);
    free(wide);
}

/* As somebody whom RLIMIT_NPROC binds: root it does not. */
static int no_more_processes(void)
{
    const struct rlimit none = { 0, 0 };
    struct shepherd *s = NULL;
    struct spawn_outcome out = { 0 };
    struct arena *arena = arena_new();
    int rc;

    if (getuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0))
        return 1;
    if (spawn_shepherd_new(&s, "/tmp", "/", NULL) < 0 ||
        prlimit(spawn_shepherd_pid(s), RLIMIT_NPROC, &none, NULL) < 0)
        return 2;
    if (ask(s, "exit", "0", PATIENCE_MS, arena, &out, NULL) < 0)
        return 3;
    rc = out.end == SPAWN_NOT_STARTED && out.status == EAGAIN ? 0 : 4;
    spawn_shepherd_free(s);
    arena_free(arena);
    return rc;
}

static void a_limit_on_processes_is_a_reason_and_no_end_of_the_run(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0)
        _exit(no_more_processes());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* In a child: its limit would stay with the tests that follow. */
static int few_descriptors(rlim_t limit)
{
    const struct rlimit few = { limit, limit };
    struct shepherd *s = NULL;
    struct spawn_outcome out = { 0 };
    struct arena *arena = arena_new();
    struct diag why = { 0 };
    int rc;

    setrlimit(RLIMIT_NOFILE, &few);
    rc = spawn_shepherd_new(&s, support_scratch(), "/", &why);
    if (rc == 0)
        rc = ask(s, "exit", "0", PATIENCE_MS, arena, &out, &why);
    if (rc == 0 && out.end == SPAWN_NOT_STARTED)
        rc = -out.status;
    spawn_shepherd_free(s);
    arena_free(arena);
    return rc < 0 && !why.text[0] && out.end != SPAWN_NOT_STARTED ? 99 : -rc;
}

static void too_few_descriptors_are_a_reason_of_their_own(void **state)
{
    static const struct {
        rlim_t limit;
        int rc;
    } cases[] = { { 4, EMFILE }, { 9, EMFILE }, { 11, EMFILE }, { 64, 0 } };

    const char *preload = getenv("LD_PRELOAD");

    (void)state;
    if (preload && strstr(preload, "vgpreload")) {
        /* not skip(): this cmocka prints that as a failure */
        print_message("refused here, by valgrind: setrlimit of RLIMIT_NOFILE\n");
        return;
    }
    (void)support_scratch(); /* made before, and not by a child */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pid_t pid = fork();
        int status;

        if (pid == 0)
            _exit(few_descriptors(cases[i].limit));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), cases[i].rc);
    }
}

static void the_shepherd_holds_nothing_of_the_runner_open(void **state)
{
    struct fixture *f = *state;
    int ends[2];
    char c;

    assert_int_equal(pipe(ends), 0);
    spawn_shepherd_free(f->s);
    f->s = herd();
    close(ends[1]);
    await(ends[0], POLLIN);
    assert_int_equal(read(ends[0], &c, 1), 0); /* the end: nobody else can write */
    close(ends[0]);
}

static void the_shepherd_has_its_name_and_a_session_of_its_own(void **state)
{
    struct fixture *f = *state;
    pid_t pid = spawn_shepherd_pid(f->s);
    char path[64], *comm;

    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    comm = support_read(path, NULL);
    assert_string_equal(comm, OS_SHEPHERD_NAME "\n");
    assert_int_equal(getsid(pid), pid);
    free(comm);
}

static void a_missing_libexec_is_said_at_once(void **state)
{
    struct shepherd *s = NULL;
    struct diag why = { 0 };

    (void)state;
    assert_int_equal(spawn_shepherd_new(&s, support_scratch(), "/nonexistent", &why),
                     -ENOENT);
    assert_null(s);
    assert_non_null(strstr(why.text, "/nonexistent"));
}

static void want_of_memory_starts_nothing_and_leaves_nothing(void **state)
{
    struct shepherd *s;
    int rc = -ENOMEM;

    (void)state;
    for (long n = 0; rc < 0; n++) {
        s = NULL;
        support_fail_allocation = n;
        rc = spawn_shepherd_new(&s, support_scratch(), "/", NULL);
        support_fail_allocation = -1;
        if (rc < 0)
            assert_int_equal(rc, -ENOMEM);
        spawn_shepherd_free(s);
        assert_int_equal(rmdir(support_scratch()), 0); /* it is empty */
        assert_int_equal(mkdir(support_scratch(), 0700), 0);
        assert_true(n < 1000);
    }
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(exit_codes_and_signals_come_home),
        ONE(a_worker_gets_a_fixed_environment_padded_to_the_byte),
        ONE(a_worker_gets_five_descriptors_and_no_terminal),
        ONE(a_worker_starts_with_default_signals),
        ONE(records_come_home_whole_and_their_texts_end),
        ONE(a_worker_that_closes_its_report_just_says_nothing),
        ONE(a_stubborn_worker_is_killed_at_its_deadline),
        ONE(a_signal_handler_can_abandon_what_runs),
        ONE(abandoning_between_two_workers_stops_the_next_before_it_starts),
        ONE(what_is_no_program_is_not_started_and_says_why),
        ONE(an_argument_list_that_is_too_long_is_not_started),
        ONE(the_shepherd_holds_nothing_of_the_runner_open),
        ONE(the_shepherd_has_its_name_and_a_session_of_its_own),
        cmocka_unit_test(a_limit_on_processes_is_a_reason_and_no_end_of_the_run),
        cmocka_unit_test(too_few_descriptors_are_a_reason_of_their_own),
        cmocka_unit_test(a_missing_libexec_is_said_at_once),
        cmocka_unit_test(want_of_memory_starts_nothing_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
