/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/harness.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

/* A script in the scratch directory, so that no command of the machine is needed. */
static struct bench_ctx *with(const char *script)
{
    char path[600], argument[700];
    const char *const args[] = { argument, NULL };

    snprintf(path, sizeof path, "%s/command", support_scratch());
    snprintf(argument, sizeof argument, "command=%s", path);
    if (script) {
        support_write(path, script, strlen(script));
        assert_int_equal(chmod(path, 0700), 0);
    }
    return bench_ctx_new(bench_find("lat_cmd"), args);
}

static void each_pass_runs_the_command(void **state)
{
    struct bench_ctx *ctx;
    char script[700], path[600];
    struct stat st;

    (void)state;
    snprintf(path, sizeof path, "%s/count", support_scratch());
    snprintf(script, sizeof script, "#!/bin/sh\necho x >>'%s'\n", path);
    ctx = with(script);
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "", 4), 4);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, 10); /* and the one of setup */
    bench_ctx_free(ctx);
}

static void a_command_that_fails_is_never_timed(void **state)
{
    struct bench_ctx *ctx = with("#!/bin/sh\nexit 3\n");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), -EIO);
    assert_non_null(strstr(bench_ctx_why(ctx), "did not end with 0"));
    assert_int_equal(bench_ctx_run(ctx, "", 4), 0);
    bench_ctx_free(ctx);
}

static void what_is_no_command_is_skipped_with_the_reason(void **state)
{
    static const struct {
        const char *argument, *why;
    } wrong[] = {
        { "command=/nonexistent/true",
          "/nonexistent/true cannot be executed: No such file or directory" },
        { "command=true", "command wants a full path such as /bin/true" },
        { "command=/", "/ is no file that could be executed" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const args[] = { wrong[i].argument, NULL };
        struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_cmd"), args);

        assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
        assert_true(bench_ctx_skipped(ctx));
        assert_string_equal(bench_ctx_why(ctx), wrong[i].why);
        bench_ctx_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pass_runs_the_command),
        cmocka_unit_test(a_command_that_fails_is_never_timed),
        cmocka_unit_test(what_is_no_command_is_skipped_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
