/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wire.h - how a worker tells what it observed
 *
 * Fixed records, appended to a memory file (descriptor WIRE_FD) as they happen.
 * Writing wakes nobody: the runner sleeps until the worker has ended, and still
 * reads all that a worker had to say before it crashed. A last record that is cut
 * is ignored. Both ends are one build on one machine, so the layout is the C one.
 */
#ifndef HARNESS_WIRE_H
#define HARNESS_WIRE_H

#include <stdint.h>

enum {
    WIRE_FD = 3, /* the memory file, opened O_APPEND */
    WIRE_LIFELINE =
        4, /* read end of a pipe nobody writes to: EOF = the shepherd died */
    WIRE_TEXT = 184
};

enum wire_kind {
    WIRE_CLOCK = 1,   /* tick, cost */
    WIRE_PASSES,      /* of point and part: calibrated or as asked; before its first
                         observation */
    WIRE_OBSERVATION, /* see struct */
    WIRE_COUNT,       /* a named number */
    WIRE_SKIP,        /* unsupported here; text says why (point) */
    WIRE_FAIL,        /* went wrong; text says why (point): nothing of that point
                         counts; the other points of a sweep do */
    WIRE_END          /* everything asked for was done and verified */
};

struct wire_record {
    uint16_t kind, point; /* point: index into the job's points */
    uint8_t part;         /* 0 subject, 1 base */
    uint8_t unused[3];
    union {
        struct {
            double tick_ns, cost_ns;
        } clock;
        uint64_t passes;
        struct {
            uint64_t start_ns; /* since the worker's first clock reading */
            uint64_t ns;
            uint64_t wait_ns; /* run-queue wait during it */
            uint32_t switches, migrations, faults;
        } observation;
        struct {
            double value;
            char unit[8];
            char name[WIRE_TEXT - 16];
        } count;
        char text[WIRE_TEXT];
    };
};

#endif
