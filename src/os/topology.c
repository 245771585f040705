/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * topology.c - which CPUs there are and how they lie to each other (hwloc)
 *
 * The topology is loaded with what this process may not use, so that "no such CPU"
 * and "not allowed here" are told apart and a sibling outside the cpuset is known.
 */
#include "os/topology.h"

#include <hwloc.h>

#include "os/proc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct os_topology {
    hwloc_topology_t hwloc;
    hwloc_bitmap_t
        allowed; /* by cpuset, cgroup and the affinity we were started with */
};

/* hwloc's synthetic words, or its XML where the text begins like that. */
static int describe(hwloc_topology_t hwloc, const char *text)
{
    if (!text)
        return 0;
    if (text[0] == '<')
        return hwloc_topology_set_xmlbuffer(hwloc, text, (int)strlen(text) + 1);
    return hwloc_topology_set_synthetic(hwloc, text);
}

static int create(struct os_topology **out, const char *synthetic, const char *allowed,
                  struct diag *why)
{
    struct os_topology *t = calloc(1, sizeof *t);
    int rc = -ENOMEM;

    if (!t || hwloc_topology_init(&t->hwloc) < 0)
        goto out;
    t->allowed = hwloc_bitmap_alloc();
    if (!t->allowed)
        goto out;
    rc = -EIO;
    if (hwloc_topology_set_flags(t->hwloc, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED |
                                               HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING |
                                               HWLOC_TOPOLOGY_FLAG_NO_DISTANCES) < 0 ||
        describe(t->hwloc, synthetic) < 0 || hwloc_topology_load(t->hwloc) < 0)
        goto out;
    /* HWLOC_XMLFILE and the like put another machine in place of this one */
    rc = synthetic || hwloc_topology_is_thissystem(t->hwloc) ? 0 : -EXDEV;
    /* where the affinity cannot be asked for, hwloc's own set must do */
    if (synthetic || hwloc_get_cpubind(t->hwloc, t->allowed, HWLOC_CPUBIND_THREAD) < 0)
        hwloc_bitmap_fill(t->allowed);
    if (rc == 0 && allowed && hwloc_bitmap_list_sscanf(t->allowed, allowed) < 0)
        rc = -EINVAL;
    hwloc_bitmap_and(t->allowed, t->allowed,
                     hwloc_topology_get_allowed_cpuset(t->hwloc));
    if (rc == 0 && hwloc_bitmap_iszero(t->allowed))
        rc = -EINVAL;
out:
    if (rc < 0) {
        os_topology_free(t);
        return diag_set(why, rc, "the processors of this machine cannot be read: %s",
                        rc == -EXDEV
                            ? "an HWLOC_ variable names another machine, unset it"
                            : strerror(-rc));
    }
    *out = t;
    return 0;
}

int os_topology_new(struct os_topology **out, struct diag *why)
{
    return create(out, NULL, NULL, why);
}

int os_topology_new_synthetic(struct os_topology **out, const char *description,
                              const char *allowed, struct diag *why)
{
    return create(out, description, allowed, why);
}

void os_topology_free(struct os_topology *t)
{
    if (!t)
        return;
    hwloc_bitmap_free(t->allowed);
    if (t->hwloc)
        hwloc_topology_destroy(t->hwloc);
    free(t);
}

static hwloc_obj_t pu_of(const struct os_topology *t, int cpu)
{
    return hwloc_get_pu_obj_by_os_index(t->hwloc, (unsigned)cpu);
}

/* Where a machine tells no cores or packages, the CPU stands for itself. */
static hwloc_obj_t above(const struct os_topology *t, int cpu, hwloc_obj_type_t type)
{
    hwloc_obj_t pu = pu_of(t, cpu);
    hwloc_obj_t up = pu ? hwloc_get_ancestor_obj_by_type(t->hwloc, type, pu) : NULL;

    return up ? up : pu;
}

static bool same_core(const struct os_topology *t, int a, int b)
{
    return above(t, a, HWLOC_OBJ_CORE) == above(t, b, HWLOC_OBJ_CORE);
}

static bool same_package(const struct os_topology *t, int a, int b)
{
    hwloc_obj_t up = above(t, a, HWLOC_OBJ_PACKAGE);

    /* without packages all are taken to lie in one */
    return up == above(t, b, HWLOC_OBJ_PACKAGE) || up->type == HWLOC_OBJ_PU;
}

static void fill(struct os_cpus *out, hwloc_const_bitmap_t set)
{
    out->n = 0;
    for (int cpu = hwloc_bitmap_first(set); cpu >= 0 && out->n < OS_CPUS;
         cpu = hwloc_bitmap_next(set, cpu))
        out->cpu[out->n++] = cpu;
}

static size_t cores_in(const struct os_topology *t, const struct os_cpus *cpus)
{
    size_t n = 0;

    for (size_t i = 0; i < cpus->n; i++) {
        size_t j = 0;

        while (j < i && !same_core(t, cpus->cpu[i], cpus->cpu[j]))
            j++;
        n += j == i;
    }
    return n;
}

/*
 * The allowed CPUs of one kind: that with the highest performance, the one with most
 * CPUs where hwloc cannot rank them; a kind with two cores goes before one without,
 * since `cross` needs two. All allowed CPUs where no kind has two.
 */
static int one_kind(const struct os_topology *t, struct os_cpus *out)
{
    int n = hwloc_cpukinds_get_nr(t->hwloc, 0);
    hwloc_bitmap_t kind = hwloc_bitmap_alloc();
    struct os_cpus found;
    int best = -2;
    size_t most = 0;

    if (!kind)
        return -ENOMEM;
    fill(out, t->allowed);
    for (int i = 0; i < n; i++) {
        int efficiency = -1;

        if (hwloc_cpukinds_get_info(t->hwloc, (unsigned)i, kind, &efficiency, NULL,
                                    NULL, 0) < 0)
            continue;
        hwloc_bitmap_and(kind, kind, t->allowed);
        fill(&found, kind);
        if (cores_in(t, &found) < 2)
            continue;
        if (efficiency > best || (efficiency == best && found.n > most)) {
            best = efficiency;
            most = found.n;
            *out = found;
        }
    }
    hwloc_bitmap_free(kind);
    return 0;
}

/* 2 for CPU 0, 1 for the others of its core, 0 for the rest: interrupts go there. */
static int distance_from_0(const struct os_topology *t, int cpu)
{
    return cpu == 0 ? 2 : pu_of(t, 0) && same_core(t, cpu, 0) ? 1 : 0;
}

static int select_auto(const struct os_topology *t, struct os_cpus *out)
{
    struct os_cpus all;
    int rc = one_kind(t, &all);

    if (rc < 0)
        return rc;
    out->n = 0;
    for (int far = 0; far <= 2; far++) {
        for (size_t i = 0; i < all.n; i++) {
            if (distance_from_0(t, all.cpu[i]) != far)
                continue;
            /* CPU 0 only where two cores would not be left without it */
            if (far < 2 || out->n == 0 || cores_in(t, out) < 2)
                out->cpu[out->n++] = all.cpu[i];
        }
    }
    return 0;
}

static int select_list(const struct os_topology *t, const char *wanted,
                       struct os_cpus *out, struct diag *why)
{
    struct os_cpus cpus;
    char allowed[256];
    int n = os_cpu_list(wanted, cpus.cpu, OS_CPUS);

    if (n == -ERANGE)
        return diag_set(why, -EINVAL, "CPU list '%s': a number is larger than %d",
                        wanted, OS_CPUS - 1);
    if (n <= 0)
        return diag_set(
            why, -EINVAL,
            "'%s' is no list of CPUs: write auto, none or numbers like 1-3,8", wanted);
    cpus.n = (size_t)n;
    hwloc_bitmap_list_snprintf(allowed, sizeof allowed, t->allowed);
    for (size_t i = 0; i < cpus.n; i++) {
        if (!pu_of(t, cpus.cpu[i]))
            return diag_set(why, -EINVAL,
                            "there is no CPU %d on this machine; use of %s",
                            cpus.cpu[i], allowed);
        if (!hwloc_bitmap_isset(t->allowed, (unsigned)cpus.cpu[i]))
            return diag_set(
                why, -EINVAL,
                "CPU %d is not allowed to this process (cpuset or affinity); "
                "use of %s",
                cpus.cpu[i], allowed);
    }
    *out = cpus;
    return 0;
}

int os_topology_select(const struct os_topology *t, const char *wanted,
                       struct os_cpus *out, struct diag *why)
{
    if (strcmp(wanted, "none") == 0) {
        out->n = 0;
        return 0;
    }
    if (strcmp(wanted, "auto") == 0) {
        int rc = select_auto(t, out);

        return rc < 0 ? diag_set(why, rc, "no memory to choose CPUs") : 0;
    }
    return select_list(t, wanted, out, why);
}

static void pair(struct os_cpus *out, int a, int b)
{
    out->cpu[0] = a;
    out->cpu[1] = b;
    out->n = 2;
}

static int place_same(const struct os_topology *t, const struct os_cpus *selected,
                      struct os_cpus *out, struct diag *why)
{
    (void)t;
    (void)why;
    out->cpu[0] = selected->cpu[0];
    out->n = 1;
    return 0;
}

static int place_sibling(const struct os_topology *t, const struct os_cpus *selected,
                         struct os_cpus *out, struct diag *why)
{
    int cores = hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_CORE);
    int threads = hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_PU);

    for (size_t i = 0; i < selected->n; i++) {
        for (size_t j = i + 1; j < selected->n; j++) {
            if (same_core(t, selected->cpu[i], selected->cpu[j])) {
                pair(out, selected->cpu[i], selected->cpu[j]);
                return 0;
            }
        }
    }
    if (cores <= 0 || cores == threads)
        return diag_set(why, -ENOTSUP, "no SMT here");
    return diag_set(why, -ENOTSUP,
                    "no two threads of one core among the selected CPUs");
}

static int place_cross(const struct os_topology *t, const struct os_cpus *selected,
                       struct os_cpus *out, struct diag *why)
{
    size_t other = 0; /* 0 is the first one itself: none yet */

    for (size_t i = 1; i < selected->n; i++) {
        if (same_core(t, selected->cpu[0], selected->cpu[i]))
            continue;
        if (same_package(t, selected->cpu[0], selected->cpu[i])) {
            other = i;
            break;
        }
        if (!other)
            other = i;
    }
    if (!other)
        return diag_set(why, -ENOTSUP,
                        selected->n == 1 ? "one CPU only" : "one core only");
    pair(out, selected->cpu[0], selected->cpu[other]);
    return 0;
}

static int place_free(const struct os_topology *t, const struct os_cpus *selected,
                      struct os_cpus *out, struct diag *why)
{
    (void)t;
    (void)why;
    *out = *selected;
    return 0;
}

static const struct {
    const char *word;
    int (*place)(const struct os_topology *t, const struct os_cpus *selected,
                 struct os_cpus *out, struct diag *why);
    bool bound; /* needs CPUs to bind to */
} placements[] = {
    { "same", place_same, true },
    { "sibling", place_sibling, true },
    { "cross", place_cross, true },
    { "free", place_free, false },
};

int os_topology_place(const struct os_topology *t, const struct os_cpus *selected,
                      const char *placement, struct os_cpus *out, struct diag *why)
{
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
        if (strcmp(placements[i].word, placement) != 0)
            continue;
        if (placements[i].bound && selected->n == 0)
            return diag_set(why, -ENOTSUP, "CPUs are not bound (--cpus none)");
        return placements[i].place(t, selected, out, why);
    }
    return diag_set(why, -EINVAL,
                    "unknown placement '%s': same, sibling, cross or free", placement);
}

static long count(const struct os_topology *t, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(t->hwloc, type);

    return n > 0 ? n : -1;
}

static void read_cache(struct os_topology_facts *out, int level, hwloc_obj_t cache)
{
    const struct hwloc_cache_attr_s *attr = &cache->attr->cache;

    out->cache[level].size_bytes = attr->size ? (long)attr->size : -1;
    out->cache[level].line_bytes = attr->linesize ? (long)attr->linesize : -1;
    /* -1 is hwloc's word for fully associative, 0 for unknown */
    out->cache[level].ways = attr->associativity > 0 ? attr->associativity : -1;
    out->cache[level].sharing = hwloc_bitmap_weight(cache->cpuset);
}

void os_topology_read(const struct os_topology *t, struct os_topology_facts *out)
{
    static const hwloc_obj_type_t caches[] = { HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
                                               HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE };
    int kinds = hwloc_cpukinds_get_nr(t->hwloc, 0);

    memset(out, -1, sizeof *out);
    out->packages = count(t, HWLOC_OBJ_PACKAGE);
    out->cores = count(t, HWLOC_OBJ_CORE);
    out->threads = count(t, HWLOC_OBJ_PU);
    out->nodes = count(t, HWLOC_OBJ_NUMANODE);
    out->kinds = kinds > 0 ? kinds : -1;
    for (int level = 1; level <= 4; level++) {
        hwloc_obj_t cache = hwloc_get_obj_by_type(t->hwloc, caches[level - 1], 0);

        if (cache)
            read_cache(out, level, cache);
    }
}
