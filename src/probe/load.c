/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * load.c - what else the machine does: read at the start and at the end of a session
 *
 * Totals are recorded as the kernel counts them, since boot; a reader subtracts.
 */
#include "os/counters.h"
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STAT "/proc/stat"
#define PRESSURE "/proc/pressure/"

static int load_average(struct probe *p, const struct probe_reader *r, char *text)
{
    double value;
    int rc = probe_line(p, r, text);

    if (rc < 0)
        return rc;
    text[strcspn(text, " ")] = '\0';
    return num_to_double(text, &value);
}

/* "0.04 0.10 0.12 1/123 4567": those of whom one reads this. */
static int runnable(struct probe *p, const struct probe_reader *r, char *text)
{
    unsigned n;
    int rc = probe_line(p, r, text);

    if (rc < 0)
        return rc;
    if (sscanf(text, "%*s %*s %*s %u/", &n) != 1)
        return -EINVAL;
    num_from_u64(text, n);
    return 0;
}

/* `field` is the line and the number in it: "some total". Totals are microseconds. */
static int pressure(struct probe *p, const struct probe_reader *r, char *text)
{
    const char *wanted = strchr(r->field, ' ') + 1, *at;
    char line[8];
    size_t length, n = strlen(wanted);
    double value;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);

    if (!all)
        return rc;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(r->field, " "), r->field);
    at = os_field(all, line, &length);
    while (at && (strncmp(at, wanted, n) != 0 || at[n] != '=')) {
        at += strcspn(at, " \n");
        at = *at == ' ' ? at + 1 : NULL;
    }
    if (!at)
        return -ENOENT;
    rc = probe_copy(text, at + n + 1, strcspn(at + n + 1, " \n"));
    if (rc == 0)
        rc = num_to_double(text, &value);
    if (rc == 0 && strcmp(wanted, "total") == 0)
        num_from_double(text, value / 1e6);
    return rc;
}

/*
 * Of the line of all CPUs: user nice system idle iowait irq softirq steal; what guests
 * use is part of user. `field`: the numbers to add up.
 */
static int cpu_time(struct probe *p, const struct probe_reader *r, char *text)
{
    long ticks = sysconf(_SC_CLK_TCK);
    uint64_t value, sum = 0;
    size_t length;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);
    const char *at = all ? os_field(all, "cpu", &length) : NULL;

    if (!at)
        return rc < 0 ? rc : -ENOENT;
    if (ticks <= 0)
        return -EINVAL;
    for (int number = '0'; number < '8'; number++) {
        if (num_next_u64(&at, &value) != 1)
            return -EINVAL;
        if (strchr(r->field, number))
            sum += value;
    }
    num_from_double(text, (double)sum / (double)ticks);
    return 0;
}

static int counter(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t value;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);

    if (!all)
        return rc;
    if (!os_field_u64(all, r->field, &value))
        return -ENOENT;
    num_from_u64(text, value);
    return 0;
}

/* Bit i is set where column i of /proc/interrupts is a CPU measured on. */
static int columns(const char *header, const int *cpus, int n, bool *wanted,
                   size_t size)
{
    size_t column = 0;

    for (const char *at = header; (at = strstr(at, "CPU")) && column < size; column++) {
        int cpu = 0;

        for (at += 3; isdigit((unsigned char)*at); at++)
            cpu = cpu * 10 + (*at - '0');
        for (int i = 0; i < n; i++)
            wanted[column] |= cpus[i] == cpu;
    }
    return (int)column;
}

/* Interrupts of the CPUs that the session measures on, where that is a list. */
static int interrupts_of_cpus(struct probe *p, const struct probe_reader *r, char *text)
{
    enum { MOST = 1024 };
    bool wanted[MOST] = { false };
    char header[OS_FILE_BYTES / 512];
    int cpus[MOST], n, n_columns, rc = 0;
    uint64_t value, sum = 0;
    const char *list = p->session ? p->session->protocol.cpus : NULL;
    const char *all, *at;

    n = list ? os_cpu_list(list, cpus, MOST) : -EINVAL;
    if (n < 0)
        return -ENOENT;
    all = probe_file(p, r->file, &rc);
    if (!all)
        return rc;
    snprintf(header, sizeof header, "%.*s", (int)strcspn(all, "\n"), all);
    n_columns = columns(header, cpus, n, wanted, MOST);
    if (!n_columns)
        return -EILSEQ;
    for (const char *line = all; (line = strchr(line, '\n')); line++) {
        at = line + 1 + strcspn(line + 1, ":\n");
        at += *at == ':';
        for (int i = 0; i < n_columns; i++) {
            /* ERR and MIS have one number only; the next line begins no number */
            rc = num_next_u64(&at, &value);
            if (rc == -ERANGE)
                return rc;
            if (rc != 1)
                break;
            sum += wanted[i] ? value : 0;
        }
    }
    num_from_u64(text, sum);
    return 0;
}

struct sum {
    const char *root;
    uint64_t total, most;
    size_t n;
};

static int add_number(void *self, const char *path)
{
    struct sum *s = self;
    uint64_t value;

    if (os_read_u64(&value, s->root, path) < 0)
        return 0;
    s->total += value;
    s->n++;
    /* thousandths of a degree; zones without a sensor tell nonsense */
    if (value > s->most && value < 150000)
        s->most = value;
    return 0;
}

static int temperature(struct probe *p, const struct probe_reader *r, char *text)
{
    struct sum s = { .root = p->root };
    int rc = probe_for_each(p, r->file, add_number, &s);

    if (rc < 0)
        return rc;
    if (!s.most)
        return -ENOENT;
    num_from_double(text, (double)s.most / 1000);
    return 0;
}

static int throttles(struct probe *p, const struct probe_reader *r, char *text)
{
    struct sum s = { .root = p->root };
    int rc = probe_for_each(p, r->file, add_number, &s);

    if (rc < 0)
        return rc;
    if (!s.n)
        return -ENOENT;
    num_from_u64(text, s.total);
    return 0;
}

struct power {
    const char *root;
    bool mains, on;
};

static int look_at_supply(void *self, const char *path)
{
    struct power *w = self;
    char type[32], online[160];
    uint64_t value;

    if (os_read_line(type, sizeof type, w->root, path) < 0 ||
        strcmp(type, "Mains") != 0)
        return 0;
    snprintf(online, sizeof online, "%.*sonline", (int)(strlen(path) - 4), path);
    if (strlen(path) + 3 < sizeof online && os_read_u64(&value, w->root, online) == 0) {
        w->mains = true;
        w->on |= value == 1;
    }
    return 0;
}

static int mains(struct probe *p, const struct probe_reader *r, char *text)
{
    struct power w = { .root = p->root };
    int rc = probe_for_each(p, r->file, look_at_supply, &w);

    if (rc < 0)
        return rc;
    if (!w.mains)
        return -ENOENT;
    return w.on ? probe_copy(text, "on", 2) : probe_copy(text, "off", 3);
}

static int tcp_counter(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t value;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);

    if (!all)
        return rc;
    value = os_tcp_counter(all, r->field);
    if (value == UINT64_MAX)
        return -ENOENT;
    num_from_u64(text, value);
    return 0;
}

#define NETSTAT "/proc/net/netstat"
#define HEAT "/sys/devices/system/cpu/cpu*/thermal_throttle/core_throttle_count"
#define MISSED PROBE_UNREADABLE

const struct probe_reader probe_load_rows[] = {
    ROW("load.average", load_average, "/proc/loadavg", NULL, MISSED),
    ROW("load.runnable", runnable, "/proc/loadavg", NULL, MISSED),
    ROW("load.pressure.cpu", pressure, PRESSURE "cpu", "some total", MISSED),
    ROW("load.pressure.memory", pressure, PRESSURE "memory", "some total", MISSED),
    ROW("load.pressure.io", pressure, PRESSURE "io", "some total", MISSED),
    ROW("load.pressure.memory.full", pressure, PRESSURE "memory", "full total", MISSED),
    ROW("load.pressure.io.full", pressure, PRESSURE "io", "full total", MISSED),
    ROW("load.pressure.cpu.now", pressure, PRESSURE "cpu", "some avg10", MISSED),
    ROW("load.pressure.memory.now", pressure, PRESSURE "memory", "some avg10", MISSED),
    ROW("load.pressure.io.now", pressure, PRESSURE "io", "some avg10", MISSED),
    ROW("load.time", cpu_time, STAT, "01234567", MISSED),
    ROW("load.idle", cpu_time, STAT, "34", MISSED),
    ROW("load.steal", cpu_time, STAT, "7", MISSED),
    ROW("load.switches", counter, STAT, "ctxt", MISSED),
    ROW("load.interrupts", counter, STAT, "intr", MISSED),
    ROW("load.interrupts.cpus", interrupts_of_cpus, "/proc/interrupts", NULL, NULL),
    ROW("load.forks", counter, STAT, "processes", MISSED),
    ROW("load.memory.available", probe_kibibytes, "/proc/meminfo", "MemAvailable",
        MISSED),
    ROW("load.throttled", probe_cgroup_throttled, "/sys/fs/cgroup", NULL, NULL),
    ROW("load.temperature", temperature, "/sys/class/thermal/thermal_zone*/temp", NULL,
        NULL),
    ROW("load.throttles", throttles, HEAT, NULL, NULL),
    ROW("load.mains", mains, "/sys/class/power_supply/*/type", NULL, NULL),
    ROW("load.listen_overflows", tcp_counter, NETSTAT, "ListenOverflows", MISSED),
    ROW("load.syn_retrans", tcp_counter, NETSTAT, "TCPSynRetrans", MISSED),
    ROW("load.tcp_timeouts", tcp_counter, NETSTAT, "TCPTimeouts", MISSED),
    { 0 },
};
