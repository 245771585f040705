/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signals.c - what signals ask of a run
 */
#include "app/signals.h"

#include "app/app.h"
#include "spawn/spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t stopped_by, skip_asked;
static struct shepherd *volatile shepherd_to_tell;

static void on_signal(int number)
{
    int before = errno;

    if (number == SIGQUIT)
        skip_asked = 1;
    else
        stopped_by = number;
    if (shepherd_to_tell)
        spawn_abandon(shepherd_to_tell);
    errno = before;
}

void signals_catch(void)
{
    static const int numbers[] = { SIGINT, SIGHUP, SIGTERM, SIGUSR1, SIGXCPU, SIGQUIT };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = { .sa_handler = on_signal }, before;

        sigemptyset(&action.sa_mask);
        /* the second SIGINT finds the default action again */
        if (numbers[i] == SIGINT)
            action.sa_flags = (int)SA_RESETHAND;
        sigaction(numbers[i], NULL, &before);
        /* what nohup or a shell's background switched off stays off */
        if (before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    /* a reader that goes away is an error of writing, not an end without a word */
    signal(SIGPIPE, SIG_IGN);
}

void signals_tell(struct shepherd *shepherd)
{
    shepherd_to_tell = shepherd;
}

int signals_stopped(void)
{
    return stopped_by;
}

bool signals_skip(void)
{
    bool asked = skip_asked;

    skip_asked = 0;
    return asked;
}

void signals_die(int number)
{
    if (number == SIGINT || number == SIGHUP) {
        signal(number, SIG_DFL);
        raise(number);
    }
    exit(APP_CHECKPOINT);
}
