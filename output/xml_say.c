/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_say.c - why a file cannot be read, in one sentence
 */
#include "output/xml_in.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

long xml_in_line(struct xml_in *in)
{
    xmlNodePtr node = xmlTextReaderCurrentNode(in->reader);
    long line = node ? xmlGetLineNo(node) : 0;

    /* libxml2 counts no further for a node; the parser may be a little ahead */
    if (line <= 0 || line >= 65535)
        line = xmlTextReaderGetParserLineNumber(in->reader);
    return line;
}

/* One line, whatever a stranger's file puts into a message. */
static void flatten(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = ' ';
    }
}

static int fail(struct xml_in *in, long line, int rc, const char *format, va_list args)
{
    if (in->rc == 0) {
        in->rc = diag_setv(in->why, rc, format, args);
        if (in->why)
            flatten(in->why->text);
        if (line > 0)
            diag_where(in->why, "%s:%ld", in->source->name, line);
        else
            diag_where(in->why, "%s", in->source->name);
    }
    return in->rc;
}

int xml_in_fail_at(struct xml_in *in, long line, int rc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(in, line, rc, format, args);
    va_end(args);
    return in->rc;
}

int xml_in_fail(struct xml_in *in, int rc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(in, in->reader ? xml_in_line(in) : 0, rc, format, args);
    va_end(args);
    return in->rc;
}

int xml_in_no_memory(struct xml_in *in)
{
    return xml_in_fail(in, -ENOMEM, "no memory for what the file holds");
}

#define NO_XML "it is no XML; results of other programs are for 'errbar import'"

/* What libxml2 says in words that are of no use to the reader of a message; or NULL. */
static const char *plainly(const xmlError *e)
{
    static const struct {
        int code;
        const char *has, *sentence;
    } table[] = {
        { XML_ERR_DOCUMENT_EMPTY, "", NO_XML },
        { XML_ERR_INTERNAL_ERROR, "depth", "elements are far too deep in each other" },
        { XML_ERR_UNDECLARED_ENTITY, "", "entities are refused" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (e->code == table[i].code && strstr(e->message, table[i].has))
            return table[i].sentence;
    }
    return NULL;
}

/* A copy of libxml2's message: one line, without our namespace before every name. */
static void copy_message(char *to, size_t size, const char *message)
{
    static const char namespace[] = "{" XML_NAMESPACE "}";
    char *at;

    snprintf(to, size, "%s", message);
    to[strcspn(to, "\n")] = '\0';
    while ((at = strstr(to, namespace)))
        memmove(at, at + sizeof namespace - 1, strlen(at + sizeof namespace - 1) + 1);
    flatten(to);
}

static void hear_schema(struct xml_in *in, const xmlError *e)
{
    char message[512], sentence[800];

    copy_message(message, sizeof message, e->message);
    snprintf(sentence, sizeof sentence, "%.200s:%d: schema: %s", in->source->name,
             e->line, message);
    in->reading->tell(in->reading->self, sentence);
}

/* The parser was within a DOCTYPE, or had one behind it. */
static bool has_doctype(const xmlError *e)
{
    const xmlParserCtxt *parser = e->domain == XML_FROM_PARSER ? e->ctxt : NULL;

    return parser && parser->myDoc && parser->myDoc->intSubset;
}

static void hear_parser(struct xml_in *in, const xmlError *e)
{
    const struct xml_source *source = in->source;
    const char *plain = plainly(e);
    char message[512];

    if (source->error) {
        xml_in_fail_at(in, 0, source->error, "cannot be read: %s",
                       strerror(-source->error));
    } else if (xml_source_is_empty(source)) {
        xml_in_fail_at(in, 0, -EBADMSG, "it is empty");
    } else if (source->first && isascii(source->first) && source->first != '<') {
        xml_in_fail_at(in, e->line, -EBADMSG, NO_XML);
    } else if (has_doctype(e)) {
        xml_in_fail_at(in, 0, -EBADMSG, "a DOCTYPE is refused");
    } else if (plain) {
        xml_in_fail_at(in, e->line, -EBADMSG, "%s", plain);
    } else if (e->code == XML_ERR_NO_MEMORY) {
        xml_in_fail_at(in, 0, -ENOMEM, "no memory to read it");
    } else if (xml_source_is_cut(source)) {
        xml_in_fail_at(in, e->line, -EBADMSG, "it is cut: it ends before </results>");
    } else {
        copy_message(message, sizeof message, e->message);
        xml_in_fail_at(in, e->line, -EBADMSG, "%s", message);
    }
}

void xml_in_hear(void *self, xmlErrorPtr e)
{
    struct xml_in *in = self;

    if (e->level < XML_ERR_ERROR || !e->message)
        return;
    if (e->domain == XML_FROM_SCHEMASV && in->reading->tell) {
        hear_schema(in, e);
    } else {
        in->reading->broken = true;
        hear_parser(in, e);
    }
}
