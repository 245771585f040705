/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_cmd.c - running a command
 *
 * Timed: fork, execve of the command without arguments, wait. Divided by: commands. Its
 * environment is empty, its output leads nowhere, and it must end with 0.
 */
#include "harness/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct state {
    int null;
    const char *command;
};

static void become(const struct state *s)
{
    const char *const argv[] = { s->command, NULL };
    char *const nothing[] = { NULL };

    if (dup2(s->null, STDIN_FILENO) >= 0 && dup2(s->null, STDOUT_FILENO) >= 0)
        execve(s->command, (char *const *)(uintptr_t)argv, nothing);
    _exit(127);
}

static uint64_t loop(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        pid_t pid = fork();
        int status;

        if (pid == 0)
            become(s);
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            break;
    }
    return done;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    struct stat st;

    s->command = bench_param_str(ctx, "command");
    if (s->command[0] != '/') /* nothing searches $PATH for it */
        return bench_skip(ctx, "command wants a full path such as /bin/true");
    if (stat(s->command, &st) == 0 && !S_ISREG(st.st_mode))
        return bench_skip(ctx, "%s is no file that could be executed", s->command);
    if (access(s->command, X_OK) < 0)
        return bench_skip(ctx, "%s cannot be executed: %s", s->command,
                          strerror(errno));
    s->null = bench_open(ctx, "/dev/null", O_RDWR);
    if (s->null < 0)
        return s->null;
    errno = 0;
    if (loop(s, 1) == 1)
        return 0;
    if (errno)
        return bench_fail_errno(ctx, errno, "cannot start a process");
    return bench_fail(ctx, -EIO, "%s did not end with 0", s->command);
}

static const struct bench_case cases[] = {
    { .title = "fork, execve of a command and wait",
      .per = "command",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = "lmbench's program of that name never executes its command.",
      .loop = loop },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "command",
      .values = "/bin/true",
      .help = "full path of a program that needs no arguments" },
    { 0 },
};

const struct bench bench_lat_cmd = {
    .name = "lat_cmd",
    .title = "running a command",
    .family = "process",
    .source =
        "What lmbench 3's program of that name was meant to measure. The command is "
        "the machine's own: compare it only where that is the same file.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .placements = "same free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
