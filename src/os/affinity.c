/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * affinity.c - which CPUs the calling process may run on
 */
#include "os/affinity.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <string.h>

enum {
    MOST_CPUS = 8192, /* NR_CPUS of the largest Linux there is */
    WORD_BITS = CHAR_BIT * (int)sizeof(unsigned long)
};

/* cpu_set_t ends at 1024; the kernel takes longer ones in the same layout. */
struct set {
    unsigned long word[MOST_CPUS / WORD_BITS];
};

int os_affinity_set(const int *cpus, size_t n)
{
    struct set set;

    memset(&set, 0, sizeof set);
    for (size_t i = 0; i < n; i++) {
        if (cpus[i] < 0 || cpus[i] >= MOST_CPUS)
            return -EINVAL;
        set.word[cpus[i] / WORD_BITS] |= 1ul << (cpus[i] % WORD_BITS);
    }
    if (sched_setaffinity(0, sizeof set, (cpu_set_t *)(void *)&set) < 0)
        return -errno;
    return 0;
}

int os_affinity_get(int *cpus, size_t room)
{
    struct set set;
    size_t n = 0;

    memset(&set, 0, sizeof set);
    if (sched_getaffinity(0, sizeof set, (cpu_set_t *)(void *)&set) < 0)
        return -errno;
    for (int i = 0; i < MOST_CPUS && n < room; i++) {
        if (set.word[i / WORD_BITS] >> (i % WORD_BITS) & 1)
            cpus[n++] = i;
    }
    return (int)n;
}
