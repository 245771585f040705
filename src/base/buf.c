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
    if (buf->failed)
        buf->size = 0;
    if (buf->text)
        buf->text[0] = '\0';
}

/* A buffer that has failed is full, so that every addition comes here. */
static char *fail(struct buf *buf)
{
    buf->failed = true;
    buf->size = buf->length;
    return NULL;
}

char *buf_widen(struct buf *buf, size_t length)
{
    size_t size = buf->size ? buf->size : 64;
    char *wider;

    if (buf->failed || length > SIZE_MAX / 4 - buf->length)
        return fail(buf);
    while (size <= buf->length + length)
        size *= 2;
    wider = realloc(buf->text, size);
    if (!wider)
        return fail(buf);
    buf->text = wider;
    buf->size = size;
    return wider + buf->length;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    char *at;
    int n;

    va_start(args, format);
    n = num_vprintf(NULL, 0, format, args);
    va_end(args);
    at = n < 0 ? fail(buf) : buf_room(buf, (size_t)n);
    if (!at)
        return;
    va_start(args, format);
    num_vprintf(at, (size_t)n + 1, format, args);
    va_end(args);
    buf->length += (size_t)n;
}
