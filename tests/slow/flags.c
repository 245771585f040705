/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * flags.c - B3 to B7: what the judge flags in one row, and what it leaves alone
 */
#include "slow.h"

#include <math.h>

#include "../judge/builder.h"

#include "support.h"

enum { RUNS = 10000, MANY = 40000, M = 20 };
static const double unit_ns = 1e4; /* one per cent of an observation of 1 ms */

struct noise {
    enum { GAUSS, LOGNORMAL, GAMMA, FAR, TICK, AR, HEAPS } within;
    enum { ALIKE, NORMAL, TENTH, DRIFT } between;
    double size; /* tick, tau, correlation or drift in units of the noise */
};

static double between(struct st_rng *rng, const struct noise *n, size_t k, size_t of)
{
    switch (n->between) {
    case NORMAL:
        return n->size * st_rng_gauss(rng);
    case TENTH:
        return st_rng_uniform(rng) < 0.3 ? 10 : 0;
    case DRIFT:
        return n->size * ((double)k / (double)(of - 1) - 0.5);
    default:
        return 0;
    }
}

static double within(struct st_rng *rng, const struct noise *n, size_t i, double *last)
{
    double g = st_rng_gauss(rng);

    switch (n->within) {
    case LOGNORMAL:
        return exp(g) - 2;
    case GAMMA:
        return st_rng_gamma(rng, 2) - 2;
    case FAR:
        if (st_rng_uniform(rng) < 0.05)
            return (100 + g) * (2 + 8 * st_rng_exponential(rng)) - 100;
        return g;
    case TICK:
        return n->size * rint(g / n->size);
    case AR:
        *last = i ? n->size * *last + sqrt(1 - n->size * n->size) * g : g;
        return *last;
    case HEAPS:
        return g + (st_rng_uniform(rng) < 0.3 ? 10 : 0);
    default:
        return g;
    }
}

static struct world row_of(size_t k)
{
    static const uint64_t nothing[M];
    struct world w = world_new("lat");

    for (size_t i = 0; i < k; i++)
        observe(&w, nothing, M);
    return w;
}

static void fill(struct world *w, struct st_rng *rng, const struct noise *n)
{
    size_t of = w->session->n_invocations;

    for (size_t k = 0; k < of; k++) {
        struct series *s = &w->session->invocations[k]->series[0];
        double at = 100 + between(rng, n, k, of), last = 0;

        for (size_t i = 0; i < s->n; i++)
            s->ns[i] = (uint64_t)(unit_ns * (at + within(rng, n, i, &last)) + 0.5);
    }
}

/* Per cent of rows that have any of the flags. */
static double flagged(const struct noise *n, size_t k, long runs, size_t cell,
                      const char *const *codes, size_t n_codes)
{
    enum { BATCH = 500 };
    struct st_rng *rng = slow_rng(SLOW_FLAGS, 100 * cell + k);
    struct world w = { 0 };
    long hits = 0;

    for (long r = 0; r < runs; r++) {
        struct advice a;
        bool hit = false;

        if (r % BATCH == 0) {
            if (r)
                world_free(&w);
            w = row_of(k);
            w.session->clock.tick_ns = n->within == TICK ? n->size * unit_ns : 1;
        }
        fill(&w, rng, n);
        /* advice judges the row alone: serial, which has its own target, is not in it
         */
        slow_must(judge_advise(w.doc, w.m, (uint32_t)k, 600, 1, &a), "judge_advise");
        for (size_t c = 0; c < n_codes; c++)
            hit = hit || flag_of(w.m->judged, codes[c]);
        hits += hit;
    }
    world_free(&w);
    st_rng_free(rng);
    return slow_percent(hits, runs);
}

void slow_flags(void)
{
    static const char *const warnings[] = { "unsteady", "drift", "modes" };
    static const char *const autocorr[] = { "autocorr" }, *const drift[] = { "drift" };
    static const char *const modes[] = { "modes" }, *const differ[] = { "between" };
    static const struct {
        const char *id, *name;
        struct noise noise;
        size_t k;
        long runs;
        const char *const *codes;
        size_t n_codes;
        double low, high;
    } cells[] = {
#define ROW(id, name, k, runs, codes, low, high, ...) \
    { id, name, __VA_ARGS__, k, runs, codes, sizeof codes / sizeof *codes, low, high }
#define QUIET(name, ...)                                    \
    ROW("B3", name, 10, RUNS, warnings, 0, 2, __VA_ARGS__), \
        ROW("B3", name, 20, RUNS, warnings, 0, 2, __VA_ARGS__)
        QUIET("warnings on Gaussian", { GAUSS, ALIKE, 0 }),
        QUIET("warnings on lognormal", { LOGNORMAL, ALIKE, 0 }),
        QUIET("warnings on gamma", { GAMMA, ALIKE, 0 }),
        QUIET("warnings on ticks of 1 sd", { TICK, ALIKE, 1 }),
        QUIET("warnings on ticks of 3 sd", { TICK, ALIKE, 3 }),
        QUIET("warnings on 5 % far", { FAR, ALIKE, 0 }),
        QUIET("warnings at tau 0.5", { GAUSS, NORMAL, 0.5 }),
        QUIET("warnings at tau 1", { GAUSS, NORMAL, 1 }),
        QUIET("warnings at tau 3", { GAUSS, NORMAL, 3 }),
        ROW("B4", "autocorr at AR 0.7", 10, RUNS, autocorr, 98, 100,
            { AR, ALIKE, 0.7 }),
        ROW("B4", "autocorr at AR 0.7", 20, RUNS, autocorr, 98, 100,
            { AR, ALIKE, 0.7 }),
        ROW("B4", "autocorr on iid", 10, MANY, autocorr, 0, 0.3, { GAUSS, ALIKE, 0 }),
        ROW("B4", "autocorr on iid", 20, MANY, autocorr, 0, 0.3, { GAUSS, ALIKE, 0 }),
        ROW("B5", "drift of 3 sd", 10, RUNS, drift, 99, 100, { GAUSS, DRIFT, 3 }),
        ROW("B5", "drift on iid", 10, MANY, drift, 0, 0.6, { GAUSS, ALIKE, 0 }),
        ROW("B6", "modes within, 10 sd", 10, RUNS, modes, 99, 100, { HEAPS, ALIKE, 0 }),
        ROW("B6", "modes within, 10 sd", 20, RUNS, modes, 99, 100, { HEAPS, ALIKE, 0 }),
        ROW("B6", "30 % of processes +10 %", 10, RUNS, modes, 80, 100,
            { GAUSS, TENTH, 0 }),
        ROW("B6", "30 % of processes +10 %", 20, RUNS, modes, 94, 100,
            { GAUSS, TENTH, 0 }),
        ROW("B7", "between at tau 1", 10, RUNS, differ, 98, 100, { GAUSS, NORMAL, 1 }),
        ROW("B7", "between on iid", 10, MANY, differ, 0, 0.3, { GAUSS, ALIKE, 0 }),
    };

    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        slow_report(cells[c].id,
                    flagged(&cells[c].noise, cells[c].k, cells[c].runs, c,
                            cells[c].codes, cells[c].n_codes),
                    cells[c].low, cells[c].high, "%s, %zux%d", cells[c].name,
                    cells[c].k, M);
}
