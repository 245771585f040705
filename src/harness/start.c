/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * start.c - makes a process a worker
 */
#include "harness/harness.h"
#include "harness/wire.h"
#include "os/self.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The shepherd holds the other end and never writes: anything at all is its end. */
static bool shepherd_is_gone(void)
{
    struct pollfd lifeline = { .fd = WIRE_LIFELINE, .events = POLLIN };

    return fcntl(WIRE_LIFELINE, F_GETFD) >= 0 && poll(&lifeline, 1, 0) > 0;
}

/* 0, 1 and 2 lead nowhere, whatever they were and even if they were not open. */
static int silence(void)
{
    int fd = open("/dev/null", O_RDWR);

    if (fd < 0)
        return -errno;
    for (int i = 0; i < 3; i++) {
        if (fd != i && dup2(fd, i) < 0)
            return -errno;
    }
    if (fd > 2)
        close(fd);
    return 0;
}

/* What a shell or a shepherd had blocked or ignored is no part of a measurement. */
static void reset_signals(void)
{
    sigset_t none;

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL); /* of those that cannot be set, nothing need be known */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* a peer that dies shows as a short loop, with its reason */
    signal(SIGPIPE, SIG_IGN);
    /* a limit of size is an error of writing, as a full disk is */
    signal(SIGXFSZ, SIG_IGN);
}

int harness_start(struct diag *why)
{
    int rc;

    if (fcntl(WIRE_FD, F_SETFD, FD_CLOEXEC) < 0)
        return diag_set(why, -errno, "descriptor %d is not open", WIRE_FD);
    rc = os_self_dies_with_parent();
    if (rc < 0)
        return diag_set(why, rc, "cannot tie its life to errbar's: %s", strerror(-rc));
    if (shepherd_is_gone())
        return diag_set(why, -EPIPE, "whoever started this program has ended");
    fcntl(WIRE_LIFELINE, F_SETFD, FD_CLOEXEC); /* not there: started by hand */
    rc = silence();
    if (rc < 0)
        return diag_set(why, rc, "cannot open /dev/null: %s", strerror(-rc));
    reset_signals();
    return 0;
}
