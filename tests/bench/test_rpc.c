/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lat_rpc with the calls of libtirpc, as errbar-rpc-worker has them. */
#include "bench/kit/rpc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "peers.h"
#include "support.h"

static struct job job = { .bench = "lat_rpc", .n_points = 1 };

static struct bench_ctx *set_up_case(const char *which, const char *ip)
{
    const char *const args[] = { ip, NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_rpc"), args);

    assert_non_null(ctx);
    job.which = which;
    bench_ctx_use(ctx, &job);
    if (bench_ctx_setup(ctx) == 0)
        return ctx;
    if (!bench_ctx_skipped(ctx))
        fail_msg("lat_rpc.%s %s: %s", which, ip, bench_ctx_why(ctx));
    print_message("# skipped: %s\n", bench_ctx_why(ctx));
    bench_ctx_free(ctx);
    return NULL;
}

static void calls_are_made_over_each_transport_and_protocol(void **state)
{
    static const char *const kinds[][2] = {
        { "udp", "ip=4" }, { "tcp", "ip=4" }, { "udp", "ip=6" }, { "tcp", "ip=6" }
    };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct bench_ctx *ctx = set_up_case(kinds[i][0], kinds[i][1]);
        int type = 0;
        socklen_t length = sizeof type;

        if (!ctx)
            continue;
        assert_int_equal(
            getsockopt(resource(ctx, CTX_FD)->fd, SOL_SOCKET, SO_TYPE, &type, &length),
            0);
        assert_int_equal(type, i % 2 ? SOCK_STREAM : SOCK_DGRAM);
        assert_int_equal(bench_ctx_run(ctx, kinds[i][0], 300), 300);
        bench_ctx_free(ctx);
    }
}

static void a_server_that_dies_ends_the_loop(void **state)
{
    static const char *const kinds[] = { "udp", "tcp" };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench_ctx *ctx = set_up_case(kinds[i], "ip=4");

        assert_non_null(ctx);
        kill_peer(ctx);
        assert_int_equal(bench_ctx_run(ctx, kinds[i], 100), 0);
        bench_ctx_free(ctx);
    }
}

/* The service of errbar serve on the loopback, and its port. */
static pid_t start_far(bool udp, const char *only, uint16_t *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, udp ? SOCK_DGRAM : SOCK_STREAM, 0);
    pid_t pid;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, length), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &length), 0);
    if (!udp)
        assert_int_equal(listen(fd, 4), 0);
    pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(bench_rpc_far(fd, udp ? "udp" : "tcp", only) < 0);
    }
    close(fd);
    *port = ntohs(at.sin_port);
    return pid;
}

/* What setup returns with that far end. */
static struct bench_ctx *call_far(bool udp, uint16_t port, int *rc)
{
    static const char *const far_away[] = { "host=remote", NULL };
    struct bench_ctx *ctx = bench_ctx_new(bench_find("lat_rpc"), far_away);
    static char text[64];

    assert_non_null(ctx);
    snprintf(text, sizeof text, "127.0.0.1 1 1 1 1 %d %d", udp ? port : 1,
             udp ? 1 : port);
    job.which = udp ? "udp" : "tcp";
    job.remote = text;
    bench_ctx_use(ctx, &job);
    *rc = bench_ctx_setup(ctx);
    job.remote = NULL;
    return ctx;
}

static void the_far_end_answers_one_invocation_after_the_other(void **state)
{
    (void)state;
    for (int udp = 0; udp < 2; udp++) {
        uint16_t port;
        pid_t pid = start_far(udp, "127.0.0.1", &port);

        for (int round = 0; round < 3; round++) {
            int rc;
            struct bench_ctx *ctx = call_far(udp, port, &rc);

            if (rc < 0)
                fail_msg("%s: %s", job.which, bench_ctx_why(ctx));
            assert_int_equal(ctx->tasks, 1);
            assert_int_equal(bench_ctx_run(ctx, job.which, 100), 100);
            bench_ctx_free(ctx);
        }
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
    }
}

static void the_far_end_answers_its_caller_only(void **state)
{
    (void)state;
    for (int udp = 0; udp < 2; udp++) {
        int rc;
        uint16_t port;
        pid_t pid = start_far(udp, "192.0.2.1", &port);
        struct bench_ctx *ctx = call_far(udp, port, &rc);

        assert_true(rc < 0);
        assert_false(bench_ctx_skipped(ctx));
        bench_ctx_free(ctx);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
    }
}

static void what_the_far_end_cannot_be_is_refused(void **state)
{
    (void)state;
    assert_int_equal(bench_rpc_far(0, "sctp", "127.0.0.1"), -EINVAL);
    assert_int_equal(bench_rpc_far(0, "udp", "nowhere"), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_made_over_each_transport_and_protocol),
        cmocka_unit_test(a_server_that_dies_ends_the_loop),
        cmocka_unit_test(the_far_end_answers_one_invocation_after_the_other),
        cmocka_unit_test(the_far_end_answers_its_caller_only),
        cmocka_unit_test(what_the_far_end_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
