/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending.h - how a run ends: the document, the last lines, the exit code
 */
#ifndef APP_ENDING_H
#define APP_ENDING_H

#include "model/doc.h"

/* Every definition of the session's set was measured, and nothing cut it short. */
bool ending_is_complete(const struct doc *doc, const struct session *session);

/* Writes the document to a path or "-"; an exit code, with the reason told. */
int ending_write(struct doc *doc, const char *path);

/* "112 ok, 1 failed (bw_pipe: timeout) …" and "wrote a.xml (…)". */
void ending_say(const struct doc *doc, const struct session *session, const char *path);

/* What the session's rows make of a run that was written well. */
int ending_code(const struct doc *doc, const struct session *session,
                bool fail_on_noise);

#endif
