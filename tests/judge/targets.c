/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * targets.c - acceptance targets of statistics.md section 4 that need the judge
 *
 * targets [--markdown] [GROUP...]: flags (B3 to B7), serial (A10), tables (D9, D10).
 * Prints id, measured, band, pass, as TAP or as rows of docs/coverage.md. What needs
 * the mathematics only stands in tests/stats/slow, intervals and classes through the
 * judge in test_coverage.c. Seed and runs after model.md section 6.
 */
#include "judge/compare.h"

#include "stats/rng.h"

#include <stdarg.h>
#include <stdlib.h>

#include "two.h"

#include "support.h"

enum { SEED = 20040107, RUNS = 10000, MANY = 40000, MOST_K = 25, M = 20 };
enum { PURPOSE_FLAGS = 1000, PURPOSE_SERIAL, PURPOSE_TABLES };
static const double unit_ns = 1e4; /* one per cent of an observation of 1 ms */

/* ---- report ---- */

static bool markdown;
static unsigned reported, failed;

static void report(const char *id, double measured, double low, double high,
                   const char *cell, ...) __attribute__((format(printf, 5, 6)));

static void report(const char *id, double measured, double low, double high,
                   const char *cell, ...)
{
    bool pass = measured >= low && measured <= high;
    char text[160];
    va_list args;

    va_start(args, cell);
    vsnprintf(text, sizeof text, cell, args);
    va_end(args);
    reported++;
    failed += !pass;
    if (markdown)
        printf("| %s | %s | %.7g | %.7g to %.7g | %s |\n", id, text, measured, low,
               high, pass ? "yes" : "NO");
    else
        printf("%s %u - %s %s: %.7g, wanted %.7g to %.7g\n", pass ? "ok" : "not ok",
               reported, id, text, measured, low, high);
    fflush(stdout);
}

static void must(bool well, const char *what)
{
    if (well)
        return;
    printf("Bail out! %s\n", what);
    exit(1);
}

static struct st_rng *stream(uint64_t purpose, size_t cell)
{
    struct st_rng *rng = st_rng_new(SEED, purpose, cell);

    must(rng != NULL, "no memory for a stream");
    return rng;
}

/* ---- flags of one row of k invocations with m observations ---- */

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
    struct st_rng *rng = stream(PURPOSE_FLAGS, 100 * cell + k);
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
        must(judge_advise(w.doc, w.m, (uint32_t)k, 600, 1, &a) == 0, "judge_advise");
        for (size_t c = 0; c < n_codes; c++)
            hit = hit || flag_of(w.m->judged, codes[c]);
        hits += hit;
    }
    world_free(&w);
    st_rng_free(rng);
    return 100 * (double)hits / (double)runs;
}

static void flags(void)
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
        report(cells[c].id,
               flagged(&cells[c].noise, cells[c].k, cells[c].runs, c, cells[c].codes,
                       cells[c].n_codes),
               cells[c].low, cells[c].high, "%s, %zux%d", cells[c].name, cells[c].k, M);
}

/* ---- A10: a session of 25 rows, in blocks ---- */

enum { SESSION_ROWS = 25 };

static struct world session_of(size_t blocks)
{
    static const uint64_t nothing[1];
    struct world w = world_new("lat");

    for (int r = 1; r < SESSION_ROWS; r++)
        add_row(&w, "lat");
    for (size_t b = 0; b < blocks; b++) {
        for (int r = 0; r < SESSION_ROWS; r++) {
            w.m = w.doc->measurements[r];
            observe(&w, nothing, 1);
        }
    }
    return w;
}

static double serial_share(double rho, bool noise, size_t blocks, long runs,
                           size_t cell)
{
    struct st_rng *rng = stream(PURPOSE_SERIAL, 100 * cell + blocks);
    struct world w = session_of(blocks);
    double step = pow(rho, 1.0 / SESSION_ROWS);
    long hits = 0;

    for (long r = 0; r < runs; r++) {
        double state = st_rng_gauss(rng);
        struct judge_serial serial;

        for (size_t i = 0; i < w.session->n_invocations; i++) {
            double x = state + (noise ? st_rng_gauss(rng) : 0);

            w.session->invocations[i]->series[0].ns[0] =
                (uint64_t)(unit_ns * (100 + x) + 0.5);
            state = step * state + sqrt(1 - step * step) * st_rng_gauss(rng);
        }
        must(judge_serial(w.doc, w.session, &serial) == 0, "judge_serial");
        hits += serial.found;
    }
    world_free(&w);
    st_rng_free(rng);
    return 100 * (double)hits / (double)runs;
}

static void serial(void)
{
    static const struct {
        double rho;
        bool noise;
        double low, high;
    } cells[] = { { 0.5, false, 99, 100 }, { 0.8, false, 99, 100 },
                  { 0.9, false, 99, 100 }, { 0.5, true, 95, 100 },
                  { 0.8, true, 78, 100 },  { 0.9, true, 54, 100 },
                  { 0, false, 0, 1.7 } };
    static const size_t blocks[] = { 10, 15, 23 };

    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        for (size_t b = 0; b < 3; b++)
            report("A10",
                   serial_share(cells[c].rho, cells[c].noise, blocks[b],
                                cells[c].noise || cells[c].high < 100 ? RUNS : RUNS / 5,
                                c),
                   cells[c].low, cells[c].high,
                   "session flagged by the judge, rho %g%s, K=%zu", cells[c].rho,
                   cells[c].noise ? " with white noise" : "", blocks[b]);
    }
}

/* ---- D9 and D10: tables of two sessions ---- */

static struct two table_of(size_t rows, size_t k)
{
    struct two t = two_new();
    double nothing[MOST_K];

    for (size_t i = 0; i < k; i++)
        nothing[i] = 1;
    for (int side = 0; side < 2; side++) {
        for (size_t r = 0; r < rows; r++)
            two_row(&t, t.side[side], arena_printf(t.doc->arena, "lat%zu", r), nothing,
                    k);
    }
    two_know(&t, "syscall", "0.01");
    return t;
}

/* Every invocation anew: per cent of noise, after a shift that the session's share. */
static void fill_table(struct two *t, struct st_rng *rng, double shift, double noise)
{
    for (int side = 0; side < 2; side++) {
        double all = exp(shift * st_rng_gauss(rng));

        for (size_t i = 0; i < t->side[side]->n_invocations; i++)
            t->side[side]->invocations[i]->series[0].ns[0] =
                (uint64_t)(100 * unit_ns * all * (1 + noise * st_rng_gauss(rng)) + 0.5);
    }
}

static const struct judge_comparison *compare_table(struct two *t)
{
    const struct session *b = t->side[0], *o = t->side[1];
    const struct judge_side base = { &b, 1 }, other = { &o, 1 };

    must(judge_compare(t->doc, base, &other, 1, NULL, &t->out) == 0, "judge_compare");
    return t->out;
}

static size_t claims(const struct judge_comparison *c)
{
    return c->columns[0].counts[JUDGE_FASTER] + c->columns[0].counts[JUDGE_SLOWER];
}

/* Tables of 600 rows without any change, and how many would be claimed without the
   guard: by chance and shift together nearly all tables. */
static void many_rows_one_shift(size_t k, double noise, long tables)
{
    struct st_rng *rng = stream(PURPOSE_TABLES, k);
    struct two t = { 0 };
    long with = 0, naive = 0;

    for (long n = 0; n < tables; n++) {
        const struct judge_comparison *c;
        size_t rejected = 0;

        if (n % 50 == 0) {
            if (n)
                two_free(&t);
            t = table_of(600, k);
        }
        fill_table(&t, rng, 0.01, noise);
        c = compare_table(&t);
        with += claims(c) > 0;
        for (size_t r = 0; r < c->columns[0].n_rows; r++)
            rejected += c->columns[0].rows[r].adjusted <= 0.05;
        naive += rejected > 0;
    }
    two_free(&t);
    st_rng_free(rng);
    report("D10", 100 * (double)with / (double)tables, 0, 5,
           "A/A tables of 600 rows with a claim, shift 1 %%, noise %g %%, K=%zu",
           100 * noise, k);
    report("D10", 100 * (double)naive / (double)tables, 50, 100,
           "the same without the guard (control), K=%zu", k);
}

static void tables(void)
{
    struct st_rng *rng = stream(PURPOSE_TABLES, 5);
    struct two t = table_of(400, 5);
    const struct judge_comparison *c;

    fill_table(&t, rng, 0, 0.01);
    c = compare_table(&t);
    report("D9", c->can_show || claims(c), 0, 0, "a single claim from 400 rows at K=5");
    report("D9", c->needed, 9, 9, "values a side that would do");
    two_free(&t);
    st_rng_free(rng);
    many_rows_one_shift(10, 0.005, 4000);
}

/* ---- main ---- */

static const struct {
    const char *name;
    void (*run)(void);
} groups[] = { { "flags", flags }, { "serial", serial }, { "tables", tables } };

int main(int argc, char **argv)
{
    bool chosen = false;

    st_init();
    for (int a = 1; a < argc; a++)
        markdown = markdown || strcmp(argv[a], "--markdown") == 0;
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        for (int a = 1; a < argc; a++) {
            if (strcmp(argv[a], groups[g].name) == 0) {
                chosen = true;
                groups[g].run();
            }
        }
    }
    for (size_t g = 0; !chosen && g < sizeof groups / sizeof *groups; g++)
        groups[g].run();
    if (!markdown)
        printf("1..%u\n", reported);
    return failed > 0;
}
