/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_format.c - a field to the text of the attribute that stands for it
 */
#include "output/xml_format.h"

#include "output/xml_text.h"

#include "base/num.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* What an attribute's value follows, and what follows it. */
static void begin(struct buf *buf, const char *name)
{
    buf_add(buf, " ", 1);
    buf_text(buf, name);
    buf_add(buf, "=\"", 2);
}

static int end(struct buf *buf)
{
    buf_add(buf, "\"", 1);
    return 1;
}

void xml_add_attribute(struct buf *buf, const char *name, const char *value)
{
    begin(buf, name);
    buf_text(buf, value);
    end(buf);
}

static int integer(struct buf *buf, const struct xml_attribute *a, int value)
{
    char text[NUM_TEXT];

    if (value == 0)
        return 0;
    begin(buf, a->name);
    buf_add(buf, text, num_from_i64(text, value));
    return end(buf);
}

static int number(struct buf *buf, const struct xml_attribute *a, uint64_t value)
{
    char text[NUM_TEXT];

    if (value == 0 && a->absent == XML_ABSENT_ZERO)
        return 0;
    begin(buf, a->name);
    buf_add(buf, text, num_from_u64(text, value));
    return end(buf);
}

static int real(struct buf *buf, const struct xml_attribute *a, double value)
{
    char text[NUM_TEXT];

    if (a->absent == XML_ABSENT_NAN
            ? isnan(value)
            : a->absent == XML_ABSENT_ZERO && fpclassify(value) == FP_ZERO &&
                  !signbit(value))
        return 0;
    begin(buf, a->name);
    buf_add(buf, text, num_from_double(text, value));
    return end(buf);
}

static int word(struct buf *buf, const struct xml_attribute *a, unsigned value)
{
    unsigned absent = a->absent == XML_ABSENT_TRUE;

    if (value == absent && a->absent != XML_ABSENT_ALWAYS)
        return 0;
    xml_add_attribute(buf, a->name,
                      value < (unsigned)a->n_words ? a->words[value] : "");
    return 1;
}

static int bits(struct buf *buf, const struct xml_attribute *a, unsigned value)
{
    const char *blank = "";

    if (value == 0)
        return 0;
    begin(buf, a->name);
    for (int i = 0; i < a->n_words; i++) {
        if (value >> i & 1) {
            buf_text(buf, blank);
            buf_text(buf, a->words[i]);
            blank = " ";
        }
    }
    return end(buf);
}

static int free_text(struct buf *buf, const struct xml_attribute *a, const char *value,
                     bool encoded)
{
    if (!value)
        return 0;
    begin(buf, a->name);
    if (encoded)
        xml_to_base64(buf, value, strlen(value));
    else
        xml_escape(buf, value);
    return end(buf);
}

static int name(struct buf *buf, const struct xml_attribute *a, const char *value)
{
    if (value && !xml_holds(value))
        return -EILSEQ;
    return free_text(buf, a, value, false);
}

/*
 * Whether an identifier needs its revision: that of others always has it, so that a row
 * reads the same whatever else the document holds; ours where there is another.
 */
static bool is_ambiguous(const struct doc *doc, const struct definition *d)
{
    if (d->revision && d->revision[strspn(d->revision, "0123456789")])
        return true;
    for (size_t i = 0; i < doc->n_catalogue; i++) {
        if (doc->catalogue[i] != d && strcmp(doc->catalogue[i]->id, d->id) == 0)
            return true;
    }
    return false;
}

#define FIELD(type) (*(type const *)(const void *)((const char *)object + a->at))
#define COUNT() (*(const size_t *)(const void *)((const char *)object + a->n_at))

/* The identifier behind a pointer, NULL where there is none. */
static const char *reference(const struct xml_attribute *a, const void *object)
{
    switch (a->as) {
    case XML_AS_SYSTEM: {
        const struct doc_system *s = FIELD(struct doc_system *);

        return s ? s->id : NULL;
    }
    case XML_AS_SESSION: {
        const struct session *s = FIELD(struct session *);

        return s ? s->id : NULL;
    }
    case XML_AS_MEASUREMENT: {
        const struct measurement *m = FIELD(struct measurement *);

        return m ? m->id : NULL;
    }
    default: {
        const struct definition *d = FIELD(struct definition *);

        if (!d)
            return NULL;
        return a->as == XML_AS_DEFINITION ? d->id : d->revision;
    }
    }
}

static int list(struct buf *buf, const struct xml_attribute *a, const void *object)
{
    bool ids = a->as == XML_AS_MEASUREMENTS;
    struct measurement *const *from = ids ? FIELD(struct measurement **) : NULL;
    size_t n = ids || COUNT() < (size_t)a->n_words ? COUNT() : (size_t)a->n_words;

    if (n == 0)
        return 0;
    begin(buf, a->name);
    for (size_t i = 0; i < n; i++) {
        char text[NUM_TEXT];

        if (i)
            buf_add(buf, " ", 1);
        if (ids)
            buf_text(buf, from[i]->id);
        else
            buf_add(buf, text, num_from_u64(text, (&FIELD(uint32_t))[i]));
    }
    return end(buf);
}

int xml_format(struct buf *buf, const struct doc *doc, const struct xml_attribute *a,
               const void *object, bool encoded)
{
    switch (a->as) {
    case XML_AS_TEXT:
        return free_text(buf, a, FIELD(char *), encoded);
    case XML_AS_NAME:
        return name(buf, a, FIELD(char *));
    case XML_AS_RESULT:
        if (FIELD(char *) && doc->uuid && strcmp(FIELD(char *), doc->uuid) == 0)
            return 0;
        return name(buf, a, FIELD(char *));
    case XML_AS_WORD:
        return word(buf, a, FIELD(unsigned));
    case XML_AS_BOOL:
        return word(buf, a, FIELD(bool));
    case XML_AS_BITS:
        return bits(buf, a, FIELD(unsigned));
    case XML_AS_INT:
        return integer(buf, a, FIELD(int));
    case XML_AS_U32:
        return number(buf, a, FIELD(uint32_t));
    case XML_AS_U64:
        return number(buf, a, FIELD(uint64_t));
    case XML_AS_SIZE:
        return number(buf, a, FIELD(size_t));
    case XML_AS_DOUBLE:
        return real(buf, a, FIELD(double));
    case XML_AS_U32S:
    case XML_AS_MEASUREMENTS:
        return list(buf, a, object);
    case XML_AS_REVISION:
        if (!is_ambiguous(doc, FIELD(struct definition *)))
            return 0;
        /* fall through */
    case XML_AS_DEFINITION:
    case XML_AS_SYSTEM:
    case XML_AS_SESSION:
    case XML_AS_MEASUREMENT:
        return name(buf, a, reference(a, object));
    }
    return 0;
}

bool xml_needs_base64(const struct xml_element *e, const void *object)
{
    for (const struct xml_attribute *a = e->attributes; a && a->name; a++) {
        if (a->as == XML_AS_TEXT && FIELD(char *) && !xml_holds(FIELD(char *)))
            return true;
    }
    return false;
}
