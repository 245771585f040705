/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/harness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static char built[512]; /* directory of the true helpers */
static struct job job = { .bench = "lat_proc", .n_points = 1 };

static struct bench_ctx *fresh(const char *which, const char *libexec)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_proc"), NULL);

    job.which = which;
    job.libexec = libexec;
    bench_ctx_use(ctx, &job);
    return ctx;
}

static bool no_child_is_left(void)
{
    return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

static void each_pass_waits_for_its_child(void **state)
{
    static const char *const cases[] = { "fork", "exec", "shell" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench_ctx *ctx = fresh(cases[i], built);

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(bench_ctx_run(ctx, cases[i], 3), 3);
        assert_true(no_child_is_left());
        bench_ctx_free(ctx);
    }
}

/* A directory with a script in place of the small program. */
static const char *scripted(const char *name, const char *script)
{
    static char directory[256];
    char path[300];

    snprintf(directory, sizeof directory, "%s/%s", support_scratch(), name);
    snprintf(path, sizeof path, "%s/errbar-hello", directory);
    mkdir(directory, 0700);
    support_write(path, script, strlen(script));
    assert_int_equal(chmod(path, 0700), 0);
    return directory;
}

static void a_program_that_ends_badly_is_found_in_setup(void **state)
{
    const char *libexec = scripted("bad", "#!/bin/sh\nexit 3\n");
    struct bench_ctx *ctx = fresh("exec", libexec);

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), -EIO);
    assert_non_null(strstr(bench_ctx_why(ctx), "did not end as it should"));
    bench_ctx_free(ctx);
    ctx = fresh("shell", libexec);
    assert_int_equal(bench_ctx_setup(ctx), -EIO);
    bench_ctx_free(ctx);
    assert_true(no_child_is_left());
}

/* The first two runs are well, the third is not. */
static void a_program_that_ends_badly_later_ends_the_loop(void **state)
{
    const char *libexec = scripted("later", "#!/bin/sh\n"
                                            "cd \"${0%/*}\" || exit 9\n"
                                            "[ -e b ] && exit 1\n"
                                            "[ -e a ] && >b\n"
                                            ">a\n");
    struct bench_ctx *ctx = fresh("exec", libexec);

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "exec", 10), 1);
    bench_ctx_free(ctx);
}

static void the_path_may_hold_blanks_and_quotes(void **state)
{
    const char *libexec =
        scripted("it's a $HOME \"dir\"; exit 1", "#!/bin/sh\nexit 0\n");
    struct bench_ctx *ctx = fresh("shell", libexec);

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "shell", 1), 1);
    bench_ctx_free(ctx);
}

static void programs_start_without_our_environment(void **state)
{
    const char *libexec = scripted("env", "#!/bin/sh\n[ -z \"$ERRBAR_BUILD\" ]\n");

    (void)state;
    assert_non_null(getenv("ERRBAR_BUILD"));
    for (int shell = 0; shell < 2; shell++) {
        struct bench_ctx *ctx = fresh(shell ? "shell" : "exec", libexec);

        assert_int_equal(bench_ctx_setup(ctx), 0);
        bench_ctx_free(ctx);
    }
}

static void a_case_needs_only_what_it_uses(void **state)
{
    struct bench_ctx *ctx = fresh("fork", "/nonexistent");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    bench_ctx_free(ctx);
    ctx = fresh("exec", "/nonexistent");
    assert_int_equal(bench_ctx_setup(ctx), -ENOENT);
    assert_non_null(strstr(bench_ctx_why(ctx), "errbar-hello"));
    assert_null(strstr(bench_ctx_why(ctx), "/nonexistent")); /* may be a home */
    bench_ctx_free(ctx);
}

/* Runs the small program with its output led to `path`. */
static int hello_to(const char *path)
{
    char program[600];
    pid_t pid;
    int status;

    snprintf(program, sizeof program, "%s/errbar-hello", built);
    pid = fork();
    if (pid == 0) {
        int fd = open(path, O_WRONLY | O_CREAT, 0600);

        if (fd >= 0 && dup2(fd, 1) == 1)
            execl(program, "hello", (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void the_small_program_writes_twelve_bytes_and_says_if_it_could(void **state)
{
    char path[300], *bytes;
    size_t length;

    (void)state;
    snprintf(path, sizeof path, "%s/out", support_scratch());
    assert_int_equal(hello_to(path), 0);
    bytes = support_read(path, &length);
    assert_int_equal(length, 12);
    free(bytes);
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(WEXITSTATUS(hello_to("/dev/full")), 1);
}

static int begin(void **state)
{
    (void)state;
    snprintf(built, sizeof built, "%s/src/helpers", getenv("ERRBAR_BUILD"));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pass_waits_for_its_child),
        cmocka_unit_test(a_program_that_ends_badly_is_found_in_setup),
        cmocka_unit_test(a_program_that_ends_badly_later_ends_the_loop),
        cmocka_unit_test(the_path_may_hold_blanks_and_quotes),
        cmocka_unit_test(programs_start_without_our_environment),
        cmocka_unit_test(a_case_needs_only_what_it_uses),
        cmocka_unit_test(the_small_program_writes_twelve_bytes_and_says_if_it_could),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
