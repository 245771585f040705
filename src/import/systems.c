/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * systems.c - the systems of a document by host, OS and label, found without a search
 */
#include "import/systems.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const char *text)
{
    return text ? text : "";
}

static const char *fact_of(const struct doc_system *system, const char *key)
{
    const struct fact *fact = facts_find(&system->facts, key, DOC_AT_ALWAYS);

    return text_of(fact ? fact->value : NULL);
}

struct import_systems_key import_systems_key_of(const struct doc_system *system)
{
    const char *sysname = fact_of(system, "kernel.sysname");

    return (struct import_systems_key){ .name = text_of(system->name),
                                        .label = text_of(system->label),
                                        .sysname = sysname,
                                        .release = fact_of(system, "kernel.release"),
                                        .sysname_length = strlen(sysname) };
}

/* FNV-1a, with the end of each text. */
static uint64_t add_hash(uint64_t h, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return (h ^ 0xff) * 1099511628211u;
}

static size_t hash(const struct import_systems_key *key)
{
    uint64_t h = 14695981039346656037u;

    h = add_hash(h, text_of(key->name), strlen(text_of(key->name)));
    h = add_hash(h, text_of(key->label), strlen(text_of(key->label)));
    h = add_hash(h, text_of(key->sysname), key->sysname_length);
    h = add_hash(h, text_of(key->release), strlen(text_of(key->release)));
    return (size_t)(h ^ h >> 32);
}

static bool same(const char *a, const char *b)
{
    return strcmp(text_of(a), text_of(b)) == 0;
}

static bool same_key(const struct import_systems_key *a,
                     const struct import_systems_key *b)
{
    return same(a->name, b->name) && same(a->label, b->label) &&
           same(a->release, b->release) && a->sysname_length == b->sysname_length &&
           strncmp(text_of(a->sysname), text_of(b->sysname), a->sysname_length) == 0;
}

/* Where it is, or would be. */
static struct doc_system **place(const struct import_systems *systems,
                                 const struct import_systems_key *key)
{
    size_t mask = systems->capacity - 1, i = hash(key) & mask;

    for (; systems->places[i]; i = (i + 1) & mask) {
        struct import_systems_key other = import_systems_key_of(systems->places[i]);

        if (same_key(&other, key))
            break;
    }
    return &systems->places[i];
}

struct doc_system *import_systems_find(const struct import_systems *systems,
                                       const struct import_systems_key *key)
{
    return systems->n ? *place(systems, key) : NULL;
}

static int grow(struct import_systems *systems)
{
    enum { FIRST = 64 };
    struct import_systems wider = { .n = systems->n };

    wider.capacity = systems->capacity ? 2 * systems->capacity : FIRST;
    wider.places = calloc(wider.capacity, sizeof *wider.places);
    if (!wider.places)
        return -ENOMEM;
    for (size_t i = 0; i < systems->capacity; i++) {
        struct import_systems_key key;

        if (!systems->places[i])
            continue;
        key = import_systems_key_of(systems->places[i]);
        *place(&wider, &key) = systems->places[i];
    }
    free(systems->places);
    *systems = wider;
    return 0;
}

int import_systems_add(struct import_systems *systems, struct doc_system *system)
{
    struct import_systems_key key = import_systems_key_of(system);
    struct doc_system **at;

    if (2 * (systems->n + 1) > systems->capacity && grow(systems) < 0)
        return -ENOMEM;
    at = place(systems, &key);
    if (!*at) {
        *at = system;
        systems->n++;
    }
    return 0;
}

void import_systems_done(struct import_systems *systems)
{
    free(systems->places);
    *systems = (struct import_systems){ 0 };
}
