/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * buf.h - text that grows
 *
 * Failures stick: after a want of memory further additions do nothing and
 * buf_ok() says so, which lets a caller check once at the end.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct buf {
    char *text; /* ends in a NUL once anything was added; NULL before */
    size_t length, size;
    bool failed;
};

/* A zeroed struct buf is ready to use. */
void buf_done(struct buf *buf);
bool buf_ok(const struct buf *buf);
void buf_clear(struct buf *buf); /* keeps the memory */

/*
 * Where `length` more bytes and a NUL have room: who writes there adds to buf->length.
 * NULL: no memory. What is inline here is what writing a document consists of.
 */
char *buf_widen(struct buf *buf, size_t length);
static inline char *buf_room(struct buf *buf, size_t length)
{
    return length < buf->size - buf->length ? buf->text + buf->length
                                            : buf_widen(buf, length);
}

static inline void buf_add(struct buf *buf, const void *bytes, size_t length)
{
    char *at = buf_room(buf, length);

    if (!at)
        return;
    if (length)
        memcpy(at, bytes, length);
    at[length] = '\0';
    buf->length += length;
}

static inline void buf_text(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_printf(struct buf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
