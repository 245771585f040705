/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker.c - the small program that every invocation is
 *
 * It links libc only: what it maps, each of its forks would have to copy.
 */
#include "bench/kit/rpc.h"
#include "bench/registry.h"
#include "harness/harness.h"
#include "harness/job.h"
#include "harness/wire.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USAGE = 2 };

static int usage(const struct diag *why)
{
    fprintf(stderr,
            "errbar-worker: %s\n"
            "errbar starts this program for each invocation of a benchmark; use\n"
            "'errbar run' instead. By hand, with a file on descriptor %d that is\n"
            "appended to:\n"
            "  errbar-worker bench=lat_syscall case=null point=0 observations=20 \\\n"
            "      scratch=/tmp libexec=DIRECTORY %d>>records\n",
            diag_text(why), WIRE_FD, WIRE_FD);
    return USAGE;
}

/*
 * Becomes the program that can measure it: what only one benchmark needs is mapped for
 * no other. Where that is not installed, the benchmark says so itself.
 */
static void hand_over(const struct bench *bench, const struct job *job, const char *me)
{
    const char *name = strrchr(me, '/');
    char path[PATH_MAX];
    char **argv;

    if (!bench->worker || !job->libexec ||
        strcmp(name ? name + 1 : me, bench->worker) == 0)
        return;
    if (snprintf(path, sizeof path, "%s/%s", job->libexec, bench->worker) >=
        (int)sizeof path)
        return;
    argv = job_to_argv(job, path);
    if (argv)
        execv(path, argv);
    free(argv);
}

int main(int argc, char **argv)
{
    const struct bench *bench;
    struct diag why = { 0 };
    struct job job;

    if (argc == 4 && strcmp(argv[1], "serve") == 0)
        return bench_rpc_far(WIRE_FD, argv[2], argv[3]) < 0;
    if (job_from_argv(&job, argc, argv, &why) < 0)
        return usage(&why);
    bench = bench_find(job.bench);
    if (!bench) {
        diag_set(&why, -1, "there is no benchmark '%s'", job.bench);
        return usage(&why);
    }
    hand_over(bench, &job, argv[0]);
    if (harness_start(&why) < 0)
        return why.rc == -EPIPE ? 1 : usage(&why); /* nobody is there to be told */
    return harness_work(bench, &job, &bench_clock_raw, WIRE_FD);
}
