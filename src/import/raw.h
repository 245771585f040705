/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * raw.h - what the parts of the reader of raw result files share
 *
 * A file is first taken apart into sections: what follows a header, a banner, a heading
 * such as "After:", or is a run once more. Which of them are sessions of their own is
 * seen only when all has been read.
 */
#ifndef IMPORT_RAW_H
#define IMPORT_RAW_H

#include "import/foreign.h"
#include "import/import.h"
#include "import/number.h"

/* A piece of the file; not ended by a NUL. */
struct raw_slice {
    const char *text;
    size_t length;
};

/* ---- labels: raw_label.c ---- */

enum raw_label_kind {
    RAW_SCALAR, /* a number follows */
    RAW_BLOCK,  /* lines of two numbers follow */
    RAW_CONTEXT,
    RAW_STRIDE,
    RAW_FILES,
    RAW_TRANSFER, /* "Avg xfer:" */
    RAW_OLD_CONTEXT
};

struct raw_label {
    struct raw_slice pattern; /* "Select on %d fd's:" */
    const char *id;
    const char *params; /* what varies, or NULL */
    enum raw_label_kind kind;
    int next; /* of those that begin with the same letter; -1: the last */
};

enum { RAW_LABELS = 256, RAW_CAPTURES = 2 };

struct raw_labels {
    struct raw_label items[RAW_LABELS];
    int n;
    int first[256];
};

struct raw_match {
    const struct raw_label *label;
    struct raw_slice before, rest; /* of the line */
    struct raw_slice captured[RAW_CAPTURES];
};

/* All that foreign.c and foreign_changed.c name, and a few spellings besides. */
void import_raw_labels(struct raw_labels *labels);

/* The first label of a line; blocks only where nothing stands before. */
bool import_raw_find(const struct raw_labels *labels, struct raw_slice line,
                     struct raw_match *match);

/* ---- lines: raw_line.c ---- */

struct raw_slice import_raw_trim(struct raw_slice s);
bool import_raw_starts(struct raw_slice s,
                       const char *word);                 /* in any case of letters */
struct raw_slice import_raw_word(struct raw_slice *rest); /* up to a blank */
/* "1", "0.5", "-1", "inf": cut off the front, without the blanks before; or empty. */
struct raw_slice import_raw_number(struct raw_slice *rest);
/* As the value of a parameter: one word of ASCII, what is none replaced. */
void import_raw_text(struct raw_slice s, char *text, size_t size);
bool import_raw_whole(struct raw_slice s, uint64_t *value);

/*
 * A unit in front of `rest`, as far as the line goes: "microseconds", also "microsec"
 * where it ends so.
 *
 * Returns: whether there is one; *in_base: how much one of it is in the base unit
 *          `unit`, negative: one divided by that
 */
bool import_raw_unit(struct raw_slice *rest, const char *unit, double *in_base);

/* ---- around lines: raw_wrap.c ---- */

struct raw_wrap {
    int depth;    /* of quoting: "> > " */
    bool stamped; /* with the time */
};

/* The line without its quotation marks, a terminal's colours and a stamp of the time.
 *
 * Owner: `copy`, of `size` bytes, holds the line where colours were in it; longer lines
 *        keep theirs
 */
struct raw_slice import_raw_unwrap(struct raw_slice line, char *copy, size_t size,
                                   struct raw_wrap *wrap);

/* ---- the header: raw_head.c ---- */

struct raw_fact {
    const char *key, *value, *unit;
    uint32_t line;
    bool of_system;
    struct raw_fact *next;
};

struct raw_section {
    const char *version, *host, *os; /* NULL: not said */
    const char *label;               /* a banner or a heading, or NULL */
    const char *prefix;              /* what stands in front of its lines, or NULL */
    bool header;                     /* has lines in brackets */
    bool again;                      /* begins with the first row of the one before */
    int depth;                       /* of quoting */
    size_t group;                    /* the same for those that prefixes tell apart */
    struct raw_fact *facts, **last_fact;
    struct raw_cell *cells, **last_cell;
    bool several; /* rows besides the first */
    bool parted;  /* by prefixes: they have what it would have */
    struct raw_section *next;
};

struct raw_cell {
    const char *id, *params; /* params NULL: none */
    struct import_number number;
    const char *printed;
    const char *missing; /* why there is no number, or NULL */
    const char *doubt;   /* why a person should look, or NULL */
    uint32_t line;
    struct raw_cell *next;
};

/* "[lmbench3.0 results for Linux host 2.6.0 …]", in brackets or not. */
bool import_raw_is_header(struct raw_slice line);
void import_raw_header(struct import *in, struct raw_section *section,
                       struct raw_slice line);
/*
 * A line in brackets: kept as a fact, or left out since it is nobody's business.
 *
 * Returns: whether it is one
 */
bool import_raw_bracket(struct import *in, struct raw_section *section,
                        struct raw_slice line, uint32_t number);
/* "Linux host 2.6.0 #1 …", as uname prints it. */
bool import_raw_is_uname(struct raw_slice line);
void import_raw_uname(struct import *in, struct raw_section *section,
                      struct raw_slice line);
/* The version of a file whose header does not say it (all), from what it holds. */
const char *import_raw_guess_version(struct import *in, const char *said);
/* "lmbench-3alpha4" is "3.0a4", "2.0" stays; NULL: there is none in it. */
const char *import_raw_version(struct arena *arena, struct raw_slice text);

/* ---- commands that print numbers without a label: raw_command.c ---- */

struct raw_command {
    const char *id;
    char params[64];
    bool sized; /* prints size and rate; else the number alone */
};
/* Whether a line has a command of lmbench's in it. */
bool import_raw_command(struct raw_slice line, struct raw_command *command);

#endif
