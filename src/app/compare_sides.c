/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_sides.c - what stands on the sides of a comparison: files, or what is alike
 */
#include "app/compare_sides.h"

#include "app/app.h"
#include "app/settings.h"

#include <errno.h>
#include <string.h>

const char *const compare_by[] = { "label", "system", "kernel", "compiler", NULL };

static const char *fact_of(const struct session *s, const char *key)
{
    const struct fact *fact = facts_find(&s->facts, key, DOC_AT_ALWAYS);

    if (!fact || !fact->value)
        fact = facts_find(&s->system->facts, key, DOC_AT_ALWAYS);
    return fact ? fact->value : NULL;
}

/* "gcc 12.2.0" */
static const char *compiler_of(const struct session *s, struct arena *arena)
{
    const char *name = fact_of(s, "build.compiler");
    const char *version = fact_of(s, "build.compiler.version");

    return name && version ? arena_printf(arena, "%s %s", name, version) : name;
}

/* What a session is called by; never NULL. */
static const char *name_by(const struct session *s, const char *by, struct arena *arena)
{
    const char *name = NULL;

    if (!s->system)
        return s->id;
    if (strcmp(by, "label") == 0)
        name = s->system->label ? s->system->label : s->system->name;
    else if (strcmp(by, "system") == 0)
        name = s->system->name;
    else if (strcmp(by, "kernel") == 0)
        name = fact_of(s, "kernel.release");
    else
        name = compiler_of(s, arena);
    return name ? name : "(not known)";
}

static struct compare_side *add_side(struct compare_sides *sides, struct doc *doc,
                                     const char *name, const char *path)
{
    struct compare_side *wide = arena_grow(doc->arena, sides->items, &sides->capacity,
                                           sides->n + 1, sizeof *wide);

    if (!wide)
        return NULL;
    sides->items = wide;
    wide[sides->n].name = name;
    wide[sides->n].path = path;
    return &wide[sides->n++];
}

static int add_session(struct compare_side *side, struct doc *doc,
                       const struct session *session)
{
    void *wide = arena_grow(doc->arena, (void *)side->sessions, &side->capacity,
                            side->n + 1, sizeof *side->sessions);

    if (!wide)
        return -ENOMEM;
    side->sessions = wide;
    side->sessions[side->n++] = session;
    return 0;
}

static struct compare_side *find_side(struct compare_sides *sides, const char *name)
{
    for (size_t i = 0; i < sides->n; i++) {
        if (strcmp(sides->items[i].name, name) == 0 ||
            strcmp(sides->items[i].path, name) == 0)
            return &sides->items[i];
    }
    return NULL;
}

static int group(struct compare_sides *sides, struct doc *doc, char *const *paths,
                 const size_t *ends, const char *by)
{
    size_t file = 0;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < doc->n_sessions; i++) {
        const char *name = name_by(doc->sessions[i], by, doc->arena);
        struct compare_side *side = NULL;

        while (i >= ends[file])
            file++;
        for (size_t s = 0; s < sides->n; s++) {
            if (strcmp(sides->items[s].name, name) == 0)
                side = &sides->items[s];
        }
        if (!side)
            side = add_side(sides, doc, name, paths[file]);
        rc = side ? add_session(side, doc, doc->sessions[i]) : -ENOMEM;
    }
    return rc;
}

/* By their labels where these differ, else by the files. */
static void name_files(struct compare_sides *sides)
{
    bool alike = false;

    for (size_t a = 0; a < sides->n; a++) {
        for (size_t b = 0; b < a; b++)
            alike = alike || strcmp(sides->items[a].name, sides->items[b].name) == 0;
    }
    for (size_t i = 0; alike && i < sides->n; i++)
        sides->items[i].name = sides->items[i].path;
}

/* What tells sessions of the side apart that are no repeats of each other; NULL: they
   are of one system. Its values would be told as boots of one machine. */
static const char *apart_by(const struct compare_side *side, struct arena *arena)
{
    static const char *const apart[] = { "label", "system", "kernel", NULL };

    for (size_t k = 0; apart[k]; k++) {
        const char *first = name_by(side->sessions[0], apart[k], arena);

        for (size_t i = 1; i < side->n; i++) {
            if (strcmp(first, name_by(side->sessions[i], apart[k], arena)) != 0)
                return apart[k];
        }
    }
    return NULL;
}

static int are_single(const struct compare_sides *sides, struct arena *arena,
                      struct diag *why)
{
    for (size_t i = 0; i < sides->n; i++) {
        const char *by = apart_by(&sides->items[i], arena);

        if (by)
            return diag_set(why, -EINVAL,
                            "%s holds several systems, which are no side: "
                            "--by=%s makes each of them one",
                            sides->items[i].path, by);
    }
    return 0;
}

static int take_files(struct compare_sides *sides, struct doc *doc, char *const *paths,
                      const size_t *ends, size_t n, struct diag *why)
{
    size_t session = 0;

    for (size_t i = 0; i < n; i++) {
        struct compare_side *side;

        if (session == ends[i])
            return diag_set(why, -EINVAL, "%s holds no session", paths[i]);
        side = add_side(sides, doc,
                        name_by(doc->sessions[session], "label", doc->arena), paths[i]);
        for (; side && session < ends[i]; session++) {
            if (add_session(side, doc, doc->sessions[session]) < 0)
                return -ENOMEM;
        }
        if (!side)
            return -ENOMEM;
    }
    name_files(sides);
    return 0;
}

static int put_base_first(struct compare_sides *sides, const char *base,
                          struct diag *why)
{
    struct compare_side *wanted = base ? find_side(sides, base) : sides->items;
    struct compare_side moved;
    const char *names[32] = { 0 }, *near;
    size_t at;

    for (size_t i = 0; i < sides->n && i < 31; i++)
        names[i] = sides->items[i].name;
    if (!wanted) {
        near = app_nearest(base, names);
        return diag_set(why, -EINVAL, "there is no side '%s' to be the base; %s is one",
                        base, near ? near : names[0]);
    }
    moved = *wanted;
    at = (size_t)(wanted - sides->items);
    memmove(sides->items + 1, sides->items, at * sizeof *sides->items);
    sides->items[0] = moved;
    return 0;
}

/* One file with several systems in it: what tells them apart. Nothing may. */
static int part_file(struct compare_sides *sides, struct doc *doc, char *const *paths,
                     const size_t *ends)
{
    struct compare_sides parted;
    int rc = 0;

    for (size_t i = 0; rc == 0 && sides->n < 2 && compare_by[i]; i++) {
        parted = (struct compare_sides){ 0 };
        rc = group(&parted, doc, paths, ends, compare_by[i]);
        if (rc == 0 && parted.n > 1)
            *sides = parted;
    }
    return rc;
}

int compare_sides(struct compare_sides *out, struct doc *doc, char *const *paths,
                  const size_t *ends, size_t n, const char *by, const char *base,
                  struct diag *why)
{
    int rc;

    *out = (struct compare_sides){ 0 };
    rc = by ? group(out, doc, paths, ends, by)
            : take_files(out, doc, paths, ends, n, why);
    if (rc < 0)
        return rc;
    if (out->n == 1 && !by && out->items[0].n == 1 &&
        settings_are_in(doc, out->items[0].sessions[0])) {
        out->settings = true;
        return 0;
    }
    if (!by && n == 1)
        rc = part_file(out, doc, paths, ends);
    else if (!by)
        rc = are_single(out, doc->arena, why);
    if (rc < 0)
        return rc;
    if (out->n < 2)
        return by ? diag_set(why, -EINVAL,
                             "nothing to compare: all sessions have the same %s", by)
                  : diag_set(why, -EINVAL,
                             "compare wants a base and something new: another file, or "
                             "--by for the sessions of one");
    return put_base_first(out, base, why);
}
