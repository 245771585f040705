/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "peers.h"
#include "support.h"

static void a_thousand_hand_overs_are_five_hundred_turns_of_the_peer(void **state)
{
    struct bench_ctx *ctx = set_up("lat_fcntl", NULL);
    const uint64_t *turns = resource(ctx, CTX_MAPPING)->at;

    (void)state;
    assert_int_equal(*turns, 1); /* the first trip */
    assert_int_equal(bench_ctx_step(ctx, ""), 2);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    assert_int_equal(*turns, 501);
    bench_ctx_free(ctx);
}

/* Nobody waits for the locks of the dead: it would be fast. */
static void a_peer_that_dies_spoils_the_observation(void **state)
{
    struct bench_ctx *ctx = set_up("lat_fcntl", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 1000), 0);
    assert_non_null(strstr(bench_ctx_why(ctx), "turns where 500 were handed to it"));
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_hand_overs_are_five_hundred_turns_of_the_peer),
        cmocka_unit_test(a_peer_that_dies_spoils_the_observation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
