/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * web_label.h - which definition a row of a stranger's table means, and in what unit
 */
#ifndef IMPORT_WEB_LABEL_H
#define IMPORT_WEB_LABEL_H

#include "import/foreign.h"
#include "import/import.h"
#include "import/number.h"
#include "import/slice.h"

struct web_unit {
    const char *word; /* as people write it, in small letters: "microsec" */
    const char *unit; /* of model/unit.h */
    double in_base;
    bool inverse; /* things per second, of which we keep seconds per thing */
};

struct web_meaning {
    const char *id;              /* "lat_ctx" */
    const char *params;          /* "size=16384 procs=2", or NULL; in the arena */
    const struct web_unit *unit; /* that the label itself says, or NULL */
};

/*
 * What a label of lmbench's raw files means, with or without its colon: "Select on 10
 * tcp fd's". Numbers and hosts in it become parameters; without an arena they are lost.
 */
bool import_label_of_raw(struct arena *arena, struct slice label,
                         struct web_meaning *out);

/*
 * By the names that test suites gave to what they run of lmbench: "lat_fs-0k",
 * "pipe_latency". An id of NULL: the name is known, and not what it means; `params` is
 * then why.
 */
bool import_label_of_name(struct arena *arena, struct slice name,
                          struct web_meaning *out);

/*
 * A row under the group head `group`: "2" under "size=16k", "10k" under "Creations";
 * else by its raw label, else by its name, with a unit behind it: "lat_pipe (us)".
 */
bool import_label_of_row(struct arena *arena, struct slice group, struct slice label,
                         struct web_meaning *out);

/* The same for benchmark and variant as columns of their own: "lat_ctx", "sz0k_p2". */
bool import_label_of_pair(struct arena *arena, struct slice bench, struct slice variant,
                          struct web_meaning *out);

/* The first unit that the text names for a definition of `unit`; NULL: it names none.
 */
const struct web_unit *import_unit_in(struct slice text, const char *unit);

/* A number of things in that unit, in the base unit; for what is not inverse. */
double import_unit_scale(const struct web_unit *unit, double value);

/* A printed number in that unit, with what printing leaves, in the base unit. */
void import_unit_apply(const struct web_unit *unit, struct import_number *number);

#endif
