/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * main.c - runs groups of targets and prints what each measured
 *
 * targets [--markdown] [GROUP...]; all groups without a name. TAP, or the rows of
 * docs/coverage.md, which page.py puts in order.
 */
#include "slow.h"

#include "stats/init.h"
#include "stats/interval.h"
#include "stats/quantile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20040107 };

static const struct {
    const char *name;
    void (*run)(void);
} groups[] = {
    { "intervals", slow_intervals }, { "looks", slow_looks },
    { "tables", slow_tables },       { "serial", slow_serial },
    { "warmup", slow_warmup },       { "tests", slow_tests },
    { "ratios", slow_ratios },       { "verdicts", slow_verdicts },
    { "many", slow_many },           { "exact", slow_exact },
    { "flags", slow_flags },         { "session", slow_session },
    { "claims", slow_claims },       { "judged", slow_judged },
    { "scaled", slow_scaled },       { "reference", slow_reference },
};

static bool markdown;
static unsigned reported, failed;

struct st_rng *slow_rng(enum slow_target target, size_t cell)
{
    struct st_rng *rng = st_rng_new(SEED, target, cell);

    slow_must(rng ? 0 : -1, "no memory for a stream");
    return rng;
}

_Noreturn void slow_fail(int rc, const char *what)
{
    printf("Bail out! %s (%d)\n", what, rc);
    exit(1);
}

double *slow_room(size_t n)
{
    double *x = calloc(n, sizeof *x);

    slow_must(x ? 0 : -1, "no memory for values");
    return x;
}

void slow_report(const char *id, double measured, double low, double high,
                 const char *cell, ...)
{
    bool pass = measured >= low && measured <= high;
    char text[160];
    va_list args;

    va_start(args, cell);
    vsnprintf(text, sizeof text, cell, args);
    va_end(args);
    reported++;
    failed += pass ? 0 : 1;
    if (markdown)
        printf("| %s | %s | %.7g | %.7g to %.7g | %s |\n", id, text, measured, low,
               high, pass ? "yes" : "NO");
    else
        printf("%s %u - %s %s: %.7g, wanted %.7g to %.7g\n", pass ? "ok" : "not ok",
               reported, id, text, measured, low, high);
    fflush(stdout);
}

bool slow_holds(struct st_estimate e, double truth)
{
    return e.method != ST_METHOD_NONE && e.lo <= truth && truth <= e.hi;
}

struct st_estimate slow_hs(const double *x, size_t n, double level)
{
    struct st_estimate e;
    struct st_sorted s;

    slow_must(st_sorted_init(&s, x, n), "sorting");
    e = st_interval_hs(s, level);
    st_sorted_done(&s);
    return e;
}

double slow_median(const double *x, size_t n)
{
    struct st_sorted s;
    double median;

    slow_must(st_sorted_init(&s, x, n), "sorting");
    median = st_median(s);
    st_sorted_done(&s);
    return median;
}

static bool is_asked(int argc, char **argv, const char *name)
{
    bool any = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0)
            return true;
        any |= argv[i][0] != '-';
    }
    return !any;
}

int main(int argc, char **argv)
{
    st_init();
    markdown = argc > 1 && strcmp(argv[1], "--markdown") == 0;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (is_asked(argc, argv, groups[i].name))
            groups[i].run();
    if (!markdown)
        printf("1..%u\n", reported);
    return failed > 0 || reported == 0;
}
