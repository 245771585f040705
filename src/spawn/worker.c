/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker.c - starting one worker, as small and as new as a process can be
 *
 * The child shares the shepherd's memory until it executes (clone with CLONE_VM and
 * CLONE_VFORK, as posix_spawn does): the cost does not grow with the shepherd, and
 * the child can do the one thing posix_spawn cannot, ask to die with its parent.
 */
#include "spawn/worker.h"

#include "harness/wire.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024 };

const int spawn_ignored[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM, SIGTERM,
                              SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP, 0 };

struct start {
    char *const *argv, *const *envp;
    int report;
    pid_t parent;
    volatile int *error; /* of the child: 0 where it got to execute */
};

/* Runs on the shared memory: nothing but system calls. */
static int child(void *arg)
{
    struct start *s = arg;
    sigset_t none;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != s->parent)
        return 127; /* it died before it could be asked for its signal */
    setpgid(0, 0);
    for (size_t i = 0; spawn_ignored[i]; i++)
        signal(spawn_ignored[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(s->report, WIRE_FD) >= 0)
        execve(s->argv[0], s->argv, s->envp);
    *s->error = errno;
    return 127; /* not _exit(): this stack is not one a sanitizer knows */
}

static char *padding_text(uint32_t bytes)
{
    static const char name[] = "ERRBAR_PADDING=";
    size_t length = sizeof name - 1;
    char *text = malloc(length + bytes + 1);

    if (text) {
        memcpy(text, name, length);
        memset(text + length, 'x', bytes);
        text[length + bytes] = '\0';
    }
    return text;
}

/*
 * Where the child's error is written: memory that is shared even where the two do not
 * share all of it, as below valgrind, which makes a fork of this clone.
 */
static volatile int *error_place(void)
{
    static volatile int *place;
    void *page;

    if (!place) {
        page = mmap(NULL, sizeof *place, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        place = page == MAP_FAILED ? NULL : page;
    }
    return place;
}

pid_t spawn_worker_start(char *const *argv, uint32_t padding, int report)
{
    static _Alignas(16) char stack[STACK_BYTES]; /* one child at a time uses it */
    static char path[] = "PATH=/usr/bin:/bin", locale[] = "LC_ALL=C";
    char *padded = padding_text(padding);
    char *const envp[] = { path, locale, padded, NULL };
    struct start start = {
        .argv = argv, .envp = envp, .report = report, .parent = getpid()
    };
    pid_t pid = -ENOMEM;

    start.error = error_place();
    if (!padded || !start.error)
        goto out;
    *start.error = 0;
    pid = clone(child, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
    if (pid < 0) {
        pid = -errno;
    } else if (*start.error) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
        pid = -*start.error;
    }
out:
    free(padded);
    return pid;
}
