/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_judge.c - judging a million observations against sorting them
 *
 * Prints the time of judge_doc() over that of reading the same observations into
 * doubles and sorting them with gsl_sort(), all at once and row by row. Fails where the
 * first ratio is above 1.5: the median of interleaved pairs.
 */
#include "judge/judge.h"

#include "stats/init.h"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 600, INVOCATIONS = 67, SAMPLES = 20, WARMUP = 5, PAIRS = 7 };
enum { EACH = INVOCATIONS * (SAMPLES + WARMUP), ALL = ROWS * EACH };
static const double most = 1.5;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Gaussian observations of 1 ms and 1 %, with one in a hundred disturbed. */
static uint64_t draw(gsl_rng *rng)
{
    double sum = 0;

    for (int i = 0; i < 12; i++)
        sum += gsl_rng_uniform(rng);
    return (uint64_t)(1e6 + 1e4 * (sum - 6)) +
           (gsl_rng_uniform(rng) < 0.01 ? 300000 : 0);
}

static struct doc *make(void)
{
    static struct definition definition = { .id = "lat", .revision = "1", .unit = "s" };
    struct doc *doc = doc_new();
    struct session *s = doc_add_session(doc);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    gsl_rng_set(rng, 20040107);
    s->clock = (struct doc_clock){ "fake", 1, 20, 250 };
    s->protocol = (struct protocol){ .level = 0.95, .looks = { 10 }, .n_looks = 1 };
    for (int r = 0; r < ROWS; r++) {
        struct measurement *m = doc_add_measurement(doc);

        m->id = "m";
        m->definition = &definition;
        m->session = s;
        m->rejects = (1u << SERIES_COLUMNS) - 1;
        m->plan = (struct measure_plan){ .passes = 1000,
                                         .samples = SAMPLES,
                                         .warmup = WARMUP };
    }
    for (uint32_t k = 0; k < INVOCATIONS; k++) {
        for (int r = 0; r < ROWS; r++) {
            struct invocation *i = doc_add_invocation(doc, s);
            struct series *series = arena_alloc(doc->arena, sizeof *series);

            i->seq = (uint32_t)s->n_invocations;
            i->valid = true;
            i->series = series;
            i->n_series = 1;
            series->measurement = doc->measurements[r];
            series->passes = 1000;
            series->n = SAMPLES + WARMUP;
            series->ns = arena_alloc(doc->arena, series->n * sizeof *series->ns);
            for (size_t o = 0; o < series->n; o++)
                series->ns[o] = draw(rng);
        }
    }
    gsl_rng_free(rng);
    return doc;
}

/* The observations in order of time, row after row. */
static void read_all(const struct doc *doc, double *x)
{
    const struct session *s = doc->sessions[0];

    for (size_t r = 0; r < ROWS; r++) {
        for (size_t k = 0; k < INVOCATIONS; k++) {
            const struct series *series = &s->invocations[k * ROWS + r]->series[0];

            for (size_t o = 0; o < series->n; o++)
                *x++ = (double)series->ns[o] / (double)series->passes;
        }
    }
}

static double time_sort(const struct doc *doc, double *x, size_t each)
{
    double start = seconds();

    read_all(doc, x);
    for (size_t at = 0; at < ALL; at += each)
        gsl_sort(x + at, 1, each);
    return seconds() - start;
}

static double time_judge(struct doc *doc)
{
    double start = seconds();

    if (judge_doc(doc) < 0)
        exit(1);
    return seconds() - start;
}

int main(void)
{
    struct doc *doc = make();
    double *x = malloc(ALL * sizeof *x), whole[PAIRS], rows[PAIRS];

    st_init();
    for (int p = 0; p < PAIRS; p++) {
        double judge = time_judge(doc);

        whole[p] = judge / time_sort(doc, x, ALL);
        rows[p] = judge / time_sort(doc, x, EACH);
        printf("%d observations in %d rows: judged in %.0f ms\n", (int)ALL, (int)ROWS,
               1e3 * judge);
    }
    gsl_sort(whole, 1, PAIRS);
    gsl_sort(rows, 1, PAIRS);
    printf(
        "over reading and sorting them: %.2f at once (at most %.1f), %.2f row by row\n",
        whole[PAIRS / 2], most, rows[PAIRS / 2]);
    free(x);
    doc_free(doc);
    return whole[PAIRS / 2] > most;
}
