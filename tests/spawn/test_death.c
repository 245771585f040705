/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_death.c - whoever is killed, nothing is left
 *
 * The helper grows a tree: a child, and a grandchild in a session of its own that
 * ignores every signal. All hold a FIFO open, so that its end is the end of all.
 */
#include "spawn/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "herd.h"

#include "support.h"

/* A FIFO of this test's own, open for reading. */
static int make_fifo(char path[256])
{
    static int number;

    snprintf(path, 256, "%s/fifo%d", support_scratch(), number++);
    assert_int_equal(mkfifo(path, 0600), 0);
    return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static void await_tree(int fifo)
{
    char c;

    await(fifo, POLLIN);
    assert_int_equal(read(fifo, &c, 1), 1);
}

/* All who held it have gone when reading gives the end. */
static void await_nobody(int fifo)
{
    char c;

    await(fifo, POLLIN);
    assert_int_equal(read(fifo, &c, 1), 0);
    close(fifo);
}

static size_t assert_gone(const struct spawn_outcome *out)
{
    size_t pids = 0;

    for (size_t i = 0; i < out->n; i++) {
        if (strcmp(out->records[i].count.name, "pid") == 0) {
            errno = 0;
            assert_int_equal(kill((pid_t)out->records[i].count.value, 0), -1);
            assert_int_equal(errno, ESRCH);
            pids++;
        }
    }
    return pids;
}

/* What is orphaned comes here: when the test ends, nobody may be left. */
static int reap_all(void **state)
{
    (void)state;
    while (waitpid(-1, NULL, 0) > 0)
        ;
    return errno == ECHILD ? 0 : -1;
}

static void what_a_worker_leaves_is_gone_before_the_call_returns(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;

    (void)state;
    assert_int_equal(ask(s, "leave", "", PATIENCE_MS, arena, &out, NULL), 0);
    assert_int_equal(out.end, SPAWN_EXITED);
    assert_int_equal(assert_gone(&out), 2);
    spawn_shepherd_free(s);
    arena_free(arena);
}

static void at_the_deadline_the_whole_tree_is_killed(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;
    char path[256];
    int fifo = make_fifo(path);

    (void)state;
    assert_int_equal(ask(s, "tree", path, 0.3, arena, &out, NULL), 0);
    assert_int_equal(out.end, SPAWN_TIMEOUT);
    assert_gone(&out); /* as many as it had by then */
    close(fifo);
    spawn_shepherd_free(s);
    arena_free(arena);
}

/* ---- a runner of its own, to be killed ---- */

struct runner {
    pid_t pid, shepherd;
    char scratch[256];
};

static void live_as_runner(int told, const char *what, const char *path)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct runner self = { .pid = getpid(), .shepherd = spawn_shepherd_pid(s) };
    struct spawn_outcome out;

    snprintf(self.scratch, sizeof self.scratch, "%s", spawn_scratch(s));
    if (write(told, &self, sizeof self) != (ssize_t)sizeof self)
        _exit(9);
    _exit(-ask(s, what, path, PATIENCE_MS, arena, &out, NULL));
}

static struct runner start_runner(const char *what, const char *path)
{
    struct runner r;
    int ends[2];
    pid_t pid;

    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid = fork();
    if (pid == 0)
        live_as_runner(ends[1], what, path);
    close(ends[1]);
    assert_int_equal(read(ends[0], &r, sizeof r), sizeof r);
    close(ends[0]);
    assert_int_equal(r.pid, pid);
    return r;
}

static int reap(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void a_killed_runner_leaves_no_process_and_no_scratch(void **state)
{
    char path[256];
    int fifo = make_fifo(path);
    struct runner r = start_runner("tree", path);

    (void)state;
    await_tree(fifo);
    kill(r.pid, SIGKILL);
    reap(r.pid);
    await_nobody(fifo);
    reap(r.shepherd); /* an orphan now, and so ours */
    assert_int_equal(access(r.scratch, F_OK), -1);
}

static void a_runner_killed_between_workers_leaves_nothing_either(void **state)
{
    struct runner r;
    int ends[2];
    pid_t pid;

    (void)state;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid = fork();
    if (pid == 0) {
        struct shepherd *s = herd();

        r = (struct runner){ .pid = getpid(), .shepherd = spawn_shepherd_pid(s) };
        snprintf(r.scratch, sizeof r.scratch, "%s", spawn_scratch(s));
        if (write(ends[1], &r, sizeof r) != (ssize_t)sizeof r)
            _exit(9);
        spawn_sleep(s, PATIENCE_MS, NULL);
        _exit(0);
    }
    assert_int_equal(read(ends[0], &r, sizeof r), sizeof r);
    kill(pid, SIGKILL);
    reap(pid);
    reap(r.shepherd); /* an orphan now, and so ours */
    assert_int_equal(access(r.scratch, F_OK), -1);
    close(ends[0]);
    close(ends[1]);
}

/* As where it is killed between the fork of the shepherd and its first word. */
static void a_runner_killed_before_its_shepherd_is_ready_leaves_nothing(void **state)
{
    char parent[256];
    int ends[2];
    pid_t pid;

    (void)state;
    snprintf(parent, sizeof parent, "%s/parent", support_scratch());
    assert_int_equal(mkdir(parent, 0700), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    close(ends[0]);
    pid = fork();
    if (pid == 0)
        spawn_shepherd_live(ends[1], parent);
    close(ends[1]);
    reap(pid);
    assert_int_equal(rmdir(parent), 0); /* it is empty */
}

static void a_killed_shepherd_takes_all_with_it_and_the_runner_says_so(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;
    struct diag why = { 0 };
    char path[256], *scratch = strdup(spawn_scratch(s));
    int fifo = make_fifo(path);

    (void)state;
    assert_int_equal(ask(s, "kill-shepherd", path, PATIENCE_MS, arena, &out, &why),
                     -EPIPE);
    assert_non_null(strstr(why.text, "killed by signal 9"));
    await_tree(fifo);
    await_nobody(fifo);
    assert_int_equal(access(scratch, F_OK), -1);
    assert_int_equal(spawn_shepherd_pid(s), 0);
    assert_int_equal(ask(s, "exit", "0", 1, arena, &out, &why), -EPIPE);
    assert_int_equal(spawn_sleep(s, 0, &why), -EPIPE);
    spawn_shepherd_free(s);
    arena_free(arena);
    free(scratch);
}

static void the_callers_own_children_are_spared(void **state)
{
    struct shepherd *s;
    struct arena *arena = arena_new();
    struct spawn_outcome out;
    char path[256];
    int fifo = make_fifo(path);
    pid_t own = fork();

    (void)state;
    if (own == 0) {
        for (;;)
            pause();
    }
    s = herd();
    assert_int_equal(ask(s, "kill-shepherd", path, PATIENCE_MS, arena, &out, NULL),
                     -EPIPE);
    assert_int_equal(waitpid(own, NULL, WNOHANG), 0); /* it lives */
    kill(own, SIGKILL);
    reap(own);
    spawn_shepherd_free(s);
    arena_free(arena);
    await_tree(fifo);
    await_nobody(fifo);
}

static void both_killed_at_once_leave_only_a_directory_that_is_swept(void **state)
{
    char path[256];
    int fifo = make_fifo(path);
    struct runner r = start_runner("lifeline", path);
    struct shepherd *next;

    (void)state;
    await_tree(fifo);
    kill(r.shepherd, SIGSTOP); /* so that it cannot be quicker than its death */
    kill(r.pid, SIGKILL);
    kill(r.shepherd, SIGKILL);
    reap(r.pid);
    reap(r.shepherd); /* an orphan now, and so ours */
    await_nobody(fifo);
    assert_int_equal(access(r.scratch, F_OK), 0);
    next = herd();
    assert_int_equal(access(r.scratch, F_OK), -1);
    spawn_shepherd_free(next);
}

static void the_signals_of_a_terminal_or_a_batch_system_do_not_end_it(void **state)
{
    static const int signals[] = { SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGUSR1, SIGXCPU };
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;

    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        kill(spawn_shepherd_pid(s), signals[i]);
    assert_int_equal(ask(s, "exit", "0", PATIENCE_MS, arena, &out, NULL), 0);
    assert_int_equal(out.end, SPAWN_EXITED);
    spawn_shepherd_free(s);
    arena_free(arena);
}

static void a_shepherd_that_was_stopped_is_woken_when_it_is_late(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;

    (void)state;
    s->patience_s = 0.2;
    assert_int_equal(ask(s, "stop-shepherd", "", 0.2, arena, &out, NULL), 0);
    /* ended is ended, however late; where the machine is slow, it had not stopped it */
    assert_true(out.end == SPAWN_EXITED || out.end == SPAWN_TIMEOUT);
    spawn_shepherd_free(s);
    arena_free(arena);
}

static void a_stopped_shepherd_still_ends_when_it_is_freed(void **state)
{
    struct shepherd *s = herd();
    char *scratch = strdup(spawn_scratch(s));

    (void)state;
    kill(spawn_shepherd_pid(s), SIGSTOP);
    spawn_shepherd_free(s);
    assert_int_equal(access(scratch, F_OK), -1);
    free(scratch);
}

/*
 * As where a child was stopped between its fork and its execution: it holds a copy of
 * the shepherd's end of the socket, so that no end of file ever comes.
 */
static void a_shepherd_whose_socket_outlives_it_is_given_up(void **state)
{
    struct shepherd *s = herd();
    struct arena *arena = arena_new();
    struct spawn_outcome out;
    struct diag why = { 0 };
    int ends[2];

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    assert_int_equal(dup2(ends[0], s->socket), s->socket);
    close(ends[0]);
    s->patience_s = 0.001; /* for kernels that do not tell */
    assert_int_equal(ask(s, "exit", "0", 0.001, arena, &out, &why), -EPIPE);
    assert_non_null(strstr(why.text, "errbar resume"));
    assert_int_equal(spawn_shepherd_pid(s), 0);
    close(ends[1]);
    spawn_shepherd_free(s);
    arena_free(arena);
}

#define ONE(test) cmocka_unit_test_teardown(test, reap_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(what_a_worker_leaves_is_gone_before_the_call_returns),
        ONE(at_the_deadline_the_whole_tree_is_killed),
        ONE(a_killed_runner_leaves_no_process_and_no_scratch),
        ONE(a_runner_killed_between_workers_leaves_nothing_either),
        ONE(a_runner_killed_before_its_shepherd_is_ready_leaves_nothing),
        ONE(a_killed_shepherd_takes_all_with_it_and_the_runner_says_so),
        ONE(the_callers_own_children_are_spared),
        ONE(both_killed_at_once_leave_only_a_directory_that_is_swept),
        ONE(the_signals_of_a_terminal_or_a_batch_system_do_not_end_it),
        ONE(a_shepherd_that_was_stopped_is_woken_when_it_is_late),
        ONE(a_stopped_shepherd_still_ends_when_it_is_freed),
        ONE(a_shepherd_whose_socket_outlives_it_is_given_up),
    };
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
