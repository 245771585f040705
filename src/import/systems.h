/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * systems.h - the systems of a document by host, OS and label, found without a search
 */
#ifndef IMPORT_SYSTEMS_H
#define IMPORT_SYSTEMS_H

#include "model/doc.h"

/* What is equal in one system; NULL is as good as empty. */
struct import_systems_key {
    const char *name, *label, *sysname, *release;
    size_t sysname_length; /* of it, which need not end there */
};

/* Open addressing, a power of two; zeroed at first. */
struct import_systems {
    struct doc_system **places;
    size_t n, capacity;
};

/* Returns: the first that was added with that key, or NULL */
struct doc_system *import_systems_find(const struct import_systems *systems,
                                       const struct import_systems_key *key);

/*
 * Adds one by what it says then. Owner: the system stays the document's.
 *
 * Returns: 0 or -ENOMEM
 */
int import_systems_add(struct import_systems *systems, struct doc_system *system);

/* The key of a system. */
struct import_systems_key import_systems_key_of(const struct doc_system *system);

void import_systems_done(struct import_systems *systems);

#endif
