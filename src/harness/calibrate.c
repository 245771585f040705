/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate.c - how many passes make an observation
 *
 * Nothing here depends on a second decimal: the number is doubled until the shortest
 * of three readings is long enough, then scaled down once. A disturbed reading is
 * longer, so it never is the shortest alone, and there is no way to fail but a loop
 * that stops or a clock that stands still.
 */
#include "harness/harness.h"

#include <errno.h>

enum { TRIES = 3 };
static const double LONG_NS = 1e9; /* longer than what disturbs: one reading will do */

double calibrate_target_ns(const struct calibration *c)
{
    double tick = c->hz ? 1e9 / (8.0 * c->hz) : 1e6;
    double target = tick < 1e6 ? tick : 1e6;

    if (target < calibrate_least_ns(c))
        target = calibrate_least_ns(c);
    return target;
}

double calibrate_least_ns(const struct calibration *c)
{
    double by_tick = 1000 * c->tick_ns, by_cost = 200 * c->cost_ns;

    return by_tick > by_cost ? by_tick : by_cost;
}

static uint64_t up_to_multiple(uint64_t n, uint64_t step)
{
    return step > 1 ? (n + step - 1) / step * step : n;
}

/* The largest number there may be; so many passes take days where there is no limit. */
static uint64_t most_of(const struct calibration *c)
{
    uint64_t most = c->most ? c->most : (uint64_t)1 << 50, step = c->step ? c->step : 1;

    return most < step ? step : most / step * step;
}

uint64_t calibrate_round(const struct calibration *c, uint64_t passes)
{
    uint64_t least = c->least ? c->least : 1, most = most_of(c);
    uint64_t n = up_to_multiple(passes > least ? passes : least, c->step);

    return n < most ? n : most;
}

static uint64_t up_to_three_digits(double passes)
{
    uint64_t n = (uint64_t)passes, unit = 1;

    n += (double)n < passes;
    while (n / unit >= 1000)
        unit *= 10;
    return up_to_multiple(n, unit);
}

/* The shortest of a few readings; ends with the first that is too short anyway. */
static int shortest(calibrate_time *time, void *self, uint64_t passes, double target,
                    double *shortest_ns)
{
    double least = 0;

    for (int i = 0; i < TRIES; i++) {
        uint64_t ns;
        int rc = time(self, passes, &ns);

        if (rc < 0)
            return rc;
        if (i == 0 || (double)ns < least)
            least = (double)ns;
        if (least < target || least >= LONG_NS)
            break;
    }
    *shortest_ns = least;
    return 0;
}

int calibrate_reach(const struct calibration *c, double target_ns, calibrate_time *time,
                    void *self, uint64_t *passes)
{
    uint64_t first = calibrate_round(c, *passes), n = first, refined;
    double ns;
    int rc;

    while ((rc = shortest(time, self, n, target_ns, &ns)) == 0 && ns < target_ns) {
        if (n == most_of(c)) {
            *passes = n;
            return ns < calibrate_least_ns(c) ? -ERANGE : 0;
        }
        n = calibrate_round(c, 2 * n);
    }
    if (rc < 0)
        return rc;
    if (n > first) {
        refined = up_to_three_digits((double)n * target_ns / ns);
        n = refined < n ? calibrate_round(c, refined) : n;
    }
    *passes = n;
    return 0;
}

int calibrate_passes(const struct calibration *c, calibrate_time *time, void *self,
                     uint64_t *passes)
{
    *passes = 1;
    return calibrate_reach(c, calibrate_target_ns(c), time, self, passes);
}
