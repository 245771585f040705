/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scaled.c - A9 through the judge: what scaling and shifting all observations leaves
 */
#include "slow.h"

#include "stats/interval.h"

#include <math.h>

#include "../judge/two.h"

#include "support.h"

enum { CASES = 720, K = 12, M = 20, BYTES = 4096, ROWS = 100 };
enum { FACTOR = 1000, SHIFT = 1 << 20 };
static const double unit_ns = 1e4; /* one per cent of an observation of 1 ms */

/* The same observations four times. */
struct versions {
    struct world plain, scaled, shifted, rate;
};

static void observe_all(struct versions *v, const uint64_t *ns)
{
    uint64_t scaled[M], shifted[M];

    for (size_t i = 0; i < M; i++) {
        scaled[i] = FACTOR * ns[i];
        shifted[i] = SHIFT + ns[i];
    }
    observe(&v->plain, ns, M);
    observe(&v->scaled, scaled, M);
    observe(&v->shifted, shifted, M);
    observe(&v->rate, ns, M);
}

/* A population for the case, with some spread between the invocations. */
static struct versions versions_of(struct st_rng *rng, size_t c)
{
    struct versions v = { world_new("lat"), world_new("lat"), world_new("lat"),
                          world_new("bw") };

    v.scaled.session->clock.tick_ns *= FACTOR;
    v.scaled.session->clock.cost_ns *= FACTOR;
    v.rate.m->plan.bytes = BYTES;
    for (size_t k = 0; k < K; k++) {
        double at = (double)(c % 3) * st_rng_gauss(rng);
        uint64_t ns[M];

        for (size_t i = 0; i < M; i++)
            ns[i] = (uint64_t)(unit_ns *
                               (at + slow_draw(&slow_populations[c % SLOW_POPULATIONS],
                                               rng)));
        observe_all(&v, ns);
    }
    return v;
}

static void versions_free(struct versions *v)
{
    world_free(&v->plain);
    world_free(&v->scaled);
    world_free(&v->shifted);
    world_free(&v->rate);
}

static void apart(double *worst, double got, double want)
{
    double scale = fmax(fabs(got), fabs(want)), d = fabs(got - want);

    if (isnan(got) != isnan(want))
        *worst = INFINITY;
    else if (d > 0)
        *worst = fmax(*worst, d / scale);
}

static void estimates_apart(double *worst, struct st_estimate got,
                            struct st_estimate want, double factor)
{
    apart(worst, got.value, factor * want.value);
    apart(worst, got.lo, factor * want.lo);
    apart(worst, got.hi, factor * want.hi);
}

static bool same_marks(const struct judged *a, const struct judged *b)
{
    if (a->n_marks != b->n_marks)
        return false;
    for (size_t i = 0; i < a->n_marks; i++) {
        if (a->marks[i].invocation != b->marks[i].invocation ||
            a->marks[i].at != b->marks[i].at ||
            strcmp(a->marks[i].cause, b->marks[i].cause) != 0)
            return false;
    }
    return true;
}

static bool same_flags(const struct judged *a, const struct judged *b, double *worst)
{
    if (a->n_flags != b->n_flags)
        return false;
    for (size_t i = 0; i < a->n_flags; i++) {
        if (strcmp(a->flags[i].code, b->flags[i].code) != 0)
            return false;
        apart(worst, a->flags[i].statistic, b->flags[i].statistic);
    }
    return true;
}

/* Those that are made of ranks, or of distances between observations. */
static bool same_ranks(const struct judged *a, const struct judged *b, double *worst)
{
    static const char *const codes[] = { "unsteady", "autocorr", "between", "drift" };
    bool same = true;

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const struct flag *x = flag_of(a, codes[i]), *y = flag_of(b, codes[i]);

        same = same && !x == !y;
        if (x && y)
            apart(worst, x->statistic, y->statistic);
    }
    return same;
}

static void rows(void)
{
    struct st_rng *rng = slow_rng(SLOW_SCALED, 0);
    double scaled = 0, flags = 0, rates = 0, shifted = 0, ranks = 0;
    long by_scale = 0, by_shift = 0;

    for (size_t c = 0; c < CASES; c++) {
        struct versions v = versions_of(rng, c);
        const struct judged *a = judge(&v.plain), *b = judge(&v.scaled),
                            *s = judge(&v.shifted), *r = judge(&v.rate);
        const double step = SHIFT / 1e9 / PASSES; /* seconds per call */
        struct st_estimate back = s->estimate;

        estimates_apart(&scaled, b->estimate, a->estimate, FACTOR);
        by_scale +=
            a->class != b->class || !same_marks(a, b) || !same_flags(a, b, &flags);
        estimates_apart(&rates, r->estimate, st_interval_invert(a->estimate, BYTES), 1);
        by_shift += !same_ranks(a, s, &ranks) || !same_marks(a, s);
        back.value -= step;
        back.lo -= step;
        back.hi -= step;
        /* what is serial is widened by a factor, on the logarithm */
        if (!flag_of(a, "serial"))
            estimates_apart(&shifted, back, a->estimate, 1);
        versions_free(&v);
    }
    st_rng_free(rng);
    slow_report("A9", (double)by_scale, 0, 0,
                "judged rows whose class, flags or marks scaling by 1000 changes");
    slow_report("A9", flags, 0, 1e-12, "statistics of their flags");
    slow_report("A9", scaled, 0, 1e-12, "their intervals scale");
    slow_report("A9", rates, 0, 1e-12, "as rates they are inverted");
    slow_report("A9", (double)by_shift, 0, 0,
                "judged rows whose rank flags or marks a shift changes");
    slow_report("A9", ranks, 0, 1e-12, "statistics of those flags");
    slow_report("A9", shifted, 0, 1e-12, "their intervals move by the shift");
}

/* The same two sessions in another unit of time. */
static struct two table_of(double factor)
{
    struct st_rng *rng = slow_rng(SLOW_SCALED, 1);
    struct two t = two_new();
    double us[2][K];

    for (size_t r = 0; r < ROWS; r++) {
        for (size_t side = 0; side < 2; side++) {
            for (size_t k = 0; k < K; k++)
                us[side][k] =
                    factor *
                    rint(100 * (100 + st_rng_gauss(rng) + (double)(side * (r % 4)))) /
                    100;
        }
        two_rows(&t, arena_printf(t.doc->arena, "lat%zu", r), us[0], us[1], K);
    }
    st_rng_free(rng);
    return t;
}

static void tables(void)
{
    struct two plain = table_of(1), scaled = table_of(FACTOR);
    const struct judge_column *a = two_compare(&plain, NULL),
                              *b = two_compare(&scaled, NULL);
    double p = 0, ratios = 0;
    long differ = 0;

    slow_must(a->n_rows == ROWS && b->n_rows == ROWS ? 0 : -1, "rows of a table");
    for (size_t r = 0; r < ROWS; r++) {
        const struct judge_compared *x = &a->rows[r], *y = &b->rows[r];

        differ += x->verdict != y->verdict;
        apart(&p, x->p, y->p);
        apart(&p, x->adjusted, y->adjusted);
        apart(&ratios, x->value, y->value);
        apart(&ratios, x->lo, y->lo);
        apart(&ratios, x->hi, y->hi);
    }
    slow_report("A9", (double)differ, 0, 0, "verdicts that scaling a table changes");
    slow_report("A9", p, 0, 1e-12, "its p, before and after correction");
    slow_report("A9", ratios, 0, 1e-12, "its ratios");
    two_free(&plain);
    two_free(&scaled);
}

void slow_scaled(void)
{
    rows();
    tables();
}
