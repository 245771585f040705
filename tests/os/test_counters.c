/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "os/counters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char *root;

static void put(const char *name, const char *text)
{
    char path[256];

    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%s/%.*s", root, (int)(slash - name), name);
        mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/%s", root, name);
    support_write(path, text, strlen(text));
}

/* A new, empty tree. */
static int fresh(void **state)
{
    static int n;

    (void)state;
    free(root);
    if (asprintf(&root, "%s/%d", support_scratch(), n++) < 0)
        return -1;
    return mkdir(root, 0700);
}

static void totals_come_from_the_kernels_files(void **state)
{
    struct os_counters got;

    (void)state;
    put("proc/stat",
        "cpu  2745 0 1963 228224 477 0 39 1150 0 0\ncpu0 1 2 3 4 5 6 7 8\n");
    put("proc/pressure/cpu", "some avg10=4.08 avg60=2.46 avg300=0.73 total=6542925\n"
                             "full avg10=0.00 avg60=0.00 avg300=0.00 total=17\n");
    put("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
    put("proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1250000\n");
    put("proc/net/netstat", "TcpExt: SyncookiesSent ListenOverflows ListenDrops "
                            "TCPSynRetrans TCPOrigDataSent\n"
                            "TcpExt: 0 71 9 12 4711\n"
                            "IpExt: InNoRoutes ListenOverflows\nIpExt: 5 6\n");
    os_counters_read(&got, root);
    assert_near(got.steal_s, 1150.0 / (double)sysconf(_SC_CLK_TCK), 1e-12);
    assert_near(got.pressure_cpu_s, 6.542925, 1e-12);
    assert_near(got.pressure_memory_s, 0, 1e-12);
    assert_near(got.pressure_io_s, 1.25, 1e-12);
    assert_int_equal(got.listen_overflows, 71);
    assert_int_equal(got.syn_retrans, 12);
}

static void what_the_kernel_does_not_tell_is_not_a_number(void **state)
{
    struct os_counters got;

    (void)state;
    os_counters_read(&got, root);
    assert_true(isnan(got.steal_s) && isnan(got.pressure_cpu_s));
    assert_true(isnan(got.pressure_memory_s) && isnan(got.pressure_io_s));
    assert_true(got.listen_overflows == UINT64_MAX && got.syn_retrans == UINT64_MAX);
    /* cut short, or of another form */
    put("proc/stat", "cpu  2745 0 1963\n");
    put("proc/pressure/cpu", "full avg10=0.00 total=17\n");
    put("proc/pressure/io", "some avg10=0.00\n");
    put("proc/net/netstat", "TcpExt: ListenOverflows TCPSynRetrans\nTcpExt: 71 many\n");
    os_counters_read(&got, root);
    assert_true(isnan(got.steal_s) && isnan(got.pressure_cpu_s));
    assert_true(isnan(got.pressure_io_s));
    assert_int_equal(got.listen_overflows, 71);
    assert_true(got.syn_retrans == UINT64_MAX);
    put("proc/net/netstat", "TcpExt: ListenOverflows TCPSynRetrans\n");
    os_counters_read(&got, root);
    assert_true(got.listen_overflows == UINT64_MAX);
}

static void counters_never_fall_on_this_machine(void **state)
{
    struct os_counters a, b;

    (void)state;
    os_counters_read(&a, "");
    os_counters_read(&b, "");
    assert_true(isnan(a.steal_s) || b.steal_s >= a.steal_s);
    assert_true(isnan(a.pressure_cpu_s) || b.pressure_cpu_s >= a.pressure_cpu_s);
    assert_true(b.listen_overflows >= a.listen_overflows);
}

static void other_shepherds_are_counted_but_not_ones_own_or_its_children(void **state)
{
    (void)state;
    put("proc/self/stat", "12 (errbar-shepherd) S 1 12 12 0\n");
    put("proc/12/stat", "12 (errbar-shepherd) S 10 12 12 0\n");
    put("proc/13/stat", "13 (errbar-shepherd) R 12 12 12 0\n");
    put("proc/20/stat", "20 (errbar-shepherd) S 1 20 20 0\n");
    put("proc/21/stat", "21 (bash) S 1 21 21 0\n");
    put("proc/22/stat", "");
    put("proc/23/stat", "23 (errbar-shepherd) Z 1 23 23 0\n");
    assert_int_equal(os_other_runs_below(root, 12), 1);
    assert_int_equal(os_other_runs_below(root, 20), 2);
}

static void a_hidden_proc_is_told_from_an_idle_one(void **state)
{
    (void)state;
    assert_int_equal(os_other_runs_below(root, 1), -1);
    put("proc/1/stat", "1 (init) S 0 1 1 0\n");
    assert_int_equal(os_other_runs_below(root, 1), 0);
    assert_true(os_other_runs(getpid()) >= 0);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(totals_come_from_the_kernels_files),
        TEST(what_the_kernel_does_not_tell_is_not_a_number),
        TEST(counters_never_fall_on_this_machine),
        TEST(other_shepherds_are_counted_but_not_ones_own_or_its_children),
        TEST(a_hidden_proc_is_told_from_an_idle_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
