/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <string.h>

#include "support.h"

static void benchmarks_are_sorted_and_found_by_name(void **state)
{
    (void)state;
    assert_non_null(bench_all[0]);
    for (size_t i = 0; bench_all[i]; i++) {
        assert_ptr_equal(bench_find(bench_all[i]->name), bench_all[i]);
        if (i > 0)
            assert_true(strcmp(bench_all[i - 1]->name, bench_all[i]->name) < 0);
    }
    assert_null(bench_find("lat_syscal"));
    assert_null(bench_find(""));
}

static void cases_are_found_by_name_and_the_only_one_without(void **state)
{
    const struct bench *syscall = bench_find("lat_syscall"),
                       *pipe = bench_find("lat_pipe");

    (void)state;
    assert_string_equal(bench_find_case(syscall, "fstat")->name, "fstat");
    assert_null(bench_find_case(syscall, "fst"));
    assert_null(bench_find_case(syscall, NULL));
    assert_ptr_equal(bench_find_case(pipe, NULL), &pipe->cases[0]);
    assert_ptr_equal(bench_find_case(pipe, ""), &pipe->cases[0]);
    assert_null(bench_find_case(pipe, "trip"));
}

static void causes_reject_where_one_task_runs_alone(void **state)
{
    const struct bench *proc = bench_find("lat_proc");

    (void)state;
    assert_int_equal(
        bench_rejects(bench_find("lat_syscall"), bench_find("lat_syscall")->cases), 15);
    assert_int_equal(bench_rejects(proc, bench_find_case(proc, "fork")), 0);
    assert_int_equal(bench_rejects(proc, bench_find_case(proc, "procedure")), 15);
}

static void what_a_benchmark_says_of_its_causes_counts(void **state)
{
    struct bench b = { .tasks = BENCH_ONE_TASK, .rejects = BENCH_REJECTS_NOTHING };
    const struct bench_case c = { .title = "c" };

    (void)state;
    assert_int_equal(bench_rejects(&b, &c), 0);
    b.rejects = BENCH_REJECTS_WAIT | BENCH_REJECTS_SWITCHES;
    assert_int_equal(bench_rejects(&b, &c), 3);
    b.tasks = BENCH_MANY_TASKS;
    assert_int_equal(bench_rejects(&b, &c), 3);
}

static void a_case_may_be_of_another_family(void **state)
{
    const struct bench *sig = bench_find("lat_sig");

    (void)state;
    assert_string_equal(bench_family(sig, bench_find_case(sig, "catch")), "signal");
    assert_string_equal(bench_family(sig, bench_find_case(sig, "prot")), "fault");
}

static void placement_means_something_where_there_are_many_tasks(void **state)
{
    const struct bench *proc = bench_find("lat_proc");

    (void)state;
    assert_true(bench_is_placed(proc, bench_find_case(proc, "fork")));
    assert_false(bench_is_placed(proc, bench_find_case(proc, "procedure")));
    assert_false(bench_is_placed(bench_find("lat_sig"), bench_find("lat_sig")->cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(benchmarks_are_sorted_and_found_by_name),
        cmocka_unit_test(cases_are_found_by_name_and_the_only_one_without),
        cmocka_unit_test(causes_reject_where_one_task_runs_alone),
        cmocka_unit_test(what_a_benchmark_says_of_its_causes_counts),
        cmocka_unit_test(a_case_may_be_of_another_family),
        cmocka_unit_test(placement_means_something_where_there_are_many_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
