/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arena.c - memory that is released together
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

enum {
    ALIGN = _Alignof(max_align_t),
    BLOCK_BYTES = 64 * 1024 /* small blocks: 10^5 of them still sum to 6 GiB */
};

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *blocks; /* the newest first; allocation looks only there */
};

struct arena *arena_new(void)
{
    return calloc(1, sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
    struct block *next;

    if (!arena)
        return;
    for (struct block *b = arena->blocks; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

static struct block *block_new(size_t size)
{
    struct block *b = calloc(1, sizeof *b + size);

    if (b)
        b->size = size;
    return b;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    struct block *b = arena->blocks;
    void *p;

    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (b && bytes <= b->size - b->used) {
        p = b->bytes + b->used;
        b->used += bytes;
        return p;
    }
    b = block_new(bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES);
    if (!b)
        return NULL;
    b->used = bytes;
    if (bytes > BLOCK_BYTES && arena->blocks) {
        /* a big one goes behind, so that the open block stays in use */
        b->next = arena->blocks->next;
        arena->blocks->next = b;
    } else {
        b->next = arena->blocks;
        arena->blocks = b;
    }
    return b->bytes;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return text ? arena_strndup(arena, text, strlen(text)) : NULL;
}

char *arena_numbered(struct arena *arena, const char *prefix, uint64_t number)
{
    char digits[NUM_TEXT];
    size_t before = strlen(prefix), n = num_from_u64(digits, number);
    char *text = arena_alloc(arena, before + n + 1);

    if (text) {
        memcpy(text, prefix, before + 1);
        memcpy(text + before, digits, n + 1);
    }
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    char *text;
    int n;

    va_start(args, format);
    n = num_vprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        return NULL;
    text = arena_alloc(arena, (size_t)n + 1);
    if (!text)
        return NULL;
    va_start(args, format);
    num_vprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    return text;
}

void *arena_grow(struct arena *arena, void *old, size_t *capacity, size_t need,
                 size_t each)
{
    size_t wider = *capacity ? *capacity : 4;
    void *wide;

    if (need <= *capacity)
        return old;
    while (wider < need) {
        if (wider > SIZE_MAX / 4 / each)
            return NULL;
        wider *= 2;
    }
    wide = arena_alloc(arena, wider * each);
    if (!wide)
        return NULL;
    if (*capacity)
        memcpy(wide, old, *capacity * each);
    *capacity = wider;
    return wide;
}
