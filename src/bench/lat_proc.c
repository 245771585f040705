/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_proc.c - what it costs to call a procedure, and to make processes of three kinds
 *
 * fork: a child that ends at once. exec: one that becomes a small program. shell: one
 * that becomes a shell which starts the small program. Each pass waits for its child
 * and checks how it ended. Placement says where the child may start.
 */
#include "harness/bench.h"

#include "bench/kit/empty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char shell[] = "/bin/sh", hello_name[] = "errbar-hello";

struct state {
    int null; /* where the small program's line goes */
    const char *hello;
    char *command; /* for the shell: hello's path in quotes */
};

/* ---- loops ---- */

static uint64_t loop_procedure(void *state, uint64_t passes)
{
    uint64_t tens = passes / 10;

    (void)state;
    for (uint64_t i = 0; i < tens; i++) {
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
        bench_empty();
    }
    for (uint64_t i = 10 * tens; i < passes; i++)
        bench_empty();
    return passes;
}

/* A child of this pass has ended with 0. */
static bool ended_well(pid_t pid)
{
    int status;

    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static uint64_t loop_fork(void *state, uint64_t passes)
{
    uint64_t done = 0;

    (void)state;
    for (; done < passes; done++) {
        pid_t pid = fork();

        if (pid == 0)
            _exit(0);
        if (!ended_well(pid))
            break;
    }
    return done;
}

/* The child: its standard output leads nowhere, its environment is empty. */
static void become(const struct state *s, const char *program, const char *const *argv)
{
    static char *const nothing[] = { NULL };

    if (dup2(s->null, STDOUT_FILENO) >= 0)
        execve(program, (char *const *)(uintptr_t)argv, nothing);
    _exit(127);
}

static uint64_t start_programs(const struct state *s, const char *program,
                               const char *const *argv, uint64_t passes)
{
    uint64_t done = 0;

    for (; done < passes; done++) {
        pid_t pid = fork();

        if (pid == 0)
            become(s, program, argv);
        if (!ended_well(pid))
            break;
    }
    return done;
}

static uint64_t loop_exec(void *state, uint64_t passes)
{
    const struct state *s = state;
    const char *const argv[] = { "hello", NULL };

    return start_programs(s, s->hello, argv, passes);
}

static uint64_t loop_shell(void *state, uint64_t passes)
{
    const struct state *s = state;
    const char *const argv[] = { "sh", "-c", s->command, NULL };

    return start_programs(s, shell, argv, passes);
}

/* ---- setting up ---- */

/* 'it''s' for it's: what a shell reads as the text itself. */
static char *quoted(struct bench_ctx *ctx, const char *text)
{
    char *quote = bench_alloc(ctx, 4 * strlen(text) + 3), *to = quote;

    if (!quote)
        return NULL;
    *to++ = '\'';
    for (; *text; text++) {
        if (*text == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *text;
    }
    *to = '\'';
    return quote;
}

/* Each kind once: what cannot work is found before anything is timed. */
static int try(struct bench_ctx *ctx, struct state *s, const char *which,
               bench_loop *loop)
{
    if (!bench_wants(ctx, which))
        return 0;
    errno = 0;
    if (loop(s, 1) == 1)
        return 0;
    if (errno)
        return bench_fail_errno(ctx, errno, "cannot start a process");
    return bench_fail(ctx, -EIO, "%s did not end as it should",
                      loop == loop_fork   ? "a child"
                      : loop == loop_exec ? hello_name
                                          : "the shell");
}

static int find_programs(struct bench_ctx *ctx, struct state *s)
{
    int rc;

    s->null = bench_open(ctx, "/dev/null", O_WRONLY);
    if (s->null < 0)
        return s->null;
    rc = bench_helper(ctx, hello_name, &s->hello);
    if (rc < 0)
        return rc;
    s->command = quoted(ctx, s->hello);
    return s->command ? 0 : -ENOMEM;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = 0;

    if (bench_wants(ctx, "shell") && access(shell, X_OK) < 0)
        return bench_skip(ctx, "there is no %s to execute", shell);
    if (bench_wants(ctx, "exec") || bench_wants(ctx, "shell"))
        rc = find_programs(ctx, s);
    if (rc == 0)
        rc = try(ctx, s, "fork", loop_fork);
    if (rc == 0)
        rc = try(ctx, s, "exec", loop_exec);
    return rc < 0 ? rc : try(ctx, s, "shell", loop_shell);
}

static const struct bench_case cases[] = {
    { .name = "procedure",
      .title = "call of an empty function",
      .per = "call",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_procedure,
      .alone = true,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "fork",
      .title = "fork, exit and wait",
      .per = "process",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "the cost grows with what the parent has mapped: ours maps libc only.",
      .loop = loop_fork,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "exec",
      .title = "fork, execve of a small program and wait",
      .per = "process",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "it depends on the program that is executed, and ours is another.",
      .loop = loop_exec,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "shell",
      .title = "fork, /bin/sh -c of a small program and wait",
      .per = "process",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "it depends on which shell /bin/sh is, and on the program it starts.",
      .loop = loop_shell,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

const struct bench bench_lat_proc = {
    .name = "lat_proc",
    .title = "processes",
    .family = "process",
    .source =
        "Like lmbench 3's program of that name, which closes the child's standard "
        "output where ours lets it lead to /dev/null; our environment is empty for "
        "the shell too. A pass whose child does not end with 0 ends the loop.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .placements = "same free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
