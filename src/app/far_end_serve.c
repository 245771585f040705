/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * far_end_serve.c - the far end: who comes, how many, and until when
 *
 * One process for each caller (far_end_attend), each ends with this one. This one reads
 * nothing that a caller sends, and so nobody can keep it from the others.
 */
#include "app/far_end.h"

#include "app/app.h"
#include "bench/kit/caller.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CALLERS = 32,  /* at a time; those who have shown no token count */
    REST_MS = 100, /* where the system has no descriptor or process to give */
    LISTENING = 128
};

pid_t far_end_child(void)
{
    pid_t self = getpid(), pid = fork();

    if (pid == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != self))
        _exit(1);
    return pid;
}

static int bound(const char *address, const char *port, struct bench_address *at,
                 struct diag *why)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                                    .ai_flags = AI_PASSIVE };
    struct addrinfo *found = NULL;
    const int again = 1;
    int rc = getaddrinfo(address, port, &hints, &found), fd;

    if (rc != 0)
        return diag_set(why, -EINVAL, "%s: %s", address, gai_strerror(rc));
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    at->length = sizeof at->in6;
    rc = 0;
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) < 0 ||
        bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, LISTENING) < 0 ||
        getsockname(fd, &at->any, &at->length) < 0)
        rc = diag_set(why, -errno, "%s port %s: %s", address, port, strerror(errno));
    freeaddrinfo(found);
    if (rc < 0 && fd >= 0)
        close(fd);
    return rc < 0 ? rc : fd;
}

/* The caller's process, and none for whoever is one too many. */
static bool take(int listening, int fd, const struct bench_address *caller,
                 const struct far_end *end, unsigned callers)
{
    pid_t pid = callers < CALLERS ? far_end_child() : -1;

    if (pid == 0) {
        sigset_t none;

        close(listening);
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        _exit(far_end_attend(fd, caller, end));
    }
    if (pid < 0) {
        far_end_log(caller, callers < CALLERS ? "turned away: no process can be started"
                                              : "turned away: too many callers");
        (void)send(fd, "busy\n", 5, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    close(fd);
    return pid > 0;
}

static unsigned reaped(int ended)
{
    struct signalfd_siginfo told;
    unsigned n = 0;

    while (read(ended, &told, sizeof told) > 0)
        ; /* one signal may stand for many ends */
    while (waitpid(-1, NULL, WNOHANG) > 0)
        n++;
    return n;
}

/* Ends only with the program, or where its socket is no more. */
static int serve(int listening, int ended, const struct far_end *end)
{
    struct pollfd fds[] = { { .fd = listening, .events = POLLIN },
                            { .fd = ended, .events = POLLIN } };
    unsigned callers = 0;

    for (;;) {
        struct bench_address caller = { .length = sizeof caller.in6 };
        int fd;

        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return -errno;
        callers -= reaped(ended);
        fd = accept4(listening, &caller.any, &caller.length, SOCK_CLOEXEC);
        if (fd >= 0)
            callers += take(listening, fd, &caller, end, callers);
        else if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK)
            return -errno;
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
                 errno == ENOMEM)
            (void)poll(NULL, 0, REST_MS);
    }
}

int far_end_serve(const char *address, const char *port, const char *token,
                  struct diag *why)
{
    struct far_end end = { .token = token, .libexec = app_libexec_dir(NULL) };
    struct bench_address at = { 0 };
    int listening = bound(address, port, &at, why), ended, rc;
    const char *open = strchr(address, ':') ? "[" : "", *shut = *open ? "]" : "";
    sigset_t child;

    if (listening < 0)
        return listening;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    ended = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    printf("serving at %s%s%s:%u\n", open, address, shut, (unsigned)far_end_port(&at));
    fflush(stdout);
    rc = ended < 0 ? -errno : serve(listening, ended, &end);
    if (ended >= 0)
        close(ended);
    close(listening);
    return diag_set(why, rc, "%s: %s", address, strerror(-rc));
}
