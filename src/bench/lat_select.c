/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_select.c - asking of many descriptors which of them can be written to
 *
 * A pass copies a set of descriptors and calls select() on it with a timeout of 0; all
 * of them are copies of one regular file, or of one connected TCP socket, and ready.
 * select() says how many are: a pass that does not find all of them is none.
 *
 * lmbench 3 tells select() the number of descriptors where it wants the highest one and
 * one more. Its descriptors begin behind its pipes, so that of "10" it asks about 2 and
 * of "100" about 91. `definition=lmbench-3.0` does the same with descriptors that begin
 * at 8: it asks about 2 of 10, 92 of 100.
 */
#include "harness/bench.h"

#include <fcntl.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>

enum { FIRST = 8, MOST = 1000 };

struct state {
    fd_set all;
    int end;   /* what select() is told: no descriptor from here on is asked about */
    int asked; /* descriptors before it */
};

/* What all descriptors are copies of. */
static int original(struct bench_ctx *ctx)
{
    const char *path;
    int ends[2], rc;

    if (bench_wants(ctx, "tcp")) {
        rc = bench_socketpair(ctx, AF_INET, SOCK_STREAM, ends);
        return rc < 0 ? rc : ends[0];
    }
    rc = bench_tempfile(ctx, &path);
    return rc < 0 ? rc : bench_open(ctx, path, O_RDWR);
}

static bool is_lmbenchs(const struct bench_ctx *ctx)
{
    return strcmp(bench_param_str(ctx, "definition"), "lmbench-3.0") == 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int n = (int)bench_param_u64(ctx, "fds"), from = original(ctx);
    int last = from;

    FD_ZERO(&s->all);
    for (int i = 0; last >= 0 && i < n; i++) {
        last = bench_adopt(ctx, fcntl(from, F_DUPFD_CLOEXEC, FIRST),
                           "cannot copy a descriptor");
        if (last >= FD_SETSIZE)
            return bench_skip(ctx, "select() cannot ask about descriptor %d", last);
        if (last < 0)
            break;
        FD_SET(last, &s->all);
        if (!is_lmbenchs(ctx) || last < n)
            s->asked++;
    }
    s->end = is_lmbenchs(ctx) ? n : last + 1;
    return last < 0 ? last : 0;
}

static uint64_t loop(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        struct timeval at_once = { 0 };
        fd_set set = s->all;

        if (select(s->end, NULL, &set, NULL, &at_once) != s->asked)
            break;
    }
    return done;
}

#define NOTE                                                                          \
    "ours asks about all descriptors; lmbench's asks about fewer than it says, 2 of " \
    "10 and about 91 of 100, which definition=lmbench-3.0 repeats."

static const struct bench_case cases[] = {
    { .name = "file",
      .title = "select for writing on descriptors of a file",
      .per = "call",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = NOTE,
      .loop = loop,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "tcp",
      .title = "select for writing on descriptors of a TCP socket",
      .per = "call",
      .likeness = WORDS_LIKENESS_DIFFERENT,
      .note = NOTE,
      .loop = loop,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "fds",
      .values = "10 100 250 500",
      .quick = "100",
      .least = 1,
      .most = MOST,
      .help = "descriptors" },
    { .name = "definition",
      .values = "ours lmbench-3.0",
      .quick = "ours",
      .words = "ours lmbench-3.0",
      .help = "ours: all are asked about; lmbench-3.0: as many as lmbench asks about" },
    { 0 },
};

static const struct bench_points points[] = {
    { BENCH_CLASSIC, "", "fds=10 definition=ours" },
    { BENCH_QUICK | BENCH_CLASSIC, "", "fds=100 definition=ours" },
    { BENCH_CLASSIC, "", "fds=250 definition=ours" },
    { BENCH_CLASSIC, "", "fds=500 definition=ours" },
    { BENCH_CLASSIC, "", "fds=100 definition=lmbench-3.0" },
    { 0 },
};

const struct bench bench_lat_select = {
    .name = "lat_select",
    .title = "select",
    .family = "select",
    .source = "Like lmbench 3's program of that name, which asks about fewer "
              "descriptors than "
              "it says. The descriptors of the case tcp are of one connection over the "
              "loopback interface; nothing is sent on it.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .points = points,
    .setup = setup,
};
