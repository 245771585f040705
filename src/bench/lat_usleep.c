/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lat_usleep.c - how long a short sleep really takes
 *
 * Timed: sleeps of so many microseconds, one after the other, by one of five ways.
 * Divided by: sleeps; so the number is the time asked for and what comes on top of it:
 * the timer's slack (50 us unless a task is real-time), its interrupt, an idle
 * processor that wakes, and other tasks. `policy=rr` sleeps as a real-time task.
 *
 * A sleep that is interrupted ends the loop. After each observation a clock must have
 * gone on by at least the time that was asked for.
 */
#include "harness/bench.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct state {
    uint64_t us;
    bool real_time;
    int policy_was;
    struct sched_param param_was;
    struct timespec began;
    struct sigaction alarm_was;
    sigset_t mask_was;
};

static volatile sig_atomic_t alarms;

static void on_alarm(int number)
{
    (void)number;
    alarms = 1;
}

static struct timespec as_timespec(uint64_t us)
{
    return (struct timespec){ .tv_sec = (time_t)(us / 1000000),
                              .tv_nsec = (long)(us % 1000000 * 1000) };
}

static struct timeval as_timeval(uint64_t us)
{
    return (struct timeval){ .tv_sec = (time_t)(us / 1000000),
                             .tv_usec = (suseconds_t)(us % 1000000) };
}

/* ---- loops ---- */

static uint64_t loop_usleep(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    while (done < passes && usleep((useconds_t)s->us) == 0)
        done++;
    return done;
}

static uint64_t loop_nanosleep(void *state, uint64_t passes)
{
    const struct state *s = state;
    const struct timespec time = as_timespec(s->us);
    uint64_t done = 0;

    while (done < passes && nanosleep(&time, NULL) == 0)
        done++;
    return done;
}

static uint64_t loop_select(void *state, uint64_t passes)
{
    const struct state *s = state;
    uint64_t done = 0;

    for (; done < passes; done++) {
        struct timeval time = as_timeval(s->us); /* select() changes it */

        if (select(0, NULL, NULL, NULL, &time) != 0)
            break;
    }
    return done;
}

static uint64_t loop_pselect(void *state, uint64_t passes)
{
    const struct state *s = state;
    const struct timespec time = as_timespec(s->us);
    uint64_t done = 0;

    while (done < passes && pselect(0, NULL, NULL, NULL, &time, NULL) == 0)
        done++;
    return done;
}

/* The signal is blocked but while it is waited for, so that none comes too early. */
static uint64_t loop_itimer(void *state, uint64_t passes)
{
    const struct state *s = state;
    const struct itimerval once = { .it_value = as_timeval(s->us) };
    sigset_t waiting = s->mask_was;
    uint64_t done = 0;

    sigdelset(&waiting, SIGALRM);
    for (; done < passes; done++) {
        alarms = 0;
        if (setitimer(ITIMER_REAL, &once, NULL) < 0)
            break;
        while (!alarms)
            sigsuspend(&waiting);
    }
    return done;
}

/* ---- outside the clock ---- */

/* For an observation only: whoever runs setup stays what it is. */
static int be(struct bench_ctx *ctx, int policy, struct sched_param param)
{
    if (sched_setscheduler(0, policy, &param) == 0)
        return 0;
    if (errno == EPERM)
        return bench_skip(ctx, "this user may not run real-time tasks (ulimit -r)");
    return bench_fail_errno(ctx, errno, "cannot change the scheduling policy");
}

static int be_real_time(struct bench_ctx *ctx)
{
    return be(ctx, SCHED_RR, (struct sched_param){ .sched_priority = 1 });
}

static int be_as_before(struct bench_ctx *ctx, const struct state *s)
{
    return be(ctx, s->policy_was, s->param_was);
}

static int before(struct bench_ctx *ctx, void *state)
{
    struct sigaction action = { .sa_handler = on_alarm };
    struct state *s = state;
    sigset_t alarm;

    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigemptyset(&action.sa_mask);
    if (sigprocmask(SIG_BLOCK, &alarm, &s->mask_was) < 0 ||
        sigaction(SIGALRM, &action, &s->alarm_was) < 0 ||
        clock_gettime(CLOCK_MONOTONIC_RAW, &s->began) < 0)
        return bench_fail_errno(ctx, errno, "cannot handle a signal");
    return s->real_time ? be_real_time(ctx) : 0;
}

static int after(struct bench_ctx *ctx, void *state)
{
    const struct state *s = state;
    uint64_t wanted = s->us * bench_passes(ctx);
    struct timespec now;
    double passed;

    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    passed = (double)(now.tv_sec - s->began.tv_sec) * 1e6 +
             (double)(now.tv_nsec - s->began.tv_nsec) / 1e3;
    sigaction(SIGALRM, &s->alarm_was, NULL);
    sigprocmask(SIG_SETMASK, &s->mask_was, NULL);
    if (s->real_time && be_as_before(ctx, s) < 0)
        return -EPERM;
    /* timers follow a clock that is slewed, by up to 500 in a million */
    if (passed < (double)wanted * 0.999)
        return bench_fail(ctx, -EIO, "%.0f us passed where %llu were to be slept",
                          passed, (unsigned long long)wanted);
    return 0;
}

static int setup(struct bench_ctx *ctx, void *state)
{
    struct state *s = state;
    int rc;

    s->us = bench_param_u64(ctx, "us");
    s->real_time = strcmp(bench_param_str(ctx, "policy"), "rr") == 0;
    if (!s->real_time)
        return 0;
    s->policy_was = sched_getscheduler(0);
    if (s->policy_was < 0 || sched_getparam(0, &s->param_was) < 0)
        return bench_fail_errno(ctx, errno, "cannot tell the scheduling policy");
    rc = be_real_time(ctx); /* whether that is allowed is found here */
    return rc < 0 ? rc : be_as_before(ctx, s);
}

#define CASE(way)                                                              \
    {                                                                          \
        .name = #way, .title = "a short sleep by " #way, .per = "sleep",       \
        .likeness = WORDS_LIKENESS_SAME, .loop = loop_##way, .before = before, \
        .after = after                                                         \
    }

static const struct bench_case cases[] = {
    CASE(usleep),
    CASE(nanosleep),
    CASE(select),
    CASE(pselect),
    { .name = "itimer",
      .title = "a short sleep by setitimer and sigsuspend",
      .per = "sleep",
      .likeness = WORDS_LIKENESS_CLOSE,
      .note =
          "ours sets a timer for each sleep and waits for its signal; lmbench goes on "
          "in the signal's handler.",
      .loop = loop_itimer,
      .before = before,
      .after = after },
    { 0 },
};

static const struct bench_param params[] = {
    { .name = "us",
      .values = "1 10 100 1000",
      .least = 1,
      .most = 999999,
      .help = "microseconds to sleep" },
    { .name = "policy",
      .values = "other rr",
      .words = "other rr",
      .help = "scheduling policy: the usual one, or real-time (round robin)" },
    { 0 },
};

const struct bench bench_lat_usleep = {
    .name = "lat_usleep",
    .title = "short sleeps",
    .family = "syscall",
    .source =
        "Like lmbench 3's program of that name: the whole duration is the number, not "
        "what comes on top of the time asked for.",
    .revision = "1",
    .tasks = BENCH_ONE_TASK,
    .rejects = BENCH_REJECTS_MIGRATIONS | BENCH_REJECTS_FAULTS,
    .state_size = sizeof(struct state),
    .cases = cases,
    .params = params,
    .setup = setup,
};
