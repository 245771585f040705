/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner.h - inside the runner: its state, and the machine it works on
 *
 * The machine is a few functions, so that tests drive a whole session with a clock
 * and processes of their own.
 */
#ifndef RUN_RUNNER_H
#define RUN_RUNNER_H

#include "os/counters.h"
#include "run/run.h"

struct run_machine {
    void *self;
    /* as spawn_run() */
    int (*run)(void *self, const struct job *job, uint32_t padding, double deadline_s,
               struct arena *arena, struct spawn_outcome *out, struct diag *why);
    int (*sleep)(void *self, double seconds, struct diag *why); /* as spawn_sleep() */
    double (*now_s)(void *self); /* never goes back; stands while suspended */
    void (*counters)(void *self, struct os_counters *out);
    int (*others)(void *self); /* as os_other_runs() */
};

/* The machine below a shepherd: processes, the monotonic clock, /proc. */
struct run_machine run_machine_of(struct shepherd *shepherd);

/* run_session() on any machine. */
int run_session_on(struct doc *doc, struct plan *plan,
                   const struct run_machine *machine, const struct run_hooks *hooks,
                   struct diag *why);

/* ---- the state of a session ---- */

/* A point that has stopped, failed, or cannot be measured here is off. */
struct run_point {
    bool off;
    uint32_t failures; /* invalid invocations that are its doing */
};

enum {
    RUN_PILOTS = 16,       /* of one length, at most */
    RUN_PILOT_LENGTH = 60, /* observations of each at first: statistics.md 3.3 */
    RUN_PILOT_POINTS = 3   /* of a sweep */
};

/* What the runner knows of a job beyond its plan. */
struct run_row {
    struct run_point *points; /* [n_points] */
    uint32_t next_look;       /* valid invocations at which the judge is asked */
    double spent_s;           /* in its invocations */
    double observation_s;     /* of that, for one observation of one point */
    bool in_block;            /* has had its turn in this block */
    /* the search for its warm-up */
    uint32_t length; /* observations of the pilots that will tell; 0: it is settled */
    uint32_t warmup; /* what those before say */
    struct invocation *pilots[RUN_PILOTS]; /* of that length, so far */
    size_t n_pilots;
};

struct runner {
    struct doc *doc;
    struct plan *plan;
    struct session *session;
    const struct run_machine *machine;
    const struct run_hooks *hooks;
    struct diag *why;
    struct run_row *rows; /* [n_jobs] */
    size_t *order;        /* [n_jobs] of the present block */
    uint32_t block, seq;  /* seq: of the last invocation */
    double zero_s;        /* the machine's clock at the session's start */
    double block_s;   /* offset of the last block that began; NaN before the first */
    bool block_begun; /* the present one has begun */
    double began_s;   /* offset of the first block; NaN before it */
    uint32_t stretch; /* so many times the gap between blocks */
    uint32_t asked_block; /* at which that was found last */
    enum doc_stop ending; /* why the whole run ends; NONE while it goes on */
};

double run_offset_s(const struct runner *r);

/* ---- order.c ---- */

#define RUN_PILOT_BLOCK UINT32_MAX /* stands for the pilots' order and padding */

/* ---- pilots.c ---- */

/* Nothing is known yet of how long a row warms up, or it is given. */
void run_pilots_begin(struct runner *r, size_t job);

/* A pilot would find a number of passes, not the warm-up. */
bool run_calibrates(const struct runner *r, size_t job);

bool run_wants_pilot(const struct runner *r, size_t job); /* beside the blocks */

/* Whether a pilot that looks for the warm-up visits that point, which is on. */
bool run_pilot_visits(const struct runner *r, size_t job, size_t point);

/*
 * Takes an invocation that has been accounted for as a pilot, where it is one; decides
 * with the last of them. `calibrated`: it had to find a number of passes.
 *
 * Returns: 0, or what the hook returned
 */
int run_pilot_account(struct runner *r, size_t job, struct invocation *i,
                      bool calibrated);

/* ---- again.c ---- */

/*
 * Ends the present attempt of a job, each point for its reason, and begins another one
 * with that warm-up: new measurements of the doc, in the place of the old ones.
 *
 * Returns: 0 or -ENOMEM
 */
int run_measure_again(struct runner *r, size_t job, uint32_t warmup,
                      const enum doc_stop *why);

/* ---- compose.c ---- */

enum { RUN_PILOT_SAMPLES = 5 };

/* What one process is asked: the job and which points of the plan's are in it. */
struct run_request {
    struct job job;
    size_t map[JOB_POINTS]; /* point of the process -> point of the plan's job */
};

/*
 * The request for those points of a job that are on, or for a pilot those that have
 * no number of passes yet.
 *
 * Returns: 0, or -E2BIG with why where it is more than a process can be asked
 */
int run_compose(const struct runner *r, size_t job, enum doc_phase phase,
                struct run_request *out, struct diag *why);

/* ---- verdict.c ---- */

enum { RUN_EXIT_NOT_STARTED = 126, RUN_EXIT_SIGNAL = 128 }; /* as shells have it */

/* What became of an invocation, read from its records alone. */
struct run_verdict {
    bool valid;
    int exit_code;
    const char *reason;              /* NULL where valid; lives in the arena */
    const char *skipped[JOB_POINTS]; /* why; NULL where it was not; the records' */
    bool blamed[JOB_POINTS];         /* an invalid one is this point's doing */
};

/* Returns: 0 or -ENOMEM */
int run_judge_outcome(const struct run_request *request,
                      const struct spawn_outcome *outcome, struct arena *arena,
                      struct run_verdict *out);

/* ---- convert.c ---- */

/*
 * Fills an invocation's series, counts and the numbers of the session's clock. Each
 * point asked for has at least an empty series, which tells whose invocation it was.
 *
 * Returns: 0 or -ENOMEM
 */
int run_convert(struct doc *doc, struct session *session, const struct plan_job *job,
                const struct run_request *request, const struct spawn_outcome *outcome,
                const struct run_verdict *verdict, struct invocation *out);

/*
 * Adds what the machine did between two readings, where it is known.
 *
 * Needs: an invocation that run_convert() has filled
 */
void run_add_counters(const struct os_counters *before, const struct os_counters *after,
                      double seconds, struct invocation *out);

/* ---- rows.c ---- */

bool run_row_is_on(const struct runner *r, size_t job);   /* has a point that is on */
bool run_row_is_pure(const struct runner *r, size_t job); /* watches the session only */

/* It has not stopped, and does not only watch, unless all do. */
bool run_row_keeps_going(const struct runner *r, size_t job);

/* The invocations of a row planned before the judge is asked next. */
uint32_t run_next_look(const struct protocol *p, uint32_t valid);

/* Takes a point out of its job and tells; `reason` is copied. */
int run_leave_out(struct runner *r, size_t job, size_t point, enum doc_status status,
                  const char *reason);

/* Accounts for an invocation that has been recorded. */
int run_account(struct runner *r, size_t job, const struct run_request *request,
                const struct run_verdict *verdict, struct invocation *i,
                double seconds);

/*
 * Asks the judge about every row that has reached its look; stops those it says.
 * `in_block`: also those that have had their turn in a block that is not complete.
 */
int run_look(struct runner *r, bool in_block);

/* What a row that was still going says of the run's end. */
void run_end_rows(struct runner *r);

void run_tell(struct runner *r, enum run_event_kind kind, size_t job,
              const struct invocation *i, const struct measurement *m, double seconds);

/* ---- invoke.c ---- */

/* Whether the run is to end now: a signal, or its time. */
bool run_must_end(struct runner *r);

/*
 * Runs one invocation of a job, records and accounts for it. One that was abandoned
 * leaves no trace.
 *
 * Returns: 0, or what a hook or the machine returned
 */
int run_invoke(struct runner *r, size_t job, enum doc_phase phase);

/* Seconds the run may still take; infinite without a limit. */
double run_time_left_s(const struct runner *r);

/* Sleeps until that offset, or until the run is to end. `job`: SIGQUIT's row. */
int run_wait_until(struct runner *r, double offset_s, size_t job);

/* ---- spread.c ---- */

/* Takes from the session's events how far apart its blocks lie. */
void run_spread_begin(struct runner *r);

/* Waits for the next block, or for the turn of a row. Returns: 0 or the machine's */
int run_wait_for_block(struct runner *r, size_t job);
int run_wait_for_span(struct runner *r, size_t job);

void run_begin_block(struct runner *r); /* with its first invocation */

/* Doubles the gap between blocks where the judge finds invocations alike. */
int run_space_out(struct runner *r);

/* ---- resume.c ---- */

/* Takes up what the session's invocations tell. Returns: 0, -ENOMEM or a hook's. */
int run_take_up(struct runner *r);

#endif
