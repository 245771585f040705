/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * floor.h - the noise floor of this machine: how its sessions differ, as it is kept
 *
 * A result document like any other, noise.xml in the data directory: the short sessions
 * of errbar noise with all their observations. What was found stands in each of them as
 * facts, "rerun." and the family, with the source; every run takes these over, so that
 * a file needs no other to be judged and compared.
 */
#ifndef APP_FLOOR_H
#define APP_FLOOR_H

#include "judge/between.h"
#include "model/doc.h"

const char *floor_path(struct diag *why);

/*
 * Takes this machine's noise floor over into a session, family by family where it has
 * none. A floor of another machine, or one that cannot be read, is told and left alone.
 *
 * Returns: 0 or -ENOMEM
 */
int floor_copy(struct doc *doc, struct session *session);

/* Takes what was known of those families out of a session. */
void floor_forget(struct session *session, const struct judge_between *found,
                  size_t n_found);

/* Writes what was found into every one of the sessions; 0 or -ENOMEM. */
int floor_note(struct doc *doc, struct session *const *sessions, size_t n,
               const struct judge_between *found, size_t n_found);

#endif
