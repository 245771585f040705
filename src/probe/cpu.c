/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpu.c - what is known of processor, frequency and caches
 */
#include "probe/mhz.h"
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"
#include "os/topology.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INFO "/proc/cpuinfo"
#define CPU "/sys/devices/system/cpu/"
#define EACH CPU "cpu*/"
#define MISSED PROBE_UNREADABLE

/*
 * ARM processors tell numbers only. Source: the MIDR_EL1 part numbers of Arm's
 * technical reference manuals, which Linux prints.
 */
static const struct {
    unsigned long maker, part;
    const char *name;
} arm_parts[] = {
    { 0x41, 0xd03, "Cortex-A53" },  { 0x41, 0xd04, "Cortex-A35" },
    { 0x41, 0xd05, "Cortex-A55" },  { 0x41, 0xd07, "Cortex-A57" },
    { 0x41, 0xd08, "Cortex-A72" },  { 0x41, 0xd09, "Cortex-A73" },
    { 0x41, 0xd0a, "Cortex-A75" },  { 0x41, 0xd0b, "Cortex-A76" },
    { 0x41, 0xd0c, "Neoverse-N1" }, { 0x41, 0xd40, "Neoverse-V1" },
    { 0x41, 0xd41, "Cortex-A78" },  { 0x41, 0xd49, "Neoverse-N2" },
    { 0x41, 0xd4f, "Neoverse-V2" },
};

static int arm_number(const char *text, const char *key, unsigned long *value)
{
    size_t length;
    const char *at = os_field(text, key, &length);

    *value = at ? strtoul(at, NULL, 16) : 0;
    return at ? 0 : -ENOENT;
}

static void arm_name(char *out, size_t size, const char *text)
{
    unsigned long maker, part;

    out[0] = '\0';
    if (arm_number(text, "CPU implementer", &maker) < 0 ||
        arm_number(text, "CPU part", &part) < 0)
        return;
    snprintf(out, size, "ARM implementer 0x%lx part 0x%lx", maker, part);
    for (size_t i = 0; i < sizeof arm_parts / sizeof *arm_parts; i++) {
        if (arm_parts[i].maker == maker && arm_parts[i].part == part)
            snprintf(out, size, "%s", arm_parts[i].name);
    }
}

/* The names of all kinds of cores, in the order of their first CPU: "A53 + A72". */
static int arm_model(struct probe *p, const struct probe_reader *r, char *text)
{
    char name[64];
    size_t n = 0;
    int rc = 0;
    const char *at = probe_file(p, r->file, &rc);

    for (; at; at = strstr(at + 1, "CPU implementer")) {
        arm_name(name, sizeof name, at);
        text[n] = '\0';
        if (!name[0] || (n && strstr(text, name)) || n + sizeof name + 3 > PROBE_TEXT)
            continue;
        n += (size_t)sprintf(text + n, "%s%s", n ? " + " : "", name);
    }
    return rc < 0 ? rc : n ? 0 : -ENOENT;
}

static int arm_vendor(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = probe_field(p, r, text);

    return rc == 0 && strcmp(text, "0x41") == 0 ? probe_copy(text, "ARM", 3) : rc;
}

static int field_digest(struct probe *p, const struct probe_reader *r, char *text)
{
    size_t length;
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);
    const char *value = all ? os_field(all, r->field, &length) : NULL;

    if (!value)
        return rc < 0 ? rc : -ENOENT;
    probe_sha256(text, value, length);
    return 0;
}

/* The list itself, if it is one. */
static int cpu_list(struct probe *p, const struct probe_reader *r, char *text)
{
    int cpus[8192], rc = probe_line(p, r, text);

    if (rc == 0)
        rc = os_cpu_list(text, cpus, sizeof cpus / sizeof *cpus);
    return rc < 0 ? rc : 0;
}

static int cpus_in_list(struct probe *p, const struct probe_reader *r, char *text)
{
    char line[OS_LINE_BYTES];
    int cpus[8192];
    int rc = os_read_line(line, sizeof line, p->root, r->file);

    if (rc == 0)
        rc = os_cpu_list(line, cpus, sizeof cpus / sizeof *cpus);
    if (rc < 0)
        return rc;
    num_from_u64(text, (uint64_t)rc);
    return 0;
}

/* Intel's hybrids have a performance counter unit for each kind. */
static int kinds(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc;

    if (os_exists(p->root, "/sys/devices/cpu_core") &&
        os_exists(p->root, "/sys/devices/cpu_atom")) {
        p->source = "/sys/devices/cpu_*";
        return probe_copy(text, "2", 1);
    }
    rc = probe_each(p, r, text);
    if (rc == 0) {
        uint64_t n = 1;

        for (const char *at = text; *at; at++)
            n += *at == ' ';
        num_from_u64(text, n);
    }
    return rc;
}

static int measured_mhz(struct probe *p, const struct probe_reader *r, char *text)
{
    double mhz = probe_mhz();

    (void)p;
    (void)r;
    if (!(mhz > 0))
        return -EIO;
    snprintf(text, PROBE_TEXT, "%.0f", mhz);
    return 0;
}

struct states {
    const char *root;
    char *text;
    size_t n;
};

static int add_state(void *self, const char *path)
{
    struct states *s = self;
    char name[32], disabled[160];
    uint64_t off = 0;

    if (os_read_line(name, sizeof name, s->root, path) < 0 || !name[0])
        return 0;
    snprintf(disabled, sizeof disabled, "%.*sdisable", (int)(strlen(path) - 4), path);
    if ((os_read_u64(&off, s->root, disabled) == 0 && off) ||
        s->n + sizeof name + 2 > PROBE_TEXT)
        return 0;
    s->n += (size_t)sprintf(s->text + s->n, "%s%s", s->n ? " " : "", name);
    return 0;
}

static int idle_states(struct probe *p, const struct probe_reader *r, char *text)
{
    struct states s = { .root = p->root, .text = text };
    int rc = probe_for_each(p, r->file, add_state, &s);

    return rc < 0 ? rc : s.n ? 0 : -ENOENT;
}

/* Which of CPU 0's indexes has the level and the type of `wanted`: "1Data", "2". */
struct cache {
    const char *root, *wanted;
    char index[160];
};

static int is_cache(void *self, const char *path)
{
    struct cache *c = self;
    char level[8], type[32], file[160];

    snprintf(file, sizeof file, "%.*stype", (int)(strlen(path) - 5), path);
    if (os_read_line(level, sizeof level, c->root, path) < 0 ||
        os_read_line(type, sizeof type, c->root, file) < 0 ||
        level[0] != c->wanted[0] || (c->wanted[1] && strcmp(type, c->wanted + 1) != 0))
        return 0;
    snprintf(c->index, sizeof c->index, "%.*s", (int)(strlen(path) - 5), path);
    return 1;
}

/* `field` is a file of the index and, behind a blank, which cache: "size 1Data". */
static int cache(struct probe *p, const struct probe_reader *r, char *text)
{
    struct cache c = { .root = p->root, .wanted = strchr(r->field, ' ') + 1 };
    int rc = probe_for_each(p, CPU "cpu0/cache/index*/level", is_cache, &c);
    char path[200];
    struct probe_reader row = { .key = r->key, .file = path };

    if (rc <= 0)
        return rc < 0 ? rc : -ENOENT;
    snprintf(path, sizeof path, "%s%.*s", c.index, (int)strcspn(r->field, " "),
             r->field);
    p->source = arena_strdup(p->doc->arena, path);
    if (!p->source)
        return -ENOMEM;
    if (strncmp(r->field, "size", 4) == 0)
        return probe_size(p, &row, text);
    if (strncmp(r->field, "shared", 6) == 0)
        return cpus_in_list(p, &row, text);
    rc = probe_number(p, &row, text);
    /* what a hypervisor does not tell reads 0 */
    return rc == 0 && strcmp(text, "0") == 0 ? -ENOENT : rc;
}

static int hwloc_l3(struct probe *p, const struct probe_reader *r, char *text)
{
    struct os_topology *t = NULL;
    struct os_topology_facts facts = { 0 };
    int rc = os_topology_new(&t, NULL);

    (void)p;
    (void)r;
    if (rc < 0)
        return rc;
    os_topology_read(t, &facts);
    os_topology_free(t);
    if (facts.cache[3].size_bytes <= 0)
        return -ENOENT;
    num_from_i64(text, facts.cache[3].size_bytes);
    return 0;
}

static int libc_l3(struct probe *p, const struct probe_reader *r, char *text)
{
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);

    (void)p;
    (void)r;
    if (bytes <= 0)
        return -ENOENT;
    num_from_i64(text, bytes);
    return 0;
}

#define CACHE(name, which)                                                             \
    ROW("cache." name ".size", cache, NULL, "size " which, MISSED),                    \
        ROW("cache." name ".line", cache, NULL, "coherency_line_size " which, MISSED), \
        ROW("cache." name ".ways", cache, NULL, "ways_of_associativity " which,        \
            MISSED),                                                                   \
        ROW("cache." name ".sharing", cache, NULL, "shared_cpu_list " which, MISSED)

const struct probe_reader probe_cpu_rows[] = {
    ROW("cpu.model", probe_field, INFO, "model name", MISSED),
    ROW("cpu.model", arm_model, INFO, NULL, MISSED),
    ROW("cpu.model", probe_field, INFO, "cpu model", MISSED),
    ROW("cpu.model", probe_field, INFO, "uarch", MISSED),
    ROW("cpu.model", probe_field, INFO, "cpu", MISSED),
    ROW("cpu.vendor", probe_field, INFO, "vendor_id", NULL),
    ROW("cpu.vendor", arm_vendor, INFO, "CPU implementer", NULL),
    ROW("cpu.family", probe_field, INFO, "cpu family", NULL),
    ROW("cpu.family", probe_field, INFO, "CPU architecture", NULL),
    ROW("cpu.model.number", probe_field, INFO, "model", NULL),
    ROW("cpu.model.number", probe_field, INFO, "CPU part", NULL),
    ROW("cpu.stepping", probe_field, INFO, "stepping", NULL),
    ROW("cpu.stepping", probe_field, INFO, "CPU revision", NULL),
    ROW("cpu.microcode", probe_field, INFO, "microcode", NULL),
    ROW("cpu.flags.digest", field_digest, INFO, "flags", NULL),
    ROW("cpu.flags.digest", field_digest, INFO, "Features", NULL),
    ROW("cpu.packages", probe_leaders, EACH "topology/package_cpus_list", NULL, MISSED),
    ROW("cpu.packages", probe_leaders, EACH "topology/core_siblings_list", NULL,
        MISSED),
    ROW("cpu.cores", probe_leaders, EACH "topology/core_cpus_list", NULL, MISSED),
    ROW("cpu.cores", probe_leaders, EACH "topology/thread_siblings_list", NULL, MISSED),
    ROW("cpu.threads", cpus_in_list, CPU "online", NULL, MISSED),
    ROW("cpu.online", cpu_list, CPU "online", NULL, MISSED),
    ROW("cpu.smt", probe_switch, CPU "smt/active", NULL, NULL),
    ROW("cpu.kinds", kinds, EACH "cpu_capacity", NULL, NULL),
    ROW("cpu.isolated", probe_set, CPU "isolated", NULL, NULL),
    ROW("cpu.nohz_full", probe_set, CPU "nohz_full", NULL, NULL),
    LIVE("cpu.mhz", measured_mhz, "measured", MISSED),
    ROW("cpu.mhz.cpuinfo", probe_field, INFO, "cpu MHz", NULL),
    ROW("cpu.mhz.min", probe_least_mhz, EACH "cpufreq/cpuinfo_min_freq", NULL, MISSED),
    ROW("cpu.mhz.max", probe_most_mhz, EACH "cpufreq/cpuinfo_max_freq", NULL, MISSED),
    ROW("cpu.mhz.base", probe_most_mhz, EACH "cpufreq/base_frequency", NULL, NULL),
    ROW("cpu.driver", probe_each, EACH "cpufreq/scaling_driver", NULL, MISSED),
    ROW("cpu.governor", probe_each, EACH "cpufreq/scaling_governor", NULL, MISSED),
    ROW("cpu.boost", probe_off_switch, CPU "intel_pstate/no_turbo", NULL, MISSED),
    ROW("cpu.boost", probe_switch, CPU "cpufreq/boost", NULL, MISSED),
    ROW("cpu.energy_preference", probe_each,
        EACH "cpufreq/energy_performance_preference", NULL, NULL),
    ROW("cpu.idle.driver", probe_line, CPU "cpuidle/current_driver", NULL, MISSED),
    ROW("cpu.idle.governor", probe_line, CPU "cpuidle/current_governor_ro", NULL,
        MISSED),
    ROW("cpu.idle.governor", probe_line, CPU "cpuidle/current_governor", NULL, MISSED),
    ROW("cpu.idle.states", idle_states, CPU "cpu0/cpuidle/state*/name", NULL, MISSED),
    ROW("cpu.idle.limit", probe_number, "/sys/module/intel_idle/parameters/max_cstate",
        NULL, NULL),
    ROW("cpu.idle.limit", probe_number, "/sys/module/processor/parameters/max_cstate",
        NULL, NULL),
    ROW("cpu.tlb", probe_field, INFO, "TLB size", NULL),
    CACHE("l1d", "1Data"),
    CACHE("l1i", "1Instruction"),
    CACHE("l2", "2"),
    CACHE("l3", "3"),
    ROW("cache.l4.size", cache, NULL, "size 4", NULL),
    LIVE("cache.l3.size.hwloc", hwloc_l3, "hwloc", NULL),
    LIVE("cache.l3.size.libc", libc_l3, "sysconf(_SC_LEVEL3_CACHE_SIZE)", NULL),
    { 0 },
};
