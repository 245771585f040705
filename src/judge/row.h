/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * row.h - one measurement while it is being judged: scratch, inside this room only
 *
 * Structures of arrays that one row after another uses, so that judging a document
 * allocates a handful of blocks. All figures are nanoseconds per operation (imported
 * ones: the base unit) until judge_fill() converts them, once.
 */
#ifndef JUDGE_ROW_H
#define JUDGE_ROW_H

#include "judge/judge.h"
#include "stats/sorted.h"

/* Why an observation is left out. Of several, the first in this order is named. */
enum cause {
    CAUSE_NONE,
    CAUSE_SWITCHED,
    CAUSE_MIGRATED,
    CAUSE_FAULT,
    CAUSE_WAIT,
    CAUSE_VALUE, /* far off by value */
    CAUSE_MODE   /* far off together with others: a second mode, which stays in */
};

/* A clock's tick above that share of the value is flagged and widens the interval. */
static const double tick_share = 0.001;

/* A dip of the observations above that, times the root of their number, is two heaps:
   chance gives it in 0.5 % at most. */
static const double judge_dip_limit = 0.65;

/* How a figure of the row becomes one of the definition's unit. */
enum row_unit {
    ROW_SECONDS, /* divided by 1e9 */
    ROW_RATE,    /* bytes of one operation over its time */
    ROW_AS_IS    /* imported: is in the base unit */
};

/* One value of the row's interval: an invocation, or an imported value. */
struct row_value {
    const struct invocation *invocation;
    size_t first, n; /* its observations in x, after warm-up */
    size_t disturbed;
    bool left_out;        /* whole, because most of it is disturbed */
    size_t n_ordered;     /* at `first` of row->ordered */
    double y_all;         /* median of all its observations */
    double y;             /* median of those that entered */
    double mean;          /* of those that entered */
    double subject, base; /* medians of the parts of those that entered */
    double cold;          /* its very first observation */
};

/* What is known of the session as a whole. */
struct circumstances {
    const struct session *session;
    double frequency; /* relative spread of the yardstick; NaN: too few to say */
    double steal;     /* share of the session; NaN: not known */
    double throttles; /* times, by heat or quota; 0 where not known */
    size_t second_runs;
    struct judge_serial serial; /* all zero until it was looked for */
};

/* A second mode: observations that are far off together. */
struct row_mode {
    size_t n;
    double value; /* median of its members */
};

/* What the order in time and the shape show; 0, p 1, where nothing was looked for. */
struct row_order {
    double trend, neighbours; /* z within the invocations */
    double between;           /* p of Kruskal-Wallis over them */
    double drift;             /* p of Mann-Kendall over their values */
    double gap;               /* st_gap_ratio() of their values */
    double dip;               /* of what entered, times the root of its number */
    const char *pilot;        /* what the pilots never left: "warmup", "slowdown" */
    double pilot_trend;
};

struct row {
    const struct measurement *m;
    struct circumstances circumstances;
    enum row_unit unit;
    bool difference, imported;
    bool reject;   /* policy: what is far or disturbed is left out */
    double q;      /* clock ticks per operation: resolution of one x */
    double passes; /* of a subject's observation; 0: not known */
    size_t invalid;

    size_t n; /* observations after warm-up, in order of time */
    double *x;
    double *subject, *base; /* parts of differences */
    uint32_t *at;           /* positions in the series, from 1 */
    uint8_t *cause;         /* enum cause */
    double *ordered;        /* values, each invocation's in order of size */
    double *work, *spare;   /* room for n */
    size_t size;            /* of all of those */
    struct row_value *values;
    size_t n_values, values_size;
    double *y;    /* room for n_values */
    size_t *ends; /* likewise */

    size_t migrated, faulted; /* observations, of either part, rejecting or not */
    size_t disturbed, rejected, left_out, used;
    size_t far, undisturbed; /* far off, of how many */
    double far_largest;
    struct row_mode mode;
    double residual_mad;
    size_t samples, distinct; /* that entered; different values among them */
    struct st_spread spread;
    struct row_order order;
    struct st_estimate estimate, kept; /* widened by judge_settle() */
    double theta_subject, theta_base;
    enum judged_class small; /* class of 3 to 5 values, by these */
    enum judged_class class;
    bool tick;
    double steal; /* share of the time of its own invocations; NaN: they do not tell */
};

/* One invocation's share in a row: what fold needs to find its series. */
struct row_entry {
    const struct measurement *measurement;
    const struct invocation *invocation;
    size_t order;
};

/* Scratch that was never used is all zero. */
void judge_row_done(struct row *row);

/* fold.c: observations to x and values. Returns: 0 or -ENOMEM */
int judge_fold(struct row *row, const struct measurement *m,
               const struct row_entry *entries, size_t n_entries);
/* The session's facts, kept while rows of the same session follow each other. */
int judge_circumstances(struct circumstances *c, const struct session *session);
/* What a fixed piece of work took, median over all invocations; additions or loads.
   NaN where nobody timed it. Returns: 0 or -ENOMEM */
enum { JUDGE_YARDSTICKS = 2 };
int judge_yardstick(int kind, const struct session *const *sessions, size_t n,
                    double *median);

/* ordered.c: which of an invocation's values; each choice holds the next. */
enum row_choice { ROW_ALL, ROW_UNDISTURBED, ROW_ENTERED };
/* Puts them in order of size. Returns: 0 or -ENOMEM */
int judge_order_value(struct row *row, struct row_value *v, enum row_choice choice);
/* Them; valid until they are ordered anew. */
struct st_sorted judge_ordered(const struct row *row, const struct row_value *v);
/* Those of all invocations that are not left out, or what each differs by from its y.
   Lives in row->work or row->spare, whichever it is. */
struct st_sorted judge_order_row(struct row *row, bool residuals);

/* mark.c: notes what disturbed the n observations from row->x[first] on. */
void judge_note_causes(struct row *row, size_t first, size_t n,
                       const struct series *series, uint32_t warmup);
/* Decides what is left out, and y of every value. */
int judge_mark(struct row *row);
static inline bool row_enters(const struct row *row, size_t i)
{
    return !row->reject || row->cause[i] == CAUSE_NONE || row->cause[i] == CAUSE_MODE;
}
/* The marks as the file has them. Returns: 0 or -ENOMEM */
int judge_list_marks(const struct row *row, struct arena *arena, struct judged *j);

/* order.c: trend and neighbours within the invocations, drift and gaps over them. Uses
   row->work. Returns: 0 or -ENOMEM */
int judge_find_order(struct row *row, const struct row_entry *entries,
                     size_t n_entries);
/* Whether invocations differ and values fall into heaps; `entered`: all that entered,
   in order, which is gone afterwards. Returns: 0 or -ENOMEM */
int judge_find_heaps(struct row *row, struct st_sorted entered);

/* estimate.c: intervals, spread, parts. Returns: 0 or -ENOMEM */
int judge_estimate(struct row *row);
/* Widens the intervals by what the circumstances say; the class. Once for a row. */
void judge_settle(struct row *row);
/* Half of the interval, relative to the value (differences: to the larger of value
   and subject); NaN where there is none. */
double judge_half_width(const struct row *row);
/* The first number of invocations at which the row may stop; 0: it is fixed. */
uint32_t judge_first_look(const struct protocol *p);
uint32_t judge_exactly(const struct protocol *p);
double judge_to_unit(const struct row *row, double x);
/* y of the invocations that are not left out, in the order they ran, into row->y. */
size_t judge_gather_y(const struct row *row, bool all);
/* Everything but marks, flags and what is settled, in the definition's unit. */
int judge_fill(struct row *row, struct judged *j);
/* And what is. */
void judge_fill_settled(const struct row *row, struct judged *j);

/* diagnose.c: the flags of a row that is settled. Returns: 0 or -ENOMEM */
int judge_list_flags(const struct row *row, struct arena *arena, struct judged *j);
/* A flag with its rule's limit and severity, to be completed. */
struct flag judge_flag(const char *code);
/* Adds one where the order of the rules has its place. Returns: 0 or -ENOMEM */
int judge_add_flag(struct arena *arena, struct judged *j, const struct flag *flag);

/* warmup.c: what long pilots never left. Returns: 0 or -ENOMEM */
int judge_find_pilot(struct row *row, const struct row_entry *entries,
                     size_t n_entries);

/* serial.c: whether invocations that follow each other are alike, all rows together */
struct serial {
    struct serial_value {
        uint32_t seq;
        double z; /* y less its row's median, over its row's MAD */
    } * values;
    size_t n, size;
    double lag1;      /* sum over the rows of their own lag-1 rank autocorrelation */
    double per_value; /* sum over the rows of 1 / K */
    size_t rows;
};
void judge_serial_done(struct serial *serial);
/* Forgets the session before. */
void judge_serial_begin(struct serial *serial);
/* Adds a row that has been marked. Uses row->y. Returns: 0 or -ENOMEM */
int judge_serial_add(struct serial *serial, struct row *row);
int judge_serial_settle(struct serial *serial, struct judge_serial *out);

/* rules.c: the rule with that code, which there must be */
const struct judge_rule *judge_rule_of(const char *code);

/* A row as the rules that look across systems see it: the logarithms of its values. */
struct row_summary {
    size_t n;
    double mean, squares; /* sum of squared distances from the mean */
    bool positive;        /* all are; else the rest says nothing */
};
/* systems.c */
void judge_summarise(const struct row *row, struct row_summary *s);
/* Adds the flags that only a look at other systems shows; both lists are in the order
   of doc's measurements. Returns: 0 or -ENOMEM */
int judge_look_across(const struct doc *doc, struct arena *arena, struct judged **found,
                      const struct row_summary *sums);

/* judge.c: all of the doc, in the order of its measurements, which it does not touch.
   found has as many places. */
int judge_all(const struct doc *doc, struct arena *arena, struct judged **found);
/*
 * For one measurement, whose own entries they are, in order: first all that its
 * observations say, then what depends on the others of its session as well. The second
 * half looks at no array of the row, so a copy will do, whatever became of the row.
 */
int judge_row_look(struct row *row, struct arena *arena, const struct measurement *m,
                   const struct row_entry *entries, size_t n_entries,
                   struct judged **out);
int judge_row_settle(struct row *row, struct arena *arena, struct judged *j);
/* Both. */
int judge_row(struct row *row, struct arena *arena, const struct measurement *m,
              const struct row_entry *entries, size_t n_entries, struct judged **out);
/*
 * The entries of one measurement (only != NULL), or of all of the doc, grouped by
 * measurement and within it in the order they ran.
 *
 * Owner: *entries is the caller's, to be released with free()
 */
int judge_collect(const struct doc *doc, const struct measurement *only,
                  struct row_entry **entries, size_t *n);
/* The group of m in what judge_collect() gave for all. */
const struct row_entry *judge_find_entries(const struct row_entry *all, size_t n_all,
                                           const struct measurement *m, size_t *n);

#endif
