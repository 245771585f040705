/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing.h - other people's files, one after the other, into one document
 */
#ifndef APP_IMPORTING_H
#define APP_IMPORTING_H

#include "import/import.h"

#include <nettle/sha2.h>

struct importing {
    struct doc *doc;
    const char *as; /* the kind that the user named, or NULL */
    bool report;    /* list what was not understood */
    struct sha256_ctx sha;
    size_t values, sessions, files, notes[IMPORT_NOTES];
};

/*
 * Reads a file ("-": standard input) and adds it, with what is to be told of it told.
 *
 * Returns: an exit code; APP_OK also where nothing could be read, and was told
 */
int importing_add(struct importing *importing, const char *path);

#endif
