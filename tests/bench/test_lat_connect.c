/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"
#include "support.h"

/* That counter of /proc/net/netstat, read another way than the benchmark does. */
static unsigned long long counter(const char *name)
{
    static char names[16384], numbers[16384];
    FILE *file = fopen("/proc/net/netstat", "r");
    char *rest_of_names, *rest_of_numbers;

    assert_non_null(file);
    while (fgets(names, sizeof names, file) && fgets(numbers, sizeof numbers, file) &&
           strncmp(names, "TcpExt:", 7) != 0)
        ;
    fclose(file);
    for (char *n = strtok_r(names, " \n", &rest_of_names),
              *v = strtok_r(numbers, " \n", &rest_of_numbers);
         n && v; n = strtok_r(NULL, " \n", &rest_of_names),
              v = strtok_r(NULL, " \n", &rest_of_numbers)) {
        if (strcmp(n, name) == 0)
            return strtoull(v, NULL, 10);
    }
    fail_msg("there is no counter %s", name);
    return 0;
}

/* More at once than the queue holds, so that the loop must wait for the server. */
static void no_connection_is_lost_of_twenty_thousand(void **state)
{
    unsigned long long before = counter("ListenOverflows");

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench_ctx *ctx = set_up("lat_connect", NULL);

        assert_non_null(ctx);
        assert_int_equal(bench_ctx_run(ctx, "", 10000), 10000);
        assert_int_equal(verified(ctx), 0);
        bench_ctx_free(ctx);
    }
    assert_int_equal(counter("ListenOverflows"), before);
}

static void it_connects_over_both_protocols(void **state)
{
    static const char *const over_6[] = { "ip=6", NULL };
    struct bench_ctx *ctx = set_up("lat_connect", over_6);

    (void)state;
    if (ctx)
        assert_int_equal(bench_ctx_run(ctx, "", 200), 200);
    bench_ctx_free(ctx);
}

static void lmbench_s_way_does_not_wait_for_the_server(void **state)
{
    static const char *const old[] = { "definition=lmbench-3.0", NULL };
    struct bench_ctx *ctx = set_up("lat_connect", old);

    (void)state;
    assert_non_null(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 50), 50);
    kill_peer(ctx);
    assert_int_equal(verified(ctx), 0); /* whatever the counters did */
    bench_ctx_free(ctx);
}

static void a_server_that_dies_ends_the_loop(void **state)
{
    struct bench_ctx *ctx = set_up("lat_connect", NULL);

    (void)state;
    kill_peer(ctx);
    assert_int_equal(bench_ctx_run(ctx, "", 100), 0);
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_connection_is_lost_of_twenty_thousand),
        cmocka_unit_test(it_connects_over_both_protocols),
        cmocka_unit_test(lmbench_s_way_does_not_wait_for_the_server),
        cmocka_unit_test(a_server_that_dies_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
