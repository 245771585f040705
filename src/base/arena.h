/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arena.h - memory that is released together
 *
 * A document and everything reachable from it lives in one arena. All calls
 * return NULL only for want of memory.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is fine */

/* Zeroed memory, aligned for any type, that dies with the arena. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* A copy of a string, or of its first `length` bytes; NULL stays NULL. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
/* The prefix and the number, as identifiers are: "m12". */
char *arena_numbered(struct arena *arena, const char *prefix, uint64_t number);

char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Room for at least `need` elements of `each` bytes, doubling as it grows; what
 * was there is kept, what is new is zeroed.
 *
 * Shape:   *capacity elements before and after; old may be NULL with capacity 0
 * Returns: the array, perhaps moved; NULL where memory is wanting, old then stays
 */
void *arena_grow(struct arena *arena, void *old, size_t *capacity, size_t need,
                 size_t each);

#endif
