/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_fcntl.c - the turn handed from one process to another by record locks
 *
 * Turn k belongs to whoever could lock record k. The turns are had by two processes in
 * turn, over four records, two in each of two files. Whoever has turn k
 *
 *   locks record k + 2, which nobody holds, so that the other will wait for it later;
 *   unlocks record k, and with that hands over turn k + 1;
 *   locks record k + 1, and so waits until the other hands over turn k + 2;
 *   unlocks record k + 1.
 *
 * Timed: these four calls of both. A pass is one hand-over. Both count their turns in
 * memory they share, which is held against the passes after each observation: locks of
 * a process that is gone are free, so that nobody would wait for it.
 */
#include "harness/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared {
    uint64_t turns; /* that the peer had */
};

struct state {
    struct bench_ctx *ctx;
    int file[2];
    int ready[2]; /* pipe: the peer holds its first record */
    unsigned turn;
    volatile struct shared *shared;
    uint64_t seen; /* turns of the peer before this observation */
};

static bool set(const struct state *s, unsigned turn, short kind)
{
    struct flock record = {
        .l_type = kind, .l_whence = SEEK_SET, .l_start = turn / 2 % 2, .l_len = 1
    };

    return fcntl(s->file[turn % 2], F_SETLKW, &record) == 0;
}

/* From one's own turn to one's next. */
static bool hand_over(struct state *s)
{
    unsigned k = s->turn;

    s->turn = k + 2;
    return set(s, k + 2, F_WRLCK) && set(s, k, F_UNLCK) && set(s, k + 1, F_WRLCK) &&
           set(s, k + 1, F_UNLCK);
}

/* Until it is killed. */
static int peer(void *state)
{
    struct state *s = state;

    s->turn = 1;
    if (!set(s, 1, F_WRLCK) || write(s->ready[1], "", 1) != 1 || !set(s, 0, F_WRLCK) ||
        !set(s, 0, F_UNLCK))
        return 1;
    do
        s->shared->turns++;
    while (hand_over(s));
    return 1;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    while (done < passes && hand_over(s))
        done += 2;
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
    s->seen = s->shared->turns;
    return 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    uint64_t turns = s->shared->turns - s->seen, wanted = bench_passes(ctx) / 2;

    if (turns != wanted)
        return bench_fail(ctx, -EIO,
                          "the peer had %llu turns where %llu were handed "
                          "to it",
                          (unsigned long long)turns, (unsigned long long)wanted);
    return 0;
}

static int open_files(struct bench_ctx *ctx, struct state *s)
{
    for (int i = 0; i < 2; i++) {
        const char *path;
        int rc = bench_tempfile(ctx, &path);

        if (rc < 0)
            return rc;
        s->file[i] = bench_open(ctx, path, O_RDWR);
        if (s->file[i] < 0)
            return s->file[i];
    }
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = open_files(ctx, s);
    pid_t pid;
    char byte;

    if (rc == 0)
        rc = bench_pipe(ctx, s->ready);
    if (rc < 0)
        return rc;
    s->shared = bench_map(ctx, sizeof *s->shared, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1);
    if (!s->shared)
        return -ENOMEM;
    if (!set(s, 0, F_WRLCK))
        return errno == ENOLCK || errno == EINVAL || errno == EOPNOTSUPP
                   ? bench_skip(ctx, "files in the scratch directory cannot be locked")
                   : bench_fail_errno(ctx, errno, "cannot lock a record");
    pid = bench_spawn(ctx, peer, s);
    if (pid < 0)
        return pid;
    bench_close(ctx, s->ready[1]);
    if (read(s->ready[0], &byte, 1) != 1 || loop(s, 2) != 2)
        return bench_fail(ctx, -EIO, "the peer that locks the other records is gone");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "hand-over by record locks",
      .per = "hand-over",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop,
      .before = before,
      .after = after,
      .step = step },
    { 0 },
};

const struct bench bench_lat_fcntl = {
    .name = "lat_fcntl",
    .title = "record lock latency",
    .family = "ipc",
    .source = "Like lmbench 3's program of that name: four calls on each side for two "
              "hand-overs, over two files (lmbench 2 counted a trip as one). The files "
              "lie in "
              "the run's scratch directory, whose file system may have a say.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
