/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"
#include "ends.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static struct bench_ctx *with(unsigned procs, const char *size)
{
    char procs_is[32], size_is[32];
    const char *const args[] = { procs_is, size_is, NULL };

    snprintf(procs_is, sizeof procs_is, "procs=%u", procs);
    snprintf(size_is, sizeof size_is, "size=%s", size);
    return bench_ctx_new(bench_find("lat_ctx"), args);
}

static void a_ring_of_n_takes_n_hops_a_lap(void **state)
{
    static const unsigned numbers[] = { 2, 3, 8, 96 };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        unsigned n = numbers[i];
        struct bench_ctx *ctx = with(n, "4K");

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(bench_ctx_step(ctx, ""), n);
        assert_int_equal(ctx->tasks, n);
        assert_int_equal(bench_ctx_run(ctx, "", 5 * n), 5 * n);
        assert_int_equal(bench_ctx_run_base(ctx, "", 5 * n), 5 * n);
        bench_ctx_free(ctx);
    }
}

struct holders {
    int fd; /* an end that the first process has */
    unsigned ends;
};

static void count_ends(void *self, pid_t pid)
{
    struct holders *h = self;

    h->ends += ends_in(pid, h->fd);
}

/* Two ends of the ring and, for the base, a pipe a process; the rest is others'. */
static void a_process_holds_no_end_that_is_not_its_own(void **state)
{
    struct bench_ctx *ctx = with(8, "0");
    struct holders h = { 0 };
    unsigned fds = 0;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    for (size_t i = 0; i < ctx->n_resources; i++) {
        if (ctx->resources[i].kind != CTX_FD)
            continue;
        h.fd = ctx->resources[i].fd;
        h.ends = 0;
        ctx_peers(ctx, count_ends, &h);
        assert_int_equal(h.ends, fds++ < 2 ? 1 : 0);
    }
    assert_int_equal(fds, 2 + 2 * 8);
    bench_ctx_free(ctx);
}

static void see_one(void *self, pid_t pid)
{
    *(pid_t *)self = pid;
}

static void a_process_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = with(4, "0");
    pid_t pid = 0;

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    ctx_peers(ctx, see_one, &pid);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(bench_ctx_run(ctx, "", 400), 0);
    bench_ctx_free(ctx);
}

static void a_sum_that_is_wrong_loses_the_pass(void **state)
{
    struct bench_ctx *ctx = with(2, "16K");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    assert_int_equal(ctx->resources[0].kind, CTX_MAPPING);
    assert_int_equal(ctx->resources[0].bytes, 16384);
    ((uint64_t *)ctx->resources[0].at)[1000]++;
    assert_int_equal(bench_ctx_run(ctx, "", 400), 1);
    bench_ctx_free(ctx);
}

static void too_few_descriptors_fail_it_with_the_reason_and_leave_nothing(void **state)
{
    struct bench_ctx *ctx = with(96, "0");
    struct rlimit was, few;
    int rc;

    (void)state;
    getrlimit(RLIMIT_NOFILE, &was);
    few = was;
    few.rlim_cur = 64;
    setrlimit(RLIMIT_NOFILE, &few);
    rc = bench_ctx_setup(ctx);
    setrlimit(RLIMIT_NOFILE, &was);
    assert_int_equal(rc, -EMFILE);
    assert_non_null(strstr(bench_ctx_why(ctx), "ulimit -n is 64"));
    assert_false(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static int begin(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN); /* as a worker does */
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_of_n_takes_n_hops_a_lap),
        cmocka_unit_test(a_process_holds_no_end_that_is_not_its_own),
        cmocka_unit_test(a_process_that_dies_ends_the_loop),
        cmocka_unit_test(a_sum_that_is_wrong_loses_the_pass),
        cmocka_unit_test(too_few_descriptors_fail_it_with_the_reason_and_leave_nothing),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
