/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_ids.h - identifiers while a file is read: what is referred to, and by whom first
 *
 * Whoever refers to something makes its object, whoever declares it fills that object
 * in; so measurements may follow the sessions that refer to them, or precede them. A
 * balanced tree, so that a hostile file cannot make it slow.
 */
#ifndef OUTPUT_XML_IDS_H
#define OUTPUT_XML_IDS_H

#include "base/arena.h"

#include <stdbool.h>

struct xml_id {
    int space; /* identifiers of different spaces may be equal */
    const char *text;
    void *object;        /* NULL until someone sets it */
    const char *element; /* its name, for messages */
    bool declared;
    long line;           /* of the declaration, else of the first reference */
    struct xml_id *next; /* in no particular order */
};

struct xml_ids {
    struct arena *arena; /* that the entries live in */
    void *tree;
    struct xml_id *first;
};

/* The entry of that identifier, a new one where there is none; NULL: no memory. */
struct xml_id *xml_ids_get(struct xml_ids *ids, int space, const char *text);
void xml_ids_done(struct xml_ids *ids); /* entries stay: they are the arena's */

#endif
