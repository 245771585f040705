/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * job.h - what one worker process is asked to do, as its argument list
 *
 * Written by src/spawn, read by the worker: both directions stand in job.c so
 * that they cannot drift apart.
 */
#ifndef HARNESS_JOB_H
#define HARNESS_JOB_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOB_PARAMS = 16, JOB_POINTS = 64, JOB_CPUS = 128 };

struct job_param {
    const char *name, *value;
};

struct job {
    const char *bench, *which; /* which: the case's name, "" for an unnamed one */
    struct job_param params[JOB_PARAMS]; /* the same for all points */
    size_t n_params;
    const char *axis; /* parameter the points differ in; NULL: one point */
    const char *points[JOB_POINTS]; /* its values, in the order to walk them */
    size_t n_points;                /* at least 1 */
    uint64_t passes[JOB_POINTS];    /* per observation; 0: calibrate */
    uint32_t observations;          /* per point and part, warm-up included */
    uint32_t hz;                    /* of the kernel's tick; 0: not known */
    int cpus[JOB_CPUS];             /* task i is bound to cpus[i % n_cpus] */
    size_t n_cpus;                  /* 0: no binding */
    bool free;                      /* every task may use any of cpus[] */
    const char *scratch;            /* an existing directory of this run */
    const char *libexec;            /* where the helpers are */
    /* "ADDRESS PORT PORT ...": the far end's services, as bench.h counts them ("-":
       one that it has not), or NULL */
    const char *remote;
};

/*
 * The argument list for the worker, ending in NULL, argv[0] included.
 *
 * Owner:   one block; release with free()
 * Returns: NULL only for want of memory
 */
char **job_to_argv(const struct job *job, const char *program);

/*
 * Reads such a list; texts are borrowed from argv.
 *
 * Returns: 0 or -EINVAL with the argument named in why
 */
int job_from_argv(struct job *job, int argc, char **argv, struct diag *why);

#endif
