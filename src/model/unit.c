/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unit.c - the units of the data, and those people read them in
 */
#include "model/unit.h"

#include <math.h>
#include <string.h>

/* "MB/s" is 10^6 bytes per second, as the classic tools print it. */
const struct unit units[] = {
    { "s", { { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 } } },
    { "B/s", { { "MB/s", 1e6 } } },
    { "Hz", { { "MHz", 1e6 } } },
    { "1", { { "", 1 } } },
    { "B", { { "B", 1 } } },
    { "pages", { { "pages", 1 } } },
    { "1/s", { { "/s", 1 } } },
};
const size_t n_units = sizeof units / sizeof *units;

const struct unit *unit_find(const char *name)
{
    for (size_t i = 0; name && i < n_units; i++) {
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    }
    return NULL;
}

const char *unit_display(const struct unit *unit, double value, double *in_base)
{
    const char *name = unit->name;

    *in_base = 1;
    for (size_t i = 0; unit->display[i].name; i++) {
        name = unit->display[i].name;
        *in_base = unit->display[i].in_base;
        /* from 0.1 of a unit on: 0.1248 us reads better than 124.8 ns */
        if (fabs(value) >= 0.1 * *in_base)
            break;
    }
    return name;
}
