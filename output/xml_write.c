/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_write.c - the document to XML, by the table of xml_map.c
 */
#include "output/xml.h"

#include "output/xml_format.h"
#include "output/xml_parts.h"
#include "output/xml_text.h"

#include "base/num.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

const char xml_tail[] = "  </session>\n</results>\n";
static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

enum { DEEPEST = 16 }; /* elements inside each other: no document of ours has more */

struct out {
    struct sink *sink;
    const struct doc *doc;
    struct buf scratch;
    const char *open[DEEPEST];
    int n_open;
    bool in_tag; /* attributes may follow */
    int depth;
    bool fresh;    /* at the start of a line */
    bool unjudged; /* leave out what was judged */
    int rc;
    struct diag *why;
};

/*
 * Written here and not by libxml2, whose writer costs more than all the rest, and
 * straight into the sink's buffer, which is looked after between elements.
 */
static void put(struct out *out, const char *bytes, size_t length)
{
    buf_add(&out->sink->buf, bytes, length);
}

static void settle(struct out *out)
{
    int rc = sink_settle(out->sink);

    if (out->rc == 0)
        out->rc = rc;
}

static void close_tag(struct out *out)
{
    if (out->in_tag)
        put(out, ">", 1);
    out->in_tag = false;
}

static void raw(struct out *out, const char *bytes, size_t length)
{
    close_tag(out);
    put(out, bytes, length);
}

/* Goes on at the indented start of a line. */
static void new_line(struct out *out)
{
    static const char line[] = "\n                                ";

    raw(out, line + out->fresh, 1 - out->fresh + 2 * (size_t)out->depth);
    out->fresh = false;
}

static void start(struct out *out, const char *name)
{
    assert(out->n_open < DEEPEST);
    close_tag(out);
    put(out, "<", 1);
    put(out, name, strlen(name));
    out->open[out->n_open++] = name;
    out->in_tag = true;
}

static void end(struct out *out)
{
    const char *name = out->open[--out->n_open];

    if (out->in_tag) {
        put(out, "/>", 2);
    } else {
        put(out, "</", 2);
        put(out, name, strlen(name));
        put(out, ">", 1);
    }
    out->in_tag = false;
    settle(out);
}

/* An attribute whose value is already escaped. */
static void put_raw(struct out *out, const char *name, const char *value)
{
    assert(out->in_tag);
    xml_add_attribute(&out->sink->buf, name, value);
}

/* ---- elements ---- */

static void refuse(struct out *out, int rc, const char *what,
                   const struct xml_element *e, const struct xml_attribute *a)
{
    if (out->rc == 0)
        out->rc = diag_set(out->why, rc, "a <%s> cannot be stored: its '%s' %s",
                           e->name, a->name, what);
}

static void put_attributes(struct out *out, const struct xml_element *e,
                           const void *object)
{
    bool encoded = xml_needs_base64(e, object);

    for (const struct xml_attribute *a = e->attributes; a && a->name; a++) {
        int some = xml_format(&out->sink->buf, out->doc, a, object, encoded);

        if (some < 0)
            refuse(out, some, "holds bytes that XML cannot", e, a);
        else if (some == 0 && a->absent == XML_ABSENT_NEVER)
            refuse(out, -EINVAL, "is missing", e, a);
    }
    if (encoded)
        put_raw(out, "encoding", "base64");
}

static void put_element(struct out *out, const struct xml_element *e,
                        const void *object);

static void put_u64(struct buf *buf, uint64_t value)
{
    char *at = buf_room(buf, NUM_TEXT);

    if (at)
        buf->length += num_from_u64(at, value);
}

static void put_double(struct buf *buf, double value)
{
    char *at = buf_room(buf, NUM_TEXT);

    if (at)
        buf->length += num_from_double(at, value);
}

/* Starts a piece of a list of numbers, from the i-th on. */
static void start_piece(struct out *out, const char *name, const struct sparse *at,
                        size_t i)
{
    struct buf *buf = &out->sink->buf;

    start(out, name);
    if (!at)
        return;
    for (size_t k = i; k < at->n && k < i + XML_PIECE; k++) {
        buf_text(buf, k == i ? " at=\"" : " ");
        put_u64(buf, (uint64_t)at->at[k] + 1);
    }
    buf_add(buf, "\"", 1);
}

static void put_numbers(struct out *out, const char *name, const uint64_t *whole,
                        const double *reals, const struct sparse *at, size_t n)
{
    struct buf *buf = &out->sink->buf;

    assert(n == 0 || whole || reals);
    for (size_t i = 0; i < n;) {
        size_t first = i, stop = n - i > XML_PIECE ? i + XML_PIECE : n;

        start_piece(out, name, at, i);
        close_tag(out);
        for (; i < stop; i++) {
            if (i > first)
                buf_add(buf, " ", 1);
            if (whole)
                put_u64(buf, whole[i]);
            else
                put_double(buf, reals[i]);
        }
        end(out);
    }
}

static void put_texts(struct out *out, const struct xml_element *e,
                      const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *value = texts[i] ? texts[i] : "";
        bool encoded = !xml_holds(value);

        if (!e->inline_)
            new_line(out);
        start(out, e->name);
        if (encoded)
            put_raw(out, "encoding", "base64");
        if (*value)
            close_tag(out);
        if (encoded)
            xml_to_base64(&out->sink->buf, value, strlen(value));
        else
            xml_escape(&out->sink->buf, value);
        end(out);
    }
}

/* Writes a list that is a child of `parent`; says how long it was. */
static size_t put_list(struct out *out, const struct xml_child *c, const void *parent)
{
    const char *at = (const char *)parent + c->at;
    const char *name = c->element->name;
    const struct sparse *sparse = (const void *)at;
    const void *items = *(void *const *)(const void *)at;
    size_t n;

    if (c->how == XML_HOW_SPARSE) {
        put_numbers(out, name, sparse->value, NULL, sparse, sparse->n);
        return sparse->n;
    }
    n = items ? *(const size_t *)(const void *)((const char *)parent + c->n_at) : 0;
    if (c->how == XML_HOW_TEXTS)
        put_texts(out, c->element, items, n);
    else if (c->how == XML_HOW_U64S)
        put_numbers(out, name, items, NULL, NULL, n);
    else
        put_numbers(out, name, NULL, items, NULL, n);
    return n;
}

/* Whether an element that stands for a struct inside another has anything to say. */
static bool says_something(struct out *out, const struct xml_element *e,
                           const void *object)
{
    for (const struct xml_attribute *a = e->attributes; a && a->name; a++) {
        buf_clear(&out->scratch);
        if (xml_format(&out->scratch, out->doc, a, object, true) > 0)
            return true;
    }
    for (const struct xml_child *c = e->children; c && c->element; c++) {
        const char *at = (const char *)object + c->at;

        if (c->how == XML_HOW_HERE
                ? says_something(out, c->element, at)
                : *(const size_t *)(const void *)((const char *)object + c->n_at) > 0)
            return true;
    }
    return false;
}

/* Writes the structs that are a child of `parent`; says how many there were. */
static size_t put_structs(struct out *out, const struct xml_child *c,
                          const void *parent)
{
    const char *at = (const char *)parent + c->at;
    const char *n_at = (const char *)parent + c->n_at;
    const char *items = at;
    bool pointers = c->how == XML_HOW_OBJECTS || c->how == XML_HOW_POINTER;
    size_t n = 1, step = pointers ? sizeof(void *) : c->size;

    if (c->how == XML_HOW_HERE)
        n = says_something(out, c->element, at);
    else if (c->how == XML_HOW_IF)
        n = *(const bool *)(const void *)n_at;
    else if (c->how == XML_HOW_POINTER)
        n = *(void *const *)(const void *)at && !out->unjudged;
    else {
        items = *(char *const *)(const void *)at;
        n = *(const size_t *)(const void *)n_at;
    }
    for (size_t i = 0; i < n && out->rc == 0; i++) {
        const void *item = items + i * step;

        put_element(out, c->element, pointers ? *(void *const *)item : item);
    }
    return n;
}

static void put_element(struct out *out, const struct xml_element *e,
                        const void *object)
{
    bool lines = false;

    if (!e->inline_)
        new_line(out);
    start(out, e->name);
    put_attributes(out, e, object);
    out->depth++;
    for (const struct xml_child *c = e->children; c && c->element; c++) {
        bool some = (c->how >= XML_HOW_U64S ? put_list(out, c, object)
                                            : put_structs(out, c, object)) > 0;

        lines = lines || (some && !c->element->inline_);
    }
    out->depth--;
    if (lines)
        new_line(out);
    end(out);
}

/* ---- whole documents and parts ---- */

static void open_out(struct out *out, struct sink *sink, const struct doc *doc,
                     int depth, struct diag *why)
{
    *out = (struct out){
        .sink = sink, .doc = doc, .depth = depth, .fresh = true, .why = why
    };
}

static int close_out(struct out *out)
{
    bool told = out->rc == -EINVAL || out->rc == -EILSEQ;

    raw(out, "\n", 1);
    settle(out);
    if (!buf_ok(&out->scratch) && out->rc == 0)
        out->rc = -ENOMEM;
    buf_done(&out->scratch);
    if (out->rc < 0 && !told)
        diag_set(out->why, out->rc, "the document cannot be written: %s",
                 strerror(-out->rc));
    return out->rc;
}

/* The root, up to where its children follow. */
static void start_root(struct out *out)
{
    raw(out, declaration, sizeof declaration - 1);
    start(out, xml_results.name);
    put_raw(out, "xmlns", XML_NAMESPACE);
    put_raw(out, "version", XML_VERSION);
    put_attributes(out, &xml_results, out->doc);
    out->fresh = false;
    out->depth = 1;
}

int xml_write(struct sink *sink, const struct doc *doc, struct diag *why)
{
    struct out out;

    open_out(&out, sink, doc, 0, why);
    start_root(&out);
    for (const struct xml_child *c = xml_results.children; c->element; c++)
        put_structs(&out, c, doc);
    out.depth = 0;
    new_line(&out);
    end(&out);
    return close_out(&out);
}

/* The elements of one list of the document, each on a line of its own. */
static int write_list(struct sink *sink, const struct doc *doc,
                      const struct xml_element *element, struct diag *why)
{
    struct out out;

    open_out(&out, sink, doc, 1, why);
    for (const struct xml_child *c = xml_results.children; c->element; c++) {
        if (c->element == element)
            put_structs(&out, c, doc);
    }
    return close_out(&out);
}

int xml_write_rows(struct sink *sessions, struct sink *measurements,
                   const struct doc *doc, struct diag *why)
{
    int rc = write_list(sessions, doc, &xml_session, why);

    return rc < 0 ? rc : write_list(measurements, doc, &xml_measurement, why);
}

static void put_file(struct out *out, int fd)
{
    char bytes[65536];
    ssize_t n = 0;

    for (off_t at = 0; out->rc == 0 && (n = pread(fd, bytes, sizeof bytes, at)) > 0;
         at += n) {
        raw(out, bytes, (size_t)n);
        settle(out);
    }
    if (n < 0 && out->rc == 0)
        out->rc = -errno;
}

int xml_write_joined(struct sink *sink, const struct doc *doc, const int *fds, size_t n,
                     struct diag *why)
{
    struct out out;

    open_out(&out, sink, doc, 0, why);
    start_root(&out);
    for (const struct xml_child *c = xml_results.children; c->element; c++) {
        if (c->element != &xml_session && c->element != &xml_measurement)
            put_structs(&out, c, doc);
    }
    raw(&out, "\n", 1);
    for (size_t i = 0; i < n; i++)
        put_file(&out, fds[i]);
    end(&out);
    return close_out(&out);
}

static void put_journal(struct out *out, const struct xml_journal *journal)
{
    new_line(out);
    start(out, xml_journal.name);
    put_raw(out, "xmlns", XML_JOURNAL_NAMESPACE);
    put_attributes(out, &xml_journal, journal);
    out->depth++;
    put_list(out, xml_journal.children, journal);
    out->depth--;
    new_line(out);
    end(out);
}

int xml_write_head(struct sink *sink, const struct doc *doc,
                   const struct session *session, const struct xml_journal *journal,
                   struct diag *why)
{
    struct out out;

    open_out(&out, sink, doc, 1, why);
    out.unjudged = true;
    start_root(&out);
    put_journal(&out, journal);
    put_element(&out, &xml_meta, doc);
    put_element(&out, &xml_catalogue, doc);
    put_element(&out, &xml_system, session->system);
    for (size_t i = 0; i < doc->n_measurements; i++) {
        if (doc->measurements[i]->session == session)
            put_element(&out, &xml_measurement, doc->measurements[i]);
    }
    new_line(&out);
    start(&out, xml_session.name);
    put_attributes(&out, &xml_session, session);
    out.depth++;
    for (const struct xml_child *c = xml_session.children; c->element; c++) {
        if (c->element != &xml_invocation)
            put_structs(&out, c, session);
    }
    return close_out(&out);
}

int xml_write_part(struct sink *sink, const struct doc *doc,
                   const struct xml_element *element, const void *object,
                   struct diag *why)
{
    struct out out;

    open_out(&out, sink, doc, 2, why);
    out.unjudged = true;
    put_element(&out, element, object);
    return close_out(&out);
}
