/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw_parse.h - where the reader of raw result files stands in a file
 */
#ifndef IMPORT_RAW_PARSE_H
#define IMPORT_RAW_PARSE_H

#include "import/frame.h"
#include "import/raw.h"

struct raw {
    struct import *in;
    struct raw_labels labels;
    size_t at; /* in the source, behind the line */
    struct import_line line;

    struct raw_section *sections, **last_section, *now;
    size_t groups;
    int depth;    /* of quoting */
    bool stamped; /* the line, with the time */

    /* the block that lines of two numbers belong to */
    const struct raw_label *block;
    const char *id;             /* of its values */
    struct raw_slice host;      /* of a block of the network */
    uint64_t size, stride;      /* bytes, of a context switch and of a memory latency */
    bool block_stamped;         /* and the line that opened it */
    bool decimals;              /* the block's numbers had all of theirs */
    bool blank;                 /* an empty or strange line since */
    double last, first;         /* first numbers of its last line and of its first */
    size_t lines;               /* that it has so far */
    size_t size_decimals;       /* of the first of them */
    const char *chain;          /* "lat_mem_rd", or ".random": whose strides follow */
    struct raw_command command; /* that was started last */
    bool commanded;

    /* a script that starts one command again and again */
    size_t runs;
    double sum;
    bool counted; /* the script's own count and mean have been looked at */
    double samples;
};

/* ---- raw_result.c ---- */

/*
 * Takes over what the label announces and sets match->rest behind it.
 *
 * Returns: false where the line ends too early; then nothing was done if `strict`, else
 *          it was noted
 */
bool import_raw_result(struct raw *raw, struct raw_match *match, bool strict);

/* ---- raw_block.c ---- */

void import_raw_open(struct raw *raw, struct raw_match *match);
/* A line that begins with a number, or "Run 3:": returns whether it is one. */
bool import_raw_numbers(struct raw *raw, struct raw_slice line);

/* ---- raw_form.c ---- */

/* Without its end: the file may have been cut within a number. */
bool import_raw_is_last_line(const struct raw *raw);
size_t import_raw_decimals(struct raw_slice s);
/* A disk's places come in any order. */
bool import_raw_is_disk(const char *id);
/* Whether the block at hand prints its sizes so, or its own numbers. */
bool import_raw_size_fits(const struct raw *raw, struct raw_slice size);
bool import_raw_number_fits(const char *id, struct raw_slice number);
size_t import_raw_least_decimals(const char *id); /* 0: it may have none */

/* ---- raw_cell.c ---- */

/*
 * A number as printed, for the row that is named: a value, or a place that says that
 * there is none.
 *
 * Units: in_base as import_raw_unit() has it; invert: one divided by the number
 */
struct raw_printed {
    struct raw_slice text;
    double in_base;
    enum import_rounding rounding;
    bool invert;
    struct raw_slice prefix; /* of the line */
};
void import_raw_cell(struct raw *raw, const char *id, const char *params,
                     const struct raw_printed *printed);
/* What a printed number can have been, in the base unit; false: no number. */
bool import_raw_scale(const struct raw_printed *printed, struct import_number *number);

/* ---- raw_section.c ---- */

void import_raw_begin(struct raw *raw);
void import_raw_new_header(struct raw *raw, struct raw_slice line);
void import_raw_new_machine(struct raw *raw, struct raw_slice line);
void import_raw_title(struct raw *raw, struct raw_slice title);
void import_raw_new_depth(struct raw *raw);
/* The section that such a row of a line that begins so belongs to. */
struct raw_section *import_raw_section_for(struct raw *raw, const char *id,
                                           const char *params, struct raw_slice prefix);

/* ---- raw_session.c ---- */

/* The sections become sessions. */
void import_raw_end(struct raw *raw);

#endif
