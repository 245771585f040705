/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * herd.h - what the tests of spawn share: a shepherd, the helper, waiting
 */
#ifndef HERD_H
#define HERD_H

#include "spawn/shepherd.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

enum { PATIENCE_MS = 60000 }; /* how long a test waits for what must happen */

static inline const char *helper(void)
{
    static char path[512];
    const char *build = getenv("ERRBAR_BUILD");

    if (!build)
        fail_msg("ERRBAR_BUILD is not set: run through meson test");
    snprintf(path, sizeof path, "%s/tests/spawn/spawn_helper", build);
    return path;
}

static inline struct shepherd *herd(void)
{
    struct shepherd *s = NULL;
    struct diag why = { 0 };

    if (spawn_shepherd_new(&s, support_scratch(), "/", &why) < 0)
        fail_msg("%s", diag_text(&why));
    return s;
}

/* Runs the helper with one word and its argument; the arena keeps the records. */
static inline int ask(struct shepherd *s, const char *what, const char *arg,
                      double deadline_s, struct arena *arena, struct spawn_outcome *out,
                      struct diag *why)
{
    char *argv[] = { (char *)(uintptr_t)helper(), (char *)(uintptr_t)what,
                     (char *)(uintptr_t)arg, NULL };

    return spawn_program(s, argv, 1213, deadline_s, arena, out, why);
}

/* Waits until `fd` has an event; fails the test where it never comes. */
static inline void await(int fd, short events)
{
    struct pollfd p = { .fd = fd, .events = events };
    int n;

    do
        n = poll(&p, 1, PATIENCE_MS);
    while (n < 0 && errno == EINTR);
    assert_int_equal(n, 1);
}

#endif
