/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * diag.c - why something failed, in one sentence for a person
 */
#include "base/diag.h"

#include <string.h>

#include "base/num.h"

int diag_setv(struct diag *why, int rc, const char *format, va_list args)
{
    if (why) {
        why->rc = rc;
        num_vprintf(why->text, sizeof why->text, format, args);
    }
    return rc;
}

int diag_set(struct diag *why, int rc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    diag_setv(why, rc, format, args);
    va_end(args);
    return rc;
}

/* What does not fit any more is cut. */
static void append(struct diag *why, const char *text)
{
    size_t used = strlen(why->text), more = strlen(text);
    size_t room = sizeof why->text - 1 - used;

    if (more > room)
        more = room;
    memcpy(why->text + used, text, more);
    why->text[used + more] = '\0';
}

int diag_where(struct diag *why, const char *format, ...)
{
    char said[sizeof why->text];
    va_list args;

    if (!why)
        return 0;
    memcpy(said, diag_text(why), strlen(diag_text(why)) + 1);
    va_start(args, format);
    num_vprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    append(why, ": ");
    append(why, said);
    return why->rc;
}

const char *diag_text(const struct diag *why)
{
    if (!why)
        return "unknown reason";
    if (why->text[0])
        return why->text;
    return why->rc ? strerror(-why->rc) : "no reason given";
}
