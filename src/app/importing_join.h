/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing_join.h - one file's document among those of others
 */
#ifndef APP_IMPORTING_JOIN_H
#define APP_IMPORTING_JOIN_H

#include "app/importing.h"

/*
 * Gives the doc's systems, sessions and measurements ids that are unique in all, and
 * the common doc what it lacks of definitions and systems.
 *
 * Returns: 0 or -ENOMEM
 */
int importing_join(struct importing *importing, struct doc *doc);

#endif
