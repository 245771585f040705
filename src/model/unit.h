/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unit.h - the units of the data, and those people read them in
 */
#ifndef MODEL_UNIT_H
#define MODEL_UNIT_H

#include <stddef.h>

struct unit {
    const char *name; /* as files have it: "s" */
    struct {
        const char *name; /* as people have it: "us"; ASCII, as mail wants */
        double in_base;   /* 1 us = 1e-6 s */
    } display[5];         /* from the largest to the smallest, ends with { 0 } */
};

extern const struct unit units[];
extern const size_t n_units;

const struct unit *unit_find(const char *name); /* NULL where there is none */

/*
 * The display unit in which `value` reads best: the largest that is not larger than
 * it, the smallest where all are.
 *
 * Returns: the unit's name, the base name where it has no other; *in_base its size
 */
const char *unit_display(const struct unit *unit, double value, double *in_base);

#endif
