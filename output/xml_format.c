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

void xml_add_u64(struct buf *buf, uint64_t value)
{
    char text[NUM_TEXT];

    if (buf->length)
        buf_add(buf, " ", 1);
    buf_add(buf, text, num_from_u64(text, value));
}

static void add_word(struct buf *buf, const char *word)
{
    if (buf->length)
        buf_add(buf, " ", 1);
    buf_text(buf, word);
}

static bool number(struct buf *buf, uint64_t value, enum xml_absent absent)
{
    xml_add_u64(buf, value);
    return value != 0 || absent != XML_ABSENT_ZERO;
}

static bool real(struct buf *buf, double value, enum xml_absent absent)
{
    char text[NUM_TEXT];

    buf_add(buf, text, num_from_double(text, value));
    if (absent == XML_ABSENT_NAN)
        return !isnan(value);
    return absent != XML_ABSENT_ZERO || fpclassify(value) != FP_ZERO || signbit(value);
}

static bool word(struct buf *buf, const struct xml_attribute *a, unsigned value)
{
    unsigned absent = a->absent == XML_ABSENT_TRUE;

    buf_text(buf, value < (unsigned)a->n_words ? a->words[value] : "");
    return value != absent || a->absent == XML_ABSENT_ALWAYS;
}

static bool bits(struct buf *buf, const struct xml_attribute *a, unsigned value)
{
    for (int i = 0; i < a->n_words; i++) {
        if (value >> i & 1)
            add_word(buf, a->words[i]);
    }
    return buf->length > 0;
}

static int put_text(struct buf *buf, const char *value, bool encoded)
{
    if (!value)
        return 0;
    if (encoded)
        xml_to_base64(buf, value, strlen(value));
    else if (xml_holds(value))
        xml_escape(buf, value);
    else
        return -EILSEQ;
    return 1;
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

static bool list(struct buf *buf, const struct xml_attribute *a, const void *object)
{
    if (a->as == XML_AS_MEASUREMENTS) {
        struct measurement *const *from = FIELD(struct measurement **);

        for (size_t i = 0; i < COUNT(); i++)
            add_word(buf, from[i]->id);
    } else {
        const uint32_t *numbers = &FIELD(uint32_t);

        for (size_t i = 0; i < COUNT() && i < (size_t)a->n_words; i++)
            xml_add_u64(buf, numbers[i]);
    }
    return buf->length > 0;
}

int xml_format(struct buf *buf, const struct doc *doc, const struct xml_attribute *a,
               const void *object, bool encoded)
{
    char digits[NUM_TEXT];

    buf_clear(buf);
    switch (a->as) {
    case XML_AS_TEXT:
        return put_text(buf, FIELD(char *), encoded);
    case XML_AS_NAME:
        return put_text(buf, FIELD(char *), false);
    case XML_AS_RESULT:
        if (FIELD(char *) && doc->uuid && strcmp(FIELD(char *), doc->uuid) == 0)
            return 0;
        return put_text(buf, FIELD(char *), false);
    case XML_AS_WORD:
        return word(buf, a, FIELD(unsigned));
    case XML_AS_BOOL:
        return word(buf, a, FIELD(bool));
    case XML_AS_BITS:
        return bits(buf, a, FIELD(unsigned));
    case XML_AS_INT:
        buf_add(buf, digits, num_from_i64(digits, FIELD(int)));
        return FIELD(int) != 0;
    case XML_AS_U32:
        return number(buf, FIELD(uint32_t), a->absent);
    case XML_AS_U64:
        return number(buf, FIELD(uint64_t), a->absent);
    case XML_AS_SIZE:
        return number(buf, FIELD(size_t), a->absent);
    case XML_AS_DOUBLE:
        return real(buf, FIELD(double), a->absent);
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
        return put_text(buf, reference(a, object), false);
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
