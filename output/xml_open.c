/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_open.c - an element and its attributes to the struct that it stands for
 */
#include "output/xml_in.h"

#include "base/num.h"

#include <errno.h>
#include <string.h>

/* ---- attributes ---- */

/* Something of a stranger's namespace, or of a later version: counted, not read. */
static void leave_out(struct xml_in *in, size_t *count, struct buf *first,
                      const char *name)
{
    if ((*count)++ == 0)
        buf_printf(first, "'%.60s' in line %ld", name, xml_in_line(in));
}

static int unknown(struct xml_in *in, const char *what, const char *name,
                   const struct xml_element *element)
{
    if (!in->newer)
        return xml_in_fail(in, -EBADMSG, "<%s> has no %s '%.60s'", element->name, what,
                           name);
    leave_out(in, &in->unknown, &in->first_unknown, name);
    return 0;
}

static int take_version(struct xml_in *in, const char *value)
{
    size_t major = strspn(value, "0123456789");
    uint64_t minor;

    if (!major || value[major] != '.' || num_to_u64(value + major + 1, &minor) < 0)
        return xml_in_fail(in, -EBADMSG, "version '%.20s' is none", value);
    if (major != 1 || *value != '1')
        return xml_in_fail(in, -EPROTONOSUPPORT,
                           "it has version %.20s of the format and this program reads "
                           "version 1: use the errbar that wrote it",
                           value);
    in->newer = minor > 0;
    return 0;
}

static int take_attribute(struct xml_in *in, struct xml_frame *f, const char *name,
                          const char *value, unsigned *seen)
{
    const struct xml_element *e = f->element;
    bool list = f->as && f->as->how >= XML_HOW_U64S;

    for (int i = 0; e->attributes && e->attributes[i].name; i++) {
        if (strcmp(e->attributes[i].name, name) == 0) {
            *seen |= 1u << i;
            return xml_set(in, e, &e->attributes[i], f->object, value);
        }
    }
    if (list && f->as->how == XML_HOW_SPARSE && strcmp(name, "at") == 0) {
        buf_text(&in->positions, value);
        return 0;
    }
    if (strcmp(name, "encoding") == 0 && strcmp(value, "base64") == 0 &&
        (list ? f->as->how == XML_HOW_TEXTS : xml_has_text(e))) {
        in->encoded = true;
        return 0;
    }
    if (e == &xml_results && strcmp(name, "version") == 0)
        return take_version(in, value);
    return unknown(in, "attribute", name, e);
}

/* libxml2 keeps a value in one piece but where the file has character references. */
static int take_value(struct xml_in *in, struct xml_frame *f, const xmlAttr *attr,
                      unsigned *seen)
{
    const xmlNode *text = attr->children;
    xmlChar *joined = NULL;
    int rc;

    if (text && (text->next || text->type != XML_TEXT_NODE)) {
        joined = xmlNodeListGetString(attr->doc, text, 1);
        if (!joined)
            return xml_in_no_memory(in);
    }
    rc = take_attribute(
        in, f, (const char *)attr->name,
        joined ? (const char *)joined : xml_in_text(text ? text->content : NULL), seen);
    xmlFree(joined);
    return rc;
}

static int take_attributes(struct xml_in *in, struct xml_frame *f)
{
    const struct xml_attribute *a = f->element->attributes;
    const xmlNode *node = xmlTextReaderCurrentNode(in->reader);
    unsigned seen = 0;

    in->encoded = false;
    in->definition = in->revision = NULL;
    for (const xmlAttr *attr = node->properties; attr && in->rc == 0;
         attr = attr->next) {
        if (attr->ns)
            leave_out(in, &in->foreign, &in->first_foreign, (const char *)attr->name);
        else
            take_value(in, f, attr, &seen);
    }
    for (int i = 0; a && a[i].name && in->rc == 0; i++) {
        if (a[i].absent == XML_ABSENT_NEVER && !(seen >> i & 1))
            return xml_in_fail(in, -EBADMSG, "<%s> has no '%s'", f->element->name,
                               a[i].name);
    }
    return in->rc < 0 ? in->rc : xml_set_rest(in, f->element, f->object);
}

/* ---- elements ---- */

/* A struct for one more of an array of them. */
static void *add_item(struct xml_in *in, struct xml_frame *parent,
                      const struct xml_child *c, size_t index)
{
    char **items = (char **)(void *)((char *)parent->object + c->at);
    size_t *n = (size_t *)(void *)((char *)parent->object + c->n_at);
    size_t *room = c->capacity_at
                       ? (size_t *)(void *)((char *)parent->object + c->capacity_at)
                       : &parent->room[index];
    char *wide = arena_grow(in->doc->arena, *items, room, *n + 1, c->size);

    if (!wide)
        return NULL;
    *items = wide;
    return wide + (*n)++ * c->size;
}

static void *new_object(struct xml_in *in, struct xml_frame *parent,
                        const struct xml_child *c)
{
    void *object = arena_alloc(in->doc->arena, c->size);

    return object ? xml_add_object(in->doc, c, parent->object, object) : NULL;
}

/* The identifier is wanted before the other attributes: it says which object. */
static void *declare(struct xml_in *in, const struct xml_child *c)
{
    void *object;

    if (xmlTextReaderMoveToAttribute(in->reader, (const xmlChar *)"id") != 1) {
        xml_in_fail(in, -EBADMSG, "<%s> has no 'id'", c->element->name);
        return NULL;
    }
    object = xml_declare(in, c, xml_in_text(xmlTextReaderConstValue(in->reader)));
    xmlTextReaderMoveToElement(in->reader);
    return object;
}

/* The struct that the element at hand stands for; NULL after saying why. */
static void *place(struct xml_in *in, struct xml_frame *parent,
                   const struct xml_child *c, size_t index)
{
    char *at = (char *)parent->object + c->at;
    void *object = at;
    bool once = c->how <= XML_HOW_POINTER;

    in->id = NULL;
    if (c->how >= XML_HOW_U64S)
        return parent->object;
    if (c->element->what >= XML_WHAT_SYSTEM && c->element->what <= XML_WHAT_DERIVED)
        return declare(in, c);
    if (once && parent->seen >> index & 1) {
        xml_in_fail(in, -EBADMSG, "<%s> has more than one <%s>", parent->element->name,
                    c->element->name);
        return NULL;
    }
    parent->seen |= 1u << index;
    if (c->how == XML_HOW_IF)
        *(bool *)(void *)((char *)parent->object + c->n_at) = true;
    else if (c->how == XML_HOW_POINTER)
        *(void **)(void *)at = object = arena_alloc(in->doc->arena, c->size);
    else if (c->how == XML_HOW_ITEMS)
        object = add_item(in, parent, c, index);
    else if (c->how == XML_HOW_OBJECTS)
        object = new_object(in, parent, c);
    if (!object)
        xml_in_no_memory(in);
    else if (c->how >= XML_HOW_POINTER)
        xml_set_absent(c->element, object);
    return object;
}

int xml_in_close(struct xml_in *in)
{
    struct xml_frame *f = &in->stack[--in->depth];

    if (f->as && f->as->how >= XML_HOW_U64S)
        return xml_take_list(in, f - 1, f->as,
                             (size_t)(f->as - f[-1].element->children));
    return xml_check_lists(in, f);
}

/* Opens what stands for `object`, and closes it at once if it is empty. */
static int open_frame(struct xml_in *in, const struct xml_element *element,
                      const struct xml_child *as, void *object)
{
    struct xml_frame *f = &in->stack[in->depth++];
    bool empty = xmlTextReaderIsEmptyElement(in->reader) == 1;

    f->element = element;
    f->as = as;
    f->object = object;
    f->seen = 0;
    memset(f->got, 0, sizeof f->got);
    memset(f->room, 0, sizeof f->room);
    buf_clear(&in->text);
    buf_clear(&in->positions);
    if (take_attributes(in, f) < 0)
        return in->rc;
    if (in->id) /* always the first field of what has one */
        *(const char **)object = in->id;
    in->id = NULL;
    if (element->what == XML_WHAT_DEFINITION && xml_declare_definition(in, object) < 0)
        return in->rc;
    return empty ? xml_in_close(in) : 0;
}

static int open_root(struct xml_in *in, const char *name, const char *uri)
{
    static const char any_version[] = "urn:errbar:results:";

    if (!uri || strncmp(uri, any_version, sizeof any_version - 1) != 0 ||
        strcmp(name, xml_results.name) != 0)
        return xml_in_fail(in, -EBADMSG,
                           "it is no document of errbar: its root is "
                           "<%.60s>",
                           name);
    if (strcmp(uri, XML_NAMESPACE) != 0)
        return xml_in_fail(in, -EPROTONOSUPPORT,
                           "it has version %.20s of the format and this program reads "
                           "version 1: use the errbar that wrote it",
                           uri + sizeof any_version - 1);
    return open_frame(in, &xml_results, NULL, in->doc);
}

static int open_child(struct xml_in *in, const char *name, const char *uri)
{
    struct xml_frame *parent = &in->stack[in->depth - 1];
    const struct xml_child *c = parent->element->children;
    bool in_journal = parent->element == &xml_journal;
    size_t i = 0;
    void *object;

    if (in->reading->journal && uri && strcmp(uri, XML_JOURNAL_NAMESPACE) == 0 &&
        strcmp(name, xml_journal.name) == 0 && in->depth == 1) {
        in->reading->journal->found = true;
        return open_frame(in, &xml_journal, NULL, in->reading->journal);
    }
    if (!uri || strcmp(uri, in_journal ? XML_JOURNAL_NAMESPACE : XML_NAMESPACE) != 0) {
        leave_out(in, &in->foreign, &in->first_foreign, name);
        in->skip = in->depth;
        return 0;
    }
    if (in->reading->journal && parent->element == &xml_session &&
        strcmp(name, xml_measurement.name) == 0) {
        /* what has become of a row, between the invocations of a journal */
        parent = in->stack;
        c = parent->element->children;
    }
    while (c && c[i].element && strcmp(c[i].element->name, name) != 0)
        i++;
    if (!c || !c[i].element) {
        in->skip = in->depth;
        return unknown(in, "element", name, parent->element);
    }
    object = place(in, parent, &c[i], i);
    return object ? open_frame(in, c[i].element, &c[i], object) : in->rc;
}

int xml_in_open(struct xml_in *in)
{
    const char *name = xml_in_text(xmlTextReaderConstLocalName(in->reader));
    const char *uri = (const char *)xmlTextReaderConstNamespaceUri(in->reader);
    bool empty = xmlTextReaderIsEmptyElement(in->reader) == 1;
    int rc;

    rc = in->depth ? open_child(in, name, uri) : open_root(in, name, uri);
    if (empty)
        in->skip = -1;
    return rc;
}
