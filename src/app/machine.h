/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine.h - the system a session runs on, as the document has it
 */
#ifndef APP_MACHINE_H
#define APP_MACHINE_H

#include "model/doc.h"

/*
 * Gives the session its system: one of the doc's if it is the same machine with the
 * same kernel, else a new one read by probe. Counts the boot.
 *
 * Returns: 0, -ENOMEM or what probing returned
 */
int machine_read(struct doc *doc, struct session *session, const char *name,
                 const char *label);

#endif
