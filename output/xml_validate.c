/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_validate.c - a document against the schema and the checks, in one pass
 *
 * The schema is held against the file while it is read, so that standard input can be
 * validated too and nothing is kept that the document itself does not need.
 */
#include "output/xml_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct ear {
    void (*tell)(void *self, const char *sentence);
    void *self;
    struct diag *why;
    size_t findings;
};

/* Hands a finding on; the first also stands in why. */
static void hear(void *self, const char *sentence)
{
    struct ear *ear = self;

    if (ear->findings++ == 0)
        diag_set(ear->why, -EBADMSG, "%s", sentence);
    if (ear->tell)
        ear->tell(ear->self, sentence);
}

static void hear_schema(void *self, xmlErrorPtr e)
{
    struct diag *why = self;

    if (e->level >= XML_ERR_ERROR && e->message && why->rc == 0)
        diag_set(why, -EINVAL, "%.*s", (int)strcspn(e->message, "\n"), e->message);
}

/* A schema that cannot be used is a broken installation. */
static int load_schema(xmlSchemaPtr *out, const char *path, struct diag *why)
{
    struct diag heard = { 0 };
    const xmlStructuredErrorFunc before = xmlStructuredError;
    void *self_before = xmlStructuredErrorContext;
    xmlSchemaParserCtxtPtr parser;
    xmlSchemaPtr schema = NULL;

    if (access(path, R_OK) < 0)
        return diag_set(why, -errno, "cannot read the schema %s: %s", path,
                        strerror(errno));
    /* what is wrong with the schema's own XML has no other way than this */
    xmlSetStructuredErrorFunc(&heard, hear_schema);
    parser = xmlSchemaNewParserCtxt(path);
    if (parser) {
        xmlSchemaSetParserStructuredErrors(parser, hear_schema, &heard);
        schema = xmlSchemaParse(parser);
    }
    xmlSchemaFreeParserCtxt(parser);
    xmlSetStructuredErrorFunc(self_before, before);
    if (!schema)
        return diag_set(why, heard.rc ? -EINVAL : -ENOMEM,
                        "cannot use the schema %s: %s", path,
                        heard.rc ? heard.text : "no memory");
    *out = schema;
    return 0;
}

/*
 * Frees it. libxml2 2.9 loses what it kept of elements that were still open, as in a
 * cut file, unless another validation has cleared that away: of anything.
 */
static void free_validator(xmlSchemaValidCtxtPtr validator)
{
    struct diag heard = { 0 };
    xmlDocPtr any = xmlNewDoc(NULL);
    xmlNodePtr root =
        any ? xmlNewDocNode(any, NULL, (const xmlChar *)"any", NULL) : NULL;

    xmlSchemaSetValidStructuredErrors(validator, hear_schema, &heard);
    xmlSchemaValidateSetLocator(validator, NULL, NULL); /* was the reader's */
    if (root) {
        xmlDocSetRootElement(any, root);
        xmlSchemaValidateDoc(validator, any);
    }
    xmlFreeDoc(any);
    xmlSchemaFreeValidCtxt(validator);
}

static int validate(struct doc *doc, struct xml_source *source, xmlSchemaPtr schema,
                    struct ear *ear)
{
    struct diag refused = { 0 };
    struct xml_reading reading = { .tell = hear, .self = ear };
    int rc;

    reading.schema = xmlSchemaNewValidCtxt(schema);
    if (!reading.schema)
        return diag_set(ear->why, -ENOMEM, "no memory to validate");
    rc = xml_read_source(doc, source, &reading, &refused);
    free_validator(reading.schema);
    if (rc == 0)
        rc = xml_check(doc, source->name, hear, ear);
    else if (rc == -EBADMSG && (reading.broken || ear->findings == 0))
        hear(ear, diag_text(&refused));
    else if (rc != -EBADMSG)
        diag_set(ear->why, rc, "%s", diag_text(&refused));
    return rc == 0 && ear->findings ? -EBADMSG : rc;
}

int xml_read_valid(struct doc *doc, const char *path, const char *schema_path,
                   void (*tell)(void *self, const char *sentence), void *self,
                   struct diag *why)
{
    struct ear ear = { .tell = tell, .self = self, .why = why };
    struct xml_source source;
    xmlSchemaPtr schema = NULL;
    int rc = xml_source_open(&source, path, why);

    if (rc < 0)
        return rc;
    rc = load_schema(&schema, schema_path, why);
    if (rc == 0)
        rc = validate(doc, &source, schema, &ear);
    xml_source_close(&source);
    xmlSchemaFree(schema);
    return rc;
}

int xml_validate(const char *path, const char *schema_path,
                 void (*tell)(void *self, const char *sentence), void *self,
                 struct diag *why)
{
    struct doc *doc = doc_new();
    int rc = doc ? xml_read_valid(doc, path, schema_path, tell, self, why)
                 : diag_set(why, -ENOMEM, "no memory to read %s", path);

    doc_free(doc);
    return rc;
}
