/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/self.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/affinity.h"

#include "support.h"

/* Bound to one CPU, a child that is as busy and this process must wait in turn. */
static void waiting_for_the_cpu_is_seen(void **state)
{
    int cpus[256], n = os_affinity_get(cpus, 256);
    struct os_self_counts was, is;
    struct os_self self;
    pid_t pid;

    (void)state;
    assert_true(n > 0);
    if (!os_self_open(&self))
        skip();
    assert_int_equal(os_affinity_set(cpus, 1), 0);
    os_self_read(&self, &was);
    assert_int_equal(was.cpu, cpus[0]);
    pid = fork();
    assert_true(pid >= 0);
    for (;;) {
        os_self_read(&self, &is);
        if (pid == 0 || is.wait_ns > was.wait_ns)
            sched_yield();
        if (pid > 0 && is.wait_ns > was.wait_ns)
            break;
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    os_self_close(&self);
    os_affinity_set(cpus, (size_t)n);
}

/* The kernel's own text: "ran waited times". */
static unsigned long long second_field(void)
{
    unsigned long long ran = 0, waited = 0;
    FILE *file = fopen("/proc/self/schedstat", "r");

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &ran, &waited), 2);
    fclose(file);
    return waited;
}

static void waiting_is_the_second_number_of_schedstat(void **state)
{
    struct os_self_counts counts;
    unsigned long long before;
    struct os_self self;

    (void)state;
    if (!os_self_open(&self))
        skip();
    before = second_field();
    os_self_read(&self, &counts);
    assert_in_range(counts.wait_ns, before, second_field());
    os_self_close(&self);
}

static void without_a_record_of_waiting_it_stays_zero(void **state)
{
    const struct os_self none = { .schedstat = -1 };
    struct os_self_counts counts = { .wait_ns = 77 };

    (void)state;
    os_self_read(&none, &counts);
    assert_int_equal(counts.wait_ns, 0);
    assert_true(counts.cpu >= 0);
}

static void the_cpu_of_a_process_is_read_whatever_its_name_is(void **state)
{
    int cpus[256], n = os_affinity_get(cpus, 256);

    (void)state;
    assert_int_equal(os_affinity_set(&cpus[n - 1], 1), 0);
    prctl(PR_SET_NAME, "a) R 1 (b ) 2");
    assert_int_equal(os_self_cpu_of(getpid()), cpus[n - 1]);
    assert_int_equal(os_self_cpu(), cpus[n - 1]);
    os_affinity_set(cpus, (size_t)n);
}

static void of_a_process_that_is_gone_nothing_is_known(void **state)
{
    pid_t pid = fork();

    (void)state;
    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    assert_int_equal(os_self_cpu_of(pid), -1);
}

/* This process adopts what its child leaves behind, and sees what becomes of it. */
static void a_child_that_asked_for_it_dies_with_its_parent(void **state)
{
    pid_t parent, orphan = 0;
    int ready[2], status;

    (void)state;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    assert_int_equal(pipe(ready), 0);
    parent = fork();
    if (parent == 0) {
        pid_t pid = fork();

        if (pid == 0) {
            os_self_dies_with_parent();
            pid = getpid();
            if (write(ready[1], &pid, sizeof pid) == sizeof pid)
                pause();
        }
        pause();
    }
    assert_int_equal(read(ready[0], &orphan, sizeof orphan), sizeof orphan);
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    assert_int_equal(waitpid(orphan, &status, 0), orphan);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
    close(ready[0]);
    close(ready[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_for_the_cpu_is_seen),
        cmocka_unit_test(waiting_is_the_second_number_of_schedstat),
        cmocka_unit_test(without_a_record_of_waiting_it_stays_zero),
        cmocka_unit_test(the_cpu_of_a_process_is_read_whatever_its_name_is),
        cmocka_unit_test(of_a_process_that_is_gone_nothing_is_known),
        cmocka_unit_test(a_child_that_asked_for_it_dies_with_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
