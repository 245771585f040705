/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * preparing.h - what will be measured: rows and plan, before anything is touched
 */
#ifndef APP_PREPARING_H
#define APP_PREPARING_H

#include "app/run_options.h"
#include "app/session.h"

/*
 * A session with its rows and plan, from a selection or from another file. Touches
 * nothing.
 *
 * Returns: an exit code, with the reason told
 */
int preparing_plan(struct session_run *run, const struct run_options *options);

/*
 * One more session of the same machine with the rows of the present one, which do the
 * same work and need no pilot any more; run->session is then the new one.
 *
 * Returns: 0 or -errno with why
 */
int preparing_again(struct session_run *run);

/* Prints that plan: what --dry-run shows. An exit code. */
int preparing_show(const struct session_run *run);

#endif
