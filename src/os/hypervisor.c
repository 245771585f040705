/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hypervisor.c - what the processor itself says of the hypervisor below
 */
#include "os/hypervisor.h"

#include <errno.h>
#include <string.h>

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>

/* Leaf 1 has the bit that no real processor sets, leaf 0x40000000 the word. */
int os_hypervisor(char word[13])
{
    unsigned a, b, c, d;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 31))
        return -ENOENT;
    __cpuid(0x40000000u, a, b, c, d);
    memcpy(word, &b, 4);
    memcpy(word + 4, &c, 4);
    memcpy(word + 8, &d, 4);
    word[12] = '\0';
    return 0;
}
#else
int os_hypervisor(char word[13])
{
    (void)word;
    return -ENOTSUP;
}
#endif
