/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * self.c - what happened to the calling process, and to its children
 */
#include "os/self.h"

#include "base/num.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

bool os_self_open(struct os_self *self)
{
    self->schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    return self->schedstat >= 0;
}

void os_self_close(struct os_self *self)
{
    if (self->schedstat >= 0)
        close(self->schedstat);
    self->schedstat = -1;
}

/* "time on the CPU, time waited for it, times it got it": proc(5), in ns. */
static uint64_t waited_ns(int fd)
{
    char text[128];
    const char *cursor = text;
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    uint64_t ran, waited;

    if (n <= 0)
        return 0;
    text[n] = '\0';
    if (num_next_u64(&cursor, &ran) != 1 || num_next_u64(&cursor, &waited) != 1)
        return 0;
    return waited;
}

void os_self_read(const struct os_self *self, struct os_self_counts *out)
{
    struct rusage usage;

    memset(out, 0, sizeof *out);
    if (self->schedstat >= 0)
        out->wait_ns = waited_ns(self->schedstat);
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        out->switches = (uint64_t)usage.ru_nivcsw;
        out->faults = (uint64_t)usage.ru_majflt;
    }
    out->cpu = sched_getcpu();
}

int os_self_cpu(void)
{
    return sched_getcpu();
}

int os_self_cpu_of(pid_t pid)
{
    enum { STATE = 3, CPU = 39 };
    char path[64], text[1024];
    const char *p;
    ssize_t n;
    int fd;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0)
        return -1;
    text[n] = '\0';
    p = strrchr(text, ')'); /* the name before it may hold anything, blanks too */
    for (int field = STATE - 1; p && field < CPU; field++)
        p = strchr(p + 1, ' ');
    return p ? atoi(p + 1) : -1;
}

int os_self_dies_with_parent(void)
{
    return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0;
}
