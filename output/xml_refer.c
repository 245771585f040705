/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_refer.c - who is meant by an identifier of the file
 */
#include "output/xml_in.h"

#include "model/unit.h"

#include <errno.h>
#include <string.h>

/* Spaces of identifiers: those of the file, then those of the doc it is added to. */
enum { OF_DOC = XML_WHAT_KINDS, ANY_REVISION = 2 * XML_WHAT_KINDS };

/* The child of <results> that holds things of that kind. */
static const struct xml_child *child_of(enum xml_what what)
{
    const struct xml_child *c = xml_results.children;

    while (c->element && c->element->what != what)
        c++;
    return c;
}

static struct xml_id *get(struct xml_in *in, int space, const char *text)
{
    struct xml_id *id = xml_ids_get(&in->ids, space, text);

    if (!id)
        xml_in_no_memory(in);
    return id;
}

/* Makes the object of an identifier that is seen for the first time. */
static int make(struct xml_in *in, struct xml_id *id, const struct xml_child *c)
{
    id->object = arena_alloc(in->doc->arena, c->size);
    if (!id->object)
        return xml_in_no_memory(in);
    xml_set_absent(c->element, id->object);
    id->element = c->element->name;
    id->line = xml_in_line(in);
    return 0;
}

void *xml_refer(struct xml_in *in, enum xml_what what, const char *text)
{
    struct xml_id *id = get(in, (int)what, text);

    if (id && !id->object)
        make(in, id, child_of(what));
    return id ? id->object : NULL;
}

void *xml_add_object(struct doc *doc, const struct xml_child *c, void *owner,
                     void *object)
{
    void ***list = (void ***)(void *)((char *)owner + c->at);
    size_t *n = (size_t *)(void *)((char *)owner + c->n_at);
    size_t *capacity = (size_t *)(void *)((char *)owner + c->capacity_at);
    void **wide = arena_grow(doc->arena, (void *)*list, capacity, *n + 1, sizeof *wide);

    if (!wide)
        return NULL;
    *list = wide;
    wide[(*n)++] = object;
    return object;
}

/* The identifier in the doc: the file's own unless the doc had that one before. */
static const char *free_id(struct xml_in *in, enum xml_what what, const char *text)
{
    static const char letter[XML_WHAT_KINDS] = { [XML_WHAT_SYSTEM] = 's',
                                                 [XML_WHAT_SESSION] = 'r',
                                                 [XML_WHAT_MEASUREMENT] = 'm',
                                                 [XML_WHAT_DERIVED] = 'd' };
    struct xml_id *id = get(in, OF_DOC + (int)what, text);

    if (id && id->declared && in->reading->journal) {
        xml_in_fail(in, -EEXIST,
                    "'%.60s' is there already: a journal is read before "
                    "other files",
                    text);
        return NULL;
    }
    while (id && id->declared) {
        const char *other =
            arena_printf(in->doc->arena, "%c%zu", letter[what], ++in->renamed[what]);

        if (!other)
            xml_in_no_memory(in);
        id = other ? get(in, OF_DOC + (int)what, other) : NULL;
    }
    if (!id)
        return NULL;
    id->declared = true;
    return id->text;
}

void *xml_declare(struct xml_in *in, const struct xml_child *c, const char *text)
{
    enum xml_what what = c->element->what;
    struct xml_id *id = get(in, (int)what, text);

    if (!id)
        return NULL;
    if (id->declared && in->reading->journal) {
        /* a journal says anew what has become of a row */
        memset(id->object, 0, c->size);
        xml_set_absent(c->element, id->object);
        in->id = id->text;
        return id->object;
    }
    if (id->declared) {
        xml_in_fail(in, -EBADMSG, "the <%s> '%.60s' is there twice, first in line %ld",
                    c->element->name, text, id->line);
        return NULL;
    }
    if (!id->object && make(in, id, c) < 0)
        return NULL;
    id->declared = true;
    id->line = xml_in_line(in);
    in->id = free_id(in, what, text);
    if (!in->id)
        return NULL;
    if (!xml_add_object(in->doc, c, in->doc, id->object)) {
        xml_in_no_memory(in);
        return NULL;
    }
    return id->object;
}

static int reserve(struct xml_in *in, enum xml_what what, const char *text)
{
    struct xml_id *id = get(in, OF_DOC + (int)what, text);

    if (!id)
        return in->rc;
    id->declared = true;
    in->renamed[what]++;
    return 0;
}

/* ---- definitions: known by identifier and revision, the same in all files ---- */

static struct xml_id *get_definition(struct xml_in *in, int space, const char *id,
                                     const char *revision)
{
    const char *text = arena_printf(in->doc->arena, "%s\n%s", id, revision);

    if (!text)
        xml_in_no_memory(in);
    return text ? get(in, space, text) : NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

int xml_declare_definition(struct xml_in *in, struct definition *new)
{
    struct xml_id *here, *before, *any;
    struct definition *old;

    here = get_definition(in, XML_WHAT_DEFINITION, new->id, new->revision);
    before = get_definition(in, OF_DOC + XML_WHAT_DEFINITION, new->id, new->revision);
    any = get(in, ANY_REVISION, new->id);
    if (!here || !before || !any)
        return in->rc;
    if (!unit_find(new->unit))
        return xml_in_fail(in, -EBADMSG, "%.60s is in '%.20s', a unit unknown here",
                           new->id, new->unit);
    if (here->object)
        return xml_in_fail(in, -EBADMSG,
                           "the definition %.60s of revision %.60s is "
                           "there twice",
                           new->id, new->revision);
    old = before->object;
    if (old && (!same_text(old->unit, new->unit) || old->better != new->better ||
                !same_text(old->quantity, new->quantity)))
        return xml_in_fail(in, -EBADMSG,
                           "%.60s of revision %.60s is in '%s' here and "
                           "was in '%s' in a file read before",
                           new->id, new->revision, new->unit, old->unit);
    if (old)
        in->doc->n_catalogue--;
    here->object = any->object = old ? old : new;
    here->declared = true;
    any->declared = !any->line; /* clear who is meant while there is only one */
    any->line = xml_in_line(in);
    return 0;
}

const struct definition *xml_refer_definition(struct xml_in *in)
{
    struct xml_id *id = in->revision ? get_definition(in, XML_WHAT_DEFINITION,
                                                      in->definition, in->revision)
                                     : get(in, ANY_REVISION, in->definition);

    if (!id)
        return NULL;
    if (!id->object)
        xml_in_fail(in, -EBADMSG, "the catalogue has no definition '%.60s'%s%.60s",
                    in->definition, in->revision ? " of revision " : "",
                    in->revision ? in->revision : "");
    else if (!id->declared)
        xml_in_fail(in, -EBADMSG,
                    "the catalogue has more than one definition '%.60s', "
                    "and none is named by its revision",
                    in->definition);
    return in->rc < 0 ? NULL : id->object;
}

int xml_reserve(struct xml_in *in)
{
    const struct doc *doc = in->doc;

    for (size_t i = 0; i < doc->n_systems && in->rc == 0; i++)
        reserve(in, XML_WHAT_SYSTEM, doc->systems[i]->id);
    for (size_t i = 0; i < doc->n_sessions && in->rc == 0; i++)
        reserve(in, XML_WHAT_SESSION, doc->sessions[i]->id);
    for (size_t i = 0; i < doc->n_measurements && in->rc == 0; i++)
        reserve(in, XML_WHAT_MEASUREMENT, doc->measurements[i]->id);
    for (size_t i = 0; i < doc->n_derived && in->rc == 0; i++)
        reserve(in, XML_WHAT_DERIVED, doc->derived[i]->id);
    for (size_t i = 0; i < doc->n_catalogue && in->rc == 0; i++) {
        struct definition *d = doc->catalogue[i];
        struct xml_id *id =
            get_definition(in, OF_DOC + XML_WHAT_DEFINITION, d->id, d->revision);

        if (id)
            id->object = d;
    }
    return in->rc;
}

int xml_check_references(struct xml_in *in)
{
    const struct xml_id *first = NULL;

    for (const struct xml_id *id = in->ids.first; id; id = id->next) {
        if (id->object && !id->declared && id->space < XML_WHAT_DEFINITION &&
            (!first || id->line < first->line))
            first = id;
    }
    if (!first)
        return 0;
    return xml_in_fail_at(in, first->line, -EBADMSG,
                          "the <%s> '%.60s' is referred to, but is not in the file",
                          first->element, first->text);
}
