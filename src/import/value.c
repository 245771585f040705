/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * value.c - the numbers of a file into the rows and invocations of its sessions
 */
#include "import/foreign.h"
#include "import/frame.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        import_fail(in);
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
                                              const struct foreign *foreign,
                                              const char *version)
{
    const char *revision;
    struct definition *copy;

    if (in->definition) /* of the row before, see find_foreign() */
        return in->definition;
    revision = foreign_revision(foreign, version);
    for (size_t i = 0; i < in->doc->n_catalogue; i++) {
        if (strcmp(in->doc->catalogue[i]->id, foreign->definition.id) == 0 &&
            strcmp(in->doc->catalogue[i]->revision, revision) == 0)
            return in->definition = in->doc->catalogue[i];
    }
    copy = doc_add_definition(in->doc);
    if (copy) {
        *copy = foreign->definition;
        copy->revision = revision;
    }
    return in->definition = copy;
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

static struct measurement *new_measurement(struct import *in,
                                           const struct import_open *open,
                                           const struct foreign *foreign,
                                           const char *params)
{
    const struct definition *d = definition_of(in, foreign, open->version);
    struct measurement *m = d ? doc_add_measurement(in->doc) : NULL;

    if (!m)
        return NULL;
    m->id = arena_numbered(in->doc->arena, "m", in->doc->n_measurements);
    m->definition = d;
    m->session = open->session;
    m->origin = DOC_ORIGIN_IMPORTED;
    m->attempt = 1;
    return m->id && set_params(in, m, params) ? m : NULL;
}

/* Blocks have one definition for many values. */
static const struct foreign *find_foreign(struct import *in,
                                          const struct import_open *open,
                                          const char *id)
{
    const char *version = open ? open->version : NULL;

    if (in->foreign && in->foreign_version == version &&
        strcmp(in->foreign->definition.id, id) == 0)
        return in->foreign;
    in->definition = NULL;
    in->foreign = foreign_for(id, version);
    in->foreign_version = version;
    return in->foreign;
}

/* The row of the session that this cell is of; *is_new where it was made for it. */
static struct import_row *find_row(struct import *in, struct session *session,
                                   const char *id, const char *params, uint32_t line,
                                   bool *is_new)
{
    const struct import_open *open = import_find_open(in, session);
    const struct foreign *foreign = find_foreign(in, open, id);
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
    row->measurement = new_measurement(in, open, foreign, params);
    row->params = arena_strdup(in->doc->arena, params);
    if (!row->measurement || !row->params) {
        import_fail(in);
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
    struct import_open *open = import_find_open(in, session);
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
    printed[0] = import_clean(arena, cell->printed, strlen(cell->printed), IMPORT_TEXT);
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
                          .statistic = arena_strdup(arena, cell->statistic),
                          .spread = cell->statistic ? "unknown" : NULL };
    return printed[0] && (!cell->statistic || s->statistic);
}

/* The row's values are its blocks, whatever invocations others have in between. */
static bool fill_counts(struct import *in, struct invocation *i, size_t block,
                        const struct import_cell *cell)
{
    struct arena *arena = in->doc->arena;

    if (cell->n_counts == 0)
        return true;
    i->counts = arena_alloc(arena, cell->n_counts * sizeof *i->counts);
    if (!i->counts)
        return false;
    i->block = (uint32_t)block;
    for (size_t c = 0; c < cell->n_counts; c++) {
        struct count *count = &i->counts[i->n_counts++];

        count->name = arena_strdup(arena, cell->counts[c].name);
        count->unit = arena_strdup(arena, cell->counts[c].unit);
        count->value = cell->counts[c].value;
        if (!count->name || (cell->counts[c].unit && !count->unit))
            return false;
    }
    return true;
}

/*
 * Which invocation a value is of: the row's k-th is of the k-th that has no counts, and
 * one with counts has its own.
 */
static size_t place_of(const struct import_open *open, const struct import_row *row,
                       const struct import_cell *cell)
{
    const struct session *session = open->session;
    size_t k = 0, left = row->values;

    if (cell->n_counts)
        return session->n_invocations;
    if (!open->counted)
        return row->values;
    while (k < session->n_invocations &&
           (session->invocations[k]->n_counts || left-- > 0))
        k++;
    return k;
}

void import_value(struct import *in, struct session *session,
                  const struct import_cell *cell)
{
    struct import_open *open;
    struct import_row *row;
    struct series *series;
    bool is_new;
    size_t k;

    if (in->rc < 0)
        return;
    assert(isfinite(cell->value) && cell->lo <= cell->value &&
           cell->value <= cell->hi && cell->printed);
    row = find_row(in, session, cell->id, cell->params, cell->line, &is_new);
    if (!row)
        return;
    open = import_find_open(in, session);
    k = place_of(open, row, cell);
    open->counted = open->counted || cell->n_counts;
    series = room_for_series(in, session, k);
    if (!series || !fill_series(in, series, cell, row->measurement) ||
        !fill_counts(in, session->invocations[k], row->values, cell)) {
        import_fail(in);
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
        import_fail(in);
}
