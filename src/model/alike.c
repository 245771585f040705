/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alike.c - numbers for what measurements mean, found without a look at all of them
 */
#include "model/alike.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

enum { FEWEST_SLOTS = 64 };

struct alike_kind {
    const struct measurement *first;
    uint64_t hash;
};

/* ---- hash ---- */

/* FNV-1a (Fowler, Noll, Vo), with the end of the text; NULL as the empty text. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    const uint64_t prime = UINT64_C(0x100000001b3);

    for (const char *c = text ? text : ""; *c; c++)
        hash = (hash ^ (unsigned char)*c) * prime;
    return (hash ^ 0xff) * prime;
}

static bool counts(const struct doc_param *p, const char *but)
{
    return !but || strcmp(p->name, but) != 0;
}

/* The same in whatever order the parameters stand. */
static uint64_t hash_of(const struct alike *alike, const struct measurement *m,
                        const char *but)
{
    const uint64_t basis = UINT64_C(0xcbf29ce484222325);
    uint64_t hash = hash_text(basis, m->definition->id);

    if (alike->in_session)
        hash = hash_text(hash, m->session->id);
    if (alike->by == ALIKE_COMPARABLE)
        hash = hash_text(hash_text(hash, m->definition->revision), m->definition->unit);
    for (size_t i = 0; alike->by != ALIKE_ID && i < m->n_params; i++) {
        const struct doc_param *p = &m->params[i];

        if (counts(p, but))
            hash += hash_text(hash_text(basis, p->name), p->value);
    }
    return hash ^ hash >> 32;
}

/* ---- likeness ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static size_t count_params(const struct measurement *m, const char *but)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_params; i++)
        n += counts(&m->params[i], but);
    return n;
}

static bool same_params(const struct measurement *a, const struct measurement *b,
                        const char *but)
{
    for (size_t i = 0; i < a->n_params; i++) {
        const struct doc_param *p = &a->params[i];

        if (counts(p, but) && !same_text(p->value, measurement_param(b, p->name)))
            return false;
    }
    return count_params(a, but) == count_params(b, but);
}

static bool are_alike(const struct alike *alike, const struct measurement *a,
                      const struct measurement *b, const char *but)
{
    const struct definition *da = a->definition, *db = b->definition;

    if ((alike->in_session && a->session != b->session) || !same_text(da->id, db->id))
        return false;
    if (alike->by == ALIKE_COMPARABLE &&
        (!same_text(da->revision, db->revision) || !same_text(da->unit, db->unit)))
        return false;
    return alike->by == ALIKE_ID || same_params(a, b, but);
}

/* ---- numbers ---- */

/* Twice the slots, so that at most half of them are taken. */
static int widen(struct alike *alike)
{
    size_t n = alike->n_slots ? 2 * alike->n_slots : FEWEST_SLOTS;
    size_t *slots = arena_alloc(alike->arena, n * sizeof *slots);

    if (!slots)
        return -ENOMEM;
    for (size_t k = 0; k < alike->n; k++) {
        size_t at = alike->kinds[k].hash & (n - 1);

        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = k + 1;
    }
    alike->slots = slots;
    alike->n_slots = n;
    return 0;
}

static int add_kind(struct alike *alike, const struct measurement *m, uint64_t hash)
{
    struct alike_kind *kinds = arena_grow(alike->arena, alike->kinds, &alike->capacity,
                                          alike->n + 1, sizeof *kinds);

    if (!kinds)
        return -ENOMEM;
    alike->kinds = kinds;
    kinds[alike->n++] = (struct alike_kind){ m, hash };
    return 0;
}

int measurement_kind(struct alike *alike, const struct measurement *m, const char *but,
                     size_t *number)
{
    uint64_t hash = hash_of(alike, m, but);
    size_t at;
    int rc = 2 * (alike->n + 1) > alike->n_slots ? widen(alike) : 0;

    if (rc < 0)
        return rc;
    for (at = hash & (alike->n_slots - 1); alike->kinds && alike->slots[at];
         at = (at + 1) & (alike->n_slots - 1)) {
        const struct alike_kind *kind = &alike->kinds[alike->slots[at] - 1];

        if (kind->hash == hash && are_alike(alike, kind->first, m, but))
            break;
    }
    if (!alike->slots[at]) {
        rc = add_kind(alike, m, hash);
        if (rc < 0)
            return rc;
        alike->slots[at] = alike->n;
    }
    *number = alike->slots[at] - 1;
    return 0;
}

/* ---- attempts ---- */

/* Of the attempts at one thing, which any other one is to be held against. */
struct attempts {
    const struct measurement *first, *last; /* of those with an interval; or NULL */
    const struct measurement *without;      /* the last without one; or NULL */
};

static void see(struct attempts *a, const struct measurement *m)
{
    bool has = m->judged && m->judged->estimate.method != ST_METHOD_NONE;

    if (!has && (!a->without || m->attempt > a->without->attempt))
        a->without = m;
    if (has && (!a->first || m->attempt < a->first->attempt))
        a->first = m;
    if (has && (!a->last || m->attempt > a->last->attempt))
        a->last = m;
}

static bool counts_before(const struct measurement *m, const struct measurement *than)
{
    return m && measurement_counts_before(m, than);
}

int measurement_find_superseded(const struct measurement *const *list, size_t n,
                                bool *superseded)
{
    struct alike alike = { .arena = arena_new(), .in_session = true };
    struct attempts *of = NULL;
    size_t *number = NULL;
    int rc = -ENOMEM;

    if (!alike.arena)
        return rc;
    of = arena_alloc(alike.arena, (n + 1) * sizeof *of);
    number = arena_alloc(alike.arena, (n + 1) * sizeof *number);
    rc = of && number ? 0 : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        rc = measurement_kind(&alike, list[i], NULL, &number[i]);
        if (rc == 0)
            see(&of[number[i]], list[i]);
    }
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct attempts *a = &of[number[i]];

        superseded[i] = counts_before(a->first, list[i]) ||
                        counts_before(a->last, list[i]) ||
                        counts_before(a->without, list[i]);
    }
    arena_free(alike.arena);
    return rc;
}
