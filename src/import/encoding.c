/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * encoding.c - files whose bytes are no text yet: what they are, and what to do
 */
#include "import/encoding.h"

#include <errno.h>
#include <string.h>

enum { LOOK = 1024 }; /* bytes from the beginning */

/* What a file begins with. Source: the Unicode Standard 23.8; RFC 1952; the formats'
   own descriptions */
static const struct {
    const char *bytes;
    size_t n;
    const char *what, *how; /* how: of what it is converted from, or a program */
    bool text;
} openings[] = {
    { "\xff\xfe\0\0", 4, "UTF-32", "UTF-32", true },
    { "\0\0\xfe\xff", 4, "UTF-32", "UTF-32", true },
    { "\xff\xfe", 2, "UTF-16", "UTF-16", true },
    { "\xfe\xff", 2, "UTF-16", "UTF-16", true },
    { "\x1f\x8b", 2, "compressed by gzip", "gzip -dc", false },
    { "BZh", 3, "compressed by bzip2", "bzip2 -dc", false },
    { "\xfd"
      "7zXZ\0",
      6, "compressed by xz", "xz -dc", false },
    { "\x28\xb5\x2f\xfd", 4, "compressed by zstd", "zstd -dc", false },
    { "PK\3\4", 4, "an archive of zip", "unzip -p", false },
};

static int tell(const struct import_source *source, const char *what, const char *how,
                bool text, struct diag *why)
{
    if (text)
        return diag_set(
            why, -ENOMSG,
            "%s: it is %s, which is not read: convert it first, by iconv -f "
            "%s -t UTF-8",
            source->name, what, how);
    return diag_set(why, -ENOMSG, "%s: it is %s: unpack it first, by %s", source->name,
                    what, how);
}

/* Without a mark at its beginning: every other byte of plain letters is 0. */
static const char *unmarked(const struct import_source *source)
{
    size_t n = source->size < LOOK ? source->size : LOOK, zeros[2] = { 0 };

    for (size_t i = 0; i < n; i++)
        zeros[i % 2] += source->text[i] == '\0';
    if (n < 8)
        return NULL;
    if (zeros[1] * 5 > n * 2 && zeros[0] * 20 < n)
        return "UTF-16LE";
    if (zeros[0] * 5 > n * 2 && zeros[1] * 20 < n)
        return "UTF-16BE";
    return NULL;
}

int import_encoding(const struct import_source *source, struct diag *why)
{
    const char *name;

    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (source->size >= openings[i].n &&
            memcmp(source->text, openings[i].bytes, openings[i].n) == 0)
            return tell(source, openings[i].what, openings[i].how, openings[i].text,
                        why);
    }
    name = unmarked(source);
    return name ? tell(source, name, name, true, why) : 0;
}
