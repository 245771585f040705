/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing.h - other people's files, one after the other, into one document
 *
 * What a file held is written to temporary files as soon as it was read, so that the
 * memory needed is that of the largest file, however many there are.
 */
#ifndef APP_IMPORTING_H
#define APP_IMPORTING_H

#include "import/import.h"
#include "import/systems.h"
#include "model/sink.h"

#include <nettle/sha2.h>
#include <stdio.h>

struct importing {
    struct doc *doc; /* head, catalogue and systems of all files */
    const char *as;  /* the kind that the user named, or NULL */
    bool report;     /* list what was not understood */
    bool write;      /* keep what was read */
    struct sha256_ctx sha;
    size_t values, sessions, measurements, files, notes[IMPORT_NOTES];
    struct importing_seen *seen; /* the files that were read, of the doc's arena */
    size_t n_seen, seen_capacity;
    struct import_systems systems; /* of the doc, those with a name */
    FILE *kept[2]; /* sessions and measurements as they stand in the document */
};

/* A file by its bytes. */
struct importing_seen {
    const char *name;
    uint8_t digest[SHA256_DIGEST_SIZE];
};

/* Returns: 0 or -errno, explained */
int importing_begin(struct importing *importing, struct diag *why);

/*
 * Reads a file ("-": standard input) and adds it, with what is to be told of it told.
 *
 * Returns: an exit code; APP_OK also where nothing could be read, and was told
 */
int importing_add(struct importing *importing, const char *path);

/* The document, to a path or "-": an exit code. */
int importing_write(struct importing *importing, const char *path);

void importing_done(struct importing *importing);

#endif
