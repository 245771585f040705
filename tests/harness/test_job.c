/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/job.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static int count_of(char **argv)
{
    int n = 0;

    while (argv[n])
        n++;
    return n;
}

/* Reads back what was written; the texts live as long as *argv. */
static void there_and_back(const struct job *job, struct job *back, char ***argv)
{
    *argv = job_to_argv(job, "errbar-worker");
    assert_non_null(*argv);
    assert_string_equal((*argv)[0], "errbar-worker");
    assert_int_equal(job_from_argv(back, count_of(*argv), *argv, NULL), 0);
}

static void a_full_job_comes_back_as_it_was(void **state)
{
    struct job job = {
        .bench = "lat_ctx",
        .which = "",
        .params = { { "size", "65536" }, { "label", "a=b, c d" }, { "empty", "" } },
        .n_params = 3,
        .axis = "procs",
        .points = { "2", "8", "96" },
        .n_points = 3,
        .passes = { 0, 8000, 18446744073709551615u },
        .observations = 25,
        .hz = 250,
        .cpus = { 1, 0, 1023 },
        .n_cpus = 3,
        .free = true,
        .scratch = "/tmp/with a blank/and=sign",
        .libexec = "/usr/libexec/errbar",
        .remote = "192.0.2.2 1 2 3 4",
    };
    struct job back;
    char **argv;

    (void)state;
    there_and_back(&job, &back, &argv);
    assert_string_equal(back.bench, "lat_ctx");
    assert_string_equal(back.which, "");
    assert_int_equal(back.n_params, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(back.params[i].name, job.params[i].name);
        assert_string_equal(back.params[i].value, job.params[i].value);
        assert_string_equal(back.points[i], job.points[i]);
        assert_true(back.passes[i] == job.passes[i]);
        assert_int_equal(back.cpus[i], job.cpus[i]);
    }
    assert_string_equal(back.axis, "procs");
    assert_int_equal(back.n_points, 3);
    assert_int_equal(back.observations, 25);
    assert_int_equal(back.hz, 250);
    assert_int_equal(back.n_cpus, 3);
    assert_true(back.free);
    assert_string_equal(back.scratch, job.scratch);
    assert_string_equal(back.libexec, job.libexec);
    assert_string_equal(back.remote, job.remote);
    free(argv);
}

static void the_least_job_comes_back_as_it_was(void **state)
{
    struct job job = { .bench = "lat_pipe", .which = "", .n_points = 1 }, back;
    char **argv;

    (void)state;
    there_and_back(&job, &back, &argv);
    assert_string_equal(back.bench, "lat_pipe");
    assert_null(back.axis);
    assert_int_equal(back.n_points, 1);
    assert_null(back.points[0]);
    assert_int_equal(back.passes[0], 0);
    assert_int_equal(back.n_cpus, 0);
    assert_false(back.free);
    assert_null(back.scratch);
    assert_null(back.remote);
    free(argv);
}

static void lists_may_be_full(void **state)
{
    struct job job = { .bench = "b", .which = "c", .axis = "x" }, back;
    char **argv;

    (void)state;
    for (job.n_params = 0; job.n_params < JOB_PARAMS; job.n_params++)
        job.params[job.n_params] = (struct job_param){ "p", "v" };
    for (job.n_points = 0; job.n_points < JOB_POINTS; job.n_points++)
        job.points[job.n_points] = "point";
    for (job.n_cpus = 0; job.n_cpus < JOB_CPUS; job.n_cpus++)
        job.cpus[job.n_cpus] = (int)job.n_cpus;
    there_and_back(&job, &back, &argv);
    assert_int_equal(back.n_params, JOB_PARAMS);
    assert_int_equal(back.n_points, JOB_POINTS);
    assert_int_equal(back.n_cpus, JOB_CPUS);
    assert_int_equal(back.cpus[JOB_CPUS - 1], JOB_CPUS - 1);
    free(argv);
}

static void what_is_wrong_is_named(void **state)
{
    static const struct {
        const char *argument, *named;
    } wrong[] = {
        { "colour=red", "'colour=red'" },
        { "bench", "'bench'" },
        { "observations=many", "'observations=many'" },
        { "observations=4294967296", "'observations=4294967296'" },
        { "cpus=1,x", "argument 3" },
        { "cpus=", "argument 3" },
        { "cpus=4294967296", "argument 3" },
        { "param=nothing", "'param=nothing'" },
        { "param==v", "'param==v'" },
        { "free=no", "'free=no'" },
        { "point=-1", "'point=-1'" },
        { "point=1=2", "axis" },
        { "axis=procs", "axis" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[3][32] = { "bench=b", "point=0", "" };
        char *argv[] = { (char[]){ "worker" }, text[0], text[1], text[2], NULL };
        struct diag why = { 0 };
        struct job job = { .hz = 77 };

        snprintf(text[2], sizeof text[2], "%s", wrong[i].argument);
        assert_int_equal(job_from_argv(&job, 4, argv, &why), -EINVAL);
        if (!strstr(why.text, wrong[i].named))
            fail_msg("'%s' does not name %s", why.text, wrong[i].named);
        assert_int_equal(job.hz, 77); /* untouched */
    }
}

static void a_job_without_benchmark_or_point_is_refused(void **state)
{
    char *none[] = { (char[]){ "worker" }, NULL };
    char *half[] = { (char[]){ "worker" }, (char[]){ "bench=b" }, NULL };
    struct diag why = { 0 };
    struct job job;

    (void)state;
    assert_int_equal(job_from_argv(&job, 1, none, &why), -EINVAL);
    assert_non_null(strstr(why.text, "bench="));
    assert_int_equal(job_from_argv(&job, 2, half, &why), -EINVAL);
    assert_non_null(strstr(why.text, "point="));
}

static void want_of_memory_gives_no_list(void **state)
{
    struct job job = { .bench = "b", .which = "", .n_points = 1 };
    char **argv = NULL;

    (void)state;
    for (long n = 0; !argv; n++) {
        support_fail_allocation = n;
        argv = job_to_argv(&job, "worker");
        support_fail_allocation = -1;
        assert_true(n < 10);
        assert_true(n > 0 || !argv);
    }
    free(argv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_job_comes_back_as_it_was),
        cmocka_unit_test(the_least_job_comes_back_as_it_was),
        cmocka_unit_test(lists_may_be_full),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(a_job_without_benchmark_or_point_is_refused),
        cmocka_unit_test(want_of_memory_gives_no_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
