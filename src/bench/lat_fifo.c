/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_fifo.c - a round trip of one byte over two named pipes, between two processes
 *
 * Timed: write, the other process's read and write, read. Divided by: round trips. The
 * peer answers with the next byte, so that an answer that is none is noticed, and ends
 * where the other side does.
 */
#include "harness/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct fifo {
    int from, to; /* the end to read from, the end to write to */
};

struct state {
    struct fifo there, back;
    struct bench_ctx *ctx;
    unsigned char ball;
};

/* A named pipe in place of a temporary file, which the context removes. */
static int make_fifo(struct bench_ctx *ctx, struct fifo *fifo)
{
    const char *path;
    int rc = bench_tempfile(ctx, &path);

    if (rc < 0)
        return rc;
    if (unlink(path) < 0 || mkfifo(path, S_IRUSR | S_IWUSR) < 0)
        return bench_fail_errno(ctx, errno, "cannot make a named pipe");
    /* nobody writes yet: to open it for reading must not wait */
    fifo->from = bench_open(ctx, path, O_RDONLY | O_NONBLOCK);
    if (fifo->from < 0)
        return fifo->from;
    fifo->to = bench_open(ctx, path, O_WRONLY);
    if (fifo->to < 0)
        return fifo->to;
    if (fcntl(fifo->from, F_SETFL, 0) < 0)
        return bench_fail_errno(ctx, errno, "cannot wait at a named pipe");
    return 0;
}

/* Until the other side closes its end. */
static int echo(void *state)
{
    const struct state *s = state;
    unsigned char ball;

    bench_close(s->ctx, s->there.to);
    bench_close(s->ctx, s->back.from);
    while (read(s->there.from, &ball, 1) == 1) {
        ball++;
        if (write(s->back.to, &ball, 1) != 1)
            return 1;
    }
    return 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        unsigned char answer;

        if (write(s->there.to, &s->ball, 1) != 1 || read(s->back.from, &answer, 1) != 1)
            break;
        s->ball++;
        if (answer != s->ball)
            break;
    }
    return done;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = make_fifo(ctx, &s->there);
    pid_t peer;

    s->ctx = ctx;
    if (rc == 0)
        rc = make_fifo(ctx, &s->back);
    if (rc < 0)
        return rc;
    peer = bench_spawn(ctx, echo, s);
    if (peer < 0)
        return peer;
    bench_close(ctx, s->there.from);
    bench_close(ctx, s->back.to);
    if (loop(s, 1) != 1)
        return bench_fail(ctx, -EIO,
                          "the peer at the other end of the named pipe is gone");
    return 0;
}

static const struct bench_case cases[] = {
    { .title = "round trip of one byte over two named pipes",
      .per = "round trip",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop },
    { 0 },
};

const struct bench bench_lat_fifo = {
    .name = "lat_fifo",
    .title = "named pipe latency",
    .family = "ipc",
    .source =
        "Like lmbench 3's program of that name, which the scheduler places where it "
        "likes and which goes on for ever once the other side is gone. The named pipes "
        "lie in the run's scratch directory.",
    .revision = "1",
    .tasks = BENCH_MANY_TASKS,
    .placed = true,
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
