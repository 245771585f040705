/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cmdline.c - those words of the kernel's command line that change results
 *
 * The rest holds UUIDs, addresses and names of disks and hosts: it is never recorded,
 * except as a digest that tells two command lines apart.
 */
#include "probe/reader.h"

#include "os/proc.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A name that ends in '.' stands for all parameters of that module. */
static const char *const allowed[] = {
    "amd_pstate",
    "audit",
    "cgroup_disable",
    "clocksource",
    "cpuidle.",
    "cpuidle_haltpoll.",
    "debug_pagealloc",
    "default_hugepagesz",
    "deferred_init",
    "gather_data_sampling",
    "haltpoll.",
    "hugepages",
    "hugepagesz",
    "idle",
    "init_on_alloc",
    "init_on_free",
    "intel_idle.",
    "intel_iommu",
    "intel_pstate",
    "iommu",
    "irqaffinity",
    "isolcpus",
    "kasan",
    "kfence.",
    "kpti",
    "kvm-intel.",
    "kvm.",
    "l1tf",
    "lockdown",
    "lsm",
    "maxcpus",
    "mds",
    "mitigations",
    "mmio_stale_data",
    "nmi_watchdog",
    "no_timer_check",
    "nohz",
    "nohz_full",
    "nohlt",
    "nokaslr",
    "nopti",
    "noretpoline",
    "nosmt",
    "nospec_store_bypass_disable",
    "nospectre_v1",
    "nospectre_v2",
    "nowatchdog",
    "nr_cpus",
    "numa",
    "numa_balancing",
    "page_alloc.",
    "page_poison",
    "page_reporting.",
    "pcie_aspm",
    "powersave",
    "preempt",
    "processor.",
    "psi",
    "pti",
    "randomize_kstack_offset",
    "rcu_nocbs",
    "rcupdate.",
    "rcutree.",
    "reg_file_data_sampling",
    "retbleed",
    "rodata",
    "schedstats",
    "selinux",
    "skew_tick",
    "slab_debug",
    "slab_nomerge",
    "slub_debug",
    "spec_rstack_overflow",
    "spec_store_bypass_disable",
    "spectre_bhi",
    "spectre_v2",
    "spectre_v2_user",
    "srbds",
    "swiotlb",
    "threadirqs",
    "transparent_hugepage",
    "tsc",
    "tsx",
    "tsx_async_abort",
    "workqueue.",
    "zswap.",
};

static bool is_allowed(const char *word, size_t name_length)
{
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        size_t n = strlen(allowed[i]);
        bool module = allowed[i][n - 1] == '.';

        if (strncmp(word, allowed[i], n) == 0 &&
            (module ? name_length > n : name_length == n))
            return true;
    }
    return false;
}

/* Values that say how: numbers, lists, words. No paths, nothing long. */
static bool is_harmless(const char *word, size_t length)
{
    char copy[128];

    if (length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)word[i]) && !strchr("=,.:_+-", word[i]))
            return false;
    }
    snprintf(copy, sizeof copy, "%.*s", (int)length, word);
    return !probe_identifies(copy);
}

/* The next word and its length; NULL at the end or at "--", where init's words begin.
 */
static const char *next_word(const char *at, size_t *length)
{
    at += strspn(at, " \t");
    *length = strcspn(at, " \t");
    return *length == 0 || (*length == 2 && strncmp(at, "--", 2) == 0) ? NULL : at;
}

int probe_cmdline(struct probe *p, const struct probe_reader *r, char *text)
{
    char line[OS_LINE_BYTES];
    size_t length, n = 0;
    int rc = os_read_line(line, sizeof line, p->root, r->file);

    if (rc < 0)
        return rc;
    for (const char *at = line; (at = next_word(at, &length)); at += length) {
        size_t name = strcspn(at, "= \t");

        if (is_allowed(at, name) && is_harmless(at, length) &&
            n + length + 2 < PROBE_TEXT)
            n += (size_t)sprintf(text + n, "%s%.*s", n ? " " : "", (int)length, at);
    }
    return n ? 0 : probe_copy(text, "none", 4);
}

int probe_cmdline_digest(struct probe *p, const struct probe_reader *r, char *text)
{
    char line[OS_LINE_BYTES];
    int rc = os_read_line(line, sizeof line, p->root, r->file);

    if (rc == 0)
        probe_sha256(text, line, strlen(line));
    return rc;
}

bool probe_cmdline_word(struct probe *p, const char *name, char *text)
{
    char line[OS_LINE_BYTES];
    size_t length, n = strlen(name);
    bool found = false;

    if (os_read_line(line, sizeof line, p->root, "/proc/cmdline") < 0)
        return false;
    /* the last one counts, as for the kernel */
    for (const char *at = line; (at = next_word(at, &length)); at += length) {
        if (strncmp(at, name, n) != 0 || length < n || (length > n && at[n] != '=') ||
            !is_harmless(at, length))
            continue;
        snprintf(text, PROBE_TEXT, "%.*s", length > n ? (int)(length - n - 1) : 0,
                 at + n + 1);
        found = true;
    }
    return found;
}
