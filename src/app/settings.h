/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings.h - the two settings that errbar ab toggles between invocations
 *
 * A row is there twice, with the parameter setting=a and setting=b. The commands stand
 * in the session as events "setting-a" and "setting-b".
 */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include "model/plan.h"
#include "output/compare.h"

struct settings {
    const char *command[2]; /* of /bin/sh; NULL: nothing is to be done */
    double deadline_s;
    bool toggled; /* one was run, so that the first is to be restored */
};

/* Each row of the session once for each setting, side by side; 0 or -ENOMEM. */
int settings_add_rows(struct doc *doc, struct session *session);

/* Whether a session's rows are settings. */
bool settings_are_in(const struct doc *doc, const struct session *session);

/* The command of the first (0) or second setting as it is noted, "" for none. */
const char *settings_command(const struct session *session, size_t which);

/* Notes the commands in the session; 0 or -ENOMEM. */
int settings_note(const struct settings *s, struct doc *doc, struct session *session);

/*
 * Runs the command of a job's setting.
 *
 * Returns: 0, -EINTR where a signal asks for the end, -ECANCELED where it failed or
 * took too long (why says which and how), or -errno of starting it
 */
int settings_apply(struct settings *s, const struct plan_job *job, struct diag *why);

/* Runs the first one again, if any was run, also after a signal. As settings_apply().
 */
int settings_restore(struct settings *s, struct diag *why);

/* Both settings of a row do the same number of passes: that of the first pilot. */
void settings_share_passes(const struct plan *plan, const struct plan_job *job);

/* What a page of such a session says of its sides; 0 or -ENOMEM. */
int settings_describe(const struct session *session, struct arena *arena,
                      struct compare_page *page);

#endif
