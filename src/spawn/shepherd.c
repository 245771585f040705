/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shepherd.c - the process between the runner and its workers
 *
 * It sleeps in poll() all its life. Its socket is its lifeline: when the runner is
 * gone, however it went, the socket says so, and the shepherd kills everything below
 * it, removes the scratch directory and ends. Its own death the workers see as their
 * parent's, and their peers as the end of the pipe WIRE_LIFELINE.
 */
#include "spawn/shepherd.h"

#include "os/counters.h"
#include "spawn/reap.h"
#include "spawn/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    OWN_FD = 10, /* its own descriptors start here: above all that workers get */
    LONGEST_WAIT_S = 1000000 /* a deadline may be infinite, a time_t not */
};

struct self {
    int socket, ended; /* ended: readable when a child has ended */
    const char *scratch;
    bool alone; /* the runner is gone */
    char *argv[SPAWN_ARGS + 1];
    struct spawn_request request; /* the last one */
};

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- becoming the shepherd ---- */

/* SIGCHLD is read from a descriptor, those of spawn_ignored mean nothing. */
static int set_signals(struct self *self)
{
    sigset_t child;

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    for (size_t i = 0; spawn_ignored[i]; i++)
        signal(spawn_ignored[i], SIG_IGN);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, NULL);
    self->ended = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    return self->ended < 0 ? -errno : 0;
}

/* A pipe or a terminal of the runner's must not stay open for our sake. */
static void close_all_but(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;

    if (low > 0)
        close_range(0, (unsigned)low - 1, 0);
    if (high > low + 1)
        close_range((unsigned)low + 1, (unsigned)high - 1, 0);
    close_range((unsigned)high + 1, UINT_MAX, 0);
}

/* A copy of a descriptor where workers' ones do not reach. */
static int move_up(int fd)
{
    int up = fcntl(fd, F_DUPFD_CLOEXEC, OWN_FD);

    /* above RLIMIT_NOFILE the number itself is what is invalid */
    return up >= 0 ? up : errno == EINVAL ? -EMFILE : -errno;
}

/*
 * Descriptors 0 to 4 as workers get them: nothing to read or write, a place for the
 * report, the lifeline. Its other end stays here, and only here.
 */
static int set_descriptors(int *socket, int lock)
{
    int ends[2], null, writer, kept = move_up(*socket);
    int held = lock >= 0 ? move_up(lock) : kept;

    if (kept < 0 || held < 0)
        return kept < 0 ? kept : held;
    *socket = kept;
    close_all_but(kept, held);
    null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
        return -errno;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    /* they came as 3 and 4; the writing end moves up, the reading end takes its place
     */
    writer = move_up(ends[1]);
    if (writer < 0)
        return writer;
    if (dup2(ends[0], WIRE_LIFELINE) < 0 || dup3(null, WIRE_FD, O_CLOEXEC) < 0)
        return -errno;
    return 0;
}

static int become(struct self *self, int socket, int lock)
{
    const struct rlimit no_core = { 0, 0 };
    int rc;

    prctl(PR_SET_NAME, OS_SHEPHERD_NAME);
    setrlimit(RLIMIT_CORE, &no_core); /* a crash is a result here, no thing to keep */
    self->socket = socket;
    if (chdir("/") < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0)
        return -errno;
    rc = set_descriptors(&self->socket, lock);
    return rc == 0 ? set_signals(self) : rc;
}

/* ---- one worker ---- */

/* Receives a request: its kind, 0 where the runner is gone. *report or -1. */
static uint32_t receive(struct self *self, int *report)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec data = { &self->request, sizeof self->request };
    struct msghdr message = { .msg_iov = &data,
                              .msg_iovlen = 1,
                              .msg_control = &control,
                              .msg_controllen = sizeof control };
    const struct cmsghdr *c;
    ssize_t n;

    *report = -1;
    do
        n = recvmsg(self->socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        return 0;
    c = CMSG_FIRSTHDR(&message);
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
        memcpy(report, CMSG_DATA(c), sizeof *report);
    return self->request.kind;
}

/* Whether the worker has ended: it stays to be reaped. */
static bool has_ended(const struct self *self, pid_t pid)
{
    struct signalfd_siginfo told;
    siginfo_t info = { 0 };

    while (read(self->ended, &told, sizeof told) > 0)
        ; /* one signal may stand for many ends, and for those of orphans */
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
}

/* Sleeps until the worker has ended or must be ended, and why. */
static enum spawn_end watch(struct self *self, pid_t pid, double deadline)
{
    struct pollfd fds[] = { { .fd = self->ended, .events = POLLIN },
                            { .fd = self->socket, .events = POLLIN } };
    int other;

    for (;;) {
        double left = fmin(fmax(0, deadline - now_s()), LONGEST_WAIT_S);
        struct timespec wait = { (time_t)left, (long)(1e9 * (left - floor(left))) };
        int n = ppoll(fds, 2, &wait, NULL);

        if (n > 0 && fds[0].revents && has_ended(self, pid))
            return SPAWN_EXITED;
        if (n > 0 && fds[1].revents) {
            uint32_t kind = receive(self, &other);

            if (other >= 0)
                close(other);
            if (kind == 0)
                self->alone = true;
            if (kind == 0 || kind == SPAWN_REQUEST_ABANDON)
                return SPAWN_ABANDONED;
        }
        if (now_s() >= deadline)
            return has_ended(self, pid) ? SPAWN_EXITED : SPAWN_TIMEOUT;
    }
}

/*
 * Ends the worker and all that it started. Its group is killed before it is reaped:
 * until then nobody else can get that number.
 */
static int end_worker(pid_t pid)
{
    int status = 0;

    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    spawn_reap_all(NULL, 0);
    return status;
}

static void run_worker(struct self *self, int report, struct spawn_reply *reply)
{
    double start = now_s();
    pid_t pid = spawn_worker_start(self->argv, self->request.padding, report);
    int status;

    if (pid < 0) {
        *reply = (struct spawn_reply){ .end = SPAWN_NOT_STARTED, .status = -pid };
        return;
    }
    reply->end = (int32_t)watch(self, pid, start + self->request.deadline_s);
    reply->seconds = now_s() - start;
    status = end_worker(pid);
    if (reply->end == SPAWN_EXITED && WIFSIGNALED(status))
        reply->end = SPAWN_SIGNALLED;
    reply->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* The request's texts as an argument list: false where they are not one. */
static bool read_args(struct self *self)
{
    struct spawn_request *r = &self->request;
    char *text = r->args, *end = r->args + r->arg_bytes;
    uint32_t n = 0;

    if (r->arg_bytes == 0 || r->arg_bytes > SPAWN_ARG_BYTES || end[-1] != '\0')
        return false;
    for (; n < SPAWN_ARGS && text < end; text += strlen(text) + 1)
        self->argv[n++] = text;
    self->argv[n] = NULL;
    return text == end && n == r->n_args;
}

static void serve(struct self *self, int report)
{
    struct spawn_reply reply = { .end = SPAWN_NOT_STARTED, .status = EINVAL };

    if (report >= 0 && read_args(self))
        run_worker(self, report, &reply);
    if (report >= 0)
        close(report);
    /* a killed worker leaves its files; the next one starts in an empty directory */
    spawn_scratch_empty(self->scratch);
    if (!self->alone)
        (void)send(self->socket, &reply, sizeof reply, MSG_NOSIGNAL);
}

static void get_ready(struct self *self, int socket, const char *scratch_parent,
                      struct spawn_ready *ready)
{
    struct spawn_scratch scratch;
    struct diag why = { 0 };
    int rc;

    setsid(); /* first: what kills the runner's group must not find it with a directory
               */
    rc = spawn_scratch_init(&scratch, scratch_parent, &why);
    self->socket = socket;
    self->scratch = scratch.path;
    if (rc == 0 && strlen(scratch.path) >= sizeof ready->text)
        rc = -ENAMETOOLONG;
    if (rc == 0)
        rc = become(self, socket, scratch.fd);
    ready->status = -rc;
    strncpy(ready->text, rc == 0 ? scratch.path : why.text, sizeof ready->text - 1);
}

_Noreturn void spawn_shepherd_live(int socket, const char *scratch_parent)
{
    struct self *self = calloc(1, sizeof *self);
    struct spawn_ready ready = { .status = ENOMEM };
    uint32_t kind;
    int report;

    if (!self) {
        (void)send(socket, &ready, sizeof ready, MSG_NOSIGNAL);
        _exit(1);
    }
    get_ready(self, socket, scratch_parent, &ready);
    if (send(self->socket, &ready, sizeof ready, MSG_NOSIGNAL) < 0 || ready.status) {
        if (self->scratch)
            spawn_scratch_remove(self->scratch);
        _exit(1);
    }
    while (!self->alone && (kind = receive(self, &report)) != 0) {
        if (kind == SPAWN_REQUEST_RUN)
            serve(self, report);
        else if (report >= 0)
            close(report);
    }
    spawn_reap_all(NULL, 0);
    spawn_scratch_remove(self->scratch);
    _exit(0);
}
