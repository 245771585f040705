/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wrap.c - allocations that fail when a test asks for it
 *
 * Linked with -Wl,--wrap=… (tests/meson.build).
 */
#include "support.h"

#include <errno.h>
#include <string.h>

long support_fail_allocation = -1;

static bool fails(void)
{
    if (support_fail_allocation < 0 || support_fail_allocation-- > 0)
        return false;
    errno = ENOMEM;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}
