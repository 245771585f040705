/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout.h - the layouts of lmbench's summaries as constant tables
 *
 * A generation is one description, by which its summaries are written and read. Nothing
 * that draws or reads knows any of them. Each row of a table begins with host and OS.
 */
#ifndef LAYOUT_LAYOUT_H
#define LAYOUT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* Where the cells of a column come from. */
enum layout_source {
    LAYOUT_VALUE,  /* a definition or a derived value, by the table's unit */
    LAYOUT_FACT,   /* a number among the facts */
    LAYOUT_WORDS,  /* text among the facts, the first that is known of a list */
    LAYOUT_COPIES, /* how many copies ran at once */
    LAYOUT_GUESS   /* what the memory latencies before it look like */
};

/* Whether a row, and with it the table, is there for the sake of this column alone. */
enum layout_weight { LAYOUT_COUNTS, LAYOUT_ASIDE, LAYOUT_ASIDE_OF_OLD };

/* What the old program made of a number. What is not positive is blank in all. */
enum layout_rule {
    LAYOUT_NUM,   /* by spec/lmbench.md 4.1 for `digits` columns: cut, with K and M */
    LAYOUT_WHOLE, /* a whole number, rounded: "%.0f" */
    LAYOUT_TRUNC, /* a whole number, towards zero: "%d" */
    LAYOUT_FIXED  /* rounded to `decimals` places: "%.1f" */
};

/* How wide; `digits` is what LAYOUT_NUM is given where that is not the width. */
struct layout_form {
    int width, digits, more; /* more: blanks before it besides the usual one */
    double times; /* printed = value in the unit times that; 0 is 1. The old 0.1 is a
                     fault (file latencies of 1.9 and 2.0a12) */
};

struct layout_column {
    /* id of a definition or "derived.…"; keys of facts, separated by blanks */
    const char *shows;
    /* filter on parameters (output/view_pick.h), or NULL; "definition" is ours alone */
    const char *where;
    enum layout_source source;
    enum layout_weight weight;
    enum layout_rule rule;
    int decimals;             /* of LAYOUT_FIXED */
    bool kilo;                /* always in thousands of the unit, "K" behind it */
    bool cut;                 /* what is too long loses its end; else it pushes the row
                                 (LAYOUT_NUM always fits) */
    bool single;              /* blank where several copies ran */
    struct layout_form plain; /* without the old faults */
    struct layout_form old;   /* as the old program did; all 0: as plain */
    const char *old_missing;  /* what it printed where nothing is known; NULL: blanks */
    const char *old_else;     /* definition it showed instead, or NULL */
    const char *kept_as;      /* what is derived is this definition where a summary's
                                 printed cell is all that is known, or NULL */
    const char *head[2];      /* where the lines above it do not say it */
};

struct layout_table {
    const char *topic;             /* "context": the same in all generations */
    const char *title, *subtitle;  /* blanks before centred titles included */
    int rule;                      /* dashes under them */
    const char *const headings[4]; /* as lmbench has them, blanks at the end included */
    const char *dashes;
    const char *unit;                    /* of the values: "us" */
    double in_base;                      /* 1e-6 */
    const struct layout_column *columns; /* those after host and OS; ends with { 0 } */
    bool never_old;                      /* the old program lost this table */
    bool joined;                         /* no blank line before it */
};

struct layout_generation {
    const char *name;    /* "g6" */
    const char *version; /* as the banner has it: "3.0" */
    const char *made_by; /* the version whose definitions its numbers are: "3.0a4" */
    const char *banner;  /* "L M B E N C H  3 . 0   S U M M A R Y" */
    bool alpha;          /* with the line about alpha software */
    bool gap;            /* a blank line in its place */
    bool always;         /* tables and rows also where nothing is known */
    bool beta;           /* LAYOUT_NUM: below 10 width - 2 decimals, else whole */
    bool drops;          /* rows of nothing but `single` columns where copies ran */
    bool read_only;      /* imported, never printed */
    const struct layout_table *const *tables; /* ends with NULL */
};

/* Stands below a table whose old fault of `times` is mended, however bare it is. */
#define LAYOUT_MENDED "Creating and deleting in true microseconds: lmbench"

enum { LAYOUT_PREFIX = 23 }; /* columns of host and OS: "%-9.9s %13.13s" */

extern const struct layout_generation *const layout_all[]; /* oldest first, NULL */

/* NULL where there is none of that name. */
const struct layout_generation *layout_find(const char *name);

/* Columns behind host and OS. */
size_t layout_count(const struct layout_table *table);

/* As the old program had it, or without its faults. Never NULL. */
const struct layout_form *layout_form(const struct layout_column *column, bool old);

/*
 * The first and the last character, from 0, of the field of a column in a row whose
 * fields all fit. Width 0 (the guess) has last < first.
 */
void layout_place(const struct layout_table *table, size_t column, bool old, int *first,
                  int *last);

#endif
