/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks with host=remote, and the services that errbar serve gives them. */
#include "bench/kit/far.h"

#include "bench/kit/window.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "peers.h"
#include "support.h"

/* All services on the loopback, for callers from `only`, as struct job is told them. */
struct far {
    pid_t pids[BENCH_SERVICES];
    char text[128];
};

static uint16_t start(struct far *far, enum bench_service service, const char *only)
{
    struct bench_address at = { .length = sizeof at.in };
    struct bench_address caller = { .length = sizeof caller.in };
    int type = bench_service_type(service);
    int fd = socket(AF_INET, type, 0);

    at.in.sin_family = caller.in.sin_family = AF_INET;
    at.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(inet_pton(AF_INET, only, &caller.in.sin_addr), 1);
    assert_int_equal(bind(fd, &at.any, at.length), 0);
    assert_int_equal(getsockname(fd, &at.any, &at.length), 0);
    if (type == SOCK_STREAM)
        assert_int_equal(listen(fd, 100), 0);
    far->pids[service] = fork();
    if (far->pids[service] == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(bench_far_serve(service, fd, &caller) < 0);
    }
    close(fd);
    return ntohs(at.in.sin_port);
}

static void start_all(struct far *far, const char *only)
{
    int n = snprintf(far->text, sizeof far->text, "127.0.0.1");

    for (int s = 0; s < BENCH_SERVICES; s++)
        n += snprintf(far->text + n, sizeof far->text - (size_t)n, " %d",
                      start(far, (enum bench_service)s, only));
}

static void stop_all(const struct far *far)
{
    for (int s = 0; s < BENCH_SERVICES; s++) {
        kill(far->pids[s], SIGKILL);
        assert_int_equal(waitpid(far->pids[s], NULL, 0), far->pids[s]);
    }
}

static struct job job = { .which = "", .n_points = 1 };
static const char *const far_away[] = { "host=remote", NULL };

/* The context, whatever setup said. */
static struct bench_ctx *begin(const char *name, const char *remote, int *rc)
{
    struct bench_ctx *ctx = bench_ctx_new(bench_find(name), far_away);

    signal(SIGPIPE, SIG_IGN);
    assert_non_null(ctx);
    job.bench = name;
    job.remote = remote;
    bench_ctx_use(ctx, &job);
    *rc = bench_ctx_setup(ctx);
    return ctx;
}

/* lat_rpc is in test_rpc.c, which has libtirpc. */
static const char *const names[] = { "lat_tcp", "lat_udp",     "bw_tcp",
                                     "bw_udp",  "lat_connect", "lat_http" };
enum { NAMES = sizeof names / sizeof *names };

/* The first. */
static const char *case_of(const struct bench_ctx *ctx)
{
    return ctx->bench->cases[0].name ? ctx->bench->cases[0].name : "";
}

static void each_is_measured_with_the_far_end_and_no_peer_of_its_own(void **state)
{
    struct far far;

    (void)state;
    start_all(&far, "127.0.0.1");
    for (size_t round = 0; round < 2; round++) { /* one invocation after the other */
        for (size_t i = 0; i < NAMES; i++) {
            int rc;
            struct bench_ctx *ctx = begin(names[i], far.text, &rc);

            if (rc < 0)
                fail_msg("%s: %s", names[i], bench_ctx_why(ctx));
            assert_int_equal(ctx->tasks, 1);
            assert_int_equal(bench_ctx_run(ctx, case_of(ctx), 50), 50);
            if (ctx->bench->cases[0].verify)
                assert_int_equal(verified(ctx), 0);
            bench_ctx_free(ctx);
        }
    }
    stop_all(&far);
}

static void a_far_end_that_goes_ends_the_loop(void **state)
{
    struct far far;
    struct bench_ctx *ctx;
    int rc;

    (void)state;
    start_all(&far, "127.0.0.1");
    ctx = begin("lat_connect", far.text, &rc);
    assert_int_equal(rc, 0);
    stop_all(&far);
    assert_int_equal(bench_ctx_run(ctx, "", 50), 0);
    bench_ctx_free(ctx);
}

static void who_comes_from_elsewhere_is_not_answered(void **state)
{
    struct far far;

    (void)state;
    start_all(&far, "192.0.2.1");
    for (size_t i = 0; i < NAMES; i++) {
        int rc;
        struct bench_ctx *ctx = begin(names[i], far.text, &rc);

        assert_true(rc < 0);
        assert_false(bench_ctx_skipped(ctx));
        bench_ctx_free(ctx);
    }
    stop_all(&far);
}

static void without_a_far_end_it_is_unsupported_with_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        int rc;
        struct bench_ctx *ctx = begin(names[i], NULL, &rc);

        assert_int_equal(rc, -ENOTSUP);
        assert_true(bench_ctx_skipped(ctx));
        assert_non_null(strstr(bench_ctx_why(ctx), "run --remote"));
        bench_ctx_free(ctx);
    }
}

static void what_the_far_end_has_not_is_unsupported(void **state)
{
    int rc;
    struct bench_ctx *ctx = begin("lat_udp", "127.0.0.1 1 - 3 4", &rc);

    (void)state;
    assert_int_equal(rc, -ENOTSUP);
    assert_true(bench_ctx_skipped(ctx));
    assert_non_null(strstr(bench_ctx_why(ctx), "libtirpc"));
    bench_ctx_free(ctx);
}

static void a_row_of_one_protocol_is_not_measured_over_the_other(void **state)
{
    int rc;
    struct bench_ctx *ctx = begin("lat_tcp", "::1 1 2 3 4", &rc);

    (void)state;
    assert_int_equal(rc, -ENOTSUP);
    assert_non_null(strstr(bench_ctx_why(ctx), "IPv6"));
    bench_ctx_free(ctx);
}

/* An answer to what is asked after would come behind one to what is not fair. */
static void requests_for_too_much_are_not_answered(void **state)
{
    static const struct bench_window unfair[] = {
        { 0, 1, 7 },   { 0, 1, 65508 },     { 0, 0, 64 },
        { 0, 257, 8 }, { 0, 256, 1 << 14 }, { 0, UINT64_MAX / 32, 64 }
    };
    const struct bench_window fair = { 77, 1, 64 };
    unsigned char got[128] = "";
    struct far far;
    struct bench_ctx *ctx;
    int rc, fd;

    (void)state;
    start_all(&far, "127.0.0.1");
    ctx = begin("bw_udp", far.text, &rc);
    assert_int_equal(rc, 0);
    fd = resource(ctx, CTX_FD)->fd;
    assert_int_equal(send(fd, "short", 5, 0), 5);
    for (size_t i = 0; i < sizeof unfair / sizeof *unfair; i++)
        assert_int_equal(send(fd, &unfair[i], sizeof *unfair, 0), sizeof *unfair);
    assert_int_equal(send(fd, &fair, sizeof fair, 0), sizeof fair);
    assert_int_equal(recv(fd, got, sizeof got, 0), 64);
    assert_int_equal(got[0], 77);
    assert_int_equal(got[63], bench_window_byte(63));
    bench_ctx_free(ctx);
    stop_all(&far);
}

static void a_far_end_that_cannot_be_understood_is_a_failure(void **state)
{
    static const char *const wrong[] = { "127.0.0.1", "127.0.0.1 1 2 3",
                                         "127.0.0.1 0 0 0 0", "nowhere 1 2 3 4",
                                         "127.0.0.1 1 2 3 70000" };

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        int rc;
        struct bench_ctx *ctx = begin("lat_connect", wrong[i], &rc);

        assert_int_equal(rc, -EINVAL);
        bench_ctx_free(ctx);
    }
}

/* A socket that never waits, so that a service ends when nothing is left to answer. */
static int bind_impatient(enum bench_service service, struct bench_address *at)
{
    int type = bench_service_type(service);
    int fd = socket(AF_INET, type | SOCK_NONBLOCK, 0);

    memset(at, 0, sizeof *at);
    at->length = sizeof at->in;
    at->in.sin_family = AF_INET;
    at->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(fd, &at->any, at->length), 0);
    assert_int_equal(getsockname(fd, &at->any, &at->length), 0);
    if (type == SOCK_STREAM)
        assert_int_equal(listen(fd, 4), 0);
    return fd;
}

/* Asks, lets the service answer in this process until nothing is left, and hangs up. */
static void ask(enum bench_service service, const void *request, size_t bytes,
                void *answer, size_t expected)
{
    struct bench_address at;
    int fd = bind_impatient(service, &at);
    int client = socket(AF_INET, bench_service_type(service), 0);

    assert_int_equal(connect(client, &at.any, at.length), 0);
    assert_int_equal(send(client, request, bytes, 0), bytes);
    assert_int_equal(bench_far_serve(service, fd, &at), -EAGAIN);
    signal(SIGCHLD, SIG_DFL); /* the service wants no word of its children, tests do */
    assert_int_equal(recv(client, answer, expected, MSG_WAITALL), expected);
    close(client);
    close(fd);
}

static void a_service_says_why_it_cannot_go_on(void **state)
{
    const uint32_t number = 41;
    const struct bench_window window = { .first = 5, .n = 2, .message = 16 };
    uint32_t next = 0;
    uint64_t datagram[2] = { 0 };
    char sent = 7, echo = 0;

    (void)state;
    ask(BENCH_DATAGRAM, &number, sizeof number, &next, sizeof next);
    assert_int_equal(next, 42);
    ask(BENCH_WINDOWS, &window, sizeof window, datagram, sizeof datagram);
    assert_int_equal(datagram[0], 5);
    ask(BENCH_ECHO, &sent, 1, &echo, 1);
    assert_int_not_equal(echo, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_measured_with_the_far_end_and_no_peer_of_its_own),
        cmocka_unit_test(a_far_end_that_goes_ends_the_loop),
        cmocka_unit_test(who_comes_from_elsewhere_is_not_answered),
        cmocka_unit_test(without_a_far_end_it_is_unsupported_with_a_sentence),
        cmocka_unit_test(what_the_far_end_has_not_is_unsupported),
        cmocka_unit_test(a_row_of_one_protocol_is_not_measured_over_the_other),
        cmocka_unit_test(requests_for_too_much_are_not_answered),
        cmocka_unit_test(a_far_end_that_cannot_be_understood_is_a_failure),
        cmocka_unit_test(a_service_says_why_it_cannot_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
