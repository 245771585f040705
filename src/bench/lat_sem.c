/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_sem.c - the turn handed from one process to another by System V semaphores
 *
 * Two processes and two semaphores: each adds one to the other's and waits for its own.
 * Timed: those calls of both. A pass is one hand-over, half of a trip there and back.
 * Both count their turns in memory they share, which is held against the passes after
 * each observation.
 */
#include "harness/bench.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/sem.h>

enum { OURS, PEERS, SEMAPHORES };

struct state {
    int set;
    volatile uint64_t *turns; /* that the peer had */
    uint64_t seen;            /* of them, before this observation */
};

static bool change(const struct state *s, unsigned short which, short by)
{
    struct sembuf change = { .sem_num = which, .sem_op = by };

    return semop(s->set, &change, 1) == 0;
}

/* Until it is killed, or the semaphores are gone. */
static int peer(void *state)
{
    const struct state *s = state;

    while (change(s, PEERS, -1)) {
        (*s->turns)++;
        if (!change(s, OURS, 1))
            return 1;
    }
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done += 2) {
        if (!change(s, PEERS, 1) || !change(s, OURS, -1))
            break;
    }
    return done;
}

static uint64_t step(void *state)
{
    (void)state;
    return 2;
}

static int before(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    (void)ctx;
    s->seen = *s->turns;
    return 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    uint64_t turns = *s->turns - s->seen, wanted = bench_passes(ctx) / 2;

    if (turns != wanted)
        return bench_fail(ctx, -EIO,
                          "the peer had %llu turns where %llu were handed "
                          "to it",
                          (unsigned long long)turns, (unsigned long long)wanted);
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    pid_t pid;

    s->turns = bench_map(ctx, sizeof *s->turns, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1);
    if (!s->turns)
        return -ENOMEM;
    s->set = bench_semaphores(ctx, SEMAPHORES);
    if (s->set < 0)
        return s->set;
    pid = bench_spawn(ctx, peer, s);
    if (pid < 0)
        return pid;
    if (loop(s, 2) != 2)
        return bench_fail_errno(ctx, errno, "cannot hand over by a semaphore");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "hand-over by a System V semaphore",
      .per = "hand-over",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop,
      .before = before,
      .after = after,
      .step = step },
    { 0 },
};

const struct bench bench_lat_sem = {
    .name = "lat_sem",
    .title = "semaphore latency",
    .family = "ipc",
    .source =
        "Like lmbench 3's program of that name, which leaves its semaphores behind "
        "where it is killed; ours are in a namespace of their own, or where that is "
        "not allowed removed with the scratch directory. A round trip is two passes.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
