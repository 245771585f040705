/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <string.h>
#include <unistd.h>

#include "peers.h"
#include "support.h"

static void what_is_asked_for_comes_whole(void **state)
{
    struct bench_ctx *ctx = set_up("bw_unix", NULL);

    (void)state;
    assert_int_equal(bench_ctx_run(ctx, "", 100), 100);
    assert_int_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
}

static void bytes_that_were_not_asked_for_are_noticed(void **state)
{
    struct bench_ctx *ctx = set_up("bw_unix", NULL);
    int fd = resource(ctx, CTX_FD)->fd;
    const uint64_t one = 1;
    char first;

    (void)state;
    assert_int_equal(write(fd, &one, sizeof one), sizeof one);
    assert_int_equal(read(fd, &first, 1), 1); /* the rest is under way */
    assert_int_not_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
}

static void a_peer_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("bw_unix", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_comes_whole),
        cmocka_unit_test(bytes_that_were_not_asked_for_are_noticed),
        cmocka_unit_test(a_peer_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
