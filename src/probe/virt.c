/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * virt.c - virtual machine or container, and which
 *
 * Product names and environments are only matched against the words below; nothing of
 * them is recorded.
 */
#include "probe/reader.h"

#include "os/hypervisor.h"
#include "os/proc.h"

#include <errno.h>
#include <string.h>

#define DMI "/sys/class/dmi/id/"
#define MISSED PROBE_UNREADABLE

/* `begins`: what a file's first line, or the processor's word, begins with. */
struct word {
    const char *begins, *name;
};

static const struct word processors[] = {
    { "KVMKVMKVM", "kvm" },           { "Linux KVM Hv", "kvm" },
    { "VMwareVMware", "vmware" },     { "Microsoft Hv", "hyperv" },
    { "XenVMMXenVMM", "xen" },        { "TCGTCGTCGTCG", "qemu" },
    { "VBoxVBoxVBox", "virtualbox" }, { "bhyve bhyve ", "bhyve" },
    { " lrpepyh  vr", "parallels" },  { "ACRNACRNACRN", "acrn" },
    { "UnisysSpar64", "spar" },       { 0 },
};
static const struct word products[] = {
    { "KVM", "kvm" },
    { "Standard PC", "kvm" },
    { "VMware", "vmware" },
    { "VirtualBox", "virtualbox" },
    { "Virtual Machine", "hyperv" },
    { "Parallels", "parallels" },
    { "BHYVE", "bhyve" },
    { "HVM domU", "xen" },
    { "Google Compute Engine", "kvm" },
    { "OpenStack", "kvm" },
    { 0 },
};
static const struct word makers[] = {
    { "QEMU", "qemu" },
    { "VMware", "vmware" },
    { "Xen", "xen" },
    { "innotek", "virtualbox" },
    { "Bochs", "bochs" },
    { "Parallels", "parallels" },
    { "Apple Virtualization", "apple" },
    { 0 },
};
static const struct word trees[] = {
    { "linux,kvm", "kvm" },
    { "xen,xen", "xen" },
    { "vmware", "vmware" },
    { 0 },
};
static const struct word kernels[] = { { "xen", "xen" }, { "kvm", "kvm" }, { 0 } };
static const struct word engines[] = {
    { "docker", "docker" },
    { "podman", "podman" },
    { "lxc", "lxc" },
    { "systemd-nspawn", "nspawn" },
    { "oci", "oci" },
    { "wsl", "wsl" },
    { "openvz", "openvz" },
    { "kubepods", "kubernetes" },
    { "libpod", "podman" },
    { "rkt", "rkt" },
    { 0 },
};

static int match(const struct word *table, const char *text, char *out)
{
    for (; table->begins; table++) {
        if (strncmp(text, table->begins, strlen(table->begins)) == 0)
            return probe_copy(out, table->name, strlen(table->name));
    }
    return -ENOENT;
}

/* 1, 0, or -ENOENT where the processor has no such flag to show, as ARM. */
static int hypervisor_bit(struct probe *p)
{
    size_t length;
    int rc = 0;
    const char *all = probe_file(p, "/proc/cpuinfo", &rc);
    const char *flags = all ? os_field(all, "flags", &length) : NULL;
    const char *bit;

    if (!flags)
        return rc < 0 ? rc : -ENOENT;
    bit = memmem(flags, length, " hypervisor", 11);
    return bit && (bit + 11 == flags + length || bit[11] == ' ');
}

static int hypervisor(struct probe *p, const struct probe_reader *r, char *text)
{
    int bit = hypervisor_bit(p);

    (void)r;
    return bit < 0 ? bit : bit ? probe_copy(text, "yes", 3) : probe_copy(text, "no", 2);
}

static int none(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return hypervisor_bit(p) == 0 ? probe_copy(text, "none", 4) : -ENOENT;
}

static int of_processor(struct probe *p, const struct probe_reader *r, char *text)
{
    char word[13];
    int rc = os_hypervisor(word);

    (void)p;
    (void)r;
    return rc == -ENOTSUP ? -ENOENT : rc < 0 ? rc : match(processors, word, text);
}

static int of_line(struct probe *p, const struct probe_reader *r, char *text)
{
    const struct word *table = strcmp(r->field, "product") == 0  ? products
                               : strcmp(r->field, "maker") == 0  ? makers
                               : strcmp(r->field, "tree") == 0   ? trees
                               : strcmp(r->field, "engine") == 0 ? engines
                                                                 : kernels;
    char line[PROBE_TEXT];
    int rc = os_read_line(line, sizeof line, p->root, r->file);

    return rc < 0 ? rc : match(table, line, text);
}

/* A file whose being there names the engine. */
static int of_file(struct probe *p, const struct probe_reader *r, char *text)
{
    return os_exists(p->root, r->file) ? probe_copy(text, r->field, strlen(r->field))
                                       : -ENOENT;
}

/* container=… among the environment of process 1, of which nothing else is looked at.
 */
static int of_environment(struct probe *p, const struct probe_reader *r, char *text)
{
    struct buf all = { 0 };
    int rc = os_read_file(&all, p->root, r->file);
    size_t at = 0;

    if (rc == 0)
        rc = -ENOENT;
    while (rc == -ENOENT && at < all.length) {
        if (strncmp(all.text + at, "container=", 10) == 0) {
            rc = match(engines, all.text + at + 10, text);
            break;
        }
        at += strlen(all.text + at) + 1;
    }
    buf_done(&all);
    return rc;
}

/* The cgroups of process 1: "/docker/…", "/kubepods.slice/…" */
static int of_cgroup(struct probe *p, const struct probe_reader *r, char *text)
{
    int rc = 0;
    const char *all = probe_file(p, r->file, &rc);

    for (const char *at = all; at && *at; at += strcspn(at, "/\n") + 1) {
        rc = match(engines, at, text);
        if (rc == 0 || !at[strcspn(at, "/\n")])
            break;
    }
    return rc;
}

/*
 * Namespaces that the kernel starts with have fixed numbers (PROC_PID_INIT_INO,
 * PROC_CGROUP_INIT_INO of linux/proc_ns.h): whoever is in both is in no container,
 * even if an image left its marks. Negative where they cannot be read.
 */
static int is_outside(struct probe *p)
{
    char pid[64], group[64];

    if (os_read_link(pid, sizeof pid, p->root, "/proc/self/ns/pid") < 0 ||
        os_read_link(group, sizeof group, p->root, "/proc/self/ns/cgroup") < 0)
        return -EACCES;
    return strcmp(pid, "pid:[4026531836]") == 0 &&
           strcmp(group, "cgroup:[4026531835]") == 0;
}

static int no_container(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return is_outside(p) == 1 ? probe_copy(text, "none", 4) : -ENOENT;
}

static int some_container(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return is_outside(p) == 0 ? probe_copy(text, "other", 5) : -EACCES;
}

const struct probe_reader probe_virt_rows[] = {
    ROW("virt.hypervisor", hypervisor, "/proc/cpuinfo", NULL, NULL),
    ROW("virt.type", none, "/proc/cpuinfo", NULL, MISSED),
    LIVE("virt.type", of_processor, "cpuid", MISSED),
    ROW("virt.type", of_line, "/sys/hypervisor/type", "kernel", MISSED),
    ROW("virt.type", of_line, DMI "product_name", "product", MISSED),
    ROW("virt.type", of_line, DMI "sys_vendor", "maker", MISSED),
    ROW("virt.type", of_line, "/proc/device-tree/hypervisor/compatible", "tree",
        MISSED),
    ROW("virt.container", no_container, "/proc/self/ns", NULL, MISSED),
    ROW("virt.container", of_file, "/.dockerenv", "docker", MISSED),
    ROW("virt.container", of_file, "/run/.containerenv", "podman", MISSED),
    ROW("virt.container", of_line, "/run/systemd/container", "engine", MISSED),
    ROW("virt.container", of_environment, "/proc/1/environ", NULL, MISSED),
    ROW("virt.container", of_cgroup, "/proc/1/cgroup", NULL, MISSED),
    ROW("virt.container", some_container, "/proc/self/ns", NULL, MISSED),
    ROW("virt.cgroup", probe_cgroup_version, "/sys/fs/cgroup", NULL, MISSED),
    ROW("virt.cpu.quota", probe_cgroup_cpu, "/sys/fs/cgroup", NULL, MISSED),
    ROW("virt.memory.limit", probe_cgroup_memory, "/sys/fs/cgroup", NULL, MISSED),
    { 0 },
};
