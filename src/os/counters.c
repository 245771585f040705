/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * counters.c - what the machine did to an invocation, read before and after it
 */
#include "os/counters.h"

#include "base/num.h"
#include "os/proc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Seconds stolen, over all CPUs: eighth number of the first line, in clock ticks. */
static double steal(const char *root)
{
    char line[512], name[8];
    unsigned long long t[8];
    long ticks = sysconf(_SC_CLK_TCK);

    if (os_read_line(line, sizeof line, root, "/proc/stat") < 0 || ticks <= 0)
        return NAN;
    if (sscanf(line, "%7s %llu %llu %llu %llu %llu %llu %llu %llu", name, &t[0], &t[1],
               &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) != 9 ||
        strcmp(name, "cpu") != 0)
        return NAN;
    return (double)t[7] / (double)ticks;
}

/* Seconds in which some task waited: "some avg10=… total=<microseconds>". */
static double pressure(const char *root, const char *path)
{
    char line[256];
    const char *total;
    uint64_t us;

    if (os_read_line(line, sizeof line, root, path) < 0)
        return NAN;
    total = strstr(line, "total=");
    if (strncmp(line, "some ", 5) != 0 || !total || num_to_u64(total + 6, &us) < 0)
        return NAN;
    return (double)us * 1e-6;
}

/*
 * The number below a heading of "TcpExt:". The file has pairs of lines, names and
 * numbers, each beginning with the same word.
 */
uint64_t os_tcp_counter(const char *text, const char *wanted)
{
    size_t n_names, n_values, used = 0;
    const char *names = os_field(text, "TcpExt", &n_names);
    const char *values = names ? os_field(names + n_names, "TcpExt", &n_values) : NULL;
    uint64_t value;

    while (values && used < n_names) {
        size_t width = strcspn(names + used, " \n");

        if (num_next_u64(&values, &value) != 1)
            return UINT64_MAX;
        if (strlen(wanted) == width && strncmp(names + used, wanted, width) == 0)
            return value;
        used += width + 1;
    }
    return UINT64_MAX;
}

void os_counters_read(struct os_counters *out, const char *root)
{
    struct buf text = { 0 };
    bool told = os_read_file(&text, root, "/proc/net/netstat") == 0 && text.text;

    out->steal_s = steal(root);
    out->pressure_cpu_s = pressure(root, "/proc/pressure/cpu");
    out->pressure_memory_s = pressure(root, "/proc/pressure/memory");
    out->pressure_io_s = pressure(root, "/proc/pressure/io");
    out->listen_overflows =
        told ? os_tcp_counter(text.text, "ListenOverflows") : UINT64_MAX;
    out->syn_retrans = told ? os_tcp_counter(text.text, "TCPSynRetrans") : UINT64_MAX;
    buf_done(&text);
}

struct other_runs {
    const char *root;
    pid_t own;
    int n;
};

/*
 * "<pid> (<name>) <state> <parent> …"; a child that has not execed yet is no run, nor
 * is one that is dead and waits to be reaped.
 */
static int count_shepherd(void *self, const char *name)
{
    static const char wanted[] = "(" OS_SHEPHERD_NAME ")";
    struct other_runs *runs = self;
    char path[64], line[1024];
    const char *after;
    uint64_t pid;
    int parent;
    char state;

    if (num_to_u64(name, &pid) < 0 || pid == (uint64_t)runs->own)
        return 0;
    snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
    /* one that cannot be read is gone by now */
    if (os_read_line(line, sizeof line, runs->root, path) < 0)
        return 0;
    after = strstr(line, wanted);
    if (after && sscanf(after + sizeof wanted - 1, " %c %d", &state, &parent) == 2 &&
        state != 'Z' && state != 'X' && parent != runs->own)
        runs->n++;
    return 0;
}

int os_other_runs(pid_t own)
{
    return os_other_runs_below("", own);
}

int os_other_runs_below(const char *root, pid_t own)
{
    struct other_runs runs = { .root = root, .own = own };

    return os_list(root, "/proc", count_shepherd, &runs) < 0 ? -1 : runs.n;
}
