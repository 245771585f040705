/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * figures.c - what our harness adds to a measurement: ratios to bare programs
 *
 * Twenty pairs of one invocation of ours and one of the bare program, in turn, on one
 * CPU; the median of their ratios is held against its limit.
 *
 * figures DIRECTORY-OF-HELPERS DIRECTORY-OF-BARE-PROGRAMS
 */
#include "base/num.h"
#include "harness/harness.h"
#include "harness/job.h"
#include "harness/wire.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS = 20, WARMUP = 5, KEPT = 20 };

struct figure {
    const char *title, *bench, *which; /* bench NULL: the empty loop below */
    const char *bare, *mode;
    uint64_t passes;
    double limit;
};

static const struct figure figures[] = {
    { "empty loop", NULL, "", "bare_loop", "empty", 1000000, 1.2 },
    { "null system call", "lat_syscall", "null", "bare_loop", "null", 5000, 1.02 },
    { "pipe", "lat_pipe", "", "bare_trip", "pipe", 200, 1.02 },
    { "local socket", "lat_unix", "", "bare_trip", "unix", 100, 1.02 },
    { "udp", "lat_udp", "", "bare_trip", "udp", 100, 1.02 },
    { "tcp", "lat_tcp", "", "bare_trip", "tcp", 80, 1.02 },
    { "fork+exit", "lat_proc", "fork", "bare_proc", "fork", 5, 1.03 },
    { "fork+exec", "lat_proc", "exec", "bare_proc", "exec", 2, 1.03 },
    { "fork+sh", "lat_proc", "shell", "bare_proc", "shell", 1, 1.03 },
};

static const char *helpers, *bare_programs;

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) -
           (*(const double *)a < *(const double *)b);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, by_size);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static void fail(const char *what)
{
    fprintf(stderr, "figures: %s\n", what);
    exit(1);
}

static uint64_t empty(void *state, uint64_t passes)
{
    (void)state;
    for (uint64_t i = 0; i < passes; i++)
        bench_keep(i);
    return passes;
}

static const struct bench_case empty_cases[] = { { .title = "empty", .loop = empty },
                                                 { 0 } };
static const struct bench empty_bench = { .name = "empty", .cases = empty_cases };

/* The child: the worker itself, or the harness here with the empty loop. */
static void be_worker(const struct figure *f, const struct job *job, int records)
{
    char program[600];
    char **argv;

    if (!f->bench)
        _exit(harness_work(&empty_bench, job, &bench_clock_raw, records));
    snprintf(program, sizeof program, "%s/errbar-worker", helpers);
    argv = job_to_argv(job, program);
    if (argv && (records == WIRE_FD || dup2(records, WIRE_FD) >= 0))
        execv(program, argv);
    _exit(127);
}

/* ns a pass: the median of one invocation. */
static double ours(const struct figure *f)
{
    struct job job = { .bench = f->bench,
                       .which = f->which,
                       .n_points = 1,
                       .passes = { f->passes },
                       .scratch = P_tmpdir,
                       .libexec = helpers,
                       .observations = WARMUP + KEPT };
    int records = memfd_create("records", 0), status;
    struct wire_record r;
    double ns[WARMUP + KEPT];
    size_t n = 0;
    pid_t pid = fork();

    if (pid == 0)
        be_worker(f, &job, records);
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        fail(f->title);
    for (off_t at = 0; pread(records, &r, sizeof r, at) == (ssize_t)sizeof r;
         at += (off_t)sizeof r) {
        if (r.kind == WIRE_OBSERVATION && n < WARMUP + KEPT)
            ns[n++] = (double)r.observation.ns;
    }
    close(records);
    if (n != WARMUP + KEPT)
        fail("observations are missing");
    return median(ns + WARMUP, KEPT) / (double)f->passes;
}

static double bare(const struct figure *f)
{
    char command[2048], line[64];
    double ns;
    FILE *from;

    snprintf(command, sizeof command, "exec '%s/%s' %s %llu '%s/errbar-hello'",
             bare_programs, f->bare, f->mode, (unsigned long long)f->passes, helpers);
    from = popen(command, "r");
    if (!from || !fgets(line, sizeof line, from) || pclose(from) != 0)
        fail(f->bare);
    line[strcspn(line, "\n")] = '\0';
    if (num_to_double(line, &ns) < 0)
        fail(line);
    return ns;
}

/* Whether it is within its limit. */
static bool show(const struct figure *f)
{
    double our[PAIRS], their[PAIRS], ratio[PAIRS], middle;

    for (int i = 0; i < PAIRS; i++) {
        if (i % 2)
            their[i] = bare(f);
        our[i] = ours(f);
        if (i % 2 == 0)
            their[i] = bare(f);
        ratio[i] = our[i] / their[i];
    }
    middle = median(ratio, PAIRS);
    printf("%-18s %12.2f ns, bare %12.2f ns, ratio %.3f (quartiles %.3f %.3f), "
           "limit %.2f: %s\n",
           f->title, median(our, PAIRS), median(their, PAIRS), middle, ratio[PAIRS / 4],
           ratio[3 * PAIRS / 4], f->limit, middle <= f->limit ? "ok" : "TOO MUCH");
    fflush(stdout);
    return middle <= f->limit;
}

int main(int argc, char **argv)
{
    cpu_set_t one;
    bool all = true;

    if (argc != 3)
        fail("wants the directories of the helpers and of the bare programs");
    helpers = argv[1];
    bare_programs = argv[2];
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        all = show(&figures[i]) && all;
    return all ? 0 : 1;
}
