/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * diag.h - why something failed, in one sentence for a person
 *
 * Library rooms return a negative errno and write what, where and what to do
 * into a diag; only src/app prints it.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>

struct diag {
    int rc;          /* the negative errno that came with the text; 0: nothing said */
    char text[1024]; /* one sentence, no newline, cut if longer */
};

/*
 * Says why and hands `rc` back, so that a failure is one line:
 * return diag_set(why, -EINVAL, "%s:%d: unknown unit '%s'", path, line, name);
 *
 * Needs:   rc < 0; why may be NULL
 * Returns: rc
 */
int diag_set(struct diag *why, int rc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int diag_setv(struct diag *why, int rc, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Puts where it happened in front of what was said; returns why's rc. */
int diag_where(struct diag *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The sentence, or the errno's own text where nobody said one; never NULL. */
const char *diag_text(const struct diag *why);

#endif
