/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run.h - the runner: order, blocks, looks, schedule
 *
 * It measures by a plan, in blocks shuffled from the seed, and asks its hooks for
 * everything else: what to do next (the judge's advice), where to put an invocation
 * (the journal), whom to tell. It never looks at a value.
 */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/diag.h"
#include "model/plan.h"
#include "spawn/spawn.h"

enum run_event_kind {
    RUN_EVENT_INVOCATION, /* one has ended; .invocation */
    RUN_EVENT_ROW,        /* a row has stopped or failed; .measurement */
    RUN_EVENT_BLOCK,      /* a block is complete */
    RUN_EVENT_WAIT,       /* sleeps for .seconds to spread the blocks */
    RUN_EVENT_SECOND_RUN, /* another errbar measures on this machine */
    RUN_EVENT_SPREAD,     /* the blocks lie farther apart from here on */
    RUN_EVENT_PLAN /* what a row is to be measured with was found; .measurement */
};

struct run_event {
    enum run_event_kind kind;
    const struct plan_job *job;
    const struct invocation *invocation;
    const struct measurement *measurement;
    double seconds;
    double done, eta_s; /* share of the plan that is done; seconds still to go */
};

struct run_hooks {
    void *self;
    /* at a look, and where a row ends early: what next */
    int (*advise)(void *self, struct measurement *m, uint32_t valid, double span_s,
                  struct advice *out);
    /* after a row's pilots, all of one length: how long it warms up. NULL: as planned
     */
    int (*warm_up)(void *self, struct measurement *m,
                   const struct invocation *const *pilots, size_t n,
                   struct advice *out);
    /* after a block: whether invocations that follow each other are alike, so that the
       blocks should lie farther apart. NULL: never */
    int (*alike)(void *self, bool *out);
    /* an invocation is about to start: set what it is to run under. Where this is not 0
       the run ends with it; block is UINT32_MAX for pilots */
    int (*before)(void *self, const struct plan_job *job, uint32_t block);
    /* an invocation is complete: put it on disk before anything else is done */
    int (*record)(void *self, const struct invocation *i);
    int (*sync)(void *self); /* after each block */
    void (*event)(void *self, const struct run_event *e);
    /* 0: go on; else stop now with that reason (a signal came): DOC_STOP_INTERRUPTED */
    int (*stopped)(void *self);
    /* SIGQUIT: leave the current row out; reset by asking */
    bool (*skip)(void *self);
};

/* Seconds the plan will take, as far as its jobs' costs are known or guessed. */
double run_estimate_s(const struct plan *plan);

/*
 * Order of block `block`: a permutation of the jobs, the same for the same seed, so
 * that a resumed run goes on as the first would have. Pairs of a paired plan stay
 * together, and which of the two comes first is drawn, also where rows are listed.
 *
 * Shape:   order[n_jobs]
 * Returns: 0 or -ENOMEM
 */
int run_block_order(const struct plan *plan, uint32_t block, size_t *order);

/*
 * Environment padding of an invocation, drawn from (seed, block, job).
 *
 * Returns: 0..4095 bytes, or -ENOMEM
 */
int run_padding(const struct plan *plan, uint32_t block, size_t job);

/*
 * Runs the plan to its end. The doc's session receives the invocations, its
 * measurements their status, reason, stop and plan.
 *
 * A session that already has invocations is gone on with: what is there is counted,
 * rows that have ended stay so, and in the block that was interrupted only what is
 * missing is measured. A row whose points all have a number of passes has no pilot that
 * finds it.
 *
 * Where the protocol has pilots, the first invocations of a row are these: longer, and
 * the row's own where it needs no longer warm-up than they had. Else they become
 * pilots, which do not count (statistics.md 3.3). A sweep's pilots visit three points
 * and never count. The rows of a pair are found alike, and are given the same warm-up.
 *
 * Needs:   hooks->advise; every other hook may be NULL
 * Returns: 0 (rows may have failed), -EINTR where `stopped` said so, or what a hook
 *          or the shepherd returned; the rows that were still going then say
 *          `interrupted`
 */
int run_session(struct doc *doc, struct plan *plan, struct shepherd *shepherd,
                const struct run_hooks *hooks, struct diag *why);

#endif
