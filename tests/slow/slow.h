/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slow.h - the acceptance targets of statistics.md section 4, by simulation
 *
 * A target is a table of cells and a loop; each cell draws from a stream of its own,
 * so that it can be repeated alone. Seed and runs after model.md section 6: the seed
 * is not changed to pass, and runs are chosen so that each band is at least four
 * standard errors away from what is expected.
 */
#ifndef TESTS_SLOW_SLOW_H
#define TESTS_SLOW_SLOW_H

#include "stats/estimate.h"
#include "stats/rng.h"
#include "stats/sorted.h"

#include <stdbool.h>
#include <stddef.h>

/* Purposes of the streams: one per target. */
enum slow_target {
    SLOW_A1 = 1,
    SLOW_A2,
    SLOW_A3,
    SLOW_A4,
    SLOW_A5,
    SLOW_A6,
    SLOW_A7,
    SLOW_A8,
    SLOW_A9,
    SLOW_A10,
    SLOW_B1,
    SLOW_B2,
    SLOW_D1,
    SLOW_D2,
    SLOW_D3,
    SLOW_D4,
    SLOW_D5,
    SLOW_D6,
    SLOW_D7,
    SLOW_D8,
    SLOW_LARGE,
    SLOW_TRUTH,
    SLOW_FLAGS = 1000, /* from here on through the judge */
    SLOW_SESSION,
    SLOW_CLAIMS,
    SLOW_JUDGED,
    SLOW_SCALED
};

/* The stream of one cell of a target. Does not return without memory. */
struct st_rng *slow_rng(enum slow_target target, size_t cell);

/* One result: passes where low <= measured <= high. A control is passed by a naive
   method that fails; its text says so. */
void slow_report(const char *id, double measured, double low, double high,
                 const char *cell, ...) __attribute__((format(printf, 5, 6)));

/* The program ends with what failed: simulations have no other answer. */
_Noreturn void slow_fail(int rc, const char *what);

static inline void slow_must(int rc, const char *what)
{
    if (rc != 0)
        slow_fail(rc, what);
}

/* n zeros; free(). Does not return without memory. */
double *slow_room(size_t n);

/* Whether the interval exists and holds the value. */
bool slow_holds(struct st_estimate e, double truth);

/* The Hettmansperger-Sheather interval of values in any order. */
struct st_estimate slow_hs(const double *x, size_t n, double level);
double slow_median(const double *x, size_t n);

/* A distribution about 100 with noise of about 1. */
struct slow_population {
    const char *name;
    double (*draw)(struct st_rng *rng, double a, double b);
    double a, b; /* what draw makes of them */
    double median;
};

/* The 18 continuous populations of statistics.md section 2. */
enum { SLOW_POPULATIONS = 18, SLOW_55_45 = 15 };
extern const struct slow_population slow_populations[SLOW_POPULATIONS];

static inline double slow_draw(const struct slow_population *p, struct st_rng *rng)
{
    return p->draw(rng, p->a, p->b);
}

/* x100 of the share of `hits` in `runs`. */
static inline double slow_percent(long hits, long runs)
{
    return 100 * (double)hits / (double)runs;
}

/* The groups, each a test of its own so that they run side by side. */
void slow_intervals(void);
void slow_looks(void);
void slow_tables(void);
void slow_serial(void);
void slow_warmup(void);
void slow_tests(void);
void slow_ratios(void);
void slow_verdicts(void);
void slow_many(void);
void slow_exact(void);
void slow_flags(void);
void slow_session(void);
void slow_claims(void);
void slow_judged(void);
void slow_scaled(void);
void slow_reference(void);

#endif
