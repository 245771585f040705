/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_value.c - text of an attribute to the field behind it
 */
#include "output/xml_in.h"
#include "output/xml_text.h"

#include "base/num.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define FIELD(type) (*(type *)(void *)((char *)object + a->at))
#define COUNT() (*(size_t *)(void *)((char *)object + a->n_at))

void xml_set_absent(const struct xml_element *element, void *object)
{
    for (const struct xml_attribute *a = element->attributes; a && a->name; a++) {
        if (a->absent == XML_ABSENT_NAN)
            FIELD(double) = NAN;
        else if (a->absent == XML_ABSENT_TRUE)
            FIELD(bool) = true;
    }
    for (const struct xml_child *c = element->children; c && c->element; c++) {
        if (c->how == XML_HOW_HERE || c->how == XML_HOW_IF)
            xml_set_absent(c->element, (char *)object + c->at);
    }
}

static int refuse(struct xml_in *in, const struct xml_element *element,
                  const struct xml_attribute *a, const char *value, const char *what)
{
    return xml_in_fail(in, -EBADMSG, "%s of <%s> is '%.60s', which is not %s", a->name,
                       element->name, value, what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The next word of a list, copied; false at the end or where it is too long. */
static bool next_word(const char **cursor, char *word, size_t size)
{
    const char *p = *cursor;
    size_t n = 0;

    while (is_blank(*p))
        p++;
    while (p[n] && !is_blank(p[n]))
        n++;
    *cursor = p + n;
    if (n == 0 || n >= size)
        return false;
    memcpy(word, p, n);
    word[n] = '\0';
    return true;
}

/* The only word of a text, as the schema's numbers allow blanks around it. */
static bool only_word(const char *text, char *word, size_t size)
{
    char more[2];

    return next_word(&text, word, size) && !next_word(&text, more, sizeof more) &&
           !*text;
}

static int set_word(struct xml_in *in, const struct xml_element *element,
                    const struct xml_attribute *a, void *object, const char *value)
{
    int i = *value ? doc_word(a->words, a->n_words, value) : -1;

    if (i < 0)
        return xml_in_fail(in, -EBADMSG, "%s of <%s> is '%.60s', a word unknown here",
                           a->name, element->name, value);
    if (a->as == XML_AS_BOOL)
        FIELD(bool) = i != 0;
    else
        FIELD(unsigned) = (unsigned)i;
    return 0;
}

static int set_bits(struct xml_in *in, const struct xml_element *element,
                    const struct xml_attribute *a, void *object, const char *value)
{
    const char *cursor = value;
    char word[32];
    unsigned bits = 0;

    while (next_word(&cursor, word, sizeof word)) {
        int i = doc_word(a->words, a->n_words, word);

        if (i < 0)
            return refuse(in, element, a, value, "a list of words known here");
        bits |= 1u << i;
    }
    FIELD(unsigned) = bits;
    return *cursor ? refuse(in, element, a, value, "a list of words") : 0;
}

/* A number, with blanks around it as the schema allows them. */
static int whole_of(const char *value, uint64_t *number)
{
    char word[64];

    if (num_to_u64(value, number) == 0)
        return 0;
    return only_word(value, word, sizeof word) ? num_to_u64(word, number) : -EINVAL;
}

static int set_whole(struct xml_in *in, const struct xml_element *element,
                     const struct xml_attribute *a, void *object, const char *value)
{
    uint64_t number = 0;

    if (whole_of(value, &number) < 0)
        return refuse(in, element, a, value, "a whole number of at most 64 bits");
    if (a->as != XML_AS_U32)
        FIELD(uint64_t) = number;
    else if (number <= UINT32_MAX)
        FIELD(uint32_t) = (uint32_t)number;
    else
        return refuse(in, element, a, value, "a whole number from 0 to 4294967295");
    return 0;
}
_Static_assert(sizeof(size_t) == sizeof(uint64_t), "counts are read as 64 bits");

static int set_int(struct xml_in *in, const struct xml_element *element,
                   const struct xml_attribute *a, void *object, const char *value)
{
    char word[64];
    int64_t number;

    if (!only_word(value, word, sizeof word) || num_to_i64(word, &number) < 0 ||
        number < INT_MIN || number > INT_MAX)
        return refuse(in, element, a, value, "a whole number of 32 bits");
    FIELD(int) = (int)number;
    return 0;
}

static int set_double(struct xml_in *in, const struct xml_element *element,
                      const struct xml_attribute *a, void *object, const char *value)
{
    char word[64];

    if (num_to_double(value, &FIELD(double)) == 0)
        return 0;
    if (!only_word(value, word, sizeof word) || num_to_double(word, &FIELD(double)) < 0)
        return refuse(in, element, a, value, "a number");
    return 0;
}

static int set_looks(struct xml_in *in, const struct xml_element *element,
                     const struct xml_attribute *a, void *object, const char *value)
{
    uint32_t *numbers = &FIELD(uint32_t);
    const char *cursor = value;
    size_t n = 0;
    uint64_t number;
    int rc;

    while ((rc = num_next_u64(&cursor, &number)) > 0) {
        if (n == (size_t)a->n_words || number > UINT32_MAX)
            return xml_in_fail(in, -EBADMSG,
                               "%s of <%s> has more than %d numbers, or "
                               "one that is too large",
                               a->name, element->name, a->n_words);
        numbers[n++] = (uint32_t)number;
    }
    COUNT() = n;
    return rc < 0 ? refuse(in, element, a, value, "a list of whole numbers") : 0;
}

static int set_measurements(struct xml_in *in, const struct xml_attribute *a,
                            void *object, const char *value)
{
    size_t n = 0, length = strlen(value);
    struct measurement **from;
    char *word;

    /* words and the blanks between them: no more than half as many, and one */
    from = arena_alloc(in->doc->arena, (length / 2 + 1) * sizeof(void *));
    word = arena_alloc(in->doc->arena, length + 1);
    if (!from || !word)
        return xml_in_no_memory(in);
    while (next_word(&value, word, length + 1)) {
        from[n] = xml_refer(in, XML_WHAT_MEASUREMENT, word);
        if (!from[n++])
            return in->rc;
    }
    FIELD(struct measurement **) = from;
    COUNT() = n;
    return 0;
}

static int set_text(struct xml_in *in, const char **field, const char *value)
{
    *field = arena_strdup(in->doc->arena, value);
    return *field ? 0 : xml_in_no_memory(in);
}

int xml_set(struct xml_in *in, const struct xml_element *element,
            const struct xml_attribute *a, void *object, const char *value)
{
    switch (a->as) {
    case XML_AS_TEXT:
    case XML_AS_NAME:
    case XML_AS_RESULT:
        return set_text(in, &FIELD(const char *), value);
    case XML_AS_WORD:
    case XML_AS_BOOL:
        return set_word(in, element, a, object, value);
    case XML_AS_BITS:
        return set_bits(in, element, a, object, value);
    case XML_AS_INT:
        return set_int(in, element, a, object, value);
    case XML_AS_U32:
    case XML_AS_U64:
    case XML_AS_SIZE:
        return set_whole(in, element, a, object, value);
    case XML_AS_DOUBLE:
        return set_double(in, element, a, object, value);
    case XML_AS_U32S:
        return set_looks(in, element, a, object, value);
    case XML_AS_SYSTEM:
        FIELD(void *) = xml_refer(in, XML_WHAT_SYSTEM, value);
        return in->rc;
    case XML_AS_SESSION:
        FIELD(void *) = xml_refer(in, XML_WHAT_SESSION, value);
        return in->rc;
    case XML_AS_MEASUREMENT:
        FIELD(void *) = xml_refer(in, XML_WHAT_MEASUREMENT, value);
        return in->rc;
    case XML_AS_MEASUREMENTS:
        return set_measurements(in, a, object, value);
    case XML_AS_DEFINITION:
        return set_text(in, &in->definition, value);
    case XML_AS_REVISION:
        return set_text(in, &in->revision, value);
    }
    return 0;
}

static int decode(struct xml_in *in, const struct xml_element *element,
                  const struct xml_attribute *a, void *object)
{
    const char *value = FIELD(const char *);
    size_t length;
    char *bytes;

    if (!value)
        return 0;
    bytes = arena_strdup(in->doc->arena, value);
    if (!bytes)
        return xml_in_no_memory(in);
    if (xml_from_base64(value, bytes, &length) < 0 || memchr(bytes, '\0', length))
        return refuse(in, element, a, value, "base64 of a text");
    bytes[length] = '\0';
    FIELD(const char *) = bytes;
    return 0;
}

int xml_set_rest(struct xml_in *in, const struct xml_element *element, void *object)
{
    for (const struct xml_attribute *a = element->attributes; a && a->name; a++) {
        int rc = 0;

        if (a->as == XML_AS_TEXT && in->encoded)
            rc = decode(in, element, a, object);
        else if (a->as == XML_AS_DEFINITION && in->definition) {
            FIELD(const struct definition *) = xml_refer_definition(in);
            rc = in->rc;
        }
        if (rc < 0)
            return rc;
    }
    return 0;
}
