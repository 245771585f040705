/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_pmake.c - so many children that compute for a while, as make -j starts them
 *
 * Timed: as many forks as there are jobs, and the wait for all. Each child follows a
 * chain of pointers through 16 KiB, one million loads by default, which is about a
 * millisecond and the same work on each machine. Divided by: rounds of all jobs. With
 * more processors than jobs a round takes as long as one job and the forks; what it
 * takes longer is what the scheduler makes of it. A child that does not end where the
 * chain must be by then is no pass.
 */
#include "harness/bench.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINKS = 2048, STRIDE = 389 /* odd: the chain comes by each link */, MOST = 256 };

struct state {
    uint64_t jobs, loads;
    uint64_t *next; /* [LINKS] */
};

static int chase(const struct state *s)
{
    uint64_t at = 0;

    for (uint64_t i = 0; i < s->loads; i++)
        at = s->next[at];
    bench_keep(at);
    return at == s->loads % LINKS * STRIDE % LINKS ? 0 : 1;
}

static bool start_and_wait(const struct state *s)
{
    uint64_t started = 0, ended = 0;

    for (; started < s->jobs; started++) {
        pid_t pid = fork();

        if (pid == 0)
            _exit(chase(s));
        if (pid < 0)
            break;
    }
    for (uint64_t i = 0; i < started; i++) {
        int status;

        ended += waitpid(-1, &status, 0) > 0 && status == 0;
    }
    return ended == s->jobs;
}

static uint64_t loop(void *state, uint64_t passes)
{
    uint64_t done = 0;

    while (done < passes && start_and_wait(state))
        done++;
    return done;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    s->jobs = bench_param_u64(ctx, "jobs");
    s->loads = bench_param_u64(ctx, "loads");
    s->next = bench_alloc(ctx, LINKS * sizeof *s->next);
    if (!s->next)
        return -ENOMEM;
    for (uint64_t i = 0; i < LINKS; i++)
        s->next[i] = (i + STRIDE) % LINKS;
    errno = 0;
    if (!start_and_wait(s))
        return errno ? bench_fail_errno(ctx, errno, "cannot start a process")
                     : bench_fail(ctx, -EIO, "a child did not compute what it should");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "forking children that compute, and waiting for all",
      .per = "round",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = "each of our children does a number of loads; lmbench's computes for a "
              "time that is calibrated.",
      .loop = loop },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "jobs",
      .values = "1 2 4 8",
      .least = 1,
      .most = MOST,
      .help = "children at once" },
    { .name = "loads",
      .values = "1000000",
      .quiet = true,
      .least = 1,
      .most = (uint64_t)1 << 40,
      .help = "loads that each child does" },
    { 0 },
};

const struct bench bench_lat_pmake = {
    .name = "lat_pmake",
    .title = "children that compute",
    .family = "process",
    .source = "After lmbench 3's program of that name, with work that is a number of "
              "loads in place of a calibrated time.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .placements = "free same",
    .classic_placements = "free",
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
