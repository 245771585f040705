/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters.h - what the machine did to an invocation, read before and after it
 */
#ifndef OS_COUNTERS_H
#define OS_COUNTERS_H

#include <stdint.h>
#include <sys/types.h>

/* Running totals; NaN or UINT64_MAX where the kernel does not tell. */
struct os_counters {
    double steal_s;                                          /* /proc/stat, all CPUs */
    double pressure_cpu_s, pressure_memory_s, pressure_io_s; /* "some" of PSI */
    uint64_t listen_overflows, syn_retrans;                  /* /proc/net/netstat */
};

/* `root` is "" for this machine. Cheap: five small files. */
void os_counters_read(struct os_counters *out, const char *root);

/* A counter of the text of /proc/net/netstat; UINT64_MAX where it is not there. */
uint64_t os_tcp_counter(const char *netstat, const char *name);

/*
 * How many other runs of errbar measure here: shepherds (processes named
 * OS_SHEPHERD_NAME) other than `own`. -1 where /proc cannot be read.
 */
#define OS_SHEPHERD_NAME "errbar-shepherd" /* 15 characters: all that comm holds */
int os_other_runs(pid_t own);
int os_other_runs_below(const char *root, pid_t own); /* of a tree, for tests */

#endif
