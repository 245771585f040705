/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bare_proc.c - what processes cost without any harness
 *
 * bare_proc fork|exec|shell PASSES HELLO: the median of 20 observations after 5, in ns.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) -
           (*(const double *)a < *(const double *)b);
}

int main(int argc, char **argv)
{
    long passes = argc > 3 ? atol(argv[2]) : 1;
    int null = open("/dev/null", O_WRONLY), status = 0;
    char *hello[] = { (char[]){ "hello" }, NULL };
    char *sh[] = { (char[]){ "sh" }, (char[]){ "-c" }, argv[3], NULL };
    char *none[] = { NULL };
    double ns[25];

    for (int k = 0; k < 25; k++) {
        struct timespec a, b;

        clock_gettime(CLOCK_MONOTONIC_RAW, &a);
        for (long i = 0; i < passes && status == 0; i++) {
            if (fork() == 0) {
                if (argv[1][0] == 'f')
                    _exit(0);
                dup2(null, 1);
                execve(argv[1][0] == 'e' ? argv[3] : "/bin/sh",
                       argv[1][0] == 'e' ? hello : sh, none);
                _exit(127);
            }
            wait(&status);
        }
        clock_gettime(CLOCK_MONOTONIC_RAW, &b);
        ns[k] = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
    }
    qsort(ns + 5, 20, sizeof *ns, by_size);
    printf("%.3f\n", (ns[14] + ns[15]) / 2 / (double)passes);
    return status;
}
