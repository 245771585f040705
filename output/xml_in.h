/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_in.h - the inside of the reader, for its own files
 */
#ifndef OUTPUT_XML_IN_H
#define OUTPUT_XML_IN_H

#include "output/xml_ids.h"
#include "output/xml_parts.h"

#include <libxml/xmlreader.h>

enum {
    XML_LONGEST = 4000000, /* bytes from one node to the next */
    XML_DEPTH = 32,        /* elements inside each other, foreign ones included */
    XML_CHILDREN = 12 /* kinds of children that an element of the map has at most */
};

/* An element that is open. */
struct xml_frame {
    const struct xml_element *element;
    const struct xml_child *as; /* how it hangs on its parent; NULL: the root */
    void *object;               /* the struct; of a list: its parent's */
    unsigned seen;              /* bit i: child i has occurred */
    size_t got[XML_CHILDREN];   /* length of the list that is child i … */
    size_t room[XML_CHILDREN];  /* … and how many fit into it */
};

struct xml_in {
    struct doc *doc;
    struct xml_source *source;
    struct xml_reading *reading;
    struct diag *why;
    int rc; /* the first failure; everything after it is passed over */
    xmlTextReaderPtr reader;
    struct xml_frame stack[XML_DEPTH];
    int depth;
    size_t pulled; /* bytes since the node before */
    int skip;      /* depth of the foreign element being skipped; -1: none */
    struct xml_ids ids;
    struct buf text;                   /* content of the list at hand */
    struct buf positions;              /* its attribute `at` */
    bool encoded;                      /* the element at hand has encoding="base64" */
    const char *definition, *revision; /* that it refers to */
    const char *id;                    /* that it will have in the doc, or NULL */
    size_t renamed[XML_WHAT_KINDS];    /* numbers given out for new identifiers */
    bool newer;                        /* than this program */
    size_t foreign, unknown;           /* left out, with a warning */
    struct buf first_foreign, first_unknown;
};

/* Line of the node at hand. */
long xml_in_line(struct xml_in *in);

/* Says why, with file and line in front, unless a failure was told before. */
int xml_in_fail(struct xml_in *in, int rc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int xml_in_fail_at(struct xml_in *in, long line, int rc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int xml_in_no_memory(struct xml_in *in);

/* What libxml2 has to say: the first of it into why, nothing to stderr. */
void xml_in_hear(void *self, xmlErrorPtr e);

/* libxml2's text as ours, never NULL. */
static inline const char *xml_in_text(const xmlChar *text)
{
    return text ? (const char *)text : "";
}

/* ---- xml_open.c: the reader is at the start, or the end, of an element ---- */

int xml_in_open(struct xml_in *in);
int xml_in_close(struct xml_in *in);

/* ---- xml_value.c ---- */

/* What absent attributes mean, in a struct that is all zero. */
void xml_set_absent(const struct xml_element *element, void *object);

/* Sets the field of `object` that stands behind an attribute. */
int xml_set(struct xml_in *in, const struct xml_element *element,
            const struct xml_attribute *a, void *object, const char *value);

/* After all attributes of an element: what concerns several of them. */
int xml_set_rest(struct xml_in *in, const struct xml_element *element, void *object);

/* ---- xml_list.c ---- */

/* Takes in->text into the list that is child `index` of the frame's element. */
int xml_take_list(struct xml_in *in, struct xml_frame *parent,
                  const struct xml_child *c, size_t index);

/* At the end of an element: its lists are as long as each other. */
int xml_check_lists(struct xml_in *in, struct xml_frame *frame);

/* ---- xml_refer.c ---- */

/* The object that has, or will have, that identifier; NULL after saying why. */
void *xml_refer(struct xml_in *in, enum xml_what what, const char *id);

/*
 * The object that the element at hand declares, new or already referred to, added to
 * the doc's list that is child `c` of it.
 */
void *xml_declare(struct xml_in *in, const struct xml_child *c, const char *id);

/* A definition that was read: the doc's own where it has the same already. */
int xml_declare_definition(struct xml_in *in, struct definition *new);
const struct definition *xml_refer_definition(struct xml_in *in);

/* Identifiers of what the doc held before are taken. */
int xml_reserve(struct xml_in *in);
int xml_check_references(struct xml_in *in);

/* Adds to an array of pointers in the doc's arena; NULL: no memory. */
void *xml_add_object(struct doc *doc, const struct xml_child *c, void *owner,
                     void *object);

#endif
