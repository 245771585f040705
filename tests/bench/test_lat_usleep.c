/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "support.h"

static const char *const ways[] = { "usleep", "nanosleep", "select", "pselect",
                                    "itimer" };

static struct bench_ctx *with(const char *us, const char *policy)
{
    const char *const args[] = { us, policy, NULL };

    return bench_ctx_new(bench_find("lat_usleep"), args);
}

static double now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void each_way_sleeps_at_least_as_long_as_it_is_asked_to(void **state)
{
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        struct bench_ctx *ctx = with("us=2000", "policy=other");
        double began = now_us();

        assert_int_equal(bench_ctx_setup(ctx), 0);
        assert_int_equal(bench_ctx_run(ctx, ways[i], 3), 3);
        assert_true(now_us() - began >= 5994);
        bench_ctx_free(ctx);
    }
}

static void a_sleep_that_did_not_take_place_spoils_the_observation(void **state)
{
    const struct bench_case *c = bench_find_case(bench_find("lat_usleep"), "nanosleep");
    struct bench_ctx *ctx = with("us=500000", "policy=other");

    (void)state;
    assert_int_equal(bench_ctx_setup(ctx), 0);
    ctx->passes = 2;
    assert_int_equal(c->before(ctx, ctx->state), 0);
    assert_int_equal(c->after(ctx, ctx->state), -EIO);
    assert_non_null(strstr(bench_ctx_why(ctx), "where 1000000 were to be slept"));
    bench_ctx_free(ctx);
}

static void the_process_is_as_before_once_it_is_observed(void **state)
{
    struct bench_ctx *ctx = with("us=1", "policy=rr");
    int policy = sched_getscheduler(0);
    struct sigaction is;
    sigset_t mask;

    (void)state;
    if (bench_ctx_setup(ctx) < 0) {
        assert_true(bench_ctx_skipped(ctx));
        print_message("# sched_setscheduler(SCHED_RR) is refused here\n");
        bench_ctx_free(ctx);
        skip();
    }
    assert_int_equal(sched_getscheduler(0), policy);
    assert_int_equal(bench_ctx_run(ctx, "itimer", 3), 3);
    assert_int_equal(sched_getscheduler(0), policy);
    sigaction(SIGALRM, NULL, &is);
    assert_ptr_equal(is.sa_handler, SIG_DFL);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    assert_false(sigismember(&mask, SIGALRM));
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_sleeps_at_least_as_long_as_it_is_asked_to),
        cmocka_unit_test(a_sleep_that_did_not_take_place_spoils_the_observation),
        cmocka_unit_test(the_process_is_as_before_once_it_is_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
