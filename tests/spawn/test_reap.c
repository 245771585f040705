/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spawn/reap.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static pid_t sleeper(void)
{
    pid_t pid = fork();

    while (pid == 0)
        pause();
    assert_true(pid > 0);
    return pid;
}

static bool has(const pid_t *pids, long n, pid_t pid)
{
    for (long i = 0; i < n; i++) {
        if (pids[i] == pid)
            return true;
    }
    return false;
}

static void living_and_dead_children_are_listed(void **state)
{
    pid_t living = sleeper(), dead = sleeper(), *pids = NULL;
    siginfo_t info;
    long n;

    (void)state;
    kill(dead, SIGKILL);
    assert_int_equal(waitid(P_PID, (id_t)dead, &info, WEXITED | WNOWAIT), 0);
    n = spawn_children("/proc", &pids);
    assert_int_equal(n, 2);
    assert_true(has(pids, n, living) && has(pids, n, dead));
    free(pids);
    spawn_reap_all(NULL, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void those_to_spare_live_on(void **state)
{
    pid_t spared = sleeper(), other = sleeper();

    (void)state;
    spawn_reap_all(&spared, 1);
    assert_int_equal(waitpid(other, NULL, WNOHANG), -1); /* reaped */
    assert_int_equal(waitpid(spared, NULL, WNOHANG), 0); /* lives */
    spawn_reap_all(NULL, 0);
}

static void put(const char *path, const char *text)
{
    char full[256];

    snprintf(full, sizeof full, "%s/%s", support_scratch(), path);
    if (text)
        support_write(full, text, strlen(text));
    else
        assert_int_equal(mkdir(full, 0700), 0);
}

/* Without PROC_CHILDREN in the kernel: names may hold anything, also parentheses. */
static void a_kernel_without_lists_of_children_is_asked_for_all_processes(void **state)
{
    char ours[64];
    pid_t *pids = NULL;
    long n;

    (void)state;
    put("self", NULL);
    put("self/task", NULL);
    put("self/task/1", NULL);
    put("11", NULL);
    put("12", NULL);
    put("13", NULL);
    put("14", NULL);
    put("net", NULL);
    snprintf(ours, sizeof ours, "11 (a) S %d 11 11 0", (int)getpid());
    put("11/stat", ours);
    put("12/stat", "12 (b) S 1 12 12 0");
    snprintf(ours, sizeof ours, "13 (c) S 1 (d)) Z %d 13 13 0", (int)getpid());
    put("13/stat", ours);
    n = spawn_children(support_scratch(), &pids);
    assert_int_equal(n, 2);
    assert_true(has(pids, n, 11) && has(pids, n, 13));
    free(pids);
}

static void a_proc_that_is_not_there_is_an_error(void **state)
{
    pid_t *pids = NULL;

    (void)state;
    assert_int_equal(spawn_children("/nonexistent", &pids), -ENOENT);
    assert_null(pids);
}

static void want_of_memory_is_told(void **state)
{
    pid_t *pids = NULL, child = sleeper();

    (void)state;
    support_fail_allocation = 0;
    assert_int_equal(spawn_children("/proc", &pids), -ENOMEM);
    support_fail_allocation = -1;
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(living_and_dead_children_are_listed),
        cmocka_unit_test(those_to_spare_live_on),
        cmocka_unit_test(a_kernel_without_lists_of_children_is_asked_for_all_processes),
        cmocka_unit_test(a_proc_that_is_not_there_is_an_error),
        cmocka_unit_test(want_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
