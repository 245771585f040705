/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * self.h - what happened to the calling process, and to its children
 */
#ifndef OS_SELF_H
#define OS_SELF_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct os_self {
    int schedstat; /* descriptor; -1 where the kernel keeps no record */
};

/* Running totals, and where the process is. */
struct os_self_counts {
    uint64_t wait_ns;          /* runnable, but another had the CPU */
    uint64_t switches, faults; /* involuntary switches; page faults that read a disk */
    int cpu;                   /* -1 unknown */
};

/*
 * Opens what os_self_read() reads. Of the process that calls: not to be used by a
 * child that it forks.
 *
 * Needs:   a kernel with CONFIG_SCHED_INFO for wait_ns, else it stays 0
 * Returns: whether wait_ns can be known
 */
bool os_self_open(struct os_self *self);
void os_self_close(struct os_self *self);
void os_self_read(const struct os_self *self, struct os_self_counts *out);

/* The CPU that a process ran on last, -1 unknown. Source: proc(5), stat field 39 */
int os_self_cpu_of(pid_t pid);

/* The CPU that the caller runs on, -1 unknown. */
int os_self_cpu(void);

/*
 * From now on the caller is killed when the thread that forked it ends. What had
 * ended before this call is for the caller to find out: getppid() tells.
 */
int os_self_dies_with_parent(void);

#endif
