/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session.c - A10 by the judge: a session of 25 rows, in blocks
 */
#include "slow.h"

#include <math.h>

#include "../judge/builder.h"

#include "support.h"

static const double unit_ns = 1e4; /* one per cent of an observation of 1 ms */

enum { SESSION_ROWS = 25, RUNS = 10000 };

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
    struct st_rng *rng = slow_rng(SLOW_SESSION, 100 * cell + blocks);
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
        slow_must(judge_serial(w.doc, w.session, &serial), "judge_serial");
        hits += serial.found;
    }
    world_free(&w);
    st_rng_free(rng);
    return slow_percent(hits, runs);
}

void slow_session(void)
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
            slow_report("A10",
                        serial_share(
                            cells[c].rho, cells[c].noise, blocks[b],
                            cells[c].noise || cells[c].high < 100 ? RUNS : RUNS / 5, c),
                        cells[c].low, cells[c].high,
                        "session flagged by the judge, rho %g%s, K=%zu", cells[c].rho,
                        cells[c].noise ? " with white noise" : "", blocks[b]);
    }
}
