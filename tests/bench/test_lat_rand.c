/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <stdlib.h>

#include "support.h"

static void numbers_that_the_seed_does_not_give_spoil_the_observation(void **state)
{
    const struct bench *bench = bench_find("lat_rand");
    size_t n = 0;

    (void)state;
    for (const struct bench_case *c = bench->cases; c->title; c++, n++) {
        struct bench_ctx *ctx = bench_ctx_new(bench, NULL);

        ctx->passes = 1000;
        assert_int_equal(c->before(ctx, ctx->state), 0);
        assert_int_equal(c->loop(ctx->state, 1000), 1000);
        assert_int_equal(c->after(ctx, ctx->state), 0);
        assert_int_equal(c->before(ctx, ctx->state), 0);
        assert_int_equal(c->loop(ctx->state, 1001), 1001); /* one more than was asked */
        assert_int_equal(c->after(ctx, ctx->state), -EIO);
        bench_ctx_free(ctx);
    }
    assert_int_equal(n, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_the_seed_does_not_give_spoil_the_observation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
