/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * patience.c - no waiting for ever for a datagram that was lost
 */
#include "bench/kit/patience.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>

/* Twice: the first could come between two calls, where nobody waits. */
static const struct itimerval two_seconds = { .it_value = { .tv_sec = 2 },
                                              .it_interval = { .tv_sec = 1 } };
static const struct itimerval none;

static void on_alarm(int number)
{
    (void)number;
}

int bench_patience_begin(struct bench_ctx *ctx, void *state)
{
    struct sigaction action = { .sa_handler = on_alarm }; /* without SA_RESTART */

    (void)state;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGALRM, &action, NULL) < 0 ||
        setitimer(ITIMER_REAL, &two_seconds, NULL) < 0)
        return bench_fail_errno(ctx, errno, "cannot limit the wait for a datagram");
    return 0;
}

int bench_patience_end(struct bench_ctx *ctx, void *state)
{
    (void)ctx;
    (void)state;
    setitimer(ITIMER_REAL, &none, NULL);
    signal(SIGALRM, SIG_DFL);
    return 0;
}
