/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spawn.c - the runner's side: a shepherd, its death, and the wait for it
 */
#include "spawn/spawn.h"

#include "os/counters.h"
#include "spawn/reap.h"
#include "spawn/shepherd.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits for the shepherd's end: its wait status, or -1 where nobody can say. */
static int wait_for(pid_t pid)
{
    int status = 0;
    pid_t got;

    do
        got = waitpid(pid, &status, 0);
    while (got < 0 && errno == EINTR);
    return got == pid ? status : -1;
}

/*
 * Closes the shepherd's lifeline and waits for its end. What a shepherd that was
 * killed leaves behind comes to this process, which is a subreaper for that reason.
 */
static int end_shepherd(struct shepherd *s)
{
    int status;

    close(s->socket);
    s->socket = -1;
    kill(s->pid, SIGCONT); /* one that was stopped could not end */
    status = wait_for(s->pid);
    s->pid = 0;
    if (status != 0)
        spawn_reap_all(s->spared, s->n_spared);
    if (s->scratch)
        spawn_scratch_remove(s->scratch);
    return status;
}

int spawn_is_gone(struct shepherd *s, struct diag *why)
{
    int status = s->pid ? end_shepherd(s) : -1;
    char how[64] = "is gone";

    if (status >= 0 && WIFSIGNALED(status))
        snprintf(how, sizeof how, "was killed by signal %d", WTERMSIG(status));
    return diag_set(why, -EPIPE,
                    "the process that starts the benchmarks (" OS_SHEPHERD_NAME
                    ") %s; go on with 'errbar resume'",
                    how);
}

/* The shepherd's first words: its scratch directory, or what prevents it. */
static int await_ready(struct shepherd *s, struct diag *why)
{
    struct spawn_ready ready;
    ssize_t n;

    do
        n = recv(s->socket, &ready, sizeof ready, 0);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)sizeof ready)
        return -EPIPE;
    if (ready.status)
        return ready.text[0] ? diag_set(why, -ready.status, "%s", ready.text)
                             : -ready.status;
    s->scratch = strdup(ready.text);
    return s->scratch ? 0 : -ENOMEM;
}

static int fork_shepherd(struct shepherd *s, const char *scratch_parent,
                         struct diag *why)
{
    int ends[2], rc;
    sigset_t all, before;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return -errno;
    s->socket = ends[0];
    /* no handler of the caller's may run in the child */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    s->pid = fork();
    if (s->pid == 0) {
        close(ends[0]);
        spawn_shepherd_live(ends[1], scratch_parent);
    }
    rc = s->pid < 0 ? -errno : 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (rc < 0) {
        s->pid = 0;
        return rc;
    }
    s->ended = (int)syscall(SYS_pidfd_open, s->pid, 0);
    return await_ready(s, why);
}

/* What the shepherd leaves when it is killed comes here, to be killed too. */
static int become_subreaper(struct shepherd *s)
{
    long n;
    int already = 0;

    n = spawn_children("/proc", &s->spared);
    if (n < 0)
        return (int)n;
    s->n_spared = (size_t)n;
    if (prctl(PR_GET_CHILD_SUBREAPER, &already) < 0 ||
        prctl(PR_SET_CHILD_SUBREAPER, 1) < 0)
        return -errno;
    s->adopts = !already;
    return 0;
}

int spawn_shepherd_new(struct shepherd **out, const char *scratch_parent,
                       const char *libexec, struct diag *why)
{
    struct shepherd *s = calloc(1, sizeof *s);
    struct diag told = { 0 }; /* by the shepherd */
    int rc = -ENOMEM;

    if (!s)
        return diag_set(why, rc, "no memory for the shepherd");
    s->socket = s->abandon = s->ended = -1;
    s->patience_s = SPAWN_PATIENCE_S;
    s->libexec = realpath(libexec, NULL);
    if (!s->libexec) {
        rc = diag_set(why, -errno, "%s: the directory of errbar-worker: %s", libexec,
                      strerror(errno));
        goto out;
    }
    s->abandon = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    rc = s->abandon < 0 ? -errno : become_subreaper(s);
    if (rc == 0)
        rc = fork_shepherd(s, scratch_parent, &told);
    if (rc < 0 && told.rc < 0) {
        diag_set(why, rc, "%s", told.text);
        goto out;
    }
    if (rc < 0) {
        diag_set(why, rc, "no process can be started that starts the benchmarks: %s",
                 strerror(-rc));
        goto out;
    }
    *out = s;
    s = NULL;
out:
    spawn_shepherd_free(s);
    return rc;
}

void spawn_shepherd_free(struct shepherd *s)
{
    if (!s)
        return;
    if (s->pid)
        end_shepherd(s);
    if (s->socket >= 0)
        close(s->socket);
    if (s->abandon >= 0)
        close(s->abandon);
    if (s->ended >= 0)
        close(s->ended);
    if (s->adopts)
        prctl(PR_SET_CHILD_SUBREAPER, 0);
    free(s->scratch);
    free(s->libexec);
    free(s->spared);
    free(s);
}

const char *spawn_scratch(const struct shepherd *s)
{
    return s->scratch;
}

const char *spawn_libexec(const struct shepherd *s)
{
    return s->libexec;
}

pid_t spawn_shepherd_pid(const struct shepherd *s)
{
    return s->pid;
}
