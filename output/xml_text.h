/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_text.h - any bytes as text that XML can hold
 */
#ifndef OUTPUT_XML_TEXT_H
#define OUTPUT_XML_TEXT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* Valid UTF-8 of characters that XML 1.0 allows (section 2.2, production 2). */
bool xml_holds(const char *text);

/*
 * Adds `text` escaped so that it reads back the same from an attribute and from an
 * element: line ends and tabs too, which a reader would make blanks of.
 */
void xml_escape(struct buf *buf, const char *text);

void xml_to_base64(struct buf *buf, const void *bytes, size_t length);

/*
 * Blanks between the groups are allowed. *length bytes go to `bytes`, which has
 * room for 3/4 of the text's length, and may be the text itself.
 *
 * Returns: 0 or -EINVAL
 */
int xml_from_base64(const char *text, char *bytes, size_t *length);

#endif
