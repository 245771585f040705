/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_read.c - XML to the document, by the table of xml_map.c
 *
 * Streaming, never a tree. Files come from strangers: no attribute or text may be
 * longer than 4 MB (long lists come in pieces), nothing is fetched, entities are not
 * replaced, a DOCTYPE is refused, and libxml2 reads without the option that lifts its
 * own limits.
 */
#include "output/xml_in.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { PARSE = XML_PARSE_NONET | XML_PARSE_BIG_LINES };

static int take_text(struct xml_in *in)
{
    const char *text = xml_in_text(xmlTextReaderConstValue(in->reader));
    const struct xml_child *as;

    if (in->skip >= 0 || in->depth == 0)
        return 0;
    as = in->stack[in->depth - 1].as;
    if (as && as->how >= XML_HOW_U64S)
        buf_text(&in->text, text);
    else if (text[strspn(text, " \t\n\r")])
        return xml_in_fail(in, -EBADMSG, "<%s> holds text",
                           in->stack[in->depth - 1].element->name);
    return 0;
}

/* What no document of ours has: no further byte of it is looked at. */
static int refuse(struct xml_in *in, const char *sentence)
{
    in->reading->broken = true;
    return xml_in_fail(in, -EBADMSG, "%s", sentence);
}

static int take_node(struct xml_in *in)
{
    switch (xmlTextReaderNodeType(in->reader)) {
    case XML_READER_TYPE_ELEMENT:
        if (xmlTextReaderDepth(in->reader) >= XML_DEPTH)
            return refuse(in, "elements are far too deep in each other");
        return in->skip < 0 ? xml_in_open(in) : 0;
    case XML_READER_TYPE_END_ELEMENT:
        if (in->skip < 0)
            return xml_in_close(in);
        if (xmlTextReaderDepth(in->reader) == in->skip)
            in->skip = -1;
        return 0;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
    case XML_READER_TYPE_WHITESPACE:
    case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        return take_text(in);
    case XML_READER_TYPE_DOCUMENT_TYPE:
        return refuse(in, "a DOCTYPE is refused");
    case XML_READER_TYPE_ENTITY_REFERENCE:
        return refuse(in, "entities are refused");
    default:
        return 0;
    }
}

/* ---- whole documents ---- */

/*
 * Bytes for libxml2. It takes up to 10 MB of a text or attribute into memory, and any
 * number of blanks outside of the root and of comments in a row.
 */
static int pull(void *self, char *bytes, int length)
{
    struct xml_in *in = self;
    int n = xml_source_read(in->source, bytes, length);

    in->pulled += n > 0 ? (size_t)n : 0;
    if (in->pulled <= XML_LONGEST)
        return n;
    refuse(in, "a text, an attribute or a run of comments is longer than 4 MB");
    return -1;
}

static int tell_what_is_left_out(struct xml_in *in)
{
    const char *name = in->source->name;
    int rc = 0;

    if (in->newer)
        rc = doc_warn(in->doc,
                      "%s: it is of a later version of the format than this "
                      "program knows; %zu elements or attributes are left out%s%s",
                      name, in->unknown, in->unknown ? ", the first is " : "",
                      in->unknown && in->first_unknown.text ? in->first_unknown.text
                                                            : "");
    if (rc == 0 && in->foreign)
        rc = doc_warn(in->doc,
                      "%s: %zu elements or attributes of other namespaces are "
                      "left out, the first is %s",
                      name, in->foreign,
                      in->first_foreign.text ? in->first_foreign.text : "");
    return rc < 0 ? xml_in_no_memory(in) : 0;
}

/* The head of a later file is not taken; its sessions remember where they are from. */
static void settle_head(struct doc *doc, const struct doc *before)
{
    const char *uuid = doc->uuid;

    for (size_t i = before->n_sessions; i < doc->n_sessions; i++) {
        if (!doc->sessions[i]->result)
            doc->sessions[i]->result = uuid;
    }
    if (!before->uuid)
        return;
    doc->uuid = before->uuid;
    doc->created = before->created;
    doc->completeness = before->completeness;
    doc->redaction = before->redaction;
    doc->licence = before->licence;
    doc->title = before->title;
    doc->generator = before->generator;
    doc->generator_version = before->generator_version;
    doc->generator_commit = before->generator_commit;
    doc->generator_build = before->generator_build;
}

static int read_nodes(struct xml_in *in)
{
    int got;

    while ((got = xmlTextReaderRead(in->reader)) == 1) {
        in->pulled = 0;
        /* a schema goes on looking for more to tell */
        if (in->rc < 0 && (in->reading->broken || !in->reading->schema))
            break;
        if (in->rc == 0)
            take_node(in);
    }
    if (in->source->error)
        xml_in_fail_at(in, 0, in->source->error, "cannot be read: %s",
                       strerror(-in->source->error));
    if (got < 0 && in->rc == 0)
        xml_in_fail(in, -EBADMSG, "it is not well-formed XML");
    if (in->rc == 0)
        xml_check_references(in);
    return in->rc;
}

int xml_read_source(struct doc *doc, struct xml_source *source,
                    struct xml_reading *reading, struct diag *why)
{
    struct xml_in in = { .doc = doc,
                         .source = source,
                         .reading = reading,
                         .why = why,
                         .skip = -1,
                         .ids = { .arena = doc->arena } };
    const struct doc before = *doc;
    const xmlStructuredErrorFunc hear_before = xmlStructuredError;
    void *self_before = xmlStructuredErrorContext;

    /* this thread's, as the reader's own misses what happens while it is made */
    xmlSetStructuredErrorFunc(&in, xml_in_hear);
    in.reader = xmlReaderForIO(pull, NULL, &in, NULL, NULL, PARSE);
    if (!in.reader || (reading->schema && xmlTextReaderSchemaValidateCtxt(
                                              in.reader, reading->schema, 0) < 0))
        xml_in_no_memory(&in);
    doc->uuid = NULL;
    if (in.rc == 0 && xml_reserve(&in) == 0 && read_nodes(&in) == 0 &&
        tell_what_is_left_out(&in) == 0)
        settle_head(doc, &before);
    xmlFreeTextReader(in.reader);
    xmlSetStructuredErrorFunc(self_before, hear_before);
    xml_ids_done(&in.ids);
    buf_done(&in.text);
    buf_done(&in.positions);
    buf_done(&in.first_foreign);
    buf_done(&in.first_unknown);
    return in.rc;
}

int xml_read_memory(struct doc *doc, const void *bytes, size_t length, const char *name,
                    struct diag *why)
{
    struct xml_reading reading = { 0 };
    struct xml_source source;

    xml_source_memory(&source, bytes, length, "", name);
    return xml_read_source(doc, &source, &reading, why);
}

int xml_read(struct doc *doc, const char *path, struct diag *why)
{
    struct xml_reading reading = { 0 };
    struct xml_source source;
    int rc = xml_source_open(&source, path, why);

    if (rc == 0)
        rc = xml_read_source(doc, &source, &reading, why);
    xml_source_close(&source);
    return rc;
}
