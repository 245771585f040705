/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cgroup.c - what control groups allow this process
 *
 * A group's limit holds for all below it, so the smallest on the way up to the root
 * counts. Names of groups hold users and container ids and are never recorded.
 */
#include "probe/reader.h"

#include "base/num.h"
#include "os/proc.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOUNT "/sys/fs/cgroup"

int probe_cgroup_version(struct probe *p, const struct probe_reader *r, char *text)
{
    bool v1 = os_exists(p->root, MOUNT "/cpu") || os_exists(p->root, MOUNT "/memory");
    const char *word = os_exists(p->root, MOUNT "/cgroup.controllers") ? "v2"
                       : v1 && os_exists(p->root, MOUNT "/unified")    ? "hybrid"
                       : v1                                            ? "v1"
                                                                       : NULL;

    (void)r;
    return word ? probe_copy(text, word, strlen(word)) : -ENOENT;
}

/*
 * Our group in the hierarchy of a controller, of version 2 where NULL:
 * "4:memory:/path", "0::/path".
 */
static int group_of(struct probe *p, const char *controller, char path[PATH_MAX])
{
    int rc = 0;
    const char *line = probe_file(p, "/proc/self/cgroup", &rc);

    for (; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *names = strchr(line, ':');
        const char *at = names ? strchr(names + 1, ':') : NULL;
        size_t n = controller ? strlen(controller) : 0;

        if (!at || at[1] != '/')
            continue;
        names++;
        for (;; names += strcspn(names, ",:") + 1) {
            if (strcspn(names, ",:") == n &&
                (!n || strncmp(names, controller, n) == 0)) {
                if (strcspn(at + 1, "\n") >= PATH_MAX)
                    return -ENAMETOOLONG;
                snprintf(path, PATH_MAX, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
                return 0;
            }
            if (names[strcspn(names, ",:")] == ':')
                break;
        }
    }
    return rc < 0 ? rc : -ENOENT;
}

/* One file of a group: its limit, INFINITY for none. */
typedef int read_limit(struct probe *p, const char *dir, double *limit);

static int two_numbers(const char *line, double *a, double *b)
{
    char first[NUM_TEXT], second[NUM_TEXT];

    if (sscanf(line, "%31s %31s", first, second) != 2 || num_to_double(second, b) < 0)
        return -EINVAL;
    if (strcmp(first, "max") == 0)
        *a = INFINITY;
    else if (num_to_double(first, a) < 0)
        return -EINVAL;
    return *b > 0 ? 0 : -EINVAL;
}

static int cpu_v2(struct probe *p, const char *dir, double *limit)
{
    char path[PATH_MAX + 32], line[96];
    double quota, period;
    int rc;

    snprintf(path, sizeof path, "%s/cpu.max", dir);
    rc = os_read_line(line, sizeof line, p->root, path);
    if (rc == 0)
        rc = two_numbers(line, &quota, &period);
    if (rc == 0)
        *limit = quota / period;
    return rc;
}

static int cpu_v1(struct probe *p, const char *dir, double *limit)
{
    char path[PATH_MAX + 32], line[32];
    uint64_t period;
    int64_t quota;
    int rc;

    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", dir);
    rc = os_read_line(line, sizeof line, p->root, path);
    if (rc == 0)
        rc = num_to_i64(line, &quota);
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", dir);
    if (rc == 0)
        rc = os_read_u64(&period, p->root, path);
    if (rc == 0 && !period)
        rc = -EINVAL;
    if (rc == 0)
        *limit = quota < 0 ? INFINITY : (double)quota / (double)period;
    return rc;
}

static int memory(struct probe *p, const char *dir, const char *name, double *limit)
{
    char path[PATH_MAX + 32], line[32];
    int rc;

    snprintf(path, sizeof path, "%s/%s", dir, name);
    rc = os_read_line(line, sizeof line, p->root, path);
    if (rc < 0)
        return rc;
    if (strcmp(line, "max") == 0)
        *limit = INFINITY;
    else if (num_to_double(line, limit) < 0)
        return -EINVAL;
    /* version 1 says "no limit" as the largest number of pages */
    if (*limit > 0x1p62)
        *limit = INFINITY;
    return 0;
}

static int memory_v2(struct probe *p, const char *dir, double *limit)
{
    return memory(p, dir, "memory.max", limit);
}

static int memory_v1(struct probe *p, const char *dir, double *limit)
{
    return memory(p, dir, "memory.limit_in_bytes", limit);
}

/* Where a hierarchy is mounted, which controller makes it, how to read it. */
struct hierarchy {
    const char *mount, *controller;
    read_limit *read;
};
static const struct hierarchy cpu[] = {
    { MOUNT "/cpu", "cpu", cpu_v1 },
    { MOUNT "/cpu,cpuacct", "cpu", cpu_v1 },
    { MOUNT, NULL, cpu_v2 },
    { MOUNT "/unified", NULL, cpu_v2 },
    { 0 },
};
static const struct hierarchy mem[] = {
    { MOUNT "/memory", "memory", memory_v1 },
    { MOUNT, NULL, memory_v2 },
    { MOUNT "/unified", NULL, memory_v2 },
    { 0 },
};

static bool is_mounted(struct probe *p, const struct hierarchy *h)
{
    char path[64];

    snprintf(path, sizeof path, "%s%s", h->mount,
             h->controller ? "" : "/cgroup.controllers");
    return os_exists(p->root, path);
}

/*
 * The smallest limit from our group up to the mount; groups that cannot be seen from
 * inside a container are passed over, and the root has no file.
 */
static int smallest(struct probe *p, const struct hierarchy *h, double *least)
{
    char group[PATH_MAX], dir[PATH_MAX + 64];
    int rc = group_of(p, h->controller, group), seen = -ENOENT;
    double limit;

    if (rc < 0)
        return rc;
    *least = INFINITY;
    for (char *slash = group + strlen(group); slash; slash = strrchr(group, '/')) {
        *slash = '\0';
        snprintf(dir, sizeof dir, "%s%s", h->mount, group);
        rc = h->read(p, dir, &limit);
        if (rc == 0) {
            seen = 0;
            *least = fmin(*least, limit);
        } else if (rc != -ENOENT && seen < 0) {
            seen = rc;
        }
    }
    /* a hierarchy without any such file down to here limits nothing */
    return seen == -ENOENT ? 0 : seen;
}

static int limit_of(struct probe *p, const struct hierarchy *table, char *text)
{
    double limit;
    int rc = -ENOENT;

    for (const struct hierarchy *h = table; h->mount && rc == -ENOENT; h++) {
        if (is_mounted(p, h))
            rc = smallest(p, h, &limit);
    }
    if (rc < 0)
        return rc;
    if (!(limit >= 0))
        return -EINVAL;
    if (!isfinite(limit))
        return probe_copy(text, "none", 4);
    num_from_double(text, limit);
    return 0;
}

int probe_cgroup_cpu(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return limit_of(p, cpu, text);
}

int probe_cgroup_memory(struct probe *p, const struct probe_reader *r, char *text)
{
    (void)r;
    return limit_of(p, mem, text);
}

int probe_cgroup_throttled(struct probe *p, const struct probe_reader *r, char *text)
{
    char group[PATH_MAX], path[PATH_MAX + 64];

    (void)r;
    for (const struct hierarchy *h = cpu; h->mount; h++) {
        struct buf all = { 0 };
        uint64_t n;
        bool found;

        if (group_of(p, h->controller, group) < 0)
            continue;
        snprintf(path, sizeof path, "%s%s/cpu.stat", h->mount,
                 strcmp(group, "/") == 0 ? "" : group);
        found = os_read_file(&all, p->root, path) == 0 && all.length &&
                os_field_u64(all.text, "nr_throttled", &n);
        buf_done(&all);
        if (found) {
            num_from_u64(text, n);
            return 0;
        }
    }
    return -ENOENT;
}
