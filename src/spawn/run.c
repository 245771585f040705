/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run.c - a job of the harness as a request to the shepherd
 */
#include "spawn/shepherd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int spawn_run(struct shepherd *s, const struct job *job, uint32_t padding,
              double deadline_s, struct arena *arena, struct spawn_outcome *out,
              struct diag *why)
{
    struct job full = *job;
    char *program = NULL, **argv = NULL;
    int rc = -ENOMEM;

    if (!full.scratch)
        full.scratch = s->scratch;
    if (!full.libexec)
        full.libexec = s->libexec;
    if (asprintf(&program, "%s/errbar-worker", s->libexec) < 0)
        program = NULL;
    if (program)
        argv = job_to_argv(&full, program);
    if (argv)
        rc = spawn_program(s, argv, padding, deadline_s, arena, out, why);
    else
        diag_set(why, rc, "no memory to describe a job");
    free(argv);
    free(program);
    return rc;
}
