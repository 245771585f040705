/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_rand.c - a pseudo-random number of the C library
 *
 * Timed: calls, whose results are added up. Divided by: calls. Each observation begins
 * with the same seed; outside the clock the numbers are drawn and added up once more
 * from that seed, and another sum is no observation.
 */
#include "harness/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20040107 };

struct state {
    uint64_t sum;
};

static void seed(void)
{
    srand48(SEED);
    srand(SEED);
    srandom(SEED);
}

/* Fractions as their bits: what is compared is every one of them. */
static uint64_t loop_drand48(void *state, uint64_t passes)
{
    struct state *s = state;
    double sum = 0;

    for (uint64_t i = 0; i < passes; i++)
        sum += drand48();
    memcpy(&s->sum, &sum, sizeof sum);
    return passes;
}

#define LOOP(call)                                            \
    static uint64_t loop_##call(void *state, uint64_t passes) \
    {                                                         \
        struct state *s = state;                              \
        uint64_t sum = 0;                                     \
                                                              \
        for (uint64_t i = 0; i < passes; i++)                 \
            sum += (uint64_t)call();                          \
        s->sum = sum;                                         \
        return passes;                                        \
    }
LOOP(lrand48)
LOOP(rand)
LOOP(random)

static int before(struct bench_ctx *ctx, void *state)
{
    (void)ctx;
    (void)state;
    seed();
    return 0;
}

static int check(struct bench_ctx *ctx, const struct state *s, bench_loop *loop)
{
    struct state again = { 0 };

    seed();
    loop(&again, bench_passes(ctx));
    if (again.sum != s->sum)
        return bench_fail(ctx, -EIO, "the same seed gave other numbers");
    return 0;
}

#define AFTER(call)                                             \
    static int after_##call(struct bench_ctx *ctx, void *state) \
    {                                                           \
        return check(ctx, state, loop_##call);                  \
    }
AFTER(drand48)
AFTER(lrand48)
AFTER(rand)
AFTER(random)

#define CASE(call)                                                                     \
    {                                                                                  \
        .name = #call, .title = #call, .per = "call", .likeness = WORDS_LIKENESS_SAME, \
        .loop = loop_##call, .before = before, .after = after_##call                   \
    }

static const struct bench_case cases[] = {
    CASE(drand48), CASE(lrand48), CASE(rand), CASE(random), { 0 },
};

const struct bench bench_lat_rand = {
    .name = "lat_rand",
    .title = "pseudo-random numbers",
    .family = "cpu",
    .source = "Like lmbench 3's program of that name. It measures the C library that "
              "errbar is linked with.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
};
