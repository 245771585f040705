/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report.c - writes records of wire.h as they happen
 */
#include "harness/report.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

void harness_report(struct harness_report *to, const struct wire_record *record)
{
    const char *from = (const char *)record;
    size_t left = sizeof *record;

    while (to->fd >= 0 && !to->error && left > 0) {
        ssize_t n = write(to->fd, from, left);

        if (n < 0 && errno != EINTR)
            to->error = errno;
        if (n > 0) {
            from += n;
            left -= (size_t)n;
        }
    }
}

void harness_report_text(struct harness_report *to, enum wire_kind kind, size_t point,
                         const char *text)
{
    struct wire_record r = { .kind = (uint16_t)kind, .point = (uint16_t)point };

    snprintf(r.text, sizeof r.text, "%s", text);
    harness_report(to, &r);
}

void harness_report_count(struct harness_report *to, const char *name, double value,
                          const char *unit)
{
    struct wire_record r = { .kind = WIRE_COUNT };

    r.count.value = value;
    snprintf(r.count.unit, sizeof r.count.unit, "%s", unit);
    snprintf(r.count.name, sizeof r.count.name, "%s", name);
    harness_report(to, &r);
}
