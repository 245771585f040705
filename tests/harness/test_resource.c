/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ctx.h"
#include "harness/harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/affinity.h"
#include "os/self.h"

#include "support.h"

static uint64_t loop(void *state, uint64_t passes)
{
    (void)state;
    return passes;
}

static const struct bench_case cases[] = { { .title = "toy", .loop = loop }, { 0 } };
static const struct bench toy = { .name = "toy", .state_size = 64, .cases = cases };

static struct job job = { .bench = "toy", .which = "", .n_points = 1 };

static struct bench_ctx *fresh(void)
{
    struct bench_ctx *ctx = bench_ctx_new(&toy, NULL);

    assert_non_null(ctx);
    job.scratch = support_scratch();
    bench_ctx_use(ctx, &job);
    return ctx;
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static unsigned entries(const char *path)
{
    DIR *directory = opendir(path);
    unsigned n = 0;

    assert_non_null(directory);
    while (readdir(directory))
        n++;
    closedir(directory);
    return n;
}

static void descriptors_are_closed_with_the_context(void **state)
{
    struct bench_ctx *ctx = fresh();
    unsigned before = entries("/proc/self/fd");
    int fd = bench_open(ctx, "/dev/null", O_RDONLY), fds[2];

    (void)state;
    assert_true(fd > 2);
    assert_int_equal(bench_pipe(ctx, fds), 0);
    bench_close(ctx, fds[0]);
    assert_false(is_open(fds[0]));
    assert_true(is_open(fd) && is_open(fds[1]));
    bench_ctx_free(ctx);
    assert_int_equal(entries("/proc/self/fd"), before);
}

static void closing_what_the_context_did_not_give_does_nothing(void **state)
{
    struct bench_ctx *ctx = fresh();

    (void)state;
    for (int fd = 0; fd < 3; fd++) {
        bool was = is_open(fd);

        bench_close(ctx, fd);
        assert_int_equal(is_open(fd), was);
    }
    bench_close(ctx, -1);
    bench_ctx_free(ctx);
}

static void memory_is_zeroed_page_aligned_and_returned(void **state)
{
    struct bench_ctx *ctx = fresh();
    long page = sysconf(_SC_PAGESIZE);
    char *memory = bench_alloc(ctx, 100000), *none = bench_alloc(ctx, 0);

    (void)state;
    assert_non_null(memory);
    assert_non_null(none);
    assert_int_equal((uintptr_t)memory % (uintptr_t)page, 0);
    for (size_t i = 0; i < 100000; i++)
        assert_int_equal(memory[i], 0);
    assert_null(bench_alloc(ctx, SIZE_MAX / 2));
    assert_non_null(strstr(bench_ctx_why(ctx), "no memory for"));
    bench_ctx_free(ctx);
    assert_int_equal(madvise(memory, 1, MADV_NORMAL), -1); /* not mapped any more */
    assert_int_equal(errno, ENOMEM);
}

static void a_mapped_file_is_unmapped_and_what_cannot_be_mapped_is_told(void **state)
{
    struct bench_ctx *ctx = fresh();
    int fd = bench_open(ctx, "/proc/self/exe", O_RDONLY);
    char *at = bench_map(ctx, 4, PROT_READ, MAP_PRIVATE, fd);

    (void)state;
    assert_non_null(at);
    assert_memory_equal(at, "\177ELF", 4);
    assert_null(bench_map(ctx, 4, PROT_READ, MAP_PRIVATE, 1000));
    assert_string_equal(bench_ctx_why(ctx), "cannot map 4 bytes: Bad file descriptor");
    bench_ctx_free(ctx);
    assert_int_equal(madvise(at, 1, MADV_NORMAL), -1);
}

static void a_temporary_directory_goes_with_all_that_is_in_it(void **state)
{
    struct bench_ctx *ctx = fresh();
    const char *top;
    char path[600];

    (void)state;
    assert_int_equal(bench_tempdir(ctx, &top), 0);
    snprintf(path, sizeof path, "%s/a", top);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/a/b", top);
    assert_true(bench_open(ctx, path, O_CREAT | O_WRONLY, 0600) >= 0);
    assert_int_equal(entries(job.scratch), 3);
    bench_ctx_free(ctx);
    assert_int_equal(entries(job.scratch), 2);
}

static void temporary_files_go_with_the_context(void **state)
{
    struct bench_ctx *ctx = fresh();
    const char *a, *b;

    (void)state;
    assert_int_equal(bench_tempfile(ctx, &a), 0);
    assert_int_equal(bench_tempfile(ctx, &b), 0);
    assert_string_not_equal(a, b);
    assert_int_equal(access(a, R_OK | W_OK), 0);
    assert_int_equal(entries(support_scratch()), 4); /* with . and .. */
    bench_ctx_free(ctx);
    assert_int_equal(entries(support_scratch()), 2);
}

/* ---- peers ---- */

static int wait_for_ever(void *state)
{
    (void)state;
    while (pause() < 0)
        ;
    return 0;
}

static int tell_and_wait(void *state)
{
    const int *to = state;
    pid_t self = getpid();

    return write(to[1], &self, sizeof self) == sizeof self ? wait_for_ever(NULL) : 1;
}

static int end_with_7(void *state)
{
    (void)state;
    return 7;
}

static void a_peer_dies_with_the_context(void **state)
{
    struct bench_ctx *ctx = fresh();
    pid_t pid = bench_spawn(ctx, wait_for_ever, NULL);

    (void)state;
    assert_true(pid > 0);
    assert_int_equal(kill(pid, 0), 0);
    bench_ctx_free(ctx);
    assert_int_equal(waitpid(-1, NULL, 0), -1);
    assert_int_equal(errno, ECHILD);
}

/* The file's name is put where only the other order would have lost it. */
static void resources_are_released_newest_first(void **state)
{
    struct bench_ctx *ctx = fresh();
    char *older = bench_alloc(ctx, 4096);
    const char *newer;

    (void)state;
    assert_int_equal(bench_tempfile(ctx, &newer), 0);
    ctx->resources[1].at = strcpy(older, newer);
    bench_ctx_free(ctx);
    assert_int_equal(entries(support_scratch()), 2);
}

/* This process adopts the peer when the worker has gone, and sees it die. */
static void a_peer_dies_with_its_worker_however_that_ends(void **state)
{
    int ready[2], status;
    pid_t worker, peer;

    (void)state;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    assert_int_equal(pipe(ready), 0);
    worker = fork();
    if (worker == 0) {
        struct bench_ctx *ctx = fresh();

        peer = bench_spawn(ctx, tell_and_wait, ready);
        pause();
    }
    assert_int_equal(read(ready[0], &peer, sizeof peer), sizeof peer);
    kill(worker, SIGKILL);
    assert_int_equal(waitpid(worker, &status, 0), worker);
    assert_int_equal(waitpid(peer, &status, 0), peer);
    assert_true(WIFSIGNALED(status));
    close(ready[0]);
    close(ready[1]);
}

static void a_peer_ends_with_what_its_body_returns(void **state)
{
    struct bench_ctx *ctx = fresh();
    pid_t pid = bench_spawn(ctx, end_with_7, NULL);
    int status;

    (void)state;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    bench_ctx_free(ctx);
}

static int tell_cpus(void *state)
{
    int cpus[4], *to = state;
    int n = os_affinity_get(cpus, 4);

    return n == 1 && write(*to, cpus, sizeof *cpus) == sizeof *cpus ? 0 : 1;
}

static void peers_are_bound_to_the_cpus_of_the_job_in_turn(void **state)
{
    int allowed[2], fds[2], got;
    int n = os_affinity_get(allowed, 2);
    struct bench_ctx *ctx = fresh();

    (void)state;
    if (n < 2)
        skip();
    job.n_cpus = 2;
    job.cpus[0] = allowed[0];
    job.cpus[1] = allowed[1];
    assert_int_equal(bench_pipe(ctx, fds), 0);
    for (int task = 1; task < 4; task++) {
        assert_true(bench_spawn(ctx, tell_cpus, &fds[1]) > 0);
        assert_int_equal(read(fds[0], &got, sizeof got), sizeof got);
        assert_int_equal(got, allowed[task % 2]);
    }
    bench_ctx_free(ctx);
    job.n_cpus = 0;
}

/* ---- limits ---- */

static void too_few_descriptors_are_said_to_be_so(void **state)
{
    struct rlimit was, few;
    struct bench_ctx *ctx = fresh();
    int fds[2], rc;

    (void)state;
    getrlimit(RLIMIT_NOFILE, &was);
    few = was;
    few.rlim_cur = 20;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    while ((rc = bench_pipe(ctx, fds)) == 0)
        ;
    setrlimit(RLIMIT_NOFILE, &was);
    assert_int_equal(rc, -EMFILE);
    assert_string_equal(
        bench_ctx_why(ctx),
        "cannot make a pipe: Too many open files (too many for the limit; "
        "ulimit -n is 20)");
    bench_ctx_free(ctx);
}

/* In a process of its own, since root has no such limit and must become another. */
static int spawn_beyond_the_limit(void *unused)
{
    struct rlimit none = { 0, 0 };
    struct bench_ctx *ctx = fresh();
    int answer = 2; /* a sandbox without the limit */

    (void)unused;
    if (setrlimit(RLIMIT_NPROC, &none) == 0 &&
        (geteuid() != 0 ||
         (setgroups(0, NULL) == 0 && setresuid(65534, 65534, 65534) == 0))) {
        pid_t pid = bench_spawn(ctx, end_with_7, NULL);

        if (pid == -EAGAIN)
            answer = !strstr(bench_ctx_why(ctx), "cannot start a process") ||
                     !strstr(bench_ctx_why(ctx), "ulimit -u is 0");
    }
    bench_ctx_free(ctx);
    return answer;
}

static void too_few_processes_are_said_to_be_so(void **state)
{
    struct bench_ctx *ctx = fresh();
    pid_t pid = bench_spawn(ctx, spawn_beyond_the_limit, NULL);
    int status;

    (void)state;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    bench_ctx_free(ctx);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        skip();
    assert_int_equal(status, 0);
}

static void a_helper_that_is_not_there_is_named(void **state)
{
    struct bench_ctx *ctx = fresh();
    const char *path;

    (void)state;
    job.libexec = "/nonexistent";
    assert_int_equal(bench_helper(ctx, "errbar-hello", &path), -ENOENT);
    assert_string_equal(bench_ctx_why(ctx),
                        "errbar-hello cannot be executed: No such file or directory");
    bench_ctx_free(ctx);
}

static void more_than_the_context_can_hold_is_refused(void **state)
{
    struct bench_ctx *ctx = fresh();
    unsigned files = entries("/proc/self/fd");
    int fds[2];

    (void)state;
    ctx->n_resources = CTX_RESOURCES - 1; /* zeroed ones: descriptor 0, as it happens */
    assert_int_equal(bench_pipe(ctx, fds), -E2BIG);
    assert_non_null(strstr(bench_ctx_why(ctx), "more than 8192"));
    assert_true(bench_alloc(ctx, 1) != NULL);
    assert_null(bench_alloc(ctx, 1));
    assert_int_equal(entries("/proc/self/fd"), files);
    ctx->resources[0] = ctx->resources[CTX_RESOURCES - 1];
    ctx->n_resources = 1;
    bench_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_are_closed_with_the_context),
        cmocka_unit_test(closing_what_the_context_did_not_give_does_nothing),
        cmocka_unit_test(memory_is_zeroed_page_aligned_and_returned),
        cmocka_unit_test(a_mapped_file_is_unmapped_and_what_cannot_be_mapped_is_told),
        cmocka_unit_test(a_temporary_directory_goes_with_all_that_is_in_it),
        cmocka_unit_test(temporary_files_go_with_the_context),
        cmocka_unit_test(a_peer_dies_with_the_context),
        cmocka_unit_test(resources_are_released_newest_first),
        cmocka_unit_test(a_peer_dies_with_its_worker_however_that_ends),
        cmocka_unit_test(a_peer_ends_with_what_its_body_returns),
        cmocka_unit_test(peers_are_bound_to_the_cpus_of_the_job_in_turn),
        cmocka_unit_test(too_few_descriptors_are_said_to_be_so),
        cmocka_unit_test(too_few_processes_are_said_to_be_so),
        cmocka_unit_test(a_helper_that_is_not_there_is_named),
        cmocka_unit_test(more_than_the_context_can_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
