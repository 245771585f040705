/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ctx.h"
#include "harness/harness.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static uint64_t loop(void *state, uint64_t passes)
{
    (void)state;
    return passes;
}

static const struct bench_case cases[] = { { .title = "toy", .loop = loop }, { 0 } };
static const struct bench toy = { .name = "toy", .state_size = 64, .cases = cases };

static struct bench_ctx *fresh(void)
{
    struct bench_ctx *ctx = bench_ctx_new(&toy, NULL);

    assert_non_null(ctx);
    return ctx;
}

static void what_a_call_gave_is_closed_with_the_context(void **state)
{
    struct bench_ctx *ctx = fresh();
    int fd = bench_adopt(ctx, open("/dev/null", O_RDONLY | O_CLOEXEC), "cannot open");

    (void)state;
    assert_true(fd > 2);
    bench_ctx_free(ctx);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
}

static void what_a_call_refused_is_told_with_its_reason(void **state)
{
    struct bench_ctx *ctx = fresh();

    (void)state;
    assert_int_equal(bench_adopt(ctx, open("/nonexistent", O_RDONLY), "cannot open it"),
                     -ENOENT);
    assert_string_equal(bench_ctx_why(ctx),
                        "cannot open it: No such file or directory");
    assert_false(bench_ctx_skipped(ctx));
    bench_ctx_free(ctx);
}

static char order[3];

static void note(void *what)
{
    strncat(order, what, 1);
}

static void what_a_library_gave_goes_with_the_context_newest_first(void **state)
{
    struct bench_ctx *ctx = fresh();
    char a[] = "a", b[] = "b";

    (void)state;
    assert_int_equal(bench_defer(ctx, note, a), 0);
    assert_int_equal(bench_defer(ctx, note, b), 0);
    assert_string_equal(order, "");
    bench_ctx_free(ctx);
    assert_string_equal(order, "ba");
}

static const struct {
    int family, type;
} kinds[] = {
    { AF_UNIX, SOCK_STREAM }, { AF_UNIX, SOCK_DGRAM },   { AF_INET, SOCK_STREAM },
    { AF_INET, SOCK_DGRAM },  { AF_INET6, SOCK_STREAM }, { AF_INET6, SOCK_DGRAM },
};

static void two_sockets_hear_each_other_and_go_with_the_context(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct bench_ctx *ctx = fresh();
        int fds[2], rc = bench_socketpair(ctx, kinds[i].family, kinds[i].type, fds);
        char got = 0;

        if (rc < 0 && bench_ctx_skipped(ctx)) { /* a machine without IPv6 */
            assert_int_equal(kinds[i].family, AF_INET6);
            bench_ctx_free(ctx);
            continue;
        }
        assert_int_equal(rc, 0);
        assert_int_equal(write(fds[0], "a", 1), 1);
        assert_int_equal(read(fds[1], &got, 1), 1);
        assert_int_equal(got, 'a');
        assert_int_equal(write(fds[1], "b", 1), 1);
        assert_int_equal(read(fds[0], &got, 1), 1);
        assert_int_equal(got, 'b');
        assert_int_equal(ctx->n_resources, 2);
        assert_true(fcntl(fds[0], F_GETFD) & FD_CLOEXEC);
        assert_true(fcntl(fds[1], F_GETFD) & FD_CLOEXEC);
        bench_ctx_free(ctx);
        assert_int_equal(fcntl(fds[0], F_GETFD), -1);
        assert_int_equal(fcntl(fds[1], F_GETFD), -1);
    }
}

static void two_that_listen_have_two_ports(void **state)
{
    struct bench_ctx *ctx = fresh();
    struct bench_address a, b;

    (void)state;
    assert_true(bench_listen(ctx, AF_INET, 5, &a) >= 0);
    assert_true(bench_listen(ctx, AF_INET, 5, &b) >= 0);
    assert_int_equal(a.in.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    assert_int_not_equal(a.in.sin_port, 0);
    assert_int_not_equal(a.in.sin_port, b.in.sin_port);
    bench_ctx_free(ctx);
}

enum { NO_NAMESPACE = 77, LISTEN = -1 };

/* In a network of its own the loopback is down: exit code of the child. */
static int without_loopback(int family, int type)
{
    struct bench_ctx *ctx;
    struct bench_address at;
    int fds[2], rc;

    if (unshare(CLONE_NEWNET) < 0)
        return NO_NAMESPACE;
    ctx = bench_ctx_new(&toy, NULL);
    rc = !ctx             ? -ENOMEM
         : type == LISTEN ? bench_listen(ctx, family, 1, &at)
                          : bench_socketpair(ctx, family, type, fds);
    return rc == -ENOTSUP && bench_ctx_skipped(ctx) &&
                   strstr(bench_ctx_why(ctx), "loopback here")
               ? 0
               : 1;
}

static void without_a_loopback_it_is_skipped_with_a_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        static const int types[] = { SOCK_STREAM, SOCK_DGRAM, LISTEN };
        pid_t pid = fork();
        int status;

        if (pid == 0)
            _exit(without_loopback(i % 2 ? AF_INET6 : AF_INET, types[i / 2]));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (WIFEXITED(status) && WEXITSTATUS(status) == NO_NAMESPACE) {
            print_message("# unshare(CLONE_NEWNET) is refused here\n");
            skip();
        }
        assert_int_equal(status, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_call_gave_is_closed_with_the_context),
        cmocka_unit_test(what_a_call_refused_is_told_with_its_reason),
        cmocka_unit_test(what_a_library_gave_goes_with_the_context_newest_first),
        cmocka_unit_test(two_sockets_hear_each_other_and_go_with_the_context),
        cmocka_unit_test(two_that_listen_have_two_ports),
        cmocka_unit_test(without_a_loopback_it_is_skipped_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
