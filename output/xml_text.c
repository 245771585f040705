/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xml_text.c - any bytes as text that XML can hold
 */
#include "output/xml_text.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* Length of the character at `p`, 0 where it is none or XML does not allow it. */
static size_t character(const unsigned char *p)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least; /* smaller ones are overlong */
    } forms[] = { { 0x80, 0x00, 0 },
                  { 0xe0, 0xc0, 0x80 },
                  { 0xf0, 0xe0, 0x800 },
                  { 0xf8, 0xf0, 0x10000 } };

    for (size_t n = 0; n < sizeof forms / sizeof *forms; n++) {
        uint32_t c = *p & (uint32_t)(unsigned char)~forms[n].mask;

        if ((*p & forms[n].mask) != forms[n].lead)
            continue;
        for (size_t i = 1; i <= n; i++) {
            if ((p[i] & 0xc0) != 0x80)
                return 0;
            c = c << 6 | (p[i] & 0x3f);
        }
        if (c < forms[n].least || (c >= 0xd800 && c <= 0xdfff) || c == 0xfffe ||
            c == 0xffff || c > 0x10ffff ||
            (c < 0x20 && c != '\t' && c != '\n' && c != '\r'))
            return 0;
        return n + 1;
    }
    return 0;
}

bool xml_holds(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;

    for (size_t n; *p; p += n) {
        n = *p >= ' ' && *p < 0x80 ? 1 : character(p);
        if (n == 0)
            return false;
    }
    return true;
}

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

void xml_escape(struct buf *buf, const char *text)
{
    const char *from = text;

    for (; *text; text++) {
        const char *e = *text > '>' ? NULL : entity(*text);

        if (e) {
            buf_add(buf, from, (size_t)(text - from));
            buf_text(buf, e);
            from = text + 1;
        }
    }
    buf_add(buf, from, (size_t)(text - from));
}

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void xml_to_base64(struct buf *buf, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < length; i += 3) {
        size_t n = length - i < 3 ? length - i : 3;
        uint32_t v = (uint32_t)p[i] << 16;
        char group[4];

        if (n > 1)
            v |= (uint32_t)p[i + 1] << 8;
        if (n > 2)
            v |= p[i + 2];
        for (size_t k = 0; k < 4; k++)
            group[k] = (char)(k <= n ? alphabet[v >> (18 - 6 * k) & 0x3f] : '=');
        buf_add(buf, group, 4);
    }
}

int xml_from_base64(const char *text, char *bytes, size_t *length)
{
    uint32_t v = 0;
    size_t have = 0, padding = 0, n = 0;

    for (; *text; text++) {
        const char *at = strchr(alphabet, *text);

        if (strchr(" \t\r\n", *text))
            continue;
        if (*text == '=' && have >= 2)
            padding++;
        else if (!at || padding)
            return -EINVAL;
        v = v << 6 | (at ? (uint32_t)(at - alphabet) : 0);
        if (++have < 4)
            continue;
        for (size_t k = 0; k < 3 - padding; k++)
            bytes[n++] = (char)(v >> (16 - 8 * k) & 0xff);
        if (padding && text[1 + strspn(text + 1, " \t\r\n")])
            return -EINVAL;
        have = 0;
    }
    if (have)
        return -EINVAL;
    *length = n;
    return 0;
}
