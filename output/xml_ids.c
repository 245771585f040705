/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_ids.c - identifiers while a file is read
 */
#include "output/xml_ids.h"

#include <search.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const struct xml_id *x = a, *y = b;

    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return strcmp(x->text, y->text);
}

struct xml_id *xml_ids_get(struct xml_ids *ids, int space, const char *text)
{
    const struct xml_id key = { .space = space, .text = text };
    struct xml_id *const *found = tfind(&key, &ids->tree, compare);
    struct xml_id *new;

    if (found)
        return *found;
    new = arena_alloc(ids->arena, sizeof *new);
    if (!new)
        return NULL;
    new->space = space;
    new->text = arena_strdup(ids->arena, text);
    if (!new->text || !tsearch(new, &ids->tree, compare))
        return NULL;
    new->next = ids->first;
    ids->first = new;
    return new;
}

static void leave(void *node)
{
    (void)node;
}

void xml_ids_done(struct xml_ids *ids)
{
    tdestroy(ids->tree, leave);
    *ids = (struct xml_ids){ 0 };
}
