/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "peers.h"
#include "support.h"

/* More than wait in any queue, so that the loop must not wait for the server alone. */
static void five_thousand_connections_are_all_accepted(void **state)
{
    struct bench_ctx *ctx = set_up("lat_unix_connect", NULL);

    (void)state;
    for (int i = 0; i < 5; i++) /* after each, the server has counted the same */
        assert_int_equal(bench_ctx_run(ctx, "", 1000), 1000);
    bench_ctx_free(ctx);
}

static void a_server_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_unix_connect", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
}

static void a_path_that_is_too_long_is_said(void **state)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_unix_connect"), NULL);
    struct job job = { .bench = "lat_unix_connect", .which = "", .n_points = 1 };
    char place[600];

    (void)state;
    snprintf(place, sizeof place, "%s/%0120d", support_scratch(), 1);
    assert_int_equal(mkdir(place, 0700), 0);
    job.scratch = place;
    bench_ctx_use(ctx, &job);
    assert_int_equal(bench_ctx_setup(ctx), -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    assert_non_null(strstr(bench_ctx_why(ctx), "too long for a local socket"));
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_thousand_connections_are_all_accepted),
        cmocka_unit_test(a_server_that_dies_ends_the_loop),
        cmocka_unit_test(a_path_that_is_too_long_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
