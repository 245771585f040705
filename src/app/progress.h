/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * progress.h - how far a run is: a bar on a terminal, plain lines elsewhere
 */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include "run/run.h"

enum progress_kind {
    PROGRESS_AUTO,
    PROGRESS_BAR,
    PROGRESS_PLAIN,
    PROGRESS_JSON,
    PROGRESS_NONE
};

/* 0 or -EINVAL: "auto", "bar", "plain", "json", "none" */
int progress_kind_from(const char *word, enum progress_kind *kind);

void progress_start(enum progress_kind kind);

/* Draws between invocations only: a timer that wakes during one would be noise. */
void progress_event(const struct run_event *event);

/* Takes the bar away, so that what follows starts on an empty line. */
void progress_end(void);

#endif
