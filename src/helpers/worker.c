/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker.c - the small program that every invocation is
 *
 * It links libc only: what it maps, each of its forks would have to copy.
 */
#include "bench/registry.h"
#include "harness/harness.h"
#include "harness/job.h"
#include "harness/wire.h"

#include <errno.h>
#include <stdio.h>

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

int main(int argc, char **argv)
{
    const struct bench *bench;
    struct diag why = { 0 };
    struct job job;

    if (job_from_argv(&job, argc, argv, &why) < 0)
        return usage(&why);
    bench = bench_find(job.bench);
    if (!bench) {
        diag_set(&why, -1, "there is no benchmark '%s'", job.bench);
        return usage(&why);
    }
    if (harness_start(&why) < 0)
        return why.rc == -EPIPE ? 1 : usage(&why); /* nobody is there to be told */
    return harness_work(bench, &job, &bench_clock_raw, WIRE_FD);
}
