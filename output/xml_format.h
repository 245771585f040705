/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_format.h - a field to the text of the attribute that stands for it
 */
#ifndef OUTPUT_XML_FORMAT_H
#define OUTPUT_XML_FORMAT_H

#include "output/xml_map.h"

#include "base/buf.h"

/*
 * Adds the attribute, ` name="value"`, where it is not to be left out; free text as
 * base64 where `encoded`, else XML must hold it. The doc is the one that `object`
 * belongs to.
 *
 * Returns: 1, 0 where the attribute is left out, -EILSEQ where XML cannot hold the text
 *          and it is no free text
 */
int xml_format(struct buf *buf, const struct doc *doc, const struct xml_attribute *a,
               const void *object, bool encoded);

/* Adds an attribute whose value is already escaped. */
void xml_add_attribute(struct buf *buf, const char *name, const char *value);

/* Whether a free text of the element holds bytes that XML cannot. */
bool xml_needs_base64(const struct xml_element *e, const void *object);

#endif
