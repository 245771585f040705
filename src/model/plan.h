/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan.h - what is to be measured, and what the judge advises to do next
 *
 * src/run measures by a plan and knows nothing of statistics; src/judge advises
 * and knows nothing of processes; src/app carries the advice from one to the other.
 */
#ifndef MODEL_PLAN_H
#define MODEL_PLAN_H

#include "model/doc.h"

enum { PLAN_CPUS = 128 };

/* One kind of invocation: a process that observes one or several measurements. */
struct plan_job {
    const char *bench, *which; /* "lat_syscall", "null"; which is NULL where the
                                  benchmark has one unnamed case */
    struct doc_param *params;  /* those that are the same for all points */
    size_t n_params;
    const char *axis;            /* parameter that the points differ in, or NULL */
    struct measurement **points; /* [n_points] in the order the process walks them */
    size_t n_points;
    bool sentinel; /* goes on, one invocation a block, after its rows have stopped */
    int cpus[PLAN_CPUS]; /* task i runs on cpus[i % n_cpus] */
    size_t n_cpus;       /* 0: no binding at all */
    bool free;           /* every task may use any of cpus[] */
    double deadline_s;   /* 0 until the pilot has been seen */
    double cost_s;       /* of one invocation, as last seen: the time estimate */
    /* where the run stands; a resumed one starts with what the journal tells */
    uint32_t pilots, valid, replaced;
    double first_offset_s, last_offset_s; /* of valid invocations */
    bool stopped;
};

struct plan {
    struct session *session; /* its protocol is the plan's */
    struct plan_job *jobs;   /* in listed order; the blocks shuffle an index */
    size_t n_jobs;
    const char *remote; /* the far end, as the worker is told it, or NULL */
    bool paired; /* jobs 2 i and 2 i + 1 are the two settings of one row: in a block one
                    follows the other */
    double gap_s; /* from block to block, where that was lengthened; else 0 */
};

/* What to do with a row after a look, or after its pilots. */
enum advice_what {
    ADVICE_CONTINUE, /* after pilots: `samples` observations of each would tell more */
    ADVICE_STOP,     /* after pilots: it warms up for `warmup` observations */
    ADVICE_AGAIN     /* measure it anew, as attempt + 1, with `warmup` */
};
struct advice {
    enum advice_what what;
    enum doc_stop why;  /* with ADVICE_STOP, and of the attempt that was not the last */
    uint32_t next_look; /* invocations at which to ask again, with ADVICE_CONTINUE */
    uint32_t warmup, samples;
};

#endif
