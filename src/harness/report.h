/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report.h - writes records of wire.h as they happen
 */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include "harness/wire.h"

#include <stddef.h>

struct harness_report {
    int fd;    /* -1: nobody listens, nothing is written */
    int error; /* the first errno of writing, sticks */
};

void harness_report(struct harness_report *to, const struct wire_record *record);

/* WIRE_SKIP or WIRE_FAIL with a text that is cut where it does not fit. */
void harness_report_text(struct harness_report *to, enum wire_kind kind, size_t point,
                         const char *text);
void harness_report_count(struct harness_report *to, const char *name, double value,
                          const char *unit);

#endif
