/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml.h - the document as XML: written and read over one table (xml_map.c)
 *
 * write -> read -> write is byte-identical, but for elements of foreign namespaces,
 * which are dropped with one warning (doc->warnings).
 */
#ifndef OUTPUT_XML_H
#define OUTPUT_XML_H

#include "base/diag.h"
#include "model/doc.h"
#include "model/sink.h"

#define XML_NAMESPACE "urn:errbar:results:1"
#define XML_VERSION "1.0"

/* Writes the whole document; 0 or the sink's error. */
int xml_write(struct sink *sink, const struct doc *doc, struct diag *why);

/*
 * Reads a document and adds it to `doc`: systems, sessions and measurements follow
 * those already there; the head (uuid, title …) is taken where doc has none yet.
 * Strangers' files: DOCTYPE and entities are refused, depth, attribute and text sizes
 * are limited, nothing is fetched. `path` "-" is standard input.
 *
 * Errors: -EBADMSG (not well-formed, cut, hostile, not our document),
 *         -EPROTONOSUPPORT (another major version; why names it),
 *         -errno of opening and reading, -ENOMEM; the doc is then to be freed
 */
int xml_read(struct doc *doc, const char *path, struct diag *why);

/*
 * Against the schema, streaming, then the checks a schema cannot say (interface.md 6).
 * Each finding is handed to `tell`; the first also stands in why.
 *
 * Returns: 0, -EBADMSG with findings, or -errno
 */
int xml_validate(const char *path, const char *schema_path,
                 void (*tell)(void *self, const char *sentence), void *self,
                 struct diag *why);

/* The same for a doc that is wanted afterwards: as xml_read() leaves it. */
int xml_read_valid(struct doc *doc, const char *path, const char *schema_path,
                   void (*tell)(void *self, const char *sentence), void *self,
                   struct diag *why);

#endif
