/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "peers.h"
#include "support.h"

static void a_thousand_trips_are_made(void **state)
{
    struct bench_ctx *ctx = set_up("lat_unix", NULL);

    (void)state;
    assert_int_equal(ctx->n_resources, 2); /* our end and the peer */
    assert_int_equal(ctx->tasks, 2);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_unix", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    bench_ctx_free(ctx);
}

static void an_answer_to_something_else_is_no_pass(void **state)
{
    struct bench_ctx *ctx = set_up("lat_unix", NULL);

    (void)state;
    assert_int_equal(write(resource(ctx, CTX_FD)->fd, "?", 1), 1);
    assert_in_range(bench_ctx_run(ctx, "", 1000), 0, 1);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_trips_are_made),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
        cmocka_unit_test(an_answer_to_something_else_is_no_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
