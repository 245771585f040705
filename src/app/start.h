/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * start.h - the last steps before the first measurement
 */
#ifndef APP_START_H
#define APP_START_H

#include "app/run_options.h"
#include "app/session.h"

#include <stdio.h>

/*
 * Refuses an output that cannot be written, reads the machine, and says what stands
 * against a good measurement here.
 *
 * Returns: an exit code, with the reason told
 */
int start_machine(struct session_run *run, const struct run_options *options);

/*
 * Calls the far end of a session that has rows for it, before anything is measured; the
 * call stands until the program ends.
 *
 * Needs:   a plan, which is told where its services are
 * Returns: an exit code, with the reason told; APP_USAGE where remote is NULL and rows
 *          want one
 */
int start_far_end(struct session_run *run, const char *remote, const char *token_file);

/* start_machine(), then takes the machine's noise floor over and starts the journal. */
int start_session(struct session_run *run, const struct run_options *options);

/* The four lines of the machine's fitness (to: NULL for none); whether all is well. */
bool start_checks(struct doc *doc, const struct doc_system *system,
                  const struct session *session, FILE *to);

#endif
