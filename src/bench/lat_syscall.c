/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_syscall.c - what the simplest system calls cost
 *
 * One call a pass, open and close together one. "read" and "write" move a single byte,
 * so that they time the way into the kernel and back rather than the copy.
 */
#include "harness/bench.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct state {
    int from, to, file; /* descriptors: read from, written to, asked about */
    const char *path;   /* of an empty file, asked about and opened */
};

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = 0;

    if (bench_wants(ctx, "read")) {
        s->from = bench_open(ctx, bench_param_str(ctx, "file"), O_RDONLY);
        if (s->from < 0)
            return s->from;
    }
    if (bench_wants(ctx, "write")) {
        s->to = bench_open(ctx, "/dev/null", O_WRONLY);
        if (s->to < 0)
            return s->to;
    }
    if (bench_wants(ctx, "stat") || bench_wants(ctx, "fstat") ||
        bench_wants(ctx, "open"))
        rc = bench_tempfile(ctx, &s->path);
    if (rc == 0 && bench_wants(ctx, "fstat")) {
        s->file = bench_open(ctx, s->path, O_RDONLY);
        rc = s->file < 0 ? s->file : 0;
    }
    return rc;
}

static uint64_t loop_null(void *state, uint64_t passes)
{
    (void)state;
    for (uint64_t i = 0; i < passes; i++)
        bench_keep((uint64_t)getppid());
    return passes;
}

static uint64_t loop_read(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;
    char c;

    while (done < passes && read(s->from, &c, 1) == 1)
        done++;
    return done;
}

static uint64_t loop_write(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;
    char c = 'x';

    while (done < passes && write(s->to, &c, 1) == 1)
        done++;
    return done;
}

static uint64_t loop_stat(void *state, uint64_t passes)
{
    const struct state *s = state;
    struct stat st;
    uint64_t done = 0;

    while (done < passes && stat(s->path, &st) == 0)
        done++;
    return done;
}

static uint64_t loop_fstat(void *state, uint64_t passes)
{
    const struct state *s = state;
    struct stat st;
    uint64_t done = 0;

    while (done < passes && fstat(s->file, &st) == 0)
        done++;
    return done;
}

static uint64_t loop_open(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        int fd = open(s->path, O_RDONLY);

        if (fd < 0 || close(fd) < 0)
            break;
    }
    return done;
}

#define CASE(which, what)                                                              \
    {                                                                                  \
        .name = #which, .title = what, .per = "call", .likeness = WORDS_LIKENESS_SAME, \
        .loop = loop_##which, .sets = BENCH_QUICK | BENCH_CLASSIC                      \
    }

static const struct bench_case cases[] = {
    CASE(null, "getppid"),
    CASE(read, "read of one byte from /dev/zero"),
    CASE(write, "write of one byte to /dev/null"),
    CASE(stat, "stat of an empty file"),
    CASE(fstat, "fstat of an empty file"),
    CASE(open, "open and close of an empty file"),
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "file",
      .values = "/dev/zero",
      .quiet = true,
      .help = "file that the case read reads from" },
    { 0 },
};

const struct bench bench_lat_syscall = {
    .name = "lat_syscall",
    .title = "simple system calls",
    .family = "syscall",
    .source =
        "Like lmbench 3's program of that name. The empty file lies in the run's "
        "scratch directory, so stat and open/close walk its path. A loop in which "
        "a call fails is no observation.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
