/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_map.h - which attribute is which field: one table, both directions
 *
 * Of use to the writer, the reader and the test that holds the schema against it.
 * An element stands for a struct, an attribute for a field of it, a child for a
 * struct inside it, a list of such, or a list of numbers.
 */
#ifndef OUTPUT_XML_MAP_H
#define OUTPUT_XML_MAP_H

#include "model/doc.h"
#include "output/journal.h"

#include <stdbool.h>
#include <stddef.h>

#define XML_JOURNAL_NAMESPACE "urn:errbar:journal:1"

/* What the text of an attribute is and the field behind it. */
enum xml_as {
    XML_AS_TEXT,        /* const char *: any bytes; base64 where XML cannot hold them */
    XML_AS_NAME,        /* const char *: identifier, date, word of an open list */
    XML_AS_RESULT,      /* the same; left out where it is the document's own uuid */
    XML_AS_WORD,        /* enum: a word of .words */
    XML_AS_BOOL,        /* bool: one of two .words */
    XML_AS_BITS,        /* unsigned: those of .words whose bit is set */
    XML_AS_INT,         /* int */
    XML_AS_U32,         /* uint32_t */
    XML_AS_U64,         /* uint64_t */
    XML_AS_SIZE,        /* size_t */
    XML_AS_DOUBLE,      /* double */
    XML_AS_U32S,        /* uint32_t[.n_words] with a size_t at .n_at */
    XML_AS_SYSTEM,      /* struct doc_system *: its id */
    XML_AS_SESSION,     /* struct session * */
    XML_AS_MEASUREMENT, /* struct measurement * */
    XML_AS_MEASUREMENTS, /* struct measurement **, with a size_t at .n_at */
    XML_AS_DEFINITION,   /* const struct definition *: its id */
    XML_AS_REVISION /* the same field: its revision, where the id alone is not enough */
};

/* What it means that an attribute is not there. */
enum xml_absent {
    XML_ABSENT_ZERO,   /* 0, NULL, false; which is therefore not written */
    XML_ABSENT_NAN,    /* not a number, likewise */
    XML_ABSENT_TRUE,   /* likewise */
    XML_ABSENT_ALWAYS, /* 0, but it is always written */
    XML_ABSENT_NEVER   /* an error */
};

struct xml_attribute {
    const char *name;
    enum xml_as as;
    enum xml_absent absent;
    size_t at, n_at; /* offsets of the field and of its count */
    const char *const *words;
    int n_words;
};

/* How a child hangs on its parent. */
enum xml_how {
    XML_HOW_HERE, /* a struct inside; the element is left out where it says nothing */
    XML_HOW_IF,   /* a struct inside; there if the bool at .n_at is true */
    XML_HOW_POINTER, /* a pointer to a struct; NULL: none */
    XML_HOW_ITEMS,   /* an array of structs with a count */
    XML_HOW_OBJECTS, /* an array of pointers to structs with a count */
    /* lists; those of one .n_at are equally long, and long ones come in pieces */
    XML_HOW_U64S,
    XML_HOW_DOUBLES,
    XML_HOW_TEXTS,  /* const char **: one element per text */
    XML_HOW_SPARSE, /* struct sparse: the attribute `at` and numbers */
};

/* Things that others refer to by identifier; the reader's special cases. */
enum xml_what {
    XML_WHAT_PLAIN,
    XML_WHAT_SYSTEM,
    XML_WHAT_SESSION,
    XML_WHAT_MEASUREMENT,
    XML_WHAT_DERIVED,
    XML_WHAT_DEFINITION,
    XML_WHAT_SERIES,
    XML_WHAT_JOURNAL,
    XML_WHAT_KINDS
};

struct xml_child;
struct xml_element {
    const char *name;
    enum xml_what what;
    bool inline_; /* stands on the line of what is before it */
    const struct xml_attribute *attributes; /* ends with { 0 }, or NULL */
    const struct xml_child *children;       /* ends with { 0 }, or NULL */
};

struct xml_child {
    const struct xml_element *element;
    enum xml_how how;
    size_t at, n_at;
    size_t capacity_at; /* of the field that holds the array's capacity; 0: none */
    size_t size;        /* of the struct */
};

/* What a journal's own element holds. */
struct xml_journal {
    struct journal_plan plan; /* its argv is not used: */
    const char **args;
    size_t n_args;
    bool found; /* while reading: the file has this element */
};

extern const struct xml_element xml_results; /* of a struct doc */
extern const struct xml_element xml_journal; /* of a struct xml_journal */
extern const struct xml_element xml_system, xml_session, xml_measurement,
    xml_invocation, xml_event, xml_meta, xml_catalogue;

/* Numbers in one piece of a long list: the reader takes no text above 4 MB. */
enum { XML_PIECE = 16384 };

/* Whether a text attribute of this element can be base64: it has free text. */
bool xml_has_text(const struct xml_element *element);

#endif
