/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * importing_join.c - one file's document among those of others
 */
#include "app/importing_join.h"

#include <errno.h>
#include <string.h>

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* ---- definitions ---- */

static int copy_definition(struct doc *to, const struct definition *from)
{
    struct definition *d = doc_add_definition(to);

    if (!d)
        return -ENOMEM;
    *d = *from;
    const char **const texts[] = { &d->id,     &d->revision, &d->suite,
                                   &d->family, &d->quantity, &d->unit,
                                   &d->per,    &d->title,    &d->note };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = *texts[i];

        *texts[i] = arena_strdup(to->arena, text);
        if (text && !*texts[i])
            return -ENOMEM;
    }
    return 0;
}

static int join_definitions(struct doc *to, const struct doc *doc)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_catalogue; i++) {
        const struct definition *d = doc->catalogue[i];

        if (!doc_find_definition(to, d->id, d->revision))
            rc = copy_definition(to, d);
    }
    return rc;
}

/* ---- systems: those of equal name, label and OS are one ---- */

static const char *fact_of(const struct facts *facts, const char *key)
{
    const struct fact *fact = facts_find(facts, key, DOC_AT_ALWAYS);

    return fact ? fact->value : NULL;
}

/* Who has no name is nobody else. */
static struct doc_system *find_system(const struct importing *importing,
                                      const struct doc_system *s)
{
    struct import_systems_key key = import_systems_key_of(s);

    return s->name ? import_systems_find(&importing->systems, &key) : NULL;
}

static struct doc_system *copy_system(struct doc *to, const struct doc_system *from)
{
    struct doc_system *s = doc_add_system(to);

    if (!s)
        return NULL;
    s->id = arena_printf(to->arena, "s%zu", to->n_systems);
    s->name = arena_strdup(to->arena, from->name);
    s->label = arena_strdup(to->arena, from->label);
    return s->id && !s->name == !from->name && !s->label == !from->label ? s : NULL;
}

/* What differs from what is known of the system is the sessions' own. */
static int add_to_sessions(struct doc *doc, const struct doc_system *s,
                           const struct fact *fact)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_sessions; i++) {
        struct session *session = doc->sessions[i];

        if (session->system == s && !fact_of(&session->facts, fact->key))
            rc = doc_add_fact(doc, &session->facts, fact);
    }
    return rc;
}

static int join_facts(struct doc *to, struct doc_system *system, struct doc *doc,
                      const struct doc_system *s)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < s->facts.n; i++) {
        const struct fact *fact = &s->facts.items[i];
        const char *known = fact_of(&system->facts, fact->key);

        if (!known)
            rc = doc_add_fact(to, &system->facts, fact);
        else if (!same(known, fact->value))
            rc = add_to_sessions(doc, s, fact);
    }
    return rc;
}

static int join_system(struct importing *importing, struct doc *doc,
                       struct doc_system *s)
{
    struct doc_system *known = find_system(importing, s);
    struct doc_system *system = known ? known : copy_system(importing->doc, s);
    int rc = system ? join_facts(importing->doc, system, doc, s) : -ENOMEM;

    if (rc == 0 && !known && s->name)
        rc = import_systems_add(&importing->systems, system);
    if (rc == 0)
        s->id = system->id;
    return rc;
}

static int join_systems(struct importing *importing, struct doc *doc)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_systems; i++)
        rc = join_system(importing, doc, doc->systems[i]);
    return rc;
}

int importing_join(struct importing *importing, struct doc *doc)
{
    int rc = join_definitions(importing->doc, doc);

    rc = rc < 0 ? rc : join_systems(importing, doc);
    for (size_t i = 0; rc == 0 && i < doc->n_sessions; i++) {
        doc->sessions[i]->id = arena_numbered(doc->arena, "r", ++importing->sessions);
        rc = doc->sessions[i]->id ? 0 : -ENOMEM;
    }
    for (size_t i = 0; rc == 0 && i < doc->n_measurements; i++) {
        doc->measurements[i]->id =
            arena_numbered(doc->arena, "m", ++importing->measurements);
        rc = doc->measurements[i]->id ? 0 : -ENOMEM;
    }
    return rc;
}
