/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_list.c - lists of numbers and texts, in one piece or in several
 */
#include "output/xml_in.h"
#include "output/xml_text.h"

#include "base/num.h"

#include <errno.h>
#include <string.h>

static const char *content(const struct buf *buf)
{
    return buf->text ? buf->text : "";
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t count_words(const char *text)
{
    bool blank = true;
    size_t n = 0;

    for (; *text; text++) {
        bool was = blank;

        blank = is_blank(*text);
        n += was && !blank;
    }
    return n;
}

/*
 * Room for `more` elements of `each` bytes behind the `got` that are there. The first
 * piece is nearly always the only one and gets what it needs.
 */
static void *widen(struct xml_in *in, void *old, size_t got, size_t *room, size_t more,
                   size_t each)
{
    size_t need = got + more, wider = got && need < 2 * *room ? 2 * *room : need;
    void *wide = NULL;

    if (need <= *room)
        return old;
    if (wider <= SIZE_MAX / 4 / each)
        wide = arena_alloc(in->doc->arena, wider * each);
    if (!wide) {
        xml_in_no_memory(in);
        return NULL;
    }
    if (got)
        memcpy(wide, old, got * each);
    *room = wider;
    return wide;
}

static int not_a_number(struct xml_in *in, const struct xml_child *c, size_t i)
{
    return xml_in_fail(in, -EBADMSG, "number %zu of <%s> is none", i + 1,
                       c->element->name);
}

static int take_whole(struct xml_in *in, const struct xml_child *c, const char *text,
                      uint64_t *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (num_next_u64(&text, &to[i]) <= 0)
            return not_a_number(in, c, i);
    }
    return 0;
}

static int take_reals(struct xml_in *in, const struct xml_child *c, const char *text,
                      double *to, size_t n)
{
    static const char blanks[] = " \t\n\r";
    char word[64];

    for (size_t i = 0; i < n; i++) {
        size_t length;

        text += strspn(text, blanks);
        length = strcspn(text, blanks);
        if (length >= sizeof word)
            return not_a_number(in, c, i);
        memcpy(word, text, length);
        word[length] = '\0';
        if (num_to_double(word, &to[i]) < 0)
            return not_a_number(in, c, i);
        text += length;
    }
    return 0;
}

/* Numbers with the positions that they belong to, in rising order. */
static int take_sparse(struct xml_in *in, const struct xml_child *c,
                       struct sparse *sparse, struct xml_frame *parent, size_t index)
{
    const char *at = content(&in->positions);
    size_t got = sparse->n, n = count_words(content(&in->text)), room;
    uint64_t position, last = got ? (uint64_t)sparse->at[got - 1] + 1 : 0;

    if (count_words(at) != n)
        return xml_in_fail(in, -EBADMSG, "<%s> has %zu positions and %zu numbers",
                           c->element->name, count_words(at), n);
    if (n == 0)
        return 0;
    room = parent->room[index];
    sparse->at = widen(in, sparse->at, got, &room, n, sizeof *sparse->at);
    sparse->value =
        widen(in, sparse->value, got, &parent->room[index], n, sizeof *sparse->value);
    if (in->rc < 0 || take_whole(in, c, content(&in->text), sparse->value + got, n) < 0)
        return in->rc;
    for (size_t i = got; i < got + n; i++) {
        if (num_next_u64(&at, &position) <= 0 || position <= last ||
            position > UINT32_MAX)
            return xml_in_fail(in, -EBADMSG,
                               "the positions of <%s> are not whole "
                               "numbers that rise from 1",
                               c->element->name);
        last = position;
        sparse->at[i] = (uint32_t)(position - 1);
    }
    sparse->n = parent->got[index] = got + n;
    return 0;
}

static int take_text(struct xml_in *in, const struct xml_child *c,
                     struct xml_frame *parent, size_t index)
{
    const char ***list = (const char ***)(void *)((char *)parent->object + c->at);
    size_t got = parent->got[index], length;
    const char **wide =
        widen(in, (void *)*list, got, &parent->room[index], 1, sizeof *wide);
    char *text = arena_strdup(in->doc->arena, content(&in->text));

    if (!wide || !text)
        return xml_in_no_memory(in);
    if (in->encoded) {
        if (xml_from_base64(content(&in->text), text, &length) < 0 ||
            memchr(text, '\0', length))
            return xml_in_fail(in, -EBADMSG, "<%s> is not base64 of a text",
                               c->element->name);
        text[length] = '\0';
    }
    *list = wide;
    wide[parent->got[index]++] = text;
    return 0;
}

int xml_take_list(struct xml_in *in, struct xml_frame *parent,
                  const struct xml_child *c, size_t index)
{
    void **list = (void **)(void *)((char *)parent->object + c->at);
    size_t got = parent->got[index], n, each;

    if (!buf_ok(&in->text) || !buf_ok(&in->positions))
        return xml_in_no_memory(in);
    if (c->how == XML_HOW_TEXTS)
        return take_text(in, c, parent, index);
    if (c->how == XML_HOW_SPARSE)
        return take_sparse(in, c, (void *)list, parent, index);
    n = count_words(content(&in->text));
    if (n == 0)
        return 0;
    each = c->how == XML_HOW_U64S ? sizeof(uint64_t) : sizeof(double);
    *list = widen(in, *list, got, &parent->room[index], n, each);
    if (in->rc < 0)
        return in->rc;
    parent->got[index] = got + n;
    return c->how == XML_HOW_U64S
               ? take_whole(in, c, content(&in->text), (uint64_t *)*list + got, n)
               : take_reals(in, c, content(&in->text), (double *)*list + got, n);
}

/* A series has nanoseconds or values; everything else belongs to those. */
static int check_series(struct xml_in *in, const struct series *s)
{
    if (s->n && !s->ns == !s->values)
        return xml_in_fail(in, -EBADMSG, "a series has either <ns> or <values>");
    if (s->start && !s->ns)
        return xml_in_fail(in, -EBADMSG, "a series has <start> without <ns>");
    if ((s->lo || s->hi || s->printed) && !s->values)
        return xml_in_fail(in, -EBADMSG,
                           "a series has <lo>, <hi> or <printed> without "
                           "<values>");
    for (size_t i = 0; i < SERIES_COLUMNS; i++) {
        const struct sparse *column = &s->columns[i];

        if (column->n && column->at[column->n - 1] >= s->n)
            return xml_in_fail(in, -EBADMSG, "<%s> has position %lu of a series of %zu",
                               series_column_name[i],
                               (unsigned long)column->at[column->n - 1] + 1, s->n);
    }
    return 0;
}

int xml_check_lists(struct xml_in *in, struct xml_frame *frame)
{
    const struct xml_child *first = NULL;
    size_t n = 0;

    for (size_t i = 0; frame->element->children && frame->element->children[i].element;
         i++) {
        const struct xml_child *c = &frame->element->children[i];

        if (c->how < XML_HOW_U64S || c->how == XML_HOW_SPARSE || !frame->got[i])
            continue;
        if (first && frame->got[i] != n)
            return xml_in_fail(in, -EBADMSG, "<%s> has %zu entries and <%s> %zu",
                               first->element->name, n, c->element->name,
                               frame->got[i]);
        first = c;
        n = frame->got[i];
        *(size_t *)(void *)((char *)frame->object + c->n_at) = n;
    }
    return frame->element->what == XML_WHAT_SERIES ? check_series(in, frame->object)
                                                   : 0;
}
