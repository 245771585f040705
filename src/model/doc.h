/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * doc.h - what was measured and what we think of it, as plain data
 *
 * A doc holds systems, sessions and measurements; a session its invocations in
 * the order they ran; an invocation series of whole nanoseconds in the order of
 * time, which is evidence: nobody sorts them. Everything lives in the doc's
 * arena. What was observed (invocation, series) and what we think of it
 * (struct judged) never share a struct.
 *
 * Text is UTF-8, borrowed from the arena, NULL where there is none.
 */
#ifndef MODEL_DOC_H
#define MODEL_DOC_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/judged.h"
#include "model/words.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum doc_status {
    DOC_STATUS_OK,
    DOC_STATUS_FAILED,
    DOC_STATUS_UNSUPPORTED,
    DOC_STATUS_SKIPPED,
    DOC_STATUS_INTERRUPTED,
    DOC_STATUS_COUNT
};
enum doc_origin { DOC_ORIGIN_MEASURED, DOC_ORIGIN_IMPORTED, DOC_ORIGIN_COUNT };
enum doc_stop { /* why no more invocations were run */
                DOC_STOP_NONE,
                DOC_STOP_PRECISION,
                DOC_STOP_MAXIMUM,
                DOC_STOP_TIME,
                DOC_STOP_EXACT,
                DOC_STOP_INTERRUPTED,
                DOC_STOP_COUNT
};
enum doc_phase { DOC_PHASE_RUN, DOC_PHASE_PILOT, DOC_PHASE_COUNT };
enum doc_part { DOC_PART_SUBJECT, DOC_PART_BASE, DOC_PART_COUNT };
enum doc_at { DOC_AT_ALWAYS, DOC_AT_START, DOC_AT_END, DOC_AT_COUNT };
enum doc_better { DOC_BETTER_LOWER, DOC_BETTER_HIGHER, DOC_BETTER_COUNT };

/* The words of those enums as the file, the CSV and the terminal have them. */
extern const char *const doc_status_name[DOC_STATUS_COUNT];
extern const char *const doc_origin_name[DOC_ORIGIN_COUNT];
extern const char *const doc_stop_name[DOC_STOP_COUNT];
extern const char *const doc_phase_name[DOC_PHASE_COUNT];
extern const char *const doc_part_name[DOC_PART_COUNT];
extern const char *const doc_at_name[DOC_AT_COUNT];
extern const char *const words_likeness_name[WORDS_LIKENESS_COUNT];
extern const char *const doc_better_name[DOC_BETTER_COUNT];

/* Index of `word` in a table of `count` words, -1 if it is not there. */
int doc_word(const char *const *table, int count, const char *word);

/* What a number means. */
struct definition {
    const char *id;       /* "lat_syscall.null" */
    const char *revision; /* ours "1", "2" …; others' "lmbench-3.0a4" */
    const char *suite;    /* "lmbench", "contest" */
    const char *family;   /* "syscall", "signal" … (model.md section 2) */
    enum words_likeness likeness;
    const char *quantity; /* "time", "bandwidth" */
    const char *unit;     /* a name of model/unit.h: "s", "B/s" */
    enum doc_better better;
    const char *per;   /* what the time is divided by: "call", "round trip" */
    const char *title; /* one line for people */
    const char *note;  /* one sentence on the likeness; NULL where same */
};

struct doc_param {
    const char *name, *value; /* value in the base unit: size=65536 */
};

/* One thing known of a machine or a session, or the reason why it is not. */
struct fact {
    const char *key;     /* "cpu.governor", from probe's key table */
    const char *value;   /* NULL where missing */
    const char *unit;    /* NULL where none */
    const char *source;  /* "/proc/cpuinfo" */
    const char *missing; /* "unreadable", "not-applicable", "redacted" */
    enum doc_at at;
};

struct facts {
    struct fact *items;
    size_t n, capacity;
};

struct doc_system {
    const char *id; /* "s1" */
    const char *name, *label;
    struct facts facts;
};

enum { DOC_LOOKS = 16 };

/* The resolved options of a run: everything that decides what is measured. */
struct protocol {
    double precision;          /* relative half-width asked for */
    double level;              /* of the intervals, 0.95 */
    uint32_t looks[DOC_LOOKS]; /* numbers of invocations at which a row may stop */
    size_t n_looks;
    uint32_t exactly; /* fixed number of invocations; 0: by the looks */
    uint32_t min_invocations, max_invocations; /* 0: as the looks say */
    uint32_t samples, warmup;                  /* per invocation and part */
    uint32_t pilots;   /* invocations that tell how long a row warms up: warmup is the
                          least then; 0: warmup is the given one */
    const char *order; /* "blocks" or "listed" */
    uint64_t seed;
    const char *outliers;    /* "reject" or "keep" */
    double span_seconds;     /* over which a row's invocations are spread at least */
    double max_seconds;      /* for the whole run; 0: no limit */
    double max_seconds_each; /* for one row */
    const char *set;         /* "quick", or NULL for a selection by hand */
    const char *cpus;        /* "auto", "none", or a list */
    bool draft;
};

struct doc_event {    /* something that happened to the run as a whole */
    const char *code; /* "second-run", "resumed", "interrupted" */
    const char *text;
    double offset_s;
};

/* Disturbances of a few observations: positions and what was read there. */
enum series_column {
    SERIES_WAIT_NS,    /* waited on the run queue */
    SERIES_SWITCHES,   /* involuntary context switches */
    SERIES_MIGRATIONS, /* the process was found on another CPU */
    SERIES_FAULTS,     /* major page faults */
    SERIES_COLUMNS
};
extern const char *const series_column_name[SERIES_COLUMNS];

struct sparse {
    uint32_t *at; /* positions in ns[], counted from 0 here, from 1 in files; rising */
    uint64_t *value;
    size_t n;
};

/* The observations of one part of one measurement in one invocation. */
struct series {
    struct measurement *measurement;
    enum doc_part part;
    uint32_t copy;   /* of parallel copies; 0 where there is one */
    uint64_t passes; /* operations in one observation; 0 for imported values */
    size_t n;
    uint64_t *ns;    /* [n] whole nanoseconds, in order of time, warm-up first */
    uint64_t *start; /* [n] ns since the invocation's start; NULL where not kept */
    struct sparse columns[SERIES_COLUMNS];
    /* imported instead of ns: values in the base unit with what printing leaves */
    double *values, *lo, *hi; /* [n] or NULL */
    const char **printed;     /* [n] or NULL */
    uint32_t of;              /* runs behind a printed mean; 0: a single value */
    const char *statistic;    /* "mean", or NULL */
    const char *spread;       /* "unknown" behind a printed mean, or NULL */
};

struct count {               /* one number per invocation */
    const char *name, *unit; /* "yardstick.add.before" "ns" */
    double value;
};

/* One fresh process. */
struct invocation {
    uint32_t seq;   /* unique in its session, from 1, in the order they ran */
    uint32_t block; /* from 0 */
    enum doc_phase phase;
    double offset_s;  /* of its start from the session's */
    uint32_t padding; /* bytes added to its environment */
    const char *cpus; /* list given to it, task by task: "1" or "1,0" */
    int exit_code;    /* 0 where it ended well */
    bool valid;
    const char *reason; /* why it is not valid: "timeout", "signal 11" … */
    struct series *series;
    size_t n_series;
    struct count *counts;
    size_t n_counts;
};

struct doc_clock {
    const char *name; /* "monotonic-raw" */
    double tick_ns;   /* q0: smallest non-zero difference seen */
    double cost_ns;   /* c0: median of one pair of reads */
    uint32_t hz;      /* of the kernel's tick; 0 unknown */
};

struct session {
    const char *id; /* "r1" */
    struct doc_system *system;
    const char *result;      /* uuid of the document it was read from */
    uint32_t boot;           /* 1, 2, …: which boot of the system, as far as known */
    const char *start, *end; /* ISO 8601 UTC with Z */
    struct protocol protocol;
    struct doc_clock clock;
    struct facts facts;
    struct doc_event *events;
    size_t n_events, events_capacity;
    struct invocation **invocations;
    size_t n_invocations, invocations_capacity;
};

struct measure_plan {
    uint64_t passes;   /* per observation; 0: not known yet */
    uint32_t samples;  /* m, kept */
    uint32_t warmup;   /* W, left out by the judge */
    uint64_t bytes;    /* moved by one operation; 0 where it is a latency */
    double deadline_s; /* of one invocation */
};

/* A row of the data: one definition with its parameters in one session. */
struct measurement {
    const char *id; /* "m1" */
    const struct definition *definition;
    struct doc_param *params;
    size_t n_params;
    struct session *session;
    enum doc_status status;
    const char *reason;
    enum doc_origin origin;
    enum doc_stop stop;
    uint32_t attempt; /* from 1 */
    bool sentinel;    /* measured to watch the session, not asked for */
    /* which causes may disturb a sample of this definition (a bit per series_column) */
    unsigned rejects;
    struct measure_plan plan;
    struct judged *judged; /* NULL until judged; replaced whole */
};

/* What a view needs and no single measurement is: a mean of two, a ratio … */
struct derived {
    const char *id;   /* "d1" */
    const char *rule; /* "derived.null_io": what a view's column names */
    const char *function;
    struct measurement **from;
    size_t n_from;
    struct session *session;
    const char *unit;
    struct st_estimate estimate;
};

struct doc {
    struct arena *arena;
    const char *uuid, *created, *completeness, *redaction, *licence, *title;
    const char *generator, *generator_version, *generator_commit, *generator_build;
    struct definition **catalogue;
    size_t n_catalogue, catalogue_capacity;
    struct doc_system **systems;
    size_t n_systems, systems_capacity;
    struct session **sessions;
    size_t n_sessions, sessions_capacity;
    struct measurement **measurements;
    size_t n_measurements, measurements_capacity;
    struct derived **derived;
    size_t n_derived, derived_capacity;
    const char **warnings; /* of the reader: foreign elements dropped … */
    size_t n_warnings, warnings_capacity;
};

struct doc *doc_new(void);
void doc_free(struct doc *doc); /* NULL is fine */

/* Each adds a zeroed one at the end and returns it; NULL only for want of memory. */
struct definition *doc_add_definition(struct doc *doc);
struct doc_system *doc_add_system(struct doc *doc);
struct session *doc_add_session(struct doc *doc);
struct measurement *doc_add_measurement(struct doc *doc);
struct derived *doc_add_derived(struct doc *doc);
struct invocation *doc_add_invocation(struct doc *doc, struct session *session);
struct doc_event *doc_add_event(struct doc *doc, struct session *session);
int doc_warn(struct doc *doc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Adds a fact, copying its texts. Exactly one of value and missing is given.
 *
 * Returns: 0 or -ENOMEM
 */
int doc_add_fact(struct doc *doc, struct facts *facts, const struct fact *fact);

/* The first fact with that key (and moment, unless DOC_AT_ALWAYS), or NULL. */
const struct fact *facts_find(const struct facts *facts, const char *key,
                              enum doc_at at);

/* By identifier; NULL where there is none. */
const struct definition *doc_find_definition(const struct doc *doc, const char *id,
                                             const char *revision);
struct doc_system *doc_find_system(const struct doc *doc, const char *id);
struct session *doc_find_session(const struct doc *doc, const char *id);
struct measurement *doc_find_measurement(const struct doc *doc, const char *id);

/* A parameter's value, or NULL. */
const char *measurement_param(const struct measurement *m, const char *name);

/*
 * "lat_ctx size=64K procs=8 placement=same": id and parameters for people, with
 * byte sizes shortened. Lives in `arena`.
 */
const char *measurement_label(const struct measurement *m, struct arena *arena);

/*
 * Of two attempts at the same in a session, whether `m` is rather the one that counts:
 * one with an interval before one without (cut short), then the later.
 */
bool measurement_counts_before(const struct measurement *m,
                               const struct measurement *than);

/* Whether another attempt at the same in its session counts in its place. */
bool measurement_is_superseded(const struct doc *doc, const struct measurement *m);

/* A measurement is a difference if any of its series is a base part. */
bool measurement_is_difference(const struct measurement *m);

/*
 * Comparable: definition, revision, unit and parameters are equal. *differs names
 * what is not ("revision"), untouched where they are comparable.
 */
bool measurement_comparable(const struct measurement *a, const struct measurement *b,
                            const char **differs);

#endif
