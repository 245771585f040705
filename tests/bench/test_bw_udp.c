/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <sys/socket.h>

#include "peers.h"
#include "support.h"

static void no_datagram_is_lost_of_any_size(void **state)
{
    static const char *const all[][3] = { { "message=8", NULL },
                                          { "message=1472", "ip=6", NULL },
                                          { "message=65507", NULL } };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct bench_ctx *ctx = set_up("bw_udp", all[i]);

        if (!ctx)
            continue;
        assert_int_equal(bench_ctx_run(ctx, "", 2000), 2000);
        assert_int_equal(verified(ctx), 0);
        bench_ctx_free(ctx);
    }
}

/* One more than is asked for: whatever comes next is in another's place. */
static void a_datagram_out_of_its_place_is_no_pass(void **state)
{
    static const struct {
        uint64_t first, n;
    } more = { 77, 1 };
    struct bench_ctx *ctx = set_up("bw_udp", NULL);

    (void)state;
    assert_int_equal(send(resource(ctx, CTX_FD)->fd, &more, sizeof more, 0),
                     sizeof more);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
    ctx = set_up("bw_udp", NULL);
    assert_int_equal(send(resource(ctx, CTX_FD)->fd, &more, sizeof more, 0),
                     sizeof more);
    assert_int_not_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("bw_udp", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_datagram_is_lost_of_any_size),
        cmocka_unit_test(a_datagram_out_of_its_place_is_no_pass),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
