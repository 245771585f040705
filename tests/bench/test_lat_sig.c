/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/harness.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static struct bench_ctx *fresh(void)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_sig"), NULL);

    assert_int_equal(bench_ctx_setup(ctx), 0);
    return ctx;
}

static void n_passes_are_n_signals_and_n_faults(void **state)
{
    static const uint64_t numbers[] = { 0, 1, 2, 3, 1000 };
    struct bench_ctx *ctx = fresh();

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(bench_ctx_run(ctx, "catch", numbers[i]), numbers[i]);
        assert_int_equal(bench_ctx_run(ctx, "prot", numbers[i]), numbers[i]);
        assert_int_equal(bench_ctx_run_base(ctx, "prot", numbers[i]), numbers[i]);
    }
    bench_ctx_free(ctx);
}

static void signals_are_counted_where_they_are_caught_not_where_they_are_sent(
    void **state)
{
    struct bench_ctx *ctx = fresh();
    sigset_t usr1, was;

    (void)state;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigprocmask(SIG_BLOCK, &usr1, &was);
    assert_int_equal(bench_ctx_run(ctx, "catch", 10), 0);
    signal(SIGUSR1, SIG_IGN); /* forgets the one that is pending */
    sigprocmask(SIG_SETMASK, &was, NULL);
    signal(SIGUSR1, SIG_DFL);
    bench_ctx_free(ctx);
}

static int dummy;

static void not_ours(int number)
{
    dummy += number;
}

static void handlers_are_as_before_once_it_is_observed(void **state)
{
    struct bench_ctx *ctx = fresh();
    struct sigaction is;

    (void)state;
    signal(SIGUSR1, not_ours);
    bench_ctx_run(ctx, "install", 5);
    bench_ctx_run(ctx, "catch", 5);
    bench_ctx_run(ctx, "prot", 5);
    sigaction(SIGUSR1, NULL, &is);
    assert_ptr_equal(is.sa_handler, not_ours);
    sigaction(SIGSEGV, NULL, &is);
    assert_ptr_not_equal(is.sa_handler, not_ours);
    signal(SIGUSR1, SIG_DFL);
    bench_ctx_free(ctx);
}

static void a_true_crash_stays_one(void **state)
{
    pid_t pid = fork();
    int status;

    (void)state;
    if (pid == 0) {
        struct bench_ctx *ctx;

        signal(SIGSEGV, SIG_DFL); /* not a sanitizer's */
        ctx = fresh();
        bench_ctx_run(ctx, "prot", 5);
        kill(getpid(), SIGSEGV);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(n_passes_are_n_signals_and_n_faults),
        cmocka_unit_test(
            signals_are_counted_where_they_are_caught_not_where_they_are_sent),
        cmocka_unit_test(handlers_are_as_before_once_it_is_observed),
        cmocka_unit_test(a_true_crash_stays_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
