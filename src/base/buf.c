/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * buf.c - text that grows
 */
#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

void buf_done(struct buf *buf)
{
    free(buf->text);
    *buf = (struct buf){ 0 };
}

bool buf_ok(const struct buf *buf)
{
    return !buf->failed;
}

void buf_clear(struct buf *buf)
{
    buf->length = 0;
    if (buf->text)
        buf->text[0] = '\0';
}

static bool room_for(struct buf *buf, size_t more)
{
    size_t size = buf->size ? buf->size : 64;
    char *wider;

    if (buf->failed || more > SIZE_MAX / 4 - buf->length) {
        buf->failed = true;
        return false;
    }
    if (buf->length + more < buf->size)
        return true;
    while (size <= buf->length + more)
        size *= 2;
    wider = realloc(buf->text, size);
    if (!wider) {
        buf->failed = true;
        return false;
    }
    buf->text = wider;
    buf->size = size;
    return true;
}

void buf_add(struct buf *buf, const void *bytes, size_t length)
{
    if (!room_for(buf, length))
        return;
    if (length)
        memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void buf_text(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = num_vprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) {
        buf->failed = true;
        return;
    }
    if (!room_for(buf, (size_t)n))
        return;
    va_start(args, format);
    num_vprintf(buf->text + buf->length, (size_t)n + 1, format, args);
    va_end(args);
    buf->length += (size_t)n;
}
