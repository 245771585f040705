/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bare_loop.c - what a counted loop and a null system call cost without any harness
 *
 * bare_loop empty|null PASSES: the median of 20 observations after 5, in ns a pass.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) -
           (*(const double *)a < *(const double *)b);
}

int main(int argc, char **argv)
{
    uint64_t passes = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    double ns[25];

    for (int k = 0; k < 25; k++) {
        struct timespec a, b;

        clock_gettime(CLOCK_MONOTONIC_RAW, &a);
        if (argv[1][0] == 'e')
            for (uint64_t i = 0; i < passes; i++)
                __asm__ volatile("" : : "r"(i) : "memory");
        else
            for (uint64_t i = 0; i < passes; i++)
                getppid();
        clock_gettime(CLOCK_MONOTONIC_RAW, &b);
        ns[k] = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
    }
    qsort(ns + 5, 20, sizeof *ns, by_size);
    printf("%.6f\n", (ns[14] + ns[15]) / 2 / (double)passes);
    return 0;
}
