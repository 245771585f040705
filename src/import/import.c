/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import.c - other people's files into a document: sessions, facts and values
 */
#include "import/import.h"

#include "import/foreign.h"
#include "import/frame.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct import_open {
    struct session *session;
    const char *version;
    struct invocation **invocations;
    size_t *capacity; /* of each invocation's series */
    size_t n, n_capacity;
};

struct import_row {
    const struct session *session; /* NULL: a free place */
    const struct foreign *foreign;
    const char *params;
    struct measurement *measurement;
    size_t values; /* that it has */
};

enum { MOST_TEXT = 256 }; /* bytes of a name or a fact */

void import_done(struct import *in)
{
    free(in->rows);
    in->rows = NULL;
}

struct arena *import_arena(struct import *in)
{
    return in->doc->arena;
}

const struct import_source *import_from(const struct import *in)
{
    return in->source;
}

static void fail(struct import *in)
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

    fact.value = import_clean(arena, value, strlen(value), MOST_TEXT);
    if (line)
        fact.source = arena_printf(arena, "line %u", (unsigned)line);
    if (!fact.value || doc_add_fact(in->doc, facts, &fact) < 0)
        fail(in);
}

/* The OS as two facts, and as one text again. */
static size_t name_length(const char *os)
{
    return strcspn(os, " ");
}

static bool has_os(const struct doc_system *system, const char *os)
{
    const char *name = fact_of(&system->facts, "kernel.sysname");
    const char *release = fact_of(&system->facts, "kernel.release");
    size_t n = name_length(os);

    return strlen(name) == n && strncmp(name, os, n) == 0 &&
           strcmp(os + n + strspn(os + n, " "), release) == 0;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static struct doc_system *find_system(struct import *in, const char *host,
                                      const char *os, const char *label)
{
    struct doc *doc = in->doc;

    for (size_t i = is_text(host) ? 0 : in->first_system; i < doc->n_systems; i++) {
        struct doc_system *s = doc->systems[i];

        if (same(s->name, host) && same(s->label, label) && has_os(s, os))
            return s;
    }
    return NULL;
}

static struct doc_system *new_system(struct import *in, const char *host,
                                     const char *os, const char *label)
{
    struct doc_system *s = doc_add_system(in->doc);
    const char *release = os + name_length(os);
    const char *name = import_clean(in->doc->arena, os, name_length(os), MOST_TEXT);

    if (!s || !name) {
        fail(in);
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
        fail(in);
    return s;
}

static const char *clean(struct import *in, const char *text)
{
    const char *copy =
        text ? import_clean(in->doc->arena, text, strlen(text), MOST_TEXT) : "";

    if (!copy)
        fail(in);
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
        fail(in);
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
        fail(in);
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
        fail(in);
        return &in->nobody;
    }
    *open = (struct import_open){ .session = s, .version = version };
    in->n_open++;
    s->system = system;
    fill_session(in, s, version);
    return s;
}

/* The sessions that are added to are the latest. */
static struct import_open *find_open(struct import *in, const struct session *s)
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

/* ---- rows ---- */

static size_t hash(const struct session *session, const struct foreign *foreign,
                   const char *params)
{
    size_t h = (size_t)(uintptr_t)session / 16 * 31 + (size_t)(uintptr_t)foreign / 16;

    for (; *params; params++)
        h = (h ^ (unsigned char)*params) * 1099511628211u;
    return h ^ h >> 29;
}

/* Where the row is, or would be. */
static struct import_row *place(struct import *in, const struct session *session,
                                const struct foreign *foreign, const char *params)
{
    size_t mask = in->rows_capacity - 1;
    size_t i = hash(session, foreign, params) & mask;

    while (in->rows[i].session &&
           (in->rows[i].session != session || in->rows[i].foreign != foreign ||
            strcmp(in->rows[i].params, params) != 0))
        i = (i + 1) & mask;
    return &in->rows[i];
}

static bool make_room(struct import *in)
{
    struct import_row *old = in->rows;
    size_t n = in->rows_capacity;

    if (in->n_rows * 2 < n)
        return true;
    in->rows_capacity = n ? 2 * n : 256;
    in->rows = calloc(in->rows_capacity, sizeof *in->rows);
    if (!in->rows) {
        in->rows = old;
        in->rows_capacity = n;
        fail(in);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (old[i].session)
            *place(in, old[i].session, old[i].foreign, old[i].params) = old[i];
    }
    free(old);
    return true;
}

static const struct definition *definition_of(struct import *in,
                                              const struct foreign *foreign)
{
    const struct definition *d = &foreign->definition;
    struct definition *copy;

    for (size_t i = 0; i < in->doc->n_catalogue; i++) {
        if (strcmp(in->doc->catalogue[i]->id, d->id) == 0 &&
            same(in->doc->catalogue[i]->revision, d->revision))
            return in->doc->catalogue[i];
    }
    copy = doc_add_definition(in->doc);
    if (copy)
        *copy = *d;
    return copy;
}

/* "size=16384 procs=2" */
static bool set_params(struct import *in, struct measurement *m, const char *params)
{
    size_t capacity = 0;

    while (*params) {
        size_t n = strcspn(params, " "), equals = strcspn(params, "=");
        struct doc_param *wider = arena_grow(in->doc->arena, m->params, &capacity,
                                             m->n_params + 1, sizeof *wider);

        assert(equals > 0 && equals < n);
        if (!wider)
            return false;
        m->params = wider;
        wider[m->n_params].name = arena_strndup(in->doc->arena, params, equals);
        wider[m->n_params].value =
            arena_strndup(in->doc->arena, params + equals + 1, n - equals - 1);
        if (!wider[m->n_params].name || !wider[m->n_params].value)
            return false;
        m->n_params++;
        params += n + strspn(params + n, " ");
    }
    return true;
}

static struct measurement *new_measurement(struct import *in, struct session *session,
                                           const struct foreign *foreign,
                                           const char *params)
{
    const struct definition *d = definition_of(in, foreign);
    struct measurement *m = d ? doc_add_measurement(in->doc) : NULL;

    if (!m)
        return NULL;
    m->id = arena_printf(in->doc->arena, "m%zu", in->doc->n_measurements);
    m->definition = d;
    m->session = session;
    m->origin = DOC_ORIGIN_IMPORTED;
    m->attempt = 1;
    return m->id && set_params(in, m, params) ? m : NULL;
}

/* The row of the session that this cell is of; *is_new where it was made for it. */
static struct import_row *find_row(struct import *in, struct session *session,
                                   const char *id, const char *params, uint32_t line,
                                   bool *is_new)
{
    const struct import_open *open = find_open(in, session);
    const struct foreign *foreign = foreign_for(id, open ? open->version : NULL);
    struct import_row *row;

    params = params ? params : "";
    if (!foreign) {
        import_note(in, IMPORT_SKIPPED, line, id, strlen(id),
                    "no definition of that name");
        return NULL;
    }
    if (!open || !make_room(in))
        return NULL;
    row = place(in, session, foreign, params);
    *is_new = !row->session;
    if (!*is_new)
        return row;
    row->measurement = new_measurement(in, session, foreign, params);
    row->params = arena_strdup(in->doc->arena, params);
    if (!row->measurement || !row->params) {
        fail(in);
        return NULL;
    }
    row->session = session;
    row->foreign = foreign;
    in->n_rows++;
    return row;
}

/* ---- values ---- */

/* The k-th invocation of a session, and room for one more series in it. */
static struct series *room_for_series(struct import *in, struct session *session,
                                      size_t k)
{
    struct import_open *open = find_open(in, session);
    struct arena *arena = in->doc->arena;
    struct invocation *i;
    struct series *wider;

    while (session->n_invocations <= k) {
        size_t *more = arena_grow(arena, open->capacity, &open->n_capacity,
                                  session->n_invocations + 1, sizeof *more);

        i = more ? doc_add_invocation(in->doc, session) : NULL;
        if (!i)
            return NULL;
        open->capacity = more;
        i->seq = (uint32_t)session->n_invocations;
        i->block = i->seq - 1;
        i->valid = true;
    }
    i = session->invocations[k];
    wider = arena_grow(arena, i->series, &open->capacity[k], i->n_series + 1,
                       sizeof *wider);
    if (!wider)
        return NULL;
    i->series = wider;
    return &wider[i->n_series++];
}

static bool fill_series(struct import *in, struct series *s,
                        const struct import_cell *cell, struct measurement *m)
{
    struct arena *arena = in->doc->arena;
    double *numbers = arena_alloc(arena, 3 * sizeof *numbers);
    const char **printed = arena_alloc(arena, sizeof *printed);

    if (!numbers || !printed)
        return false;
    printed[0] = import_clean(arena, cell->printed, strlen(cell->printed), MOST_TEXT);
    numbers[0] = cell->value;
    numbers[1] = cell->lo;
    numbers[2] = cell->hi;
    *s = (struct series){ .measurement = m,
                          .n = 1,
                          .values = numbers,
                          .lo = numbers + 1,
                          .hi = numbers + 2,
                          .printed = printed,
                          .of = cell->of,
                          .statistic = arena_strdup(arena, cell->statistic) };
    return printed[0] && (!cell->statistic || s->statistic);
}

void import_value(struct import *in, struct session *session,
                  const struct import_cell *cell)
{
    struct import_row *row;
    struct series *series;
    bool is_new;

    if (in->rc < 0)
        return;
    assert(isfinite(cell->value) && cell->lo <= cell->value &&
           cell->value <= cell->hi && cell->printed);
    row = find_row(in, session, cell->id, cell->params, cell->line, &is_new);
    if (!row)
        return;
    series = room_for_series(in, session, row->values);
    if (!series || !fill_series(in, series, cell, row->measurement)) {
        fail(in);
        return;
    }
    row->values++;
    row->measurement->status = DOC_STATUS_OK;
    row->measurement->reason = NULL;
    in->log->values++;
}

void import_missing(struct import *in, struct session *session, const char *id,
                    const char *params, uint32_t line, const char *printed,
                    const char *reason)
{
    struct import_row *row;
    bool is_new = false;

    if (in->rc < 0)
        return;
    row = find_row(in, session, id, params, line, &is_new);
    import_note(in, IMPORT_INVALID, line, printed, strlen(printed), "%s: %s", id,
                reason);
    if (!row || !is_new)
        return;
    row->measurement->status = DOC_STATUS_FAILED;
    row->measurement->reason = arena_strdup(in->doc->arena, reason);
    if (!row->measurement->reason)
        fail(in);
}
