/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kernel.c - what is known of the kernel, its memory management and its network
 */
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define SYS "/proc/sys/kernel/"
#define VM "/proc/sys/vm/"
#define MM "/sys/kernel/mm/"
#define MEMINFO "/proc/meminfo"
#define SCHED "/sys/kernel/debug/sched/"
#define CMDLINE "/proc/cmdline"
#define SOURCES "/sys/devices/system/clocksource/clocksource0/"
#define MISSED PROBE_UNREADABLE

static int machine(struct probe *p, const struct probe_reader *r, char *text)
{
    struct utsname u;

    (void)p;
    (void)r;
    if (uname(&u) < 0)
        return -errno;
    return probe_copy(text, u.machine, strlen(u.machine));
}

/* What the coarse clock moves by is the tick; sysconf(_SC_CLK_TCK) is 100 everywhere.
 */
static int hz_of_clock(struct probe *p, const struct probe_reader *r, char *text)
{
    struct timespec tick;

    (void)p;
    (void)r;
    if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) < 0)
        return -errno;
    if (tick.tv_sec || tick.tv_nsec < 10000)
        return -EINVAL;
    num_from_i64(text, (1000000000 + tick.tv_nsec / 2) / tick.tv_nsec);
    return 0;
}

static int realtime(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = probe_line(p, r, text);

    return rc < 0 ? rc : strcmp(text, "1") == 0 ? probe_copy(text, "rt", 2) : -ENOENT;
}

static int preempt_of_cmdline(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return probe_cmdline_word(p, "preempt", text) && text[0] ? 0 : -ENOENT;
}

static int preempt_of_config(struct probe *p, const struct probe_reader *r, char *text)
{
    static const char *const models[][2] = {
        { "PREEMPT_RT", "rt" },     { "PREEMPT_LAZY", "lazy" },
        { "PREEMPT", "full" },      { "PREEMPT_VOLUNTARY", "voluntary" },
        { "PREEMPT_NONE", "none" },
    };
    int rc = -ENOENT;

    (void)r;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        rc = probe_config_option(p, models[i][0], text);
        if (rc == 0 && strcmp(text, "y") == 0)
            return probe_copy(text, models[i][1], strlen(models[i][1]));
        if (rc < 0 && rc != -ENOENT)
            return rc;
    }
    return -ENOENT;
}

/* os-release: NAME=value or NAME="value" */
static int of_release(struct probe *p, const struct probe_reader *r, char *text)
{
    size_t n = strlen(r->field);
    int rc = 0;
    const char *at = probe_file(p, r->file, &rc);

    if (!at)
        return rc;
    while (strncmp(at, r->field, n) != 0 || at[n] != '=') {
        at = strchr(at, '\n');
        if (!at++)
            return -ENOENT;
    }
    at += n + 1;
    at += *at == '"';
    return probe_copy(text, at, strcspn(at, "\"\n"));
}

static int page(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)p;
    (void)r;
    num_from_i64(text, sysconf(_SC_PAGESIZE));
    return 0;
}

static int of_node(void *self, const char *name)
{
    uint64_t *n = self, number;

    *n += strncmp(name, "node", 4) == 0 && num_to_u64(name + 4, &number) == 0;
    return 0;
}

static int nodes(struct probe *p, const struct probe_reader *r, char *text)
{
    uint64_t n = 0;
    int rc = os_list(p->root, r->file, of_node, &n);

    if (rc < 0 || !n)
        return rc < 0 ? rc : -ENOENT;
    num_from_u64(text, n);
    return 0;
}

/* One monitor that runs is enough. */
static int monitoring(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = probe_each(p, r, text);

    if (rc == 0)
        return strstr(text, "on") ? probe_copy(text, "on", 2)
                                  : probe_copy(text, "off", 3);
    return rc == -ENOENT && os_exists(p->root, MM "damon") ? probe_copy(text, "off", 3)
                                                           : rc;
}

const struct probe_reader probe_memory_rows[] = {
    ROW("memory.total", probe_kibibytes, MEMINFO, "MemTotal", MISSED),
    ROW("memory.nodes", nodes, "/sys/devices/system/node", NULL, NULL),
    LIVE("memory.page", page, "sysconf(_SC_PAGESIZE)", MISSED),
    ROW("memory.hugepages", probe_field, MEMINFO, "HugePages_Total", NULL),
    ROW("memory.hugepage", probe_kibibytes, MEMINFO, "Hugepagesize", NULL),
    ROW("memory.thp", probe_selected, MM "transparent_hugepage/enabled", NULL, NULL),
    ROW("memory.thp.defrag", probe_selected, MM "transparent_hugepage/defrag", NULL,
        NULL),
    ROW("memory.swap", probe_kibibytes, MEMINFO, "SwapTotal", MISSED),
    ROW("memory.swappiness", probe_number, VM "swappiness", NULL, NULL),
    ROW("memory.overcommit", probe_number, VM "overcommit_memory", NULL, NULL),
    ROW("memory.zswap", probe_switch, "/sys/module/zswap/parameters/enabled", NULL,
        NULL),
    ROW("memory.ksm", probe_number, MM "ksm/run", NULL, NULL),
    ROW("memory.damon", monitoring, MM "damon/admin/kdamonds/*/state", NULL, NULL),
    ROW("memory.numa_balancing", probe_number, SYS "numa_balancing", NULL, NULL),
    { 0 },
};

const struct probe_reader probe_kernel_rows[] = {
    ROW("kernel.sysname", probe_line, SYS "ostype", NULL, MISSED),
    ROW("kernel.release", probe_line, SYS "osrelease", NULL, MISSED),
    ROW("kernel.version", probe_line, SYS "version", NULL, MISSED),
    ROW("kernel.machine", probe_line, SYS "arch", NULL, MISSED),
    LIVE("kernel.machine", machine, "uname", MISSED),
    ROW("os.id", of_release, "/etc/os-release", "ID", MISSED),
    ROW("os.id", of_release, "/usr/lib/os-release", "ID", MISSED),
    ROW("os.version", of_release, "/etc/os-release", "VERSION_ID", NULL),
    ROW("os.version", of_release, "/usr/lib/os-release", "VERSION_ID", NULL),
    ROW("kernel.hz", probe_config_field, "/proc/config.gz", "HZ", MISSED),
    LIVE("kernel.hz", hz_of_clock, "clock_getres(CLOCK_MONOTONIC_COARSE)", MISSED),
    ROW("kernel.preempt", probe_selected, SCHED "preempt", NULL, MISSED),
    ROW("kernel.preempt", realtime, "/sys/kernel/realtime", NULL, MISSED),
    ROW("kernel.preempt", preempt_of_cmdline, CMDLINE, NULL, MISSED),
    ROW("kernel.preempt", preempt_of_config, "/proc/config.gz", NULL, MISSED),
    ROW("kernel.clocksource", probe_line, SOURCES "current_clocksource", NULL, MISSED),
    ROW("kernel.clocksource.available", probe_line, SOURCES "available_clocksource",
        NULL, MISSED),
    ROW("kernel.cmdline", probe_cmdline, CMDLINE, NULL, MISSED),
    ROW("kernel.cmdline.digest", probe_cmdline_digest, CMDLINE, NULL, MISSED),
    ROW("kernel.tainted", probe_number, SYS "tainted", NULL, MISSED),
    ROW("kernel.aslr", probe_number, SYS "randomize_va_space", NULL, MISSED),
    ROW("kernel.perf_event_paranoid", probe_number, SYS "perf_event_paranoid", NULL,
        NULL),
    ROW("kernel.nmi_watchdog", probe_switch, SYS "nmi_watchdog", NULL, NULL),
    ROW("kernel.timer_migration", probe_switch, SYS "timer_migration", NULL, NULL),
    ROW("kernel.lsm", probe_set, "/sys/kernel/security/lsm", NULL, MISSED),
    ROW("kernel.sched.autogroup", probe_switch, SYS "sched_autogroup_enabled", NULL,
        NULL),
    ROW("kernel.sched.rt_runtime", probe_number, SYS "sched_rt_runtime_us", NULL, NULL),
    ROW("kernel.sched.bandwidth_slice", probe_number,
        SYS "sched_cfs_bandwidth_slice_us", NULL, NULL),
    ROW("kernel.sched.base_slice", probe_number, SCHED "base_slice_ns", NULL, MISSED),
    ROW("kernel.sched.base_slice", probe_number, SCHED "min_granularity_ns", NULL,
        MISSED),
    ROW("kernel.sched.base_slice", probe_number, SYS "sched_min_granularity_ns", NULL,
        MISSED),
    ROW("kernel.sched.migration_cost", probe_number, SCHED "migration_cost_ns", NULL,
        MISSED),
    ROW("kernel.sched.migration_cost", probe_number, SYS "sched_migration_cost_ns",
        NULL, MISSED),
    ROW("kernel.sched.schedstats", probe_switch, SYS "sched_schedstats", NULL, NULL),
    ROW("kernel.sched.energy_aware", probe_switch, SYS "sched_energy_aware", NULL,
        NULL),
    ROW("kernel.config.digest", probe_config_digest, "/proc/config.gz", NULL, MISSED),
    { 0 },
};

#define TCP "/proc/sys/net/ipv4/"
#define CORE "/proc/sys/net/core/"

const struct probe_reader probe_net_rows[] = {
    ROW("net.congestion", probe_line, TCP "tcp_congestion_control", NULL, NULL),
    ROW("net.qdisc", probe_line, CORE "default_qdisc", NULL, NULL),
    ROW("net.ports", probe_line, TCP "ip_local_port_range", NULL, NULL),
    ROW("net.tw_reuse", probe_number, TCP "tcp_tw_reuse", NULL, NULL),
    ROW("net.somaxconn", probe_number, CORE "somaxconn", NULL, NULL),
    ROW("net.syn_backlog", probe_number, TCP "tcp_max_syn_backlog", NULL, NULL),
    ROW("net.rmem", probe_line, TCP "tcp_rmem", NULL, NULL),
    ROW("net.wmem", probe_line, TCP "tcp_wmem", NULL, NULL),
    ROW("net.timestamps", probe_number, TCP "tcp_timestamps", NULL, NULL),
    ROW("net.sack", probe_number, TCP "tcp_sack", NULL, NULL),
    ROW("net.busy_poll", probe_number, CORE "busy_poll", NULL, NULL),
    ROW("net.rps_flow", probe_number, CORE "rps_sock_flow_entries", NULL, NULL),
    { 0 },
};

#define FAULTS "/sys/devices/system/cpu/vulnerabilities"

/* What this kernel tells that the key table does not know yet. */
struct others {
    struct probe *p;
    char text[PROBE_TEXT];
    size_t n;
};

static bool is_known(const char *name)
{
    for (const struct probe_key *k = probe_keys; k->key; k++) {
        if (strncmp(k->key, "kernel.mitigation.", 18) == 0 &&
            strcmp(k->key + 18, name) == 0)
            return true;
    }
    return false;
}

static int add_other(void *self, const char *name)
{
    struct others *o = self;
    char path[320], line[256];

    if (is_known(name) || strlen(name) > 60)
        return 0;
    snprintf(path, sizeof path, FAULTS "/%s", name);
    if (os_read_line(line, sizeof line, o->p->root, path) == 0 &&
        o->n + strlen(name) + strlen(line) + 5 < sizeof o->text)
        o->n +=
            (size_t)sprintf(o->text + o->n, "%s%s: %s", o->n ? "; " : "", name, line);
    return 0;
}

int probe_mitigations(struct probe *p)
{
    struct others others = { .p = p, .text = "none" };
    int listed = os_list(p->root, FAULTS, add_other, &others);
    int rc = listed == -ENOMEM ? listed : 0;

    for (const struct probe_key *k = probe_keys; k->key && rc == 0; k++) {
        char path[128], text[PROBE_TEXT];
        const struct probe_reader row = { .key = k->key, .file = path };

        if (strncmp(k->key, "kernel.mitigation.", 18) != 0)
            continue;
        snprintf(path, sizeof path, FAULTS "/%s", k->key + 18);
        if (strcmp(k->key + 18, "others") == 0) {
            rc =
                probe_record(p, k->key, listed == 0 ? others.text : NULL, FAULTS, NULL);
            continue;
        }
        rc = probe_line(p, &row, text);
        rc = probe_record(p, k->key, rc == 0 ? text : NULL, path,
                          rc == -ENOENT ? PROBE_NOT_APPLICABLE : PROBE_UNREADABLE);
    }
    return rc;
}
