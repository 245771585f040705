/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import.c - other people's files into a document: systems, sessions and facts
 */
#include "import/import.h"

#include "import/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void import_done(struct import *in)
{
    free(in->rows);
    in->rows = NULL;
    import_systems_done(&in->systems);
    in->n_indexed = 0;
}

struct arena *import_arena(struct import *in)
{
    return in->doc->arena;
}

const struct import_source *import_from(const struct import *in)
{
    return in->source;
}

void import_fail(struct import *in)
{
    if (in->rc == 0)
        in->rc = -ENOMEM;
}

static bool is_text(const char *text)
{
    return text && *text;
}

/* ---- systems ---- */

static const char *fact_of(const struct facts *facts, const char *key)
{
    const struct fact *fact = facts_find(facts, key, DOC_AT_ALWAYS);

    return fact && fact->value ? fact->value : "";
}

static void add_fact(struct import *in, struct facts *facts, const char *key,
                     const char *value, const char *unit, uint32_t line)
{
    struct arena *arena = in->doc->arena;
    struct fact fact = { .key = key, .unit = unit };

    fact.value = import_clean(arena, value, strlen(value), IMPORT_TEXT);
    if (line)
        fact.source = arena_printf(arena, "line %u", (unsigned)line);
    if (!fact.value || doc_add_fact(in->doc, facts, &fact) < 0)
        import_fail(in);
}

/* The OS as two facts, and as one text again. */
static size_t name_length(const char *os)
{
    return strcspn(os, " ");
}

/* Those that came since the last time; who has no name is of its own file only. */
static void index_systems(struct import *in)
{
    for (; in->n_indexed < in->doc->n_systems; in->n_indexed++) {
        struct doc_system *s = in->doc->systems[in->n_indexed];

        if ((in->n_indexed >= in->first_system || is_text(s->name)) &&
            import_systems_add(&in->systems, s) < 0) {
            import_fail(in);
            return;
        }
    }
}

static struct doc_system *find_system(struct import *in, const char *host,
                                      const char *os, const char *label)
{
    size_t n = name_length(os);
    struct import_systems_key key = { .name = host,
                                      .label = label,
                                      .sysname = os,
                                      .release = os + n + strspn(os + n, " "),
                                      .sysname_length = n };

    index_systems(in);
    return import_systems_find(&in->systems, &key);
}

static struct doc_system *new_system(struct import *in, const char *host,
                                     const char *os, const char *label)
{
    struct doc_system *s = doc_add_system(in->doc);
    const char *release = os + name_length(os);
    const char *name = import_clean(in->doc->arena, os, name_length(os), IMPORT_TEXT);

    if (!s || !name) {
        import_fail(in);
        return NULL;
    }
    s->id = arena_printf(in->doc->arena, "s%zu", in->doc->n_systems);
    s->name = is_text(host) ? host : NULL;
    s->label = is_text(label) ? label : NULL;
    release += strspn(release, " ");
    if (*name)
        add_fact(in, &s->facts, "kernel.sysname", name, NULL, 0);
    if (*release)
        add_fact(in, &s->facts, "kernel.release", release, NULL, 0);
    if (!s->id)
        import_fail(in);
    return s;
}

static const char *clean(struct import *in, const char *text)
{
    const char *copy =
        text ? import_clean(in->doc->arena, text, strlen(text), IMPORT_TEXT) : "";

    if (!copy)
        import_fail(in);
    return copy ? copy : "";
}

/* ---- sessions ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

static void fill_session(struct import *in, struct session *s, const char *version)
{
    s->id = arena_printf(in->doc->arena, "r%zu", in->doc->n_sessions);
    s->protocol.level = 0.95;
    if (!s->id)
        import_fail(in);
    import_session_fact(in, s, "import.file", base_name(in->source->name), NULL, 0);
    import_session_fact(in, s, "import.kind", in->kind ? in->kind->name : "", NULL, 0);
    if (is_text(version))
        import_session_fact(in, s, "import.version", version, NULL, 0);
}

/* One more place; NULL after a failure. */
static struct import_open *new_open(struct import *in)
{
    struct import_open *wider = arena_grow(in->doc->arena, in->open, &in->open_capacity,
                                           in->n_open + 1, sizeof *wider);

    if (!wider) {
        import_fail(in);
        return NULL;
    }
    in->open = wider;
    return &wider[in->n_open];
}

struct session *import_session(struct import *in, const struct import_whose *whose)
{
    const char *host = clean(in, whose->host), *os = clean(in, whose->os);
    const char *label = clean(in, whose->label), *version = clean(in, whose->version);
    struct doc_system *system = find_system(in, host, os, label);
    struct import_open *open = new_open(in);
    struct session *s;

    system = system ? system : new_system(in, host, os, label);
    s = in->rc < 0 ? NULL : doc_add_session(in->doc);
    if (!s) {
        import_fail(in);
        return &in->nobody;
    }
    *open = (struct import_open){ .session = s, .version = version };
    in->n_open++;
    s->system = system;
    fill_session(in, s, version);
    return s;
}

/* The sessions that are added to are the latest ones. */
struct import_open *import_find_open(struct import *in, const struct session *s)
{
    for (size_t i = in->n_open; i > 0; i--) {
        if (in->open[i - 1].session == s)
            return &in->open[i - 1];
    }
    return NULL;
}

void import_session_fact(struct import *in, struct session *session, const char *key,
                         const char *value, const char *unit, uint32_t line)
{
    if (in->rc == 0 && is_text(value))
        add_fact(in, &session->facts, key, value, unit, line);
}

void import_fact(struct import *in, struct session *session, const char *key,
                 const char *value, const char *unit, uint32_t line)
{
    const char *known;

    if (in->rc < 0 || !is_text(value))
        return;
    known = fact_of(&session->system->facts, key);
    if (!*known)
        add_fact(in, &session->system->facts, key, value, unit, line);
    else if (strcmp(known, value) != 0 && !*fact_of(&session->facts, key))
        add_fact(in, &session->facts, key, value, unit, line);
}
