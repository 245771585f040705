/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_judge.c - judging a million observations against reading and sorting them
 *
 * What is compared is processor time for the same observations in 600 rows: judging,
 * over putting them into doubles and sorting these once with gsl_sort(). From memory;
 * from memory where the session is serial, so that all is judged twice; and from a
 * file, where both sides read it first. Fails where a median of interleaved pairs is
 * above 1.5, or where twice the observations need more than 2.2 times the memory.
 */
#include "judge/judge.h"

#include "output/xml.h"
#include "stats/init.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 600, INVOCATIONS = 67, SAMPLES = 20, WARMUP = 5, PAIRS = 7 };
enum { EACH = INVOCATIONS * (SAMPLES + WARMUP) };
static const double most = 1.5, most_memory = 2.2;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "%s: %d\n", what, rc);
    exit(1);
}

/* Observations of 1 ms and 1 %, one in a hundred disturbed. */
static void observe(struct doc *doc, struct invocation *i, struct measurement *m,
                    gsl_rng *rng, double level)
{
    struct series *s = need(arena_alloc(doc->arena, sizeof *s));

    *s = (struct series){ .measurement = m, .passes = 1000, .n = SAMPLES + WARMUP };
    s->ns = need(arena_alloc(doc->arena, s->n * sizeof *s->ns));
    for (size_t o = 0; o < s->n; o++)
        s->ns[o] = (uint64_t)(1e6 + 1e4 * (level + gsl_ran_ugaussian(rng))) +
                   (gsl_rng_uniform(rng) < 0.01 ? 300000 : 0);
    i->series = s;
    i->n_series = 1;
    i->valid = true;
    i->cpus = "1";
}

static void add_row(struct doc *doc, const struct definition *d)
{
    struct measurement *m = need(doc_add_measurement(doc));

    m->id = need(arena_printf(doc->arena, "m%zu", doc->n_measurements));
    m->definition = d;
    m->session = doc->sessions[0];
    m->attempt = 1;
    m->rejects = (1u << SERIES_COLUMNS) - 1;
    m->plan = (struct measure_plan){ 1000, .samples = SAMPLES, .warmup = WARMUP };
}

/* step: how much of the machine's state is left at the next invocation; 0: no state. */
static struct doc *make(size_t rows, double step)
{
    struct doc *doc = need(doc_new());
    struct definition *d = need(doc_add_definition(doc));
    struct session *s = need(doc_add_session(doc));
    gsl_rng *rng = need(gsl_rng_alloc(gsl_rng_mt19937));
    double state = 0;

    gsl_rng_set(rng, 20040107);
    doc->uuid = "6f6a1f5e-1d0e-4b4f-9a3e-0d9f2c1b7a55";
    *d = (struct definition){ .id = "lat", .revision = "1", .unit = "s" };
    s->id = "r1";
    s->system = need(doc_add_system(doc));
    s->system->id = "s1";
    s->clock = (struct doc_clock){ "fake", 1, 20, 250 };
    s->protocol = (struct protocol){ .level = 0.95, .looks = { 10 }, .n_looks = 1 };
    for (size_t r = 0; r < rows; r++)
        add_row(doc, d);
    for (size_t k = 0; k < rows * INVOCATIONS; k++) {
        struct invocation *i = need(doc_add_invocation(doc, s));

        i->seq = (uint32_t)k + 1;
        observe(doc, i, doc->measurements[k % rows], rng, state);
        state =
            step * state + sqrt(1 - step * step) * (step > 0) * gsl_ran_ugaussian(rng);
    }
    gsl_rng_free(rng);
    return doc;
}

/* The observations in order of time, row after row. */
static void sort_all(const struct doc *doc, double *x)
{
    const struct session *s = doc->sessions[0];
    size_t rows = doc->n_measurements, n = 0;

    for (size_t r = 0; r < rows; r++) {
        for (size_t k = r; k < s->n_invocations; k += rows) {
            const struct series *series = &s->invocations[k]->series[0];

            for (size_t o = 0; o < series->n; o++)
                x[n++] = (double)series->ns[o] / (double)series->passes;
        }
    }
    gsl_sort(x, 1, n);
}

struct timed {
    struct doc *doc;  /* in memory, or NULL */
    const char *path; /* to read it from */
};

static double time_of(const struct timed *t, double *x, bool judges)
{
    double start = seconds(), took;
    struct doc *doc = t->doc ? t->doc : need(doc_new());

    if (!t->doc)
        must(xml_read(doc, t->path, NULL), "reading");
    if (judges)
        must(judge_doc(doc), "judging");
    else
        sort_all(doc, x);
    took = seconds() - start;
    if (!t->doc)
        doc_free(doc);
    return took;
}

static int ratio(const char *name, struct timed t, double *x)
{
    double ratios[PAIRS], judged[PAIRS];

    for (int p = 0; p < PAIRS; p++) {
        judged[p] = time_of(&t, x, true);
        ratios[p] = judged[p] / time_of(&t, x, false);
    }
    gsl_sort(ratios, 1, PAIRS);
    gsl_sort(judged, 1, PAIRS);
    printf("%d observations in %d rows, %s: judged in %.0f ms, %.2f of reading and "
           "sorting them (at most %.1f)\n",
           ROWS * EACH, ROWS, name, 1e3 * judged[PAIRS / 2], ratios[PAIRS / 2], most);
    return ratios[PAIRS / 2] > most;
}

static void write_doc(const struct doc *doc, const char *path)
{
    struct sink sink;

    must(sink_open_file(&sink, path, NULL), "opening");
    must(xml_write(&sink, doc, NULL), "writing");
    must(sink_finish(&sink, NULL), "closing");
}

static long judge_in_a_child(size_t rows, int out)
{
    struct doc *doc = make(rows, 0);
    struct rusage usage;

    must(judge_doc(doc), "judging");
    getrusage(RUSAGE_SELF, &usage);
    return write(out, &usage.ru_maxrss, sizeof usage.ru_maxrss);
}

/* Resident memory with so many rows, their observations included, in KiB. */
static long memory_of(size_t rows)
{
    long kib = 0;
    int ends[2];
    pid_t child;

    must(pipe(ends), "pipe");
    child = fork();
    if (child == 0)
        _exit(judge_in_a_child(rows, ends[1]) != sizeof kib);
    must(read(ends[0], &kib, sizeof kib) == sizeof kib ? 0 : -1, "a child");
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    return kib;
}

static int memory(void)
{
    long none = memory_of(1), half = memory_of(ROWS / 2), all = memory_of(ROWS);
    double times = (double)(all - none) / (double)(half - none);

    printf("memory with half of them %ld MiB, with all %ld MiB: %.2f times (at most "
           "%.1f)\n",
           half >> 10, all >> 10, times, most_memory);
    return times > most_memory;
}

int main(void)
{
    char path[] = "/tmp/bench-judge-XXXXXX";
    int fd = mkstemp(path), failed = memory(); /* while this process is small */
    struct doc *calm = make(ROWS, 0), *serial = make(ROWS, 0.9999);
    double *x = need(calloc((size_t)ROWS * EACH, sizeof *x));

    st_init();
    must(fd < 0, "a file in /tmp");
    close(fd);
    failed += ratio("from memory", (struct timed){ .doc = calm }, x);
    failed += ratio("serial", (struct timed){ .doc = serial }, x);
    write_doc(serial, path);
    failed += ratio("serial, from a file", (struct timed){ .path = path }, x);
    unlink(path);
    free(x);
    doc_free(calm);
    doc_free(serial);
    return failed > 0;
}
