/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * request.c - one worker from the runner's side: the request, the sleep, the report
 */
#include "spawn/shepherd.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LONGEST_WAIT_S = 1000000, /* a deadline may be infinite, a time_t not */
    TIMES_WOKEN = 10
};

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int poll_until(struct pollfd *fds, nfds_t n, double until)
{
    double left = fmin(fmax(0, until - now_s()), LONGEST_WAIT_S);
    struct timespec wait = { (time_t)left, (long)(1e9 * (left - floor(left))) };

    return ppoll(fds, n, &wait, NULL);
}

void spawn_abandon(struct shepherd *s)
{
    static const uint64_t one = 1;
    int kept = errno;

    if (write(s->abandon, &one, sizeof one) < 0) {
        /* full: then it has been said often enough */
    }
    errno = kept;
}

/* Whether spawn_abandon() was called since this was last asked. */
static bool was_abandoned(struct shepherd *s)
{
    uint64_t count;

    return read(s->abandon, &count, sizeof count) > 0;
}

int spawn_sleep(struct shepherd *s, double seconds, struct diag *why)
{
    struct pollfd fds[] = { { .fd = s->abandon, .events = POLLIN },
                            { .fd = s->socket, .events = POLLIN } };
    double until = now_s() + seconds;

    if (!s->pid)
        return spawn_is_gone(s, why);
    do {
        int n = poll_until(fds, 2, until);

        if (n < 0 || (n > 0 && fds[0].revents)) {
            (void)was_abandoned(s);
            return 1;
        }
        if (n > 0) /* it has nothing to say: this is its end */
            return spawn_is_gone(s, why);
    } while (now_s() < until);
    return 0;
}

/* ---- the request ---- */

/* 0, or -E2BIG where the list is too long for one message. */
static int pack_args(struct spawn_request *r, char *const *argv)
{
    r->arg_bytes = 0;
    for (r->n_args = 0; argv[r->n_args]; r->n_args++) {
        size_t bytes = strlen(argv[r->n_args]) + 1;

        if (r->arg_bytes + bytes > sizeof r->args || r->n_args == SPAWN_ARGS)
            return -E2BIG;
        memcpy(r->args + r->arg_bytes, argv[r->n_args], bytes);
        r->arg_bytes += (uint32_t)bytes;
    }
    return 0;
}

static int send_request(struct shepherd *s, size_t bytes, int report)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof report)];
    } control = { 0 };
    struct iovec data = { &s->request, bytes };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };
    ssize_t n;

    if (report >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.head.cmsg_level = SOL_SOCKET;
        control.head.cmsg_type = SCM_RIGHTS;
        control.head.cmsg_len = CMSG_LEN(sizeof report);
        memcpy(CMSG_DATA(&control.head), &report, sizeof report);
    }
    do
        n = sendmsg(s->socket, &message, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : 0;
}

static int send_abandon(struct shepherd *s)
{
    s->request.kind = SPAWN_REQUEST_ABANDON;
    return send_request(s, offsetof(struct spawn_request, args), -1);
}

/* ---- the reply ---- */

/* It stays to be reaped. */
static bool has_died(const struct shepherd *s)
{
    siginfo_t info = { 0 };

    return waitid(P_PID, (id_t)s->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
           info.si_pid == s->pid;
}

/*
 * Sleeps until the shepherd has replied: 0, or -EPIPE where it never will. Its end of
 * the socket may live on in a child that was stopped before it could execute, so its
 * death is watched for too. One that lives and does not answer long after the deadline
 * was stopped, and is woken; or it waits for a process that the kernel cannot kill, and
 * is given up.
 */
static int await_reply(struct shepherd *s, double deadline_s, struct spawn_reply *reply)
{
    struct pollfd fds[] = { { .fd = s->socket, .events = POLLIN },
                            { .fd = s->abandon, .events = POLLIN },
                            { .fd = s->ended, .events = POLLIN } };
    double until = now_s() + deadline_s + s->patience_s;
    int woken = 0;

    for (;;) {
        int n = poll_until(fds, 3, until);

        if (n > 0 && fds[0].revents) {
            if (recv(s->socket, reply, sizeof *reply, 0) == (ssize_t)sizeof *reply)
                return 0;
            return -EPIPE;
        }
        if (n > 0 && fds[2].revents)
            return -EPIPE;
        if (n > 0 && was_abandoned(s) && send_abandon(s) < 0)
            return -EPIPE;
        if (n == 0 && now_s() >= until) {
            if (has_died(s) || woken++ == TIMES_WOKEN) {
                kill(s->pid, SIGKILL);
                return -EPIPE;
            }
            kill(s->pid, SIGCONT);
            until = now_s() + s->patience_s;
        }
    }
}

/* Nothing that comes from a worker is trusted to end in a NUL. */
static void end_texts(struct wire_record *r)
{
    if (r->kind == WIRE_COUNT) {
        r->count.unit[sizeof r->count.unit - 1] = '\0';
        r->count.name[sizeof r->count.name - 1] = '\0';
    } else if (r->kind == WIRE_SKIP || r->kind == WIRE_FAIL) {
        r->text[sizeof r->text - 1] = '\0';
    }
}

/* All whole records of the report; a last one that is cut is left out. */
static int read_report(int report, struct arena *arena, struct spawn_outcome *out)
{
    struct stat st;
    size_t wanted, got = 0;
    ssize_t n = 1;

    if (fstat(report, &st) < 0)
        return -errno;
    wanted = (size_t)st.st_size / sizeof *out->records * sizeof *out->records;
    out->records = wanted ? arena_alloc(arena, wanted) : NULL;
    if (wanted && !out->records)
        return -ENOMEM;
    while (got < wanted && n > 0) {
        n = pread(report, (char *)out->records + got, wanted - got, (off_t)got);
        if (n > 0)
            got += (size_t)n;
        else if (n < 0 && errno == EINTR)
            n = 1;
    }
    out->n = got / sizeof *out->records;
    for (size_t i = 0; i < out->n; i++)
        end_texts(&out->records[i]);
    return 0;
}

/* The file a worker reports to: a descriptor or a negative errno. */
static int open_report(void)
{
    int fd = memfd_create("errbar-report", MFD_CLOEXEC);

    if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND) == 0)
        return fd < 0 ? -errno : fd;
    close(fd);
    return -EINVAL;
}

/* 0 with a reply, which the runner gives itself where the request cannot be sent. */
static int ask(struct shepherd *s, double deadline_s, int report,
               struct spawn_reply *reply)
{
    size_t bytes = offsetof(struct spawn_request, args) + s->request.arg_bytes;
    int rc = send_request(s, bytes, report);

    if (rc == 0)
        return await_reply(s, deadline_s, reply);
    if (rc != -EPIPE && rc != -ECONNRESET) {
        *reply = (struct spawn_reply){ .end = SPAWN_NOT_STARTED, .status = -rc };
        return 0;
    }
    return -EPIPE;
}

int spawn_program(struct shepherd *s, char *const *argv, uint32_t padding,
                  double deadline_s, struct arena *arena, struct spawn_outcome *out,
                  struct diag *why)
{
    struct spawn_reply reply;
    int report, rc;

    *out = (struct spawn_outcome){ .end = SPAWN_ABANDONED };
    if (!s->pid)
        return spawn_is_gone(s, why);
    if (was_abandoned(s))
        return 0;
    report = open_report();
    rc = report < 0 ? report : pack_args(&s->request, argv);
    if (rc < 0) {
        *out = (struct spawn_outcome){ .end = SPAWN_NOT_STARTED, .status = -rc };
        rc = 0;
        goto out;
    }
    s->request.kind = SPAWN_REQUEST_RUN;
    s->request.padding = padding;
    s->request.deadline_s = deadline_s;
    rc = ask(s, deadline_s, report, &reply);
    if (rc < 0) {
        rc = spawn_is_gone(s, why);
        goto out;
    }
    out->end = (enum spawn_end)reply.end;
    out->status = reply.status;
    out->seconds = reply.seconds;
    rc = read_report(report, arena, out);
    if (rc < 0)
        diag_set(why, rc, "what a worker reported cannot be read: %s", strerror(-rc));
out:
    if (report >= 0)
        close(report);
    return rc;
}
