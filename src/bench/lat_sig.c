/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_sig.c - what signals cost: to install a handler, to be caught, to be a fault
 *
 * Two of the three are differences of two loops, taken in turn in one process:
 *
 *   catch  kill(self, SIGUSR1) and its handler, less kill(self, 0): what the delivery
 *          of a signal adds to the system call that sends it
 *   prot   a store to a read-only page, its handler and one kill(self, 0), less
 *          kill(self, SIGUSR1) and its handler: a fault less the cost of catching
 *
 * Handlers count, so that each loop knows what it did. The handler of SIGSEGV returns
 * to the store, which faults again; after the last pass it leaves by siglongjmp.
 */
#include "harness/bench.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct state {
    volatile char *page;         /* read-only */
    struct sigaction usr1, segv; /* what was there before an observation */
};

/* What handlers need. */
static volatile uint64_t caught, wanted;
static pid_t self;
static sigjmp_buf out_of_the_fault;

static void on_usr1(int number)
{
    (void)number;
    caught++;
}

static void on_segv(int number)
{
    if (caught >= wanted) { /* not ours: let it end the process as it should */
        signal(number, SIG_DFL);
        return;
    }
    kill(self, 0);
    if (++caught == wanted)
        siglongjmp(out_of_the_fault, 1);
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;

    self = getpid();
    if (!bench_wants(ctx, "prot"))
        return 0;
    s->page = bench_alloc(ctx, (size_t)sysconf(_SC_PAGESIZE));
    if (!s->page)
        return -ENOMEM;
    s->page[0] = 'x'; /* the page is there; only the right to write will be missing */
    if (mprotect((void *)s->page, 1, PROT_READ) < 0)
        return bench_fail_errno(ctx, errno, "cannot make a page read-only");
    return 0;
}

static int handle(struct bench_ctx *ctx, int number, void (*handler)(int),
                  struct sigaction *before)
{
    struct sigaction action = { .sa_handler = handler };

    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, before) < 0)
        return bench_fail_errno(ctx, errno, "cannot handle a signal");
    return 0;
}

/* Handlers are there during an observation only: a true crash must stay one. */
static int before(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc = handle(ctx, SIGUSR1, on_usr1, &s->usr1);

    caught = wanted = 0;
    return rc < 0 ? rc : handle(ctx, SIGSEGV, on_segv, &s->segv);
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;

    (void)ctx;
    sigaction(SIGUSR1, &s->usr1, NULL);
    sigaction(SIGSEGV, &s->segv, NULL);
    return 0;
}

static uint64_t loop_install(void *state, uint64_t passes)
{
    struct sigaction action = { .sa_handler = on_usr1 }, old;
    uint64_t done = 0;

    (void)state;
    sigemptyset(&action.sa_mask);
    while (done < passes && sigaction(SIGUSR1, &action, &old) == 0)
        done++;
    return done;
}

/* A process with one thread has the signal before kill() returns. */
static uint64_t loop_catch(void *state, uint64_t passes)
{
    uint64_t sent = 0;

    (void)state;
    caught = 0;
    while (sent < passes && kill(self, SIGUSR1) == 0)
        sent++;
    return caught;
}

static uint64_t base_catch(void *state, uint64_t passes)
{
    uint64_t done = 0;

    (void)state;
    while (done < passes && kill(self, 0) == 0)
        done++;
    return done;
}

static uint64_t loop_prot(void *state, uint64_t passes)
{
    struct state *s = state;

    caught = 0;
    wanted = passes;
    if (passes && sigsetjmp(out_of_the_fault, 1) == 0)
        s->page[0] = 'y';
    wanted = 0;
    return caught;
}

static const struct bench_case cases[] = {
    { .name = "install",
      .title = "installing a signal handler",
      .per = "call",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_install,
      .before = before,
      .after = after,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "catch",
      .title = "catching a signal, less kill(self, 0)",
      .per = "signal",
      .likeness = WORDS_LIKENESS_SAME,
      .loop = loop_catch,
      .base = base_catch,
      .before = before,
      .after = after,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { .name = "prot",
      .title = "protection fault, less catching a signal",
      .per = "fault",
      .family = "fault",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note = "ours faults on a private page and pairs each observation with one of "
              "catching a signal; lmbench's faults on a mapped file and subtracts a "
              "median that it took earlier.",
      .loop = loop_prot,
      .base = loop_catch,
      .before = before,
      .after = after,
      .sets = BENCH_QUICK | BENCH_CLASSIC },
    { 0 },
};

const struct bench bench_lat_sig = {
    .name = "lat_sig",
    .title = "signals",
    .family = "signal",
    .source = "Like lmbench 3's program of that name, with differences as two loops in "
              "turn and with handlers that count, so that n passes are n signals.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .state_size = sizeof(struct state),
    .cases = cases,
    .setup = setup,
};
