/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * noise_known.h - what is known of this machine's noise, shown and found anew
 */
#ifndef APP_NOISE_KNOWN_H
#define APP_NOISE_KNOWN_H

#include "app/listing.h"
#include "model/doc.h"

/* All return an exit code. */

/* What a session knows; APP_NOTHING, and not a word, where that is nothing. */
int noise_show(const struct session *session, enum listing_format format);
/* What a run would take over. */
int noise_show_known(enum listing_format format);
/* Finds it once more from the sessions that are kept, by the rules of today. */
int noise_again(enum listing_format format);

#endif
