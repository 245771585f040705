/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * claims.c - D9 and D10: what a table of two sessions may claim
 */
#include "slow.h"

#include <math.h>

#include "../judge/two.h"

#include "support.h"

enum { MOST_K = 25 };
static const double unit_ns = 1e4; /* one per cent of an observation of 1 ms */

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

    slow_must(judge_compare(t->doc, base, &other, 1, NULL, &t->out), "judge_compare");
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
    struct st_rng *rng = slow_rng(SLOW_CLAIMS, k);
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
    slow_report("D10", slow_percent(with, tables), 0, 5,
                "A/A tables of 600 rows with a claim, shift 1 %%, noise %g %%, K=%zu",
                100 * noise, k);
    slow_report("D10", slow_percent(naive, tables), 50, 100,
                "the same without the guard (control), K=%zu", k);
}

void slow_claims(void)
{
    struct st_rng *rng = slow_rng(SLOW_CLAIMS, 5);
    struct two t = table_of(400, 5);
    const struct judge_comparison *c;

    fill_table(&t, rng, 0, 0.01);
    c = compare_table(&t);
    slow_report("D9", c->can_show || claims(c), 0, 0,
                "a single claim from 400 rows at K=5");
    slow_report("D9", c->needed, 9, 9, "values a side that would do");
    two_free(&t);
    st_rng_free(rng);
    many_rows_one_shift(10, 0.005, 4000);
}
