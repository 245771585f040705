/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * yardstick.c - a fixed piece of work that tells whether the clock rate moved
 *
 * The work is the same everywhere and for ever: 200,000 dependent additions and 50,000
 * dependent loads from the first-level cache, about 50 us each at 4 GHz. So its times
 * can be laid side by side between invocations, sessions and machines. The shortest of
 * three is kept, since a tick of the kernel within 50 us would pass for a slower clock.
 */
#include "harness/yardstick.h"

#include <stddef.h>

enum { TRIES = 3, ADDS = 200000, LOADS = 50000, UNROLL = 10, LINES = 32 };

/* The compiler must take the value as it stands, so that each step waits for the last.
 */
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))
#define TEN_TIMES(x) x x x x x x x x x x

static void add(void *unused)
{
    uint64_t sum = 0, more = 1;

    (void)unused;
    OPAQUE(more);
    for (int i = 0; i < ADDS / UNROLL; i++) {
        TEN_TIMES(sum += more; OPAQUE(sum);)
    }
}

/* One pointer a cache line. */
struct line {
    _Alignas(64) const struct line *next;
};

static void load(void *lines)
{
    const struct line *at = lines;

    for (int i = 0; i < LOADS / UNROLL; i++) {
        TEN_TIMES(at = at->next; OPAQUE(at);)
    }
}

/* A ring that visits all lines in strides, 2 KiB in all. */
static void make_ring(struct line lines[LINES])
{
    enum { STRIDE = 13 }; /* without a common divisor with LINES */

    for (size_t i = 0; i < LINES; i++)
        lines[i].next = &lines[(i + STRIDE) % LINES];
}

static uint64_t shortest(const struct bench_clock *clock, void (*work)(void *),
                         void *arg)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < TRIES; i++) {
        uint64_t start = clock->now_ns(clock->self), ns;

        work(arg);
        ns = clock->now_ns(clock->self) - start;
        if (ns < least)
            least = ns;
    }
    return least;
}

void harness_yardstick(const struct bench_clock *clock, struct harness_yardstick *out)
{
    struct line lines[LINES];

    make_ring(lines);
    out->add_ns = shortest(clock, add, NULL);
    out->l1_ns = shortest(clock, load, lines);
}
