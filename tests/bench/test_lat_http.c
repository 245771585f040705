/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "peers.h"
#include "support.h"

static void all_pages_are_fetched_over_both_protocols(void **state)
{
    static const char *const over_6[] = { "ip=6", NULL };
    struct bench_ctx *ctx = set_up("lat_http", NULL);

    (void)state;
    assert_int_equal(bench_ctx_run(ctx, "time", 20), 20);
    assert_int_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
    ctx = set_up("lat_http", over_6);
    if (ctx)
        assert_int_equal(bench_ctx_run(ctx, "rate", 5), 5);
    bench_ctx_free(ctx);
}

static void the_pages_have_the_bytes_that_count(void **state)
{
    struct bench_ctx *ctx = set_up("lat_http", NULL);
    uint64_t bytes = 0, pages = 0;

    (void)state;
    for (size_t i = 0; i < ctx->n_resources; i++) {
        struct stat st;

        if (ctx->resources[i].kind != CTX_FILE)
            continue;
        assert_int_equal(stat(ctx->resources[i].at, &st), 0);
        bytes += (uint64_t)st.st_size;
        pages++;
    }
    assert_int_equal(pages, 14);
    assert_int_equal(bytes, bench_find_case(ctx->bench, "rate")->bytes);
    bench_ctx_free(ctx);
}

static void a_page_that_is_cut_is_no_pass(void **state)
{
    struct bench_ctx *ctx = set_up("lat_http", NULL);

    (void)state;
    assert_int_equal(truncate(resource(ctx, CTX_FILE)->at, 3), 0);
    assert_int_equal(bench_ctx_run(ctx, "time", 5), 0);
    bench_ctx_free(ctx);
}

static void another_page_is_noticed_after_the_last_observation(void **state)
{
    struct bench_ctx *ctx = set_up("lat_http", NULL);
    int fd = open(resource(ctx, CTX_FILE)->at, O_WRONLY);

    (void)state;
    assert_int_equal(pwrite(fd, "\n", 1, 100), 1);
    close(fd);
    assert_int_equal(bench_ctx_run(ctx, "time", 5), 5);
    assert_int_not_equal(verified(ctx), 0);
    bench_ctx_free(ctx);
}

static void a_server_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_http", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "time", 5), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pages_are_fetched_over_both_protocols),
        cmocka_unit_test(the_pages_have_the_bytes_that_count),
        cmocka_unit_test(a_page_that_is_cut_is_no_pass),
        cmocka_unit_test(another_page_is_noticed_after_the_last_observation),
        cmocka_unit_test(a_server_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
