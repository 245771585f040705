/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_session.c - the sections of a raw result file as sessions
 *
 * A banner over each benchmark of one run does not part it: a section is one with that
 * before it unless it has a row that is there already.
 */
#include "import/raw_parse.h"

#include <stdlib.h>
#include <string.h>

/* The rows of a session, by their hashes; open addressing, 0 is free. */
struct rows {
    uint64_t *hashes;
    size_t n, capacity;
};

static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (hash ^ '\n') * 1099511628211u;
}

static uint64_t hash_of(const struct raw_cell *cell)
{
    uint64_t hash = add_text(add_text(14695981039346656037u, cell->id), cell->params);

    return hash ? hash : 1;
}

static uint64_t *place(const struct rows *rows, uint64_t hash)
{
    size_t mask = rows->capacity - 1, i = hash & mask;

    while (rows->hashes[i] && rows->hashes[i] != hash)
        i = (i + 1) & mask;
    return &rows->hashes[i];
}

static bool has(const struct rows *rows, uint64_t hash)
{
    return rows->n && *place(rows, hash) == hash;
}

static bool widen(struct rows *rows)
{
    struct rows wider = { .capacity = rows->capacity ? 2 * rows->capacity : 64,
                          .n = rows->n };

    wider.hashes = calloc(wider.capacity, sizeof *wider.hashes);
    if (!wider.hashes)
        return false;
    for (size_t i = 0; i < rows->capacity; i++) {
        if (rows->hashes[i])
            *place(&wider, rows->hashes[i]) = rows->hashes[i];
    }
    free(rows->hashes);
    *rows = wider;
    return true;
}

static bool add(struct rows *rows, uint64_t hash)
{
    uint64_t *at;

    if (rows->n * 2 >= rows->capacity && !widen(rows))
        return false;
    at = place(rows, hash);
    rows->n += *at == 0;
    *at = hash;
    return true;
}

static void clear(struct rows *rows)
{
    if (rows->hashes)
        memset(rows->hashes, 0, rows->capacity * sizeof *rows->hashes);
    rows->n = 0;
}

/* ---- what becomes of sections ---- */

static bool same(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool is_part_of(const struct raw_section *s, const struct raw_section *first,
                       const struct rows *rows)
{
    if (s->header || first->header || s->again || s->prefix || first->prefix ||
        s->depth != first->depth || !same(s->host, first->host) ||
        !same(s->os, first->os))
        return false;
    for (const struct raw_cell *c = s->cells; c; c = c->next) {
        if (has(rows, hash_of(c)))
            return false;
    }
    return true;
}

/* Appends to `first` what belongs to its session; returns what follows. */
static struct raw_section *gather(struct import *in, struct raw_section *first,
                                  struct rows *rows)
{
    struct raw_section *s = first->next;

    if (!s)
        return NULL;
    clear(rows);
    for (const struct raw_cell *c = first->cells; c; c = c->next) {
        if (!add(rows, hash_of(c)))
            import_fail(in);
    }
    for (; s && (!s->cells || is_part_of(s, first, rows)); s = s->next) {
        for (const struct raw_cell *c = s->cells; c; c = c->next) {
            if (!add(rows, hash_of(c)))
                import_fail(in);
        }
        if (s->cells) {
            *first->last_cell = s->cells;
            first->last_cell = s->last_cell;
        }
    }
    return s;
}

static void add_facts(struct import *in, struct session *session,
                      const struct raw_section *section)
{
    struct import_number size;

    for (const struct raw_fact *f = section->facts; f; f = f->next) {
        if (f->of_system)
            import_fact(in, session, f->key, f->value, f->unit, f->line);
        else
            import_session_fact(in, session, f->key, f->value, f->unit, f->line);
        if (strcmp(f->key, "lmbench.line_size") == 0 &&
            import_parse_number(f->value, strlen(f->value), IMPORT_ROUNDED, &size) ==
                0 &&
            size.value > 0)
            import_value(in, session,
                         &(struct import_cell){ .id = "line",
                                                .value = size.value,
                                                .lo = size.lo,
                                                .hi = size.hi,
                                                .printed = f->value,
                                                .line = f->line });
    }
}

static void add_cells(struct import *in, struct session *session,
                      const struct raw_cell *cells)
{
    for (const struct raw_cell *c = cells; c; c = c->next) {
        if (c->missing) {
            import_missing(in, session, c->id, c->params, c->line, c->printed,
                           c->missing);
            continue;
        }
        import_value(in, session,
                     &(struct import_cell){ .id = c->id,
                                            .params = c->params,
                                            .value = c->number.value,
                                            .lo = c->number.lo,
                                            .hi = c->number.hi,
                                            .printed = c->printed,
                                            .line = c->line });
        if (c->doubt)
            import_note(in, IMPORT_DOUBTFUL, c->line, c->printed, strlen(c->printed),
                        "%s: %s", c->id, c->doubt);
    }
}

static const char *label_of(struct import *in, const struct raw_section *s, size_t n)
{
    struct arena *arena = import_arena(in);

    if (s->label && s->prefix)
        return arena_printf(arena, "%s, %s", s->label, s->prefix);
    if (s->label || s->prefix)
        return s->label ? s->label : s->prefix;
    /* two runs on who knows what are not two of one machine */
    return !s->host && n > 1 ? arena_printf(arena, "run %zu", n) : NULL;
}

void import_raw_end(struct raw *raw)
{
    struct import *in = raw->in;
    struct rows rows = { 0 };
    struct session *session = NULL;
    size_t n = 0;

    for (struct raw_section *s = raw->sections, *next; s; s = next) {
        next = s->next;
        if (!s->cells)
            continue;
        next = gather(in, s, &rows);
        session = import_session(
            in,
            &(struct import_whose){ .version = import_raw_guess_version(in, s->version),
                                    .host = s->host,
                                    .os = s->os,
                                    .label = s->header ? NULL : label_of(in, s, ++n) });
        add_facts(in, session, s);
        add_cells(in, session, s->cells);
    }
    /* what stands over the only run tells it from no other */
    if (session && in->log->values && in->doc->n_systems == in->first_system + 1 &&
        in->rc == 0)
        session->system->label = NULL;
    free(rows.hashes);
}
