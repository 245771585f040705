/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plain.c - the text of a file as bytes of UTF-8, whatever Windows saved it as
 *
 * Source: RFC 3629, RFC 2781
 */
#include "import/frame.h"

#include <errno.h>

static void add_character(struct buf *buf, uint32_t c)
{
    unsigned char bytes[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

    for (size_t i = n; i-- > 1; c >>= 6)
        bytes[i] = (unsigned char)(0x80 | (c & 0x3f));
    bytes[0] = (unsigned char)(first[n] | c);
    buf_add(buf, bytes, n);
}

static uint32_t unit(const unsigned char *s, bool big)
{
    return big ? (uint32_t)s[0] << 8 | s[1] : (uint32_t)s[1] << 8 | s[0];
}

static void add_utf16(struct buf *buf, const unsigned char *s, size_t size, bool big)
{
    for (size_t i = 0; i + 2 <= size; i += 2) {
        uint32_t c = unit(s + i, big), low = 0;

        if (c >= 0xd800 && c < 0xdc00 && i + 4 <= size)
            low = unit(s + i + 2, big);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            i += 2;
        } else if (c >= 0xd800 && c < 0xe000) {
            c = 0xfffd; /* half a character */
        }
        add_character(buf, c);
    }
}

int import_plain(const struct import_source *source, struct buf *buf,
                 struct import_source *plain)
{
    const unsigned char *s = (const unsigned char *)source->text;

    *plain = *source;
    if (source->size >= 3 && s[0] == 0xef && s[1] == 0xbb && s[2] == 0xbf) {
        plain->text += 3;
        plain->size -= 3;
    } else if (source->size >= 2 &&
               ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff))) {
        buf_text(buf, "");
        add_utf16(buf, s + 2, source->size - 2, s[0] == 0xfe);
        if (!buf_ok(buf))
            return -ENOMEM;
        plain->text = buf->text;
        plain->size = buf->length;
    }
    return 0;
}
