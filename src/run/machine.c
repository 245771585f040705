/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine.c - the machine below a shepherd
 */
#include "run/runner.h"

#include <time.h>

static int run(void *self, const struct job *job, uint32_t padding, double deadline_s,
               struct arena *arena, struct spawn_outcome *out, struct diag *why)
{
    return spawn_run(self, job, padding, deadline_s, arena, out, why);
}

static int doze(void *self, double seconds, struct diag *why)
{
    return spawn_sleep(self, seconds, why);
}

static double now_s(void *self)
{
    struct timespec t;

    (void)self;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void counters(void *self, struct os_counters *out)
{
    (void)self;
    os_counters_read(out, "");
}

static int others(void *self)
{
    return os_other_runs(spawn_shepherd_pid(self));
}

struct run_machine run_machine_of(struct shepherd *shepherd)
{
    return (struct run_machine){ .self = shepherd,
                                 .run = run,
                                 .sleep = doze,
                                 .now_s = now_s,
                                 .counters = counters,
                                 .others = others };
}
