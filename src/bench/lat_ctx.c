/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_ctx.c - a context switch between processes of some size, in a ring
 *
 * A token of four bytes runs through a ring of processes over pipes. Who gets it sums
 * an array of its own, adds one to the token and hands it on. A pass is one hop.
 *
 * The base, subtracted in pairs, is what a hop costs without a switch: one process
 * passes the token to itself over as many pipes and sums one array of that size. What
 * is left is the switch, the wake-up, and the return of the array into the caches.
 */
#include "harness/bench.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PROCS = 1024 };

struct state {
    struct bench_ctx *ctx;
    uint64_t procs;
    int in, out;   /* this process reads the token from one, writes it to the other */
    int to_close;  /* in a process that starts: an end that is not its own; or -1 */
    int to_close2; /* another */
    uint32_t token;
    uint64_t *array, words, sum; /* and what its words sum up to */
    int self[MOST_PROCS][2];     /* pipes of the base */
    uint64_t next;               /* of them */
};

/* Truly sums: one where the sum is right, so that a wrong one loses a pass. */
static uint32_t sum_array(const struct state *s)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < s->words; i++)
        sum += s->array[i];
    bench_keep(sum);
    return sum == s->sum;
}

/* In each process for itself, so that each has pages of its own. */
static void fill_array(struct state *s)
{
    s->sum = 0;
    for (uint64_t i = 0; i < s->words; i++) {
        s->array[i] = i * 0x9e3779b97f4a7c15u;
        s->sum += s->array[i];
    }
}

static bool get(int fd, uint32_t *token)
{
    return read(fd, token, sizeof *token) == (ssize_t)sizeof *token;
}

static bool put(int fd, const uint32_t *token)
{
    return write(fd, token, sizeof *token) == (ssize_t)sizeof *token;
}

/* A member of the ring other than the first: until the token comes no more. */
static int member(void *state)
{
    struct state *s = state;
    uint32_t token;

    bench_close(s->ctx, s->to_close);
    bench_close(s->ctx, s->to_close2);
    fill_array(s);
    while (get(s->in, &token)) {
        token += sum_array(s);
        if (!put(s->out, &token))
            return 1;
    }
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    while (done < passes) {
        uint32_t before = s->token;

        if (!put(s->out, &s->token) || !get(s->in, &s->token))
            break;
        s->token += sum_array(s);
        done += (uint32_t)(s->token - before);
        if ((uint32_t)(s->token - before) != s->procs)
            break;
    }
    return done;
}

static uint64_t base(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    while (done < passes) {
        const int *pipe = s->self[s->next];
        uint32_t token;

        if (!put(pipe[1], &s->token) || !get(pipe[0], &token) || token != s->token)
            break;
        s->token += sum_array(s);
        s->next = s->next + 1 == s->procs ? 0 : s->next + 1;
        done++;
    }
    return done;
}

static uint64_t step(void *state)
{
    const struct state *s = state;

    return s->procs;
}

/*
 * The ring grows backwards from what the first process reads: each new member writes
 * where the last one reads, so that nobody holds more than two ends of others.
 */
static int make_ring(struct bench_ctx *ctx, struct state *s)
{
    int pipe[2], first, rc = bench_pipe(ctx, pipe);

    if (rc < 0)
        return rc;
    first = pipe[0];
    s->out = pipe[1];
    s->to_close = first;
    for (uint64_t i = s->procs - 1; i > 0; i--) {
        pid_t pid;

        rc = bench_pipe(ctx, pipe);
        if (rc < 0)
            return rc;
        s->in = pipe[0];
        s->to_close2 = pipe[1];
        pid = bench_spawn(ctx, member, s);
        if (pid < 0)
            return pid;
        bench_close(ctx, s->out);
        bench_close(ctx, s->in);
        s->out = pipe[1];
    }
    s->in = first;
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc;

    s->ctx = ctx;
    s->procs = bench_param_u64(ctx, "procs");
    s->words = bench_param_u64(ctx, "size") / sizeof *s->array;
    s->array = bench_alloc(ctx, s->words * sizeof *s->array);
    if (!s->array)
        return -ENOMEM;
    rc = make_ring(ctx, s);
    for (uint64_t i = 0; rc == 0 && i < s->procs; i++)
        rc = bench_pipe(ctx, s->self[i]);
    if (rc < 0)
        return rc;
    fill_array(s);
    /* the first lap waits for all to be there */
    if (loop(s, s->procs) != s->procs)
        return bench_fail(ctx, -EIO, "a process of the ring is gone");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "context switch",
      .per = "switch",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "the overhead is measured in pairs over as many pipes as the ring has; "
              "lmbench measures it once, over 96 pipes.",
      .loop = loop,
      .base = base,
      .step = step,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "size",
      .values = "0 4K 8K 16K 32K 64K",
      .classic = "0 16K 64K",
      .bytes = true,
      .most = 1 << 30,
      .help = "bytes that each process sums when it has the token" },
    { .name = "procs",
      .values = "2 4 8 16 24 32 64 96",
      .classic = "2 8 16",
      .axis = true,
      .least = 2,
      .most = MOST_PROCS,
      .help = "processes in the ring" },
    { 0 },
};

/* What the classic table has columns for. */
static const struct bench_points points[] = {
    { BENCH_QUICK | BENCH_CLASSIC, "same cross free", "size=0 procs=2" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=16K procs=2" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=64K procs=2" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=16K procs=8" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=64K procs=8" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=16K procs=16" },
    { BENCH_QUICK | BENCH_CLASSIC, "same", "size=64K procs=16" },
    { 0 },
};

const struct bench bench_lat_ctx = {
    .name = "lat_ctx",
    .title = "context switching",
    .family = "context",
    .source =
        "Like lmbench 3's program of that name: a ring of processes, an array each, "
        "less what passing the token costs without a switch. lmbench leaves out "
        "results that are not above 0; here a difference may have any sign.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .points = points,
    .setup = setup,
};
