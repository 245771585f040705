/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/harness.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support.h"

static struct job job = { .bench = "lat_select", .n_points = 1 };

static struct bench_ctx *with(const char *which, const char *fds,
                              const char *definition)
{
    const char *const args[] = { fds, definition, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_select"), args);

    job.which = which;
    bench_ctx_use(ctx, &job);
    return ctx;
}

/* The benchmark's state is not seen from here: the descriptors tell. */
static int highest(void)
{
    int last = -1;

    for (int fd = 0; fd < 1024; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            last = fd;
    }
    return last;
}

static void all_descriptors_are_asked_about(void **state)
{
    static const char *const cases[] = { "file", "tcp" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench_ctx *ctx = with(cases[i], "fds=100", "definition=ours");
        int last;

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(bench_ctx_run(ctx, cases[i], 100), 100);
        last = highest();
        assert_true(last >= 107);
        close(last); /* and one that is gone is missed */
        assert_int_equal(bench_ctx_run(ctx, cases[i], 100), 0);
        bench_ctx_free(ctx);
    }
}

static void lmbenchs_definition_does_not_ask_about_the_last(void **state)
{
    struct bench_ctx *ctx = with("file", "fds=100", "definition=lmbench-3.0");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(bench_ctx_run(ctx, "file", 100), 100);
    for (int fd = 100; fd <= highest(); fd++)
        close(fd);
    assert_int_equal(bench_ctx_run(ctx, "file", 100), 100);
    close(99);
    assert_int_equal(bench_ctx_run(ctx, "file", 100), 0);
    bench_ctx_free(ctx);
}

static void a_descriptor_that_cannot_be_written_to_is_no_pass(void **state)
{
    struct bench_ctx *ctx = with("tcp", "fds=10", "definition=ours");
    static char much[65536];
    int last;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    last = highest();
    while (send(last, much, sizeof much, MSG_DONTWAIT) > 0)
        ;
    assert_int_equal(bench_ctx_run(ctx, "tcp", 100), 0);
    bench_ctx_free(ctx);
}

static void too_many_for_the_limit_fail_and_name_it(void **state)
{
    struct bench_ctx *ctx = with("file", "fds=100", "definition=ours");
    struct rlimit was, low;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &was), 0);
    low = (struct rlimit){ .rlim_cur = 64, .rlim_max = was.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    assert_true(bench_ctx_setup(ctx) < 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &was), 0);
    assert_string_equal(bench_ctx_why(ctx),
                        "cannot copy a descriptor: Too many open files (too many for "
                        "the limit; ulimit -n is 64)");
    bench_ctx_free(ctx);
}

static int begin(void **state)
{
    (void)state;
    job.scratch = support_scratch();
    for (int fd = 8; fd < 1024; fd++)
        close(fd); /* whatever was inherited */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_descriptors_are_asked_about),
        cmocka_unit_test(lmbenchs_definition_does_not_ask_about_the_last),
        cmocka_unit_test(a_descriptor_that_cannot_be_written_to_is_no_pass),
        cmocka_unit_test(too_many_for_the_limit_fail_and_name_it),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
